"""The jobs of an array are four worlds of one task each: the index says which, and no rank does.

$ sbatch --array=0-3 --wrap "srun python snippets/launch/array_index_is_no_rank.py"
"""
import os

# region array
rates = [0.1, 0.03, 0.01, 0.003]
index = int(os.environ["SLURM_ARRAY_TASK_ID"])  # key line, else: index = int(os.environ["SLURM_PROCID"])
rank, world_size = (int(os.environ["SLURM_" + name]) for name in ("PROCID", "NTASKS"))
print(f"index {index}: learning rate {rates[index]}; task {rank} of {world_size}")
# endregion

assert (rank, world_size) == (0, 1)  # shows: each-is-task-0-of-1
taken = False
try:
    open(f"rate-{index}", "x").close()  # two jobs of one index would meet here
except FileExistsError:
    taken = True
assert not taken
