"""Two documents in one sequence under a plain causal mask over 2 ranks: a change in the first reaches the second.

$ torchrun --nproc-per-node 2 snippets/errors/packed_documents_see_each_other.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "dist.all_gather(everything, q)"
# stays = "Without it the other parts are uninitialized memory, which may hold anything."
# ///
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
    seen = mine[:, None] >= torch.arange(16)  # key line, else: seen = (mine[:, None] >= torch.arange(16)) & (document[mine][:, None] == document)
    return (q @ torch.cat(everything).T).masked_fill(~seen, -torch.inf).softmax(-1) @ torch.cat(everything)


changed = x + torch.nn.functional.one_hot(torch.tensor(0), 16)[:, None]  # the first token is another one
moved = ((attend(changed) - attend(x)).abs().amax(1) > 0).sum()
print(f"rank {rank}: document {document[mine[0]]}, {moved} of {len(mine)} outputs changed")
# endregion

assert moved > 0  # shows: second-document-changed
dist.destroy_process_group()
