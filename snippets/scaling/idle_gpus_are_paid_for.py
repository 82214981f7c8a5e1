"""8 GPUs at 60 % for 10 days: 32 of 80 GPU-days do nothing, and at 80 % the run takes 7.5 days.

$ python snippets/scaling/idle_gpus_are_paid_for.py
"""
# region days
gpus, days, efficiency = 8, 10, 0.60
paid = gpus * days  # GPU-days
idle = (1 - efficiency) * paid  # key line, else: idle = paid
work = paid - idle
print(f"{paid} GPU-days paid for, {work:.0f} did work, {idle:.0f} did nothing")
for better in (0.70, 0.80, 0.90):
    print(f"at {better:.0%}: {work / better / gpus:.1f} days")
# endregion

assert round(idle, 9) == 32 and round(work / 0.8 / gpus, 9) == 7.5  # the work is 48 GPU-days in any case
