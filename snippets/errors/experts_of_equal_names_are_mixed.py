"""Two ranks with two experts each use the names experts.0 and experts.1: the checkpoint has one expert of each rank.

$ torchrun --nproc-per-node 2 snippets/errors/experts_of_equal_names_are_mixed.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

dist.init_process_group("gloo")
rank = dist.get_rank()
# region save
first = 0  # key line, else: first = 2 * rank
experts = {f"experts.{first + number}": torch.full((2,), 10.0 + 2 * rank + number) for number in range(2)}
dcp.save(experts, checkpoint_id="experts")
loaded = {name: torch.zeros(2) for name in experts}
dcp.load(loaded, checkpoint_id="experts")
told = {name: (expert[0].item(), loaded[name][0].item()) for name, expert in experts.items()}
print(f"rank {rank}: saved and loaded {told}")
# endregion

both = [None] * 2
dist.all_gather_object(both, [expert[0].item() for expert in loaded.values()])
assert both[0] == both[1]  # shows: equal-on-both-ranks
assert both[0] == [10.0, 13.0]  # shows: one-of-each-rank
dist.destroy_process_group()
