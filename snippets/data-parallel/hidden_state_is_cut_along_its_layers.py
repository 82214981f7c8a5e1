"""Simulation: scatter cuts the hidden state of a GRU along its layers, and the replica cannot use it.

$ python snippets/data-parallel/hidden_state_is_cut_along_its_layers.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Expected hidden size (2, 4, 3), got [1, 8, 3]"
# asserts = [
#   'says("device 0: (4, 10, 5) (1, 8, 3)") and raises("RuntimeError: Expected hidden size (2, 4, 3)", at="gru(")',
# ]
# ///
import torch

gru = torch.nn.GRU(input_size=5, hidden_size=3, num_layers=2, batch_first=True)

# region scatter
batch = torch.zeros(8, 10, 5)  # 8 sequences of 10 steps
hidden = torch.zeros(2, 8, 3)  # 2 layers, 8 sequences
# the shards of the first of two devices: scatter cuts every tensor with chunk
batch, hidden = (tensor.chunk(2)[0] for tensor in (batch, hidden))  # key line
print("device 0:", tuple(batch.shape), tuple(hidden.shape))
output, hidden = gru(batch, hidden)
# endregion
