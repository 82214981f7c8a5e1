"""From 419 interruptions in 54 days on 16,384 GPUs follows how often a job of any size is interrupted.

$ python snippets/fault-tolerance/failures_come_by_gpus_and_hours.py
"""
# region rate
interruptions, days, gpus = 419, 54, 16384  # Llama 3, unexpected ones
gpu_hours = gpus * days * 24
between = gpu_hours / interruptions  # hours of one GPU between two of them
print(f"one for each {between:,.0f} GPU hours")
for size in (8, 256, 1024, 16384):
    hours = between / size  # key line, else: hours = between
    print(f"{size:6} GPUs: one in {hours:,.1f} hours")
# endregion

assert abs(hours - days * 24 / interruptions) < 1e-9
per_year = 24 * 365 / between
assert 0.17 < per_year < 0.18  # of one GPU in a year
