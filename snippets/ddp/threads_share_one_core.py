"""Four threads of Python code keep one core busy at most: they take turns at one lock.

$ python snippets/ddp/threads_share_one_core.py
"""
import time
from concurrent.futures import ThreadPoolExecutor


# region threads
def python_part_of_a_step(replica):
    return sum(number * number for number in range(400_000))


wall, cpu = time.perf_counter(), time.process_time()
with ThreadPoolExecutor(4) as pool:
    done = list(pool.map(python_part_of_a_step, range(4)))  # key line, else: done = []
cores = (time.process_time() - cpu) / (time.perf_counter() - wall)
print(f"{len(done)} threads, more than one core busy: {cores > 1.2}")
# endregion

assert len(done) == 4 and cores < 1.2
