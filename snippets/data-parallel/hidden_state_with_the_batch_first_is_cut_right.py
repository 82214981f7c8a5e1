"""Simulation: a hidden state with the batch in front is cut like the batch, and forward puts it back in order.

$ python snippets/data-parallel/hidden_state_with_the_batch_first_is_cut_right.py
"""
import torch

gru = torch.nn.GRU(input_size=5, hidden_size=3, num_layers=2, batch_first=True)

# region scatter
batch = torch.zeros(8, 10, 5)  # 8 sequences of 10 steps
hidden = torch.zeros(8, 2, 3)  # 8 sequences, 2 layers
# the shards of the first of two devices: scatter cuts every tensor with chunk
batch, hidden = (tensor.chunk(2)[0] for tensor in (batch, hidden))
hidden = hidden.transpose(0, 1).contiguous()  # key line -> RuntimeError: Expected hidden size (2, 4, 3), got [4, 2, 3]
print("device 0:", tuple(batch.shape), tuple(hidden.shape))
output, hidden = gru(batch, hidden)
# endregion

assert output.shape == (4, 10, 3)  # refutes: gets-4
assert hidden.shape == (2, 4, 3)  # refutes: hidden-state-batch-first
