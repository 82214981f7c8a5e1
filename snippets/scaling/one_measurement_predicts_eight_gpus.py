"""If the loss is a serial share, 100 to 30 minutes on 4 GPUs predicts 18.3 minutes on 8.

$ python snippets/scaling/one_measurement_predicts_eight_gpus.py
"""
# region predict
alone, gpus, together = 100, 4, 30
speed_up = alone / together
serial = (1 / speed_up - 1 / gpus) / (1 - 1 / gpus)  # Karp and Flatt
for count in (4, 8, 64, 1000):
    minutes = alone * (1 - serial) / count  # the part that is split
    minutes += alone * serial  # key line
    ratio = alone / minutes
    print(f"{count} GPUs: {minutes:.1f} minutes, speed-up {ratio:.1f},", end=" ")
    print(f"efficiency {ratio / count:.0%}")
print(f"serial share {serial:.2%}, limit {1 / serial:.3g}")
# endregion

assert abs(serial - 1 / 15) < 1e-12
assert all(1 / (serial + (1 - serial) / n) < 1 / serial for n in (2, 64, 10**9))  # shows: less-than-1-any-number
time = {count: alone * (serial + (1 - serial) / count) for count in (1, 4, 8)}
assert [round(time[count], 1) for count in time] == [100, 30, 18.3]  # shows: share-one-measurement-amdahl
assert abs(minutes - (100 / 15 + 100 * 14 / 15 / 1000)) < 1e-9 and alone / minutes < 15
