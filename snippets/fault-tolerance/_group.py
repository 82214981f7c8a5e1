"""A roll call in the store, and a group of the ranks that answer."""
from datetime import timedelta

import torch.distributed as dist


def answers(store, key):
    try:
        store.wait([key], timedelta(seconds=5))
    except dist.DistStoreError:
        return False
    return True


def who_is_left(store, name, me, members):
    """The first to arrive waits five seconds for each of the others, and writes down who came."""
    store.set(f"{name}/{me}", "here")
    if store.add(f"{name}/arrived", 1) == 1:
        came = [rank for rank in members if answers(store, f"{name}/{rank}")]
        store.set(f"{name}/came", ",".join(map(str, came)))
    return [int(rank) for rank in store.get(f"{name}/came").decode().split(",")]


def join(store, name, me, members):
    """Make these the default group. Its keys have a prefix, so old ones do no harm."""
    fresh = dist.PrefixStore(name, store)
    dist.init_process_group("gloo", store=fresh, rank=members.index(me), world_size=len(members))
