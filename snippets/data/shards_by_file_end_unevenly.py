"""Five tar files of four samples on two ranks with two workers: 12 samples on rank 0, 8 on rank 1.

$ torchrun --nproc-per-node 2 snippets/data/shards_by_file_end_unevenly.py
"""
import io
import tarfile
from pathlib import Path

import torch.distributed as dist
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
if rank == 0:
    for shard in range(5):
        with tarfile.open(f"{shard}.tar", "w") as tar:
            for sample in range(4 * shard, 4 * shard + 4):
                info = tarfile.TarInfo(f"{sample}.txt")
                info.size = len(str(sample))
                tar.addfile(info, io.BytesIO(str(sample).encode()))
dist.barrier()


# region shards
class Shards(IterableDataset):
    def __iter__(self):
        worker = get_worker_info()
        files = sorted(Path().glob("*.tar"))[rank::world_size]
        files = files[worker.id :: worker.num_workers]  # key line, else: files = files[:]
        for file in files:
            with tarfile.open(file) as tar:
                for member in tar:
                    data = tar.extractfile(member)
                    yield int(data.read())


loader = DataLoader(Shards(), batch_size=2, num_workers=2)
read = [sample for batch in loader for sample in batch.tolist()]
print(f"rank {rank}: {len(read)} samples, {len(read) // 2} batches: {read}")
# endregion

ranks = [None] * world_size
dist.all_gather_object(ranks, read)
assert sorted(sum(ranks, [])) == list(range(20))  # shows: each-once
assert [len(each) for each in ranks] == [12, 8]  # shows: two-batches-more
dist.destroy_process_group()
