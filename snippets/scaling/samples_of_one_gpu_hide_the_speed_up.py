"""Counted with the samples of one GPU, a speed-up of 3.64 on 4 GPUs looks like 0.91.

$ python snippets/scaling/samples_of_one_gpu_hide_the_speed_up.py
"""
# region throughput
batch, gpus = 32, 4
alone, together = 0.100, 0.110  # seconds a step, each GPU with a batch of 32
throughput = batch / alone
scaled = batch / together  # key line, else: scaled = gpus * batch / together
speed_up = scaled / throughput
efficiency = speed_up / gpus
print(f"speed-up {speed_up:.2f}, efficiency {efficiency:.0%}")
# endregion

true = (gpus * batch / together) / (batch / alone)
assert abs(speed_up - true / gpus) < 1e-12  # too small by the number of GPUs
assert abs(throughput * (40_000 * alone) - 40_000 * batch) < 1e-6  # right on one GPU  # refutes: throughput-alone
assert abs(true / gpus - alone / together) < 1e-12  # right for the true speed-up  # refutes: efficiency-gpus
