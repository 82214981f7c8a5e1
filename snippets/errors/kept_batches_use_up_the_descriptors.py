"""Batches of workers that are kept hold a file descriptor each, until the process may open no more.

$ python snippets/errors/kept_batches_use_up_the_descriptors.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: Too many open files"
# asserts = ['raises("RuntimeError: Too many open files. Communication with the workers is no longer possible")']
# ///
import resource

import torch
from torch.utils.data import DataLoader

# region keep
resource.setrlimit(resource.RLIMIT_NOFILE, (128, 128))  # often 1024, `ulimit -n` says it
kept = []
for batch in DataLoader(torch.arange(400), batch_size=2, num_workers=1):
    kept.append(batch)  # key line, else: kept.append(batch.clone())
# endregion
