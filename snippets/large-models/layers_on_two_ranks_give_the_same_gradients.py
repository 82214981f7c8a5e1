"""A model split by layers over 2 ranks keeps half the bytes on each and gets the gradients of one process.

$ torchrun --nproc-per-node 2 snippets/large-models/layers_on_two_ranks_give_the_same_gradients.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
torch.manual_seed(0)
inputs = torch.randn(4, 8)
alone = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8))  # the reference
stage = torch.nn.Linear(8, 8)  # all that training needs on this rank
stage.load_state_dict(alone[rank].state_dict())
alone(inputs).square().mean().backward()

# region step
hidden = torch.zeros(4, 8)  # what crosses from rank 0 to rank 1
gradient = torch.zeros(4, 8)  # what comes back
if rank == 0:
    output = stage(inputs)  # stage: the layer of this rank
    dist.send(output.detach(), dst=1)
    dist.recv(gradient, src=1)  # key line
    output.backward(gradient)
else:
    dist.recv(hidden, src=0)
    hidden.requires_grad_()
    stage(hidden).square().mean().backward()
    dist.send(hidden.grad, dst=0)
mine = sum(p.nbytes for p in stage.parameters())
print(f"rank {rank}: {mine} of {sum(p.nbytes for p in alone.parameters())} B of weights")
# endregion

torch.testing.assert_close(stage.weight.grad, alone[rank].weight.grad)
assert 2 * mine == sum(p.nbytes for p in alone.parameters())
assert stage.weight.shape == alone[rank].weight.shape  # a layer is not cut  # refutes: stages-pipeline
close = torch.allclose(stage.weight.grad, alone[rank].weight.grad, atol=1e-6)
assert close and not (rank and hidden.equal(torch.zeros(4, 8)))  # rank 0 sent it  # shows: layers-after-other
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
