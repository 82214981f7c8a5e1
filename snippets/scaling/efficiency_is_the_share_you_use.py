"""100 minutes on 1 GPU and 30 on 4: a speed-up of 3.33, an efficiency of 83 %, 20 GPU-minutes lost.

$ python snippets/scaling/efficiency_is_the_share_you_use.py
"""
# region efficiency
alone, gpus, together = 100, 4, 30  # minutes, GPUs, minutes
speed_up = alone / together
efficiency = speed_up / gpus  # key line, else: efficiency = speed_up
paid = gpus * together  # GPU-minutes
lost = paid - alone
print(f"speed-up {speed_up:.3g}, efficiency {efficiency:.1%},", end=" ")
print(f"lost {lost} of {paid} GPU-minutes")
# endregion

assert abs(efficiency - (1 - lost / paid)) < 1e-12  # counted from what was lost  # shows: share-paid-work
assert f"{speed_up:.2f}" == "3.33" and f"{efficiency:.0%}" == "83%"
