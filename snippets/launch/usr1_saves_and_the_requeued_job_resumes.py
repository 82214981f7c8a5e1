"""A job that saves at USR1 and is requeued goes on at the saved step.

$ sbatch --requeue --nodes 2 --ntasks 4 \
    --wrap "srun python snippets/launch/usr1_saves_and_the_requeued_job_resumes.py"
"""
# /// script
# [tool.lockstep]
# timeout = 120
# ///
import os
import signal
import subprocess
import time

import torch
import torch.distributed as dist

rank, job = int(os.environ["SLURM_PROCID"]), os.environ["SLURM_JOB_ID"]
os.environ["MASTER_ADDR"], os.environ["MASTER_PORT"] = "node0", "29500"
dist.init_process_group("gloo", rank=rank, world_size=int(os.environ["SLURM_NTASKS"]))
warned = []
# region resume
signal.signal(signal.SIGUSR1, lambda *_: warned.append(True))
run = int(os.environ.get("SLURM_RESTART_COUNT", 0))
step = torch.load("state.pt")["step"] if os.path.exists("state.pt") else 0
print(f"rank {rank}: run {run} begins at step {step}", flush=True)
while step < 6:
    step += 1
    if run == 0 and step == 3 and rank == 0:  # in place of --signal=USR1@60
        subprocess.run(["scancel", "--signal=USR1", job])
    while run == 0 and step == 3 and not warned:
        time.sleep(0.01)
    stop = torch.tensor(len(warned))
    dist.all_reduce(stop)  # signals arrive one after the other
    if stop and rank == 0:
        torch.save({"step": step}, "state.pt")  # key line
        subprocess.run(["scontrol", "requeue", job])
    if stop:
        time.sleep(600)  # Slurm ends the job, and starts it again
# endregion

print(f"rank {rank}: run {run} ends at step {step}")
began = torch.load("state.pt")["step"] if os.path.exists("state.pt") else 0
assert (run, began, step) == (1, 3, 6)  # shows: resumes-at-step-3
dist.destroy_process_group()
