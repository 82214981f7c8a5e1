"""Threads of one process wait side by side, but their Python code takes turns.

$ python snippets/data-parallel/python_code_of_replicas_takes_turns.py
"""
import sys
import threading
import time

# region turns
sys.setswitchinterval(60)  # key line


def apply(work):
    events = []

    def replica(number):
        events.append(f"start {number}")
        work(number)
        events.append(f"end {number}")

    threads = [threading.Thread(target=replica, args=(n,)) for n in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return events


waiting = apply(lambda number: time.sleep(1 + number))  # as for a GPU
python = apply(lambda number: sum(n for n in range(5_000_000)))
print("waiting:", ", ".join(waiting))
print("Python: ", ", ".join(python))
# endregion

assert waiting == ["start 0", "start 1", "end 0", "end 1"]
assert python == ["start 0", "end 0", "start 1", "end 1"]  # shows: python-lock
