"""A store that is made without libuv joins the ranks too, and needs no torchrun.

$ python snippets/errors/store_without_libuv_joins_the_ranks.py
"""
import torch
import torch.distributed as dist
import torch.multiprocessing as mp


# region train
def train(rank, world_size, port, sums):
    store = dist.TCPStore("localhost", port, world_size, is_master=False, use_libuv=False)
    dist.init_process_group("gloo", store=store, rank=rank, world_size=world_size)
    total = torch.tensor(rank + 1.0)
    dist.all_reduce(total)
    sums[rank] = total
    dist.destroy_process_group()


if __name__ == "__main__":
    server = dist.TCPStore("localhost", 0, is_master=True, use_libuv=False)  # key line, else: server = dist.TCPStore("localhost", 0, is_master=True)
    sums = torch.zeros(2)  # sent to the ranks as shared memory
    mp.spawn(train, args=(2, server.port, sums), nprocs=2)
    print(f"libuv {server.libuvBackend}, sums {sums.tolist()}")
    # endregion
    assert not server.libuvBackend and sums.tolist() == [3, 3]
