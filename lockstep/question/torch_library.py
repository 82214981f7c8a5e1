"""The compiled library of the installed torch: whether a C++ function is in it, and whether a message of C++ is.

The sources in C++ are no part of the package. Their functions are, by their names for the linker, and so are their
texts. Both are read from the library as bytes; nothing of torch is imported. Only ELF files can be read.
"""

from __future__ import annotations

import functools
import struct
from pathlib import Path

_NAMES, _TEXTS = b".dynstr", b".rodata"
_OF_GPUS = "libtorch_cuda.so"  # only a build for CUDA has it
_LIBRARIES = ("libtorch_cpu.so", "libtorch_python.so", "libc10.so", _OF_GPUS)


def is_readable(folder: Path, for_gpus: bool = False) -> bool:
    """Whether the libraries below torch's folder can be read here, and have what is for GPUs alone."""
    return bool(_section(folder, _NAMES)) and (not for_gpus or (folder / "lib" / _OF_GPUS).is_file())


def has(folder: Path, symbol: str) -> bool:
    """Whether the libraries have a function or a class, by its C++ name without the namespace: `Reducer::unused`."""
    mangled = "".join(f"{len(name)}{name}" for name in symbol.split("::"))
    # A class that is not exported has its name among the texts, for dynamic_cast: AsyncAllreduceCUDAHostWork has.
    return any(mangled.encode() in _section(folder, name) for name in (_NAMES, _TEXTS))


def says(folder: Path, words: str) -> bool:
    """Whether words stand in a text of the libraries."""
    return words.encode() in _section(folder, _TEXTS)


@functools.lru_cache(maxsize=4)
def _section(folder: Path, name: bytes) -> bytes:
    """The sections of one name in all libraries, one after the other; b"" where there is none."""
    files = [folder / "lib" / library for library in _LIBRARIES]
    return b"\0".join(_read(file, name) for file in files if file.is_file())


def _read(file: Path, name: bytes) -> bytes:
    """A section of an ELF file of 64 bits. Source: refspecs.linuxfoundation.org/elf/gabi4+/ch4.sheader.html"""
    with file.open("rb") as library:
        head = library.read(64)
        if head[:5] != b"\x7fELF\x02":
            return b""
        (start,) = struct.unpack_from("<Q", head, 40)
        size, count, of_names = struct.unpack_from("<HHH", head, 58)
        library.seek(start)
        table = library.read(size * count)
        headers = [struct.unpack_from("<IIQQQQ", table, number * size) for number in range(count)]

        def content(offset: int, length: int) -> bytes:
            library.seek(offset)
            return library.read(length)

        names = content(*headers[of_names][4:])
        called = {names[header[0] : names.index(b"\0", header[0])]: header for header in headers}
        return content(*called[name][4:]) if name in called else b""
