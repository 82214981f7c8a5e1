"""The drawings that a `figure` fence can name. Each takes records by name of the snippet and returns a canvas."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from lockstep.drawings import (
    amdahl,
    batch_size,
    bench,
    bucket_count,
    buffer_labels,
    checkpoints,
    chunks,
    data_parallel,
    data_readers,
    ddp,
    fsdp_hsdp,
    fsdp_memory,
    fsdp_peak,
    large_models,
    launch_tree,
    micro_batches,
    ranks_bytes,
    ranks_traffic,
    replicas,
    resume_place,
    rows_loaded,
    scaling,
    shard_bytes,
    shuffle_buffer,
)
from lockstep.drawings.canvas import Canvas
from lockstep.record.record import Record

DRAWINGS: dict[str, Callable[[Mapping[str, Record]], Canvas]] = {
    "amdahl": amdahl.draw,
    "batch_size": batch_size.draw,
    "bench_all_reduce": bench.all_reduce,
    "bench_batch_size": bench.batch_size,
    "bench_checkpointing": bench.checkpointing,
    "bench_compile": bench.compiled,
    "bench_copies": bench.copies,
    "bench_matmul": bench.matmul,
    "bench_save": bench.save,
    "bucket_count": bucket_count.draw,
    "buffer_labels": buffer_labels.draw,
    "checkpoints": checkpoints.draw,
    "chunks": chunks.draw,
    "data_parallel": data_parallel.draw,
    "data_readers": data_readers.draw,
    "ddp": ddp.draw,
    "fsdp_hsdp": fsdp_hsdp.draw,
    "fsdp_memory": fsdp_memory.draw,
    "fsdp_peak": fsdp_peak.draw,
    "large_models": large_models.draw,
    "launch_tree": launch_tree.draw,
    "micro_batches": micro_batches.draw,
    "ranks_bytes": ranks_bytes.draw,
    "ranks_traffic": ranks_traffic.draw,
    "replicas": replicas.draw,
    "resume_place": resume_place.draw,
    "rows_loaded": rows_loaded.draw,
    "scaling": scaling.draw,
    "shard_bytes": shard_bytes.draw,
    "shuffle_buffer": shuffle_buffer.draw,
}
