"""Which names of torch a package needs, and whether this torch has them, can be asked before a job.

$ python snippets/errors/names_of_torch_are_asked_before_the_job.py
"""
import ast
import importlib.util

CODE = """from torch._six import inf
from torch import nan
from torch.distributed import checkpoint, init_process_group, reduce_op_list
"""


# region ask
def missing(code):
    for line in ast.walk(ast.parse(code)):
        if isinstance(line, ast.ImportFrom) and (line.module or "").split(".")[0] == "torch":
            for name in line.names:
                if not has(line.module, name.name):  # key line, else: if False:
                    yield f"{line.module}.{name.name}"


def has(module, name):
    try:
        known = hasattr(importlib.import_module(module), name)
        return known or importlib.util.find_spec(f"{module}.{name}") is not None  # a module below it
    except ModuleNotFoundError:
        return False


for name in missing(CODE):
    print("not in this torch:", name)
# endregion

assert list(missing(CODE)) == ["torch._six.inf", "torch.distributed.reduce_op_list"]
