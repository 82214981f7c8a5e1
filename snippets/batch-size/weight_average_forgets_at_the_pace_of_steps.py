"""Twice the batch doubles the samples after which a weight average has forgotten half; the squared decay brings them back.

$ python snippets/batch-size/weight_average_forgets_at_the_pace_of_steps.py
"""
import torch
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn


def samples_until_half(batch, decay):
    model = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.zeros_(model.weight)
    average = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(decay))
    average.update_parameters(model)  # the first call copies
    torch.nn.init.ones_(model.weight)  # from here on the average has 0 to forget
    samples = 0
    while average.module.weight.item() < 0.5:
        average.update_parameters(model)  # one optimizer step
        samples += batch
    return samples


half_life = {}

# region average
for batch, power in [(32, 1), (64, 1), (64, 2)]:
    decay = 0.99**power  # key line, else: decay = 0.99
    half_life[batch, power] = samples_until_half(batch, decay)
    print(f"batch {batch}, decay {decay:.4g}: half forgotten after {half_life[batch, power]} samples")
# endregion

steps = torch.log(torch.tensor(0.5)) / torch.log(torch.tensor(0.99))  # 0.99 ** steps == 0.5
assert half_life[32, 1] == 32 * steps.ceil()
assert half_life[64, 1] == 2 * half_life[32, 1]  # shows: twice-batch-twice-samples
assert abs(half_life[64, 2] - half_life[32, 1]) < 64  # shows: squared-decay
