"""A ring of 4 ranks, hop by hop: rank 0 sends its own chunk, then sums of more ranks, then chunks that are whole.

$ python snippets/scaling/a_ring_adds_then_copies.py
"""
# region hops
n = 4
ranks = [[{rank} for _ in range(n)] for rank in range(n)]  # of each chunk, whose values it holds
for hop in range(2 * (n - 1)):
    sent = [ranks[rank][(rank - hop) % n] for rank in range(n)]
    for rank in range(n):
        place = (rank - 1 - hop) % n  # what comes in from the left
        added = ranks[rank][place] if hop < n - 1 else set()
        ranks[rank][place] = added | sent[rank - 1]  # key line, else: ranks[rank][place] = added
    whole = sum(len(chunk) == n for chunk in ranks[0])
    print(f"hop {hop + 1}: sends a chunk of {len(sent[0])}, then has {whole} summed over all")
# endregion

assert all(chunk == set(range(n)) for chunks in ranks for chunk in chunks)
