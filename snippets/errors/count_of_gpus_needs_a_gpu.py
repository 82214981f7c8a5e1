"""Asked for as many ranks as GPUs where torch sees none, torchrun stops.

$ CUDA_VISIBLE_DEVICES= python snippets/errors/count_of_gpus_needs_a_gpu.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Cuda is not available."
# ///
# region count
from torch.distributed.run import determine_local_world_size

choice = "gpu"  # key line, else: choice = "2"
ranks = determine_local_world_size(choice)  # what torchrun calls for --nproc-per-node
print("ranks:", ranks)
# endregion

assert ranks == 2
