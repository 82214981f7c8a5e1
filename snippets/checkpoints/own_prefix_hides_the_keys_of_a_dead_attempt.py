"""A store that outlives a restart still holds the addresses of dead ranks; a prefix for each attempt hides them.

$ python snippets/checkpoints/own_prefix_hides_the_keys_of_a_dead_attempt.py
"""
from torch.distributed import PrefixStore, TCPStore

kept = TCPStore("localhost", 0, is_master=True)  # port 0: any free one

# region prefix
for attempt in (0, 1):
    seen = kept.check(["address of rank 1"])
    print(f"attempt {attempt}, shared store: rank 1 is already there: {seen}")
    store = PrefixStore(f"attempt{attempt}", kept)  # key line, else: store = kept
    fresh = store.check(["address of rank 1"])
    print(f"attempt {attempt}, own prefix:   rank 1 is already there: {fresh}")
    for place in (kept, store):
        place.set("address of rank 1", f"127.0.0.1:4000{attempt}")
# endregion

assert seen and not fresh
