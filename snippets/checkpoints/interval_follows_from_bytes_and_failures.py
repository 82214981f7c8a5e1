"""Size, bandwidth and failure rate give the best interval: no other one loses less time.

$ python snippets/checkpoints/interval_follows_from_bytes_and_failures.py
"""
from math import sqrt

parameters, bytes_each = 7e9, 12  # fp32 weights and two AdamW moments
write = 2  # GB/s that reach the disk
between_failures = 100  # hours

# region formula
gigabytes = parameters * bytes_each / 1e9
seconds = gigabytes / write
best = sqrt(2 * seconds * between_failures * 3600)  # key line, else: best = seconds


def lost(interval):
    return seconds / interval + interval / (2 * between_failures * 3600)


print(f"checkpoint {gigabytes:.0f} GB, written in {seconds:.0f} s")
print(f"best interval {best / 60:.1f} min, time lost {lost(best):.2%}")
print(f"every 10 min {lost(600):.2%}, every 10 h {lost(36000):.2%}")
# endregion

faster = sqrt(2 * (seconds / 4) * between_failures * 3600)  # with a disk that is four times as fast

def lost_faster(interval):
    return seconds / 4 / interval + interval / (2 * between_failures * 3600)

assert abs(faster / best - 0.5) < 1e-9 and abs(lost_faster(faster) / lost(best) - 0.5) < 1e-9  # shows: both-halved
assert faster > best / 4 and lost_faster(faster) > lost(best) / 4  # refutes: both-quarter
assert lost_faster(faster) < lost_faster(best)  # refutes: interval-stays
assert lost_faster(faster) < lost_faster(2 * best)  # refutes: interval-doubles
assert all(lost(best) <= lost(best * k / 100) for k in range(1, 1000))
assert abs(lost(best) - sqrt(2 * seconds / (between_failures * 3600))) < 1e-12
