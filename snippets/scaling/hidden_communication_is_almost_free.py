"""Model: communication hidden behind backward costs its last bucket, until it is longer than backward.

$ python snippets/scaling/hidden_communication_is_almost_free.py
"""
added = {}

# region overlap
backward, buckets = 100, 10  # ms; each tenth of backward fills a bucket
for communication in (20, 50, 90, 100, 150, 200):
    finished = 0
    for bucket in range(1, buckets + 1):
        finished = max(finished, bucket * backward / buckets)  # key line
        finished += communication / buckets  # buckets are sent one by one
    added[communication] = more = finished - backward
    print(f"communication {communication} ms: adds {more:.0f} ms to the step")
# endregion

for communication, exposed in added.items():
    longer = max(0, communication - backward)
    assert exposed == longer + min(communication, backward) / buckets  # closed form
assert added[50] == 50 / buckets  # one of ten buckets shows  # shows: last-bucket-backward-ends
