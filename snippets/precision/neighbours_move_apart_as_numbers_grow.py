"""The larger a number, the farther away the next one: in bfloat16 258 comes after 256, and 1,004 after 1,000.

$ python snippets/precision/neighbours_move_apart_as_numbers_grow.py
"""
import torch

bits = {
    torch.float32: torch.int32,
    torch.bfloat16: torch.int16,
    torch.float16: torch.int16,
    torch.float8_e4m3fn: torch.int8,
    torch.float8_e5m2: torch.int8,
}
found = {}

# region neighbours
for value in (0.001, 1.0, 257.0, 1000.0, 70000.0):
    for dtype, whole in bits.items():
        name = str(dtype).removeprefix("torch.")
        if value > torch.finfo(dtype).max:
            print(f"{value:g} in {name}: too large")
            continue
        stored = torch.tensor(value).to(dtype)
        around = [(stored.view(whole) + step).view(dtype).item() for step in (-1, 0, 1)]  # key line, else: around = [0.0] * 3
        found[value, name] = around
        print(f"{value:g} in {name}: {around[0]:.8g} [{around[1]:.8g}] {around[2]:.8g}")
# endregion

assert found[257.0, "bfloat16"] == [254.0 + 1, 256.0, 258.0]  # shows: 257-is-256
assert found[1000.0, "bfloat16"] == [996.0, 1000.0, 1004.0]  # shows: 1000-then-1004
assert found[1000.0, "float16"] == [999.5, 1000.0, 1000.5]  # shows: half-apart
