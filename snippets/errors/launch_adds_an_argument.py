"""torch.distributed.launch appends --local-rank to the command of each rank, torchrun does not.

$ python snippets/errors/launch_adds_an_argument.py
"""
# region launch
from torch.distributed import launch, run

line = ["--nproc-per-node", "2", "train.py", "--rate", "0.5"]
starts = {}
for launcher in (run, launch):
    arguments = launcher.parse_args(line)
    starts[launcher.__name__] = run.config_from_args(arguments)[2]  # key line
for name, words in starts.items():
    print(f"{name}: python", *words)
# endregion

assert "--local-rank=${local_rank}" in starts.get("torch.distributed.launch", [])
assert starts["torch.distributed.run"] == ["-u", "train.py", "--rate", "0.5"]
