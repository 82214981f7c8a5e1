"""A process that starts more threads than its limits allow gets no further one.

$ python snippets/errors/many_threads_need_more_than_the_limit.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: can't start new thread"
# asserts = ['''raises("RuntimeError: can't start new thread", at="threading.Thread")''']
# ///
import os
import resource
import threading

used = os.sysconf("SC_PAGESIZE") * int(open("/proc/self/statm").read().split()[0])
threading.stack_size(64 * 2**20)  # bytes of address space for each thread
resource.setrlimit(resource.RLIMIT_AS, (used + 2**30, used + 2**30))  # `ulimit -v`: room for fewer than 16

# region threads
done = threading.Event()
for _ in range(64):  # key line, else: for _ in range(8):
    threading.Thread(target=done.wait, daemon=True).start()
# endregion
