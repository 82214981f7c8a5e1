"""Model: communication hidden behind backward costs its last bucket, until it is longer than backward.

$ python snippets/scaling/hidden_communication_is_almost_free.py
"""
added = {}

# region overlap
backward, buckets = 100, 10  # ms; equal buckets, each full after another tenth of backward
for communication in (20, 50, 90, 100, 150, 200):
    finished = 0
    for bucket in range(1, buckets + 1):
        finished = max(finished, bucket * backward / buckets)  # key line
        finished += communication / buckets  # the network sends one bucket after the other
    added[communication] = finished - backward
    print(f"{communication} ms of communication: {added[communication]:.0f} ms added, without overlap {communication}")
# endregion

for communication, exposed in added.items():
    longer = max(0, communication - backward)
    assert exposed == longer + min(communication, backward) / buckets  # closed form
