"""The first bytes tell what a file is: a checkpoint of torch begins with PK, a pointer with the word version.

$ python snippets/errors/head_of_the_file_tells_a_pointer.py
"""
from pathlib import Path

import torch


# region check
def kind(path: str) -> str:
    heads = {
        b"PK\x03\x04": "checkpoint",
        b"vers": "pointer of Git LFS: run git lfs pull",
        b"<!DO": "web page: fetch it again",
    }
    return heads.get(Path(path).read_bytes()[:4], "something else")  # key line, else: return "checkpoint"


torch.save(torch.nn.Linear(3, 2).state_dict(), "model.pt")
Path("pointer.pt").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a21\nsize 438412\n")
Path("page.pt").write_text("<!DOCTYPE html><title>Sign in</title>")
for path in ("model.pt", "pointer.pt", "page.pt"):
    print(f"{path} begins with byte {Path(path).read_bytes()[0]}: {kind(path)}")
# endregion

assert kind("model.pt") == "checkpoint" and list(torch.load("model.pt")) == ["weight", "bias"]
assert "git lfs pull" in kind("pointer.pt") and "web page" in kind("page.pt")
