"""A shuffle buffer of 4 over a stream of 8: one sample out at random, the next one in.

$ python snippets/data/shuffle_buffer_swaps_one_for_one.py
"""
import random

draw = random.Random(0)
order = []


# region buffer
def shuffled(stream, size):
    buffer = []
    for sample in stream:
        buffer.append(sample)
        if len(buffer) == size:
            yield buffer, buffer.pop(draw.randrange(size))  # key line, else: yield buffer, buffer.pop(0)
    draw.shuffle(buffer)  # the stream has ended
    while buffer:
        yield buffer, buffer.pop(0)


for left, sample in shuffled(range(8), size=4):
    print(f"out {sample}, left {left}")
    order.append(sample)
# endregion

assert order == [3, 4, 0, 5, 7, 1, 6, 2]
assert all(place >= sample - 3 for place, sample in enumerate(order))  # shows: three-places-early
assert order[0] in range(4)  # shows: first-from-buffer
