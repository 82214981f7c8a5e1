"""A step that is saved with its random state gives the same loss, bit for bit, on one process without the job.

$ torchrun --nproc-per-node 2 snippets/debug/saved_step_replays_on_one_process.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank == 0:"
# stays = "Rank 1 may replay its own step too, and gets the same loss. In practice the replay is another program."
# ///
import torch
import torch.distributed as dist
from torch.nn.functional import dropout

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(rank)
model, batch = torch.nn.Linear(4, 1), torch.randn(8, 4)

# region replay
saved = {"weights": model.state_dict(), "batch": batch, "random": torch.get_rng_state()}
torch.save(saved, f"step_{rank}.pt")
loss = model(dropout(batch)).square().mean()
dist.barrier()
if rank == 0:  # or a python prompt on a laptop, a day later
    step = torch.load("step_1.pt")
    other = torch.nn.Linear(4, 1)
    other.load_state_dict(step["weights"])
    torch.set_rng_state(step["random"])  # key line
    loss = other(dropout(step["batch"])).square().mean()
print(f"rank {rank}: loss of rank 1 is {loss.item():.4f}")
# endregion

losses = [torch.empty(()) for _ in range(world_size)]
dist.all_gather(losses, loss.detach())
assert torch.equal(losses[0], losses[-1])
dist.destroy_process_group()
