"""In the cost model more buckets leave less exposed, until bytes and latencies together take longer than backward.

$ python snippets/ddp/more_buckets_hide_more_and_cost_more.py
"""
backward, transfer, latency = 100.0, 80.0, 0.14  # ms; 14 hops of 10 µs on 8 ranks


# region model
def exposed(buckets):
    """Milliseconds of all-reduce after backward; equal buckets, sent one by one."""
    link = 0.0
    for number in range(1, buckets + 1):
        ready = number * backward / buckets
        link = max(link, ready) + latency + transfer / buckets
    return link - backward


table = {number: exposed(number) for number in (1, 2, 4, 16, 64, 256, 1024)}  # key line, else: table = {1: exposed(1)}
for buckets, time in table.items():
    print(f"number of buckets {buckets}: {time:.1f} ms exposed")
# endregion

best = min(table, key=table.get)
assert best == 64 and abs(table[1] - 80.14) < 1e-9 and table[1024] > table[1]
