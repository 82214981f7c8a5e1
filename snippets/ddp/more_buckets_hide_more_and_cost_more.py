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
assert table[1] > table[64] < table[1024]  # shows: falls-rises
assert min(table.values()) > 1  # refutes: stays-zero
assert table[1024] > table[256]  # refutes: each-doubling
assert len(set(table.values())) == len(table)  # refutes: stays-same


def exposed_of(shares, backward=100.0, transfer=40.0):
    """The same for buckets of unequal sizes, from the last layers to the first; shares of all bytes."""
    ready = link = 0.0
    for share in shares:
        ready += share * backward
        link = max(link, ready) + latency + share * transfer
    return link - backward


equal = exposed_of([0.25, 0.25, 0.25, 0.25])
assert exposed_of([0.3, 0.3, 0.3, 0.1]) < equal  # shows: smaller-bucket-first
assert exposed_of([0.1, 0.3, 0.3, 0.3]) > equal  # refutes: smaller-bucket-last
assert exposed_of([1.0]) > equal  # refutes: one-bucket
