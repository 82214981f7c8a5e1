"""torch.distributed.launch is deprecated in favour of torchrun.

$ python snippets/ddp/launch_is_deprecated.py
"""
# region read
from torch.distributed import launch, run

notices = {}
for module in (launch, run):
    notices[module.__name__] = getattr(module.main, "__deprecated__", "")  # key line
for name, notice in notices.items():
    print(f"{name}:", " ".join(notice.split()[:11]) or "no notice")
# endregion

assert "will be removed" in notices.get("torch.distributed.launch", "") and not notices["torch.distributed.run"]
