"""Simulation: a stand-in says that there is a GPU, and pinning hands back the tensor itself. The DataLoader is torch's own,
with its thread, its workers and its queues.
"""
import torch
from torch.utils.data import DataLoader

__all__ = ["DataLoader"]

torch.accelerator.is_available = lambda: True
torch.accelerator.current_accelerator = lambda: torch.device("cuda")
torch.accelerator.current_device_index = lambda: 0
torch.accelerator.set_device_index = lambda index: None
torch.Tensor.pin_memory = lambda tensor: tensor
