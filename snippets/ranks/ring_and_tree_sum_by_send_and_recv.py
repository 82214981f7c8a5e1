"""On four real ranks a ring sums in 6 hops and a tree in 4; a ring sends 1.5 tensors, the tree's root 2.

$ torchrun --nproc-per-node 4 snippets/ranks/ring_and_tree_sum_by_send_and_recv.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, n = dist.get_rank(), dist.get_world_size()
left, right = (rank - 1) % n, (rank + 1) % n

# region ring
ring, got = torch.full((n,), rank + 1.0), torch.empty(1)  # a chunk for each rank
sent = 0
for hop in range(2 * (n - 1)):
    request = dist.isend(ring[(rank - hop) % n].clone().view(1), right)
    dist.recv(got, left)
    chunk = (left - hop) % n
    ring[chunk] = got + ring[chunk] if hop < n - 1 else got  # key line
    request.wait()
    sent += 1 / n
# endregion

# region tree
tree, got, sends = torch.full((n,), rank + 1.0), torch.empty(n), 0
hops = [(1, True), (2, True), (2, False), (1, False)]  # pairs, pairs of pairs; and back
for step, up in hops:
    if rank % (2 * step) == (step if up else 0):
        dist.send(tree, rank - step if up else rank + step)
        sends += 1
    elif rank % (2 * step) == (0 if up else step):
        dist.recv(got, rank + step if up else rank - step)
        tree = tree + got if up else got.clone()
# endregion

busiest = torch.tensor([sent, sends])
dist.all_reduce(busiest, dist.ReduceOp.MAX)
if rank == 0:
    print(f"ring: {hop + 1} hops, the busiest rank sends {busiest[0]:.4g} tensors")
    print(f"tree: {len(hops)} hops, the busiest rank sends {busiest[1]:.4g} tensors")
assert ring.tolist() == tree.tolist() == [n * (n + 1) / 2] * n
assert (hop + 1, *busiest.tolist()) == (2 * (n - 1), 2 * (n - 1) / n, 2)
dist.destroy_process_group()
