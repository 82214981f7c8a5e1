"""The compiled library: names and texts of ELF files, and of files that are none."""

from __future__ import annotations

import struct

import pytest

from lockstep.question import torch_library


def elf(names: bytes, texts: bytes) -> bytes:
    """A file with the two sections that are read, and one that holds their titles."""
    titles = b"\0.dynstr\0.rodata\0.shstrtab\0"
    contents = [b"", names, texts, titles]
    starts = [64 + sum(map(len, contents[:number])) for number in range(4)]
    headers = [
        struct.pack("<IIQQQQ", titles.index(title), 0, 0, 0, start, len(content)).ljust(64, b"\0")
        for title, start, content in zip((b"\0", b".dynstr", b".rodata", b".shstrtab"), starts, contents, strict=True)
    ]
    head = bytearray(b"\x7fELF\x02".ljust(64, b"\0"))
    struct.pack_into("<Q", head, 40, 64 + sum(map(len, contents)))
    struct.pack_into("<HHH", head, 58, 64, 4, 3)
    return bytes(head) + b"".join(contents) + b"".join(headers)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/libtorch_cpu.so").write_bytes(elf(b"\0_ZN4c10d7Reducer4hookEv\0", b"Expected a hook\0"))
    return tmp_path


def test_functions_and_texts_are_found(folder):
    assert torch_library.is_readable(folder)
    assert torch_library.has(folder, "Reducer::hook")
    assert torch_library.has(folder, "Reducer")
    assert not torch_library.has(folder, "Reducer::hooks")
    assert not torch_library.has(folder, "hook::Reducer")
    assert torch_library.says(folder, "Expected a hook")
    assert not torch_library.says(folder, "Expected two hooks")


def test_what_is_for_gpus_asks_for_the_library_of_a_build_with_cuda(folder):
    assert not torch_library.is_readable(folder, for_gpus=True)
    torch_library._section.cache_clear()
    (folder / "lib/libtorch_cuda.so").write_bytes(elf(b"16ProcessGroupNCCL\0", b"Watchdog caught\0"))
    assert torch_library.is_readable(folder, for_gpus=True)
    assert torch_library.has(folder, "ProcessGroupNCCL")
    assert torch_library.says(folder, "Watchdog caught")


@pytest.mark.parametrize("content", [None, b"", b"MZ, a file of another system"])
def test_a_library_of_another_kind_is_not_read(tmp_path, content):
    (tmp_path / "lib").mkdir()
    if content is not None:
        (tmp_path / "lib/libtorch_cpu.so").write_bytes(content)
    assert not torch_library.is_readable(tmp_path)
    assert not torch_library.has(tmp_path, "Reducer")


def test_a_class_that_is_not_exported_is_found_by_the_name_of_its_type(folder):
    assert not torch_library.has(folder, "AsyncAllreduceCUDAHostWork")
    torch_library._section.cache_clear()
    (folder / "lib/libtorch_cuda.so").write_bytes(
        elf(b"16ProcessGroupNCCL\0", b"N4c10d26AsyncAllreduceCUDAHostWorkE\0")
    )
    assert torch_library.has(folder, "AsyncAllreduceCUDAHostWork")
    assert not torch_library.has(folder, "AsyncAllreduceCUDAHost")
