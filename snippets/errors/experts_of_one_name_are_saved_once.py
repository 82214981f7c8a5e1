"""Each rank calls its own expert experts.0: the checkpoint has one of them, and after the load all ranks have that one.

$ torchrun --nproc-per-node 2 snippets/errors/experts_of_one_name_are_saved_once.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

dist.init_process_group("gloo")
rank = dist.get_rank()
expert = torch.full((2,), 10.0 + rank)  # expert 0 on rank 0, expert 1 on rank 1

# region save
dcp.save({"experts.0": expert}, checkpoint_id="experts")  # key line, else: dcp.save({f"experts.{rank}": expert}, checkpoint_id="experts")
loaded = torch.zeros(2)
dcp.load({"experts.0": loaded}, checkpoint_id="experts")
names = sorted(dcp.FileSystemReader("experts").read_metadata().state_dict_metadata)
print(f"rank {rank}: saved {expert.tolist()}, loaded {loaded.tolist()}, names {names}")
# endregion

both = [None] * 2
dist.all_gather_object(both, loaded.tolist())
assert both[0] == both[1] and names == ["experts.0"]  # shows: one-expert-for-all
dist.destroy_process_group()
