"""`python -m lockstep`."""

import signal
import sys

for _number in (signal.SIGINT, signal.SIGTERM):  # the kernel ends a verb at once, also in the middle of an import
    signal.signal(_number, signal.SIG_DFL)

from lockstep.cli.command_line import main  # noqa: E402

if __name__ == "__main__":
    sys.exit(main())
