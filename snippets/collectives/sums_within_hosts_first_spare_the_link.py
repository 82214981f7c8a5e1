"""Sum within each host first: then one part per rank crosses the link between hosts, and all ranks hold the same sum.

$ torchrun --nproc-per-node 4 snippets/collectives/sums_within_hosts_first_spare_the_link.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

hosts = [dist.new_group([0, 1]), dist.new_group([2, 3])]  # ranks 0 and 1 on one host
links = [dist.new_group([0, 2]), dist.new_group([1, 3])]  # partners on the other host
host, link = hosts[rank // 2], links[rank % 2]

# region levels
gradient = torch.arange(8.0) * (rank + 1)
part = torch.zeros(4)
dist.reduce_scatter(part, list(gradient.chunk(2)), group=host)  # fast: within the host
dist.all_reduce(part, group=link)  # key line
crossed = part.nbytes  # all that leaves the host from this rank, sent to one partner
dist.all_gather(halves := [torch.zeros(4), torch.zeros(4)], part, group=host)  # fast again
print(f"rank {rank}: {crossed} of {gradient.nbytes} B cross the link")
# endregion

dist.all_reduce(library := torch.arange(8.0) * (rank + 1))
assert torch.equal(torch.cat(halves), library)  # shows: same-sum
assert crossed * 2 == gradient.nbytes  # shows: half-crosses
dist.destroy_process_group()
