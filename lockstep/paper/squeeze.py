"""The objects of a PDF in compressed streams, as PDF 1.5 allows: half the size, and nothing in it changes.

Typst writes each object plainly. A tagged book has 40,000 of them, most a line of its structure, and they compress to a
fifth. Objects that are streams stay as they are: they are compressed already.
"""

from __future__ import annotations

import re
import zlib

_MANY = 200  # objects in a stream: a reader unpacks all of them for one
_TABLE = re.compile(
    rb"xref\n0 (\d+)\n((?:\d{10} \d{5} [nf] ?\r?\n)+)trailer\n<<(.*?)/Size \d+(.*?)>>\nstartxref\n", re.S
)


def squeezed(pdf: bytes) -> bytes:
    """The same PDF, smaller.

    Raises:
        ValueError: it has no table of objects as Typst writes it.
    """
    end = int(pdf[pdf.rindex(b"startxref") :].split()[1])
    table = _TABLE.match(pdf, end)
    if not table:
        raise ValueError("the PDF has no table of objects")
    entries = table[2].split(b"\n")[: int(table[1])]
    begins = {number: int(one[:10]) for number, one in enumerate(entries) if one[17:18] == b"n"}
    order = sorted(begins, key=lambda number: begins[number])
    out = bytearray(pdf[: begins[order[0]]])
    plain: dict[int, bytes] = {}
    places = dict.fromkeys(range(len(entries)), (0, 0, 65535))  # free
    for number, after in zip(order, [*order[1:], None], strict=True):
        whole = pdf[begins[number] : begins[after] if after is not None else end]
        body = whole[whole.index(b" obj") + 4 : whole.rindex(b"endobj")].strip()
        if body.endswith(b"endstream"):
            places[number] = (1, len(out), 0)
            out += whole
        else:
            plain[number] = body
    return _written(out, plain, places, table[3] + table[4])


def _written(out: bytearray, plain: dict[int, bytes], places: dict[int, tuple[int, int, int]], trailer: bytes) -> bytes:
    """The objects that are no streams, in streams of many; then the table, which says where each object is."""
    numbers = sorted(plain)
    for first in range(0, len(numbers), _MANY):
        some = numbers[first : first + _MANY]
        stream = max(places) + 1
        head, body = b"", b""
        for place, number in enumerate(some):
            places[number] = (2, stream, place)
            head += b"%d %d " % (number, len(body))
            body += plain[number] + b" "
        places[stream] = (1, len(out), 0)
        out += _stream(stream, b"/Type/ObjStm/N %d/First %d" % (len(some), len(head)), head + body)
    table, begin = max(places) + 1, len(out)
    places[table] = (1, begin, 0)
    rows = (bytes([kind]) + a.to_bytes(4, "big") + b.to_bytes(2, "big") for _, (kind, a, b) in sorted(places.items()))
    out += _stream(table, b"/Type/XRef/W[1 4 2]/Size %d" % (table + 1) + trailer, b"".join(rows))
    return bytes(out) + b"startxref\n%d\n%%%%EOF\n" % begin


def _stream(number: int, keys: bytes, data: bytes) -> bytes:
    packed = zlib.compress(data, 9)
    head = b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>\nstream\n" % (number, keys, len(packed))
    return head + packed + b"\nendstream\nendobj\n"
