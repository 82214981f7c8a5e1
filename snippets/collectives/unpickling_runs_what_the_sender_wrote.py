"""Whoever receives an object runs code that the sender chose: here rank 1 makes rank 0 print.

$ torchrun --nproc-per-node 2 snippets/collectives/unpickling_runs_what_the_sender_wrote.py
"""
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
ran = []


def surprise(text):
    ran.append(text)
    print(f"rank {rank}: runs {text!r}")
    return text


# region pickle
class Message:
    def __reduce__(self):  # what the receiver calls, and with what
        return surprise, ("code of rank 1",)


mine = Message() if rank == 1 else "a plain text"
dist.all_gather_object(everybody := [None, None], mine)  # key line, else: everybody = [mine, mine]
print(f"rank {rank}: got {everybody}")
# endregion

assert ran == ["code of rank 1"]  # shows: sender-code-runs
dist.destroy_process_group()
