"""The mask compares documents as well as positions, on every rank: a change in the first document stays there.

$ torchrun --nproc-per-node 2 snippets/errors/packed_documents_are_masked_apart.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
x = torch.randn(16, 4)
document = torch.arange(16) // 8
mine = torch.arange(16).chunk(ranks)[rank]

# region mask
def attend(x):
    q, everything = x[mine], [torch.empty_like(x[mine]) for _ in range(ranks)]
    dist.all_gather(everything, q)
    seen = (mine[:, None] >= torch.arange(16)) & (document[mine][:, None] == document)  # key line, else: seen = mine[:, None] >= torch.arange(16)
    return (q @ torch.cat(everything).T).masked_fill(~seen, -torch.inf).softmax(-1) @ torch.cat(everything)


changed = x + torch.nn.functional.one_hot(torch.tensor(0), 16)[:, None]  # the first token is another one
moved = ((attend(changed) - attend(x)).abs().amax(1) > 0).sum()
print(f"rank {rank}: document {document[mine[0]]}, {moved} of {len(mine)} outputs changed")
# endregion

assert (moved > 0) == (rank == 0)  # shows: first-document-alone
dist.destroy_process_group()
