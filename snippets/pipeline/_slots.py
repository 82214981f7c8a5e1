"""When each action of a schedule starts if sending takes no time, and how many micro-batches a rank stores."""

COST = {"F": 1, "B": 2, "I": 1, "W": 1}  # slots: a forward, a whole backward, its halves for inputs and for weights


def place(orders, cost=COST, times=None):
    """For each rank (start, slots, kind, stage, micro-batch), and the length. An action waits for its input."""
    times = times or {}  # by stage, how many times as long it takes
    last = max(stage for mine in orders for _, stage, _ in mine)
    done, free, rows = {}, [0] * len(orders), [[] for _ in orders]
    todo = [list(mine) for mine in orders]
    while any(todo):
        before = sum(map(len, todo))
        for rank, queue in enumerate(todo):
            while queue:
                kind, stage, number = queue[0]
                needs = {"F": ("F", stage - 1, number), "W": None}.get(kind, ("B", stage + 1, number))
                if needs and 0 <= needs[1] <= last and needs not in done:
                    break
                start = max(free[rank], done.get(needs, 0))
                slots = cost[kind] * times.get(stage, 1)
                free[rank] = start + slots
                rows[rank].append((start, slots, kind, stage, number))
                done["B" if kind == "I" else kind, stage, number] = free[rank]
                queue.pop(0)
        assert sum(map(len, todo)) < before, "the ranks wait for each other"
    return rows, max(free)


def stored(mine):
    """The most forwards of a rank whose backward is not complete."""
    now = top = 0
    for kind, *_ in mine:
        now += {"F": 1, "I": 0}.get(kind, -1)
        top = max(top, now)
    return top
