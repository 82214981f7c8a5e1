"""With as many threads as there is room for, each one starts.

$ python snippets/errors/few_threads_stay_below_the_limit.py
"""
import os
import resource
import threading

used = os.sysconf("SC_PAGESIZE") * int(open("/proc/self/statm").read().split()[0])
threading.stack_size(64 * 2**20)  # bytes of address space for each thread
resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, used + 2**30))  # `ulimit -v`: room for fewer than 16

# region threads
done = threading.Event()
for _ in range(8):  # key line, else: for _ in range(64): -> RuntimeError: can't start new thread
    threading.Thread(target=done.wait, daemon=True).start()
print(threading.active_count() - 1, "threads")
# endregion

assert threading.active_count() == 9
done.set()
