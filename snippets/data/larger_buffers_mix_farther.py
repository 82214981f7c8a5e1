"""How far a shuffle buffer moves the samples of a sorted stream, and how many labels a batch then has.

$ python snippets/data/larger_buffers_mix_farther.py
"""
import random

SAMPLES, CLASSES, BATCH = 4096, 16, 32  # sorted by class: 256 of the first, then 256 of the second


def shuffled(stream, size, draw):
    buffer = []
    for sample in stream:
        buffer.append(sample)
        if len(buffer) == size:
            yield buffer.pop(draw.randrange(size))
    draw.shuffle(buffer)
    yield from buffer


# region mix
labels = {}
for size in (1, 16, 64, 256, 1024, 4096):
    order = list(shuffled(range(SAMPLES), size, random.Random(0)))  # key line, else: order = list(range(SAMPLES))
    batches = [{n * CLASSES // SAMPLES for n in order[k : k + BATCH]} for k in range(0, SAMPLES, BATCH)]
    labels[size] = sum(map(len, batches)) / len(batches)
    print(f"buffer {size}: {labels[size]:.1f} of {CLASSES} labels in a batch")
# endregion

assert labels[1] == 1  # refutes: without-buffer
assert labels[64] < 2 < labels[256] < 5 < labels[1024]  # shows: buffer-many-labels
assert labels[4096] > 13  # shows: buffer-whole
assert labels[16] < 2 and labels[64] < 2  # refutes: buffer-one-batch
