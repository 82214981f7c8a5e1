"""Names count experts over all ranks: the checkpoint has both, and each rank loads its own.

$ torchrun --nproc-per-node 2 snippets/errors/experts_have_global_numbers.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

dist.init_process_group("gloo")
rank = dist.get_rank()
expert = torch.full((2,), 10.0 + rank)  # expert 0 on rank 0, expert 1 on rank 1

# region save
name = f"experts.{rank}"  # key line, else: name = "experts.0"
dcp.save({name: expert}, checkpoint_id="experts")
loaded = torch.zeros(2)
dcp.load({name: loaded}, checkpoint_id="experts")
names = sorted(dcp.FileSystemReader("experts").read_metadata().state_dict_metadata)
print(f"rank {rank}: saved {expert.tolist()}, loaded {loaded.tolist()}, names {names}")
# endregion

assert loaded.tolist() == [10.0 + rank] * 2  # shows: own-expert-loaded
assert names == ["experts.0", "experts.1"]
dist.destroy_process_group()
