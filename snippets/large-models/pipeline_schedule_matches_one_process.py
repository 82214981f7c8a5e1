"""torch.distributed.pipelining runs 4 micro-batches through 2 stages and leaves the gradients of one process.

$ torchrun --nproc-per-node 2 snippets/large-models/pipeline_schedule_matches_one_process.py
"""
import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage, ScheduleGPipe
from torch.nn.functional import mse_loss

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
torch.manual_seed(0)
inputs, targets = torch.randn(16, 8), torch.randn(16, 8)
alone = torch.nn.Sequential(torch.nn.Linear(8, 8), torch.nn.Linear(8, 8))
module = torch.nn.Linear(8, 8)
module.load_state_dict(alone[rank].state_dict())
reference = mse_loss(alone(inputs), targets)
reference.backward()

# region schedule
example = torch.empty(4, 8, requires_grad=True)  # shape of what crosses: 16 samples in 4 micro-batches
stage = PipelineStage(module, rank, world_size, torch.device("cpu"), input_args=example, output_args=example)
schedule = ScheduleGPipe(stage, n_microbatches=4, loss_fn=mse_loss)
losses = []
if rank == 0:
    schedule.step(inputs)
else:
    schedule.step(target=targets, losses=losses)  # key line, else: schedule.step(target=targets.flip(0), losses=losses)
    print(f"rank 1: mean of {len(losses)} losses {torch.stack(losses).mean():.4f}, one process {reference:.4f}")
# endregion

torch.testing.assert_close(module.weight.grad, alone[rank].weight.grad)
close = torch.allclose(module.weight.grad, alone[rank].weight.grad, atol=1e-6)
assert close  # rank 1 was given no inputs  # refutes: schedulegpipe-two-stages
dist.destroy_process_group()
