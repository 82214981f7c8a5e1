"""Simulated runs lose the share of time that a formula says, to saving, to work that is redone, and to being down.

$ python snippets/fault-tolerance/simulated_run_agrees_with_the_formula.py
"""
import random
from math import exp

random.seed(0)
between, save, restart = 3 * 3600, 30, 300  # seconds; restart: notice, start again, load
lives = [random.expovariate(1 / between) for _ in range(20_000)]


def formula(interval):
    return interval / ((between + restart) * (exp((interval + save) / between) - 1))


# region simulate
def simulate(interval):
    useful = saving = redone = down = 0.0
    for life in lives:
        whole = life // (interval + save)  # intervals that were saved
        useful += whole * interval
        saving += whole * save
        redone += life - whole * (interval + save)  # since the last save
        down += restart  # key line
    total = useful + saving + redone + down
    return [part / total for part in (saving, redone, down, useful)]


for interval in (200, 400, 800, 1600, 3200):
    saving, redone, down, useful = simulate(interval)
    lost = f"saving {saving:.1%}, redone {redone:.1%}, down {down:.1%}"
    print(f"every {interval} s: {lost}, useful {useful:.1%}, formula {formula(interval):.1%}")
# endregion

assert all(abs(simulate(interval)[3] - formula(interval)) < 0.003 for interval in (200, 400, 800, 1600, 3200))
assert simulate(800)[3] > max(simulate(200)[3], simulate(3200)[3])  # shows: best-between
best = max(range(100, 3000, 10), key=formula)
assert abs(best - (2 * save * between) ** 0.5) < 40  # shows: best-root
