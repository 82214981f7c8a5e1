"""`python -m lockstep`."""

import gc
import signal
import sys

for _number in (signal.SIGINT, signal.SIGTERM):  # the kernel ends a verb at once, also in the middle of an import
    signal.signal(_number, signal.SIG_DFL)

from lockstep.cli.command_line import main  # noqa: E402

if __name__ == "__main__":
    _code = main()
    gc.freeze()  # Python looks for garbage as it ends, which took a quarter of the time of `verify`
    sys.exit(_code)
