"""Async tensor parallel by hand: a rank multiplies the tokens that it has while those of its neighbour come in.

$ torchrun --nproc-per-node 4 snippets/tensor-parallel/a_product_begins_before_all_tokens_are_there.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if hop < ranks - 1:"
# stays = "Without it each piece would go around once more, for nothing."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
x, weight = torch.randn(8, 16), torch.randn(16, 32)
tokens, columns = x.chunk(ranks)[rank].clone(), weight.chunk(ranks, dim=1)[rank]
expected = x @ columns  # the way of sequence parallel: gather all tokens, then multiply

# region pieces
y, piece, owner, order = [None] * ranks, tokens, rank, []
for hop in range(ranks):
    coming, pair = torch.empty_like(piece), []
    if hop < ranks - 1:  # start to pass this piece to the right, and to receive one from the left
        pair = [dist.P2POp(dist.isend, piece, (rank + 1) % ranks), dist.P2POp(dist.irecv, coming, (rank - 1) % ranks)]
    requests = dist.batch_isend_irecv(pair) if pair else []
    y[owner] = piece @ columns  # meanwhile
    order.append(owner)
    for request in requests:
        request.wait()
    piece, owner = coming, (owner - 1) % ranks  # key line, else: owner = (owner - 1) % ranks
y = torch.cat(y)
print(f"rank {rank}: multiplied the tokens of ranks {order}, equal {torch.allclose(y, expected, atol=1e-5)}")
# endregion

assert torch.allclose(y, expected, atol=1e-5)  # shows: pieces-as-whole
assert order[0] == rank  # shows: own-piece-first
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
