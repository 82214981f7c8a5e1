"""When the batch grows with the ranks, a slower step can still be 3.64 times the throughput.

$ python snippets/scaling/samples_per_second_not_step_time.py
"""
# region throughput
batch, gpus = 32, 4
alone, together = 0.100, 0.110  # seconds a step, each GPU with a batch of 32
throughput = batch / alone
print(f"1 GPU:  {alone * 1000:.0f} ms a step, {throughput:.0f} samples/s")
batch *= gpus  # key line
scaled = batch / together
print(f"4 GPUs: {together * 1000:.0f} ms a step, {scaled:.0f} samples/s")
speed_up = scaled / throughput
print(f"step time says {alone / together:.2f}, samples say {speed_up:.2f}")
print(f"efficiency {speed_up / gpus:.0%}")
# endregion

samples = 1_280_000  # an epoch: 40,000 steps alone, 10,000 together
assert abs(speed_up - (samples / 32 * alone) / (samples / 128 * together)) < 1e-9
