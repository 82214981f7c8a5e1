"""F1 and perplexity of two ranks: the mean of the ranks is wrong, the sum of their counts is right.

$ torchrun --nproc-per-node 2 snippets/data/averaged_f1_is_not_f1.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
said = torch.tensor([[1, 1, 0, 0], [1, 0, 0, 0]])[rank]
true = torch.tensor([[1, 1, 1, 1], [1, 0, 0, 0]])[rank]
losses = torch.tensor([[1.0, 1.0], [3.0, 3.0]])[rank]  # of each token


# region metrics
def metrics(hits, said, true, loss, tokens):
    return 2 * hits / (said + true), (loss / tokens).exp()


counts = torch.stack([(said * true).sum(), said.sum(), true.sum(), losses.sum(), torch.tensor(len(losses))])
mean = torch.stack(metrics(*counts))
dist.all_reduce(mean)
mean /= world_size
dist.all_reduce(counts)  # key line
f1, perplexity = metrics(*counts)
print(f"rank {rank}: F1 {f1:.3f}, mean of ranks {mean[0]:.3f}")
print(f"rank {rank}: perplexity {perplexity:.2f}, mean of ranks {mean[1]:.2f}")
# endregion

assert abs(f1 - 2 * 3 / (3 + 5)) < 1e-6  # shows: counts-summed
assert mean[0] > f1 + 0.05  # shows: mean-too-high
assert abs(perplexity - torch.tensor(2.0).exp()) < 1e-5  # shows: losses-tokens
assert mean[1] > perplexity + 3  # shows: mean-of-perplexities-too-high
dist.destroy_process_group()
