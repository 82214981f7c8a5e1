"""Counted with their padding, four texts of 720 tokens in all look like 2,048 tokens a step.

$ python snippets/scaling/padding_counts_as_throughput.py
"""
import torch
from torch.nn.utils.rnn import pad_sequence

# region tokens
lengths, seconds = (512, 108, 60, 40), 0.1  # of the step
texts = [torch.ones(length, dtype=torch.long) for length in lengths]
batch = pad_sequence(texts, batch_first=True)  # 4 x 512, filled up with 0
wrong = batch.numel() / seconds
right = (batch != 0).sum().item() / seconds  # key line, else: right = wrong
print(f"with padding {wrong:,.0f} tokens/s, without {right:,.0f}")
# endregion

assert round(wrong) == 20_480 and round(right) == sum(lengths) * 10 == 7_200
