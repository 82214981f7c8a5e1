"""Watches one rank run: the lines of some files, the values of their names, what it prints, its collectives.

It writes what happens as lines of JSON to a descriptor, so that a rank that hangs and is killed leaves what it did:

- `{"line": [file, line]}`: a line begins; `file` counts the files that are watched.
- `{"set": {name: value}}`: names that changed since the event before; a value of null: the name is gone.
- `{"out": text}`: printed to standard output.
- `{"group": name, "ranks": [...]}`: a process group, before the first call in it.
- `{"enter": call, "name": ..., "group": ...}` and `{"leave": call}`: a call of torch.distributed.
- `{"op": name, "group": ..., "seq": ..., "call": call or null}`: a collective of a backend, also one of DDP's own.
- `{"wait": [call, ...]}`: the next line waits for these calls, which were made with `async_op`.
- `{"cut": n}`: `n` more lines ran that are not told.
"""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import re
import sys
import threading
import time
import types
from collections.abc import Sequence
from typing import Any

from lockstep.engine import values

MOST_LINES = 200  # of a rank
MOST_BYTES = 700_000  # of the events of a rank; a stream of a rank is stopped at 1 MiB
BUFFER = {"TORCH_FR_BUFFER_SIZE": "2000"}  # lets gloo note each collective
_LOOK = 0.2  # seconds between looks at a rank that may hang
_MESSAGES = ("send", "recv", "isend", "irecv")
_CALLS = (
    *_MESSAGES,
    *("all_reduce", "broadcast", "reduce", "all_gather", "all_gather_into_tensor", "gather", "scatter"),
    *("reduce_scatter", "reduce_scatter_tensor", "all_to_all", "all_to_all_single", "barrier", "monitored_barrier"),
    *("all_gather_single", "reduce_scatter_single"),
    *("all_gather_object", "gather_object", "broadcast_object_list", "scatter_object_list"),
)
_OF_FSDP = ("all_gather_single", "reduce_scatter_single")
_SCATTERS = ("reduce_scatter", "reduce_scatter_tensor", "reduce_scatter_single")
_INPUTS = ("tensor", "input_tensor", "input", "object_list", "obj", "object", "scatter_list", "input_tensor_list")
_OUTPUTS = ("tensor", "output_tensor", "output", "tensor_list", "gather_list", "output_tensor_list", "object_list")
_WAIT = re.compile(r"\.wait\(")
_NAME = re.compile(r"[A-Za-z_]\w*")
_INNER = ("<genexpr>", "<listcomp>", "<setcomp>", "<dictcomp>")
_QUIET = ("import ", "from ", "def ", "class ", "@")  # statements of a module that only make names


class Tracer:
    """Watches the thread that calls `start`, until `stop`."""

    def __init__(self, files: Sequence[str], descriptor: int) -> None:
        self.files = {path: number for number, path in enumerate(files)}
        self.texts = [open(path, encoding="utf-8").read().split("\n") for path in files]  # noqa: SIM115
        self.descriptor = descriptor
        self.lines = self.cut = self.written = self.calls = 0
        self.call: int | None = None  # the call of torch.distributed that the rank is in
        self.is_scatter = False  # whether it is a reduce-scatter, which gloo makes of an all-reduce
        self.last: tuple[int, int] | None = None  # the line that runs
        self.caller: tuple[int, int] | None = None  # the line that a function returned to, until the next one begins
        self.seen: dict[types.FrameType, dict[str, str]] = {}
        self.ops: set[tuple] = set()
        self.groups: set[str] = set()
        self.flying: dict[int, tuple[Any, set[int]]] = {}  # by call: its work, and the addresses of its tensors
        self.printed: list[str] = []
        self.lock = threading.Lock()
        self.codes: dict[types.CodeType, str] = {}

    def start(self, may_hang: bool) -> None:
        """Watch from here on. `may_hang`: look also while the rank waits inside a call, from a thread of its own."""
        module = sys.modules["torch.distributed.distributed_c10d"]
        functions = {name: getattr(module, name, None) for name in (*_CALLS, "destroy_process_group")}
        for name, function in functions.items():
            if function is not None:
                function = inspect.unwrap(function)
                self.codes[function.__code__] = name
        write = sys.stdout.write
        sys.stdout.write = lambda text: self.printed.append(text) or write(text)  # type: ignore[method-assign, func-returns-value]
        os.register_at_fork(after_in_child=self._leave_child)
        if may_hang:
            threading.Thread(target=self._look, daemon=True).start()
        sys.settrace(self._on_call)

    def stop(self) -> None:
        """Tell what is left to tell, and watch no more."""
        sys.settrace(None)
        self._flush(None)
        if self.cut:
            self._tell(cut=self.cut)

    def _leave_child(self) -> None:
        sys.settrace(None)
        self.descriptor = -1

    def _look(self) -> None:
        """Note collectives that a rank waits in: its own thread tells nothing before they end."""
        before = -1
        while self.descriptor >= 0:
            time.sleep(_LOOK)
            if before == self.written:
                self._note_ops()
            before = self.written

    def _on_call(self, frame: types.FrameType, event: str, _: object) -> Any:
        name = self.codes.get(frame.f_code)
        if name == "destroy_process_group":
            self._note_ops()  # the record of the group ends with it
            return None
        if name in _OF_FSDP and self.call is None and not self._is_called_by_program(frame):
            self._note_ops()
            self.is_scatter = name in _SCATTERS
            frame.f_trace_lines = False
            return self._in_fsdp
        if name:
            return self._enter(frame, name)
        if frame.f_code.co_filename not in self.files or frame.f_code.co_name in _INNER:
            return None
        self.seen[frame] = {}
        return self._on_event

    def _on_event(self, frame: types.FrameType, event: str, _: object) -> Any:
        if event == "line":
            self._flush(frame)
            self._begin(frame)
        elif event == "return":
            self._flush(frame)
            old = self.seen.pop(frame, {})
            if frame.f_code.co_name != "<module>" and old:
                self._tell(set=dict.fromkeys(old))
            self.caller = self._line_of_caller(frame)
        return self._on_event

    def _line_of_caller(self, frame: types.FrameType) -> tuple[int, int] | None:
        """The line of the program that a function goes back to, also through torch, as a hook does."""
        caller = frame.f_back
        while caller is not None and caller not in self.seen:
            caller = caller.f_back
        return caller and (self.files[caller.f_code.co_filename], caller.f_lineno)

    def _go_back(self) -> None:
        """Tell the line that a function returned to, before what the line does then."""
        if self.caller and self.last and self.caller != self.last and self.lines < MOST_LINES:
            self.lines += 1
            self.last = self.caller
            self._tell(line=[*self.caller])
        self.caller = None

    def _begin(self, frame: types.FrameType) -> None:
        self.caller = None
        file, line = self.files[frame.f_code.co_filename], frame.f_lineno
        text = self.texts[file][line - 1].strip() if line else ""
        self.last = None
        if not line or (frame.f_code.co_name == "<module>" and text.startswith((*_QUIET, '"""'))):
            return
        if self.lines >= MOST_LINES or self.written > MOST_BYTES:
            self.cut += 1
            return
        self.lines += 1
        self.last = file, line
        self._tell(line=[file, line])
        if _WAIT.search(text):
            self._wait(frame, text)

    def _wait(self, frame: types.FrameType, text: str) -> None:
        """Note for which calls a line waits, by the names in it."""
        named = [frame.f_locals.get(name) for name in _NAME.findall(text)]
        works = {id(work) for value in named for work in (value if isinstance(value, list) else [value])}
        calls = [call for call, (work, _) in self.flying.items() if id(work) in works]
        if calls:
            self._tell(wait=calls)
        for call in calls:
            del self.flying[call]

    def _enter(self, frame: types.FrameType, name: str) -> Any:
        if self.call is not None or self._is_outside(frame.f_locals.get("group")):
            return None  # a call of torch inside of another, or of a rank outside of the group, which does nothing
        self._note_output()
        self._note_ops()
        self._go_back()
        group, inputs = self._group(frame.f_locals.get("group")), self._values(frame, _INPUTS)
        self.calls += 1
        self.call, self.is_scatter = self.calls, name in _SCATTERS
        facts = {"op": values.reduction(frame.f_locals.get("op")), "async": frame.f_locals.get("async_op") is True}
        facts |= {"peer": self._peer(frame, name, group), "is": inputs}
        told = {key: value for key, value in facts.items() if value is not None and value is not False and value != ""}
        self._tell(enter=self.call, name=name, group=group, **told)
        frame.f_trace_lines = False
        return self._in_call

    def _is_outside(self, group: object) -> bool:
        """Whether a group is what torch gives a rank that does not belong to one."""
        return group == sys.modules["torch.distributed.distributed_c10d"].GroupMember.NON_GROUP_MEMBER  # type: ignore[attr-defined]

    def _is_called_by_program(self, frame: types.FrameType) -> bool:
        """Whether a line of the program makes the call, with no more than torch's logger between them."""
        caller = frame.f_back
        while caller is not None and caller.f_code.co_filename.endswith("c10d_logger.py"):
            caller = caller.f_back
        return caller is not None and caller.f_code.co_filename in self.files

    def _in_fsdp(self, _: types.FrameType, event: str, __: object) -> Any:
        if event == "return":
            self._note_ops()
            self.is_scatter = False
        return self._in_fsdp

    def _in_call(self, frame: types.FrameType, event: str, result: object) -> Any:
        if event != "return":
            return self._in_call
        self._note_ops()
        is_flying = result is not None and hasattr(result, "wait")
        if is_flying and self.call:
            self.flying[self.call] = result, values.addresses(frame.f_locals.values())
        self._tell(leave=self.call, **({} if is_flying else {"is": self._values(frame, _OUTPUTS)}))
        self.call, self.is_scatter = None, False
        return self._in_call

    def _values(self, frame: types.FrameType, names: Sequence[str]) -> Any:
        """The value of the first argument with one of some names."""
        given = (frame.f_locals.get(name) for name in names)
        value = next((value for value in given if value is not None), None)
        return None if value is None else values.told(value)

    def _group(self, group: Any) -> str:
        """The name of a group; the ranks of a group are told when it is first named."""
        world = sys.modules["torch.distributed.distributed_c10d"]._world  # type: ignore[attr-defined]
        group = group or world.default_pg
        name = world.pg_names.get(group, "")
        if name not in self.groups:
            self.groups.add(name)
            self._tell(group=name, ranks=sorted(world.pg_group_ranks.get(group, {})))
        return name

    def _peer(self, frame: types.FrameType, name: str, group: str) -> int | None:
        """The rank, in the whole job, that a message or a root is given as."""
        given = frame.f_locals
        roots = (
            ("dst", "group_dst")
            if name in ("send", "isend", "reduce", "gather", "gather_object")
            else ("src", "group_src")
        )
        peer, in_group = (given.get(root) for root in roots)
        if in_group is not None and peer is None:
            with contextlib.suppress(Exception):
                return sys.modules["torch.distributed"].get_global_rank(given.get("group"), in_group)
            return in_group
        is_rooted = any(root in given for root in roots)
        return peer if peer is not None else 0 if is_rooted and name not in _MESSAGES else None

    def _note_output(self) -> None:
        if self.printed:
            text = "".join(self.printed)
            self.printed.clear()
            self._tell(out=text)

    def _note_ops(self) -> None:
        """Tell the collectives that gloo has noted since the last time."""
        with self.lock, contextlib.suppress(Exception):
            dump = sys.modules["torch"]._C._distributed_c10d._dump_fr_trace_json(True)
            for entry in json.loads(dump)["entries"]:
                group, number = entry["process_group"][0], entry["collective_seq_id"]
                if entry["is_p2p"] or (group, number) in self.ops:
                    continue
                self.ops.add((group, number))
                self._go_back()
                self._name_group(group)
                sizes, kinds = entry["input_sizes"], entry["input_dtypes"]
                op = entry["profiling_name"].removeprefix("gloo:")
                op = "reduce_scatter" if self.is_scatter and op == "all_reduce" else op
                self._tell(op=op, group=group, seq=number, sizes=sizes, dtypes=kinds, call=self.call)

    def _name_group(self, name: str) -> None:
        world = sys.modules["torch.distributed.distributed_c10d"]._world  # type: ignore[attr-defined]
        for group, known in list(world.pg_names.items()):
            if known == name:
                self._group(group)

    def _flush(self, frame: types.FrameType | None) -> None:
        """Tell what the line that has just ended has done."""
        self._note_output()
        self._note_ops()
        if frame is None or self.cut:
            return
        scope = "" if frame.f_code.co_name == "<module>" else f"{frame.f_code.co_name}: "
        flying = set[int]().union(*(addresses for _, addresses in self.flying.values()))
        with contextlib.suppress(Exception):  # a value that cannot be read is not told
            new = {scope + name: value for name, value in values.names(frame.f_locals, flying).items()}
            texts = {name: json.dumps(value) for name, value in new.items()}
            old = self.seen.setdefault(frame, {})
            changed: dict[str, Any] = {name: new[name] for name, text in texts.items() if old.get(name) != text}
            changed |= dict.fromkeys(name for name in old if name not in new)
            self.seen[frame] = texts
            if changed:
                self._tell(set=changed)

    def _tell(self, **event: object) -> None:
        if self.descriptor < 0 or self.written > MOST_BYTES:
            return
        line = json.dumps(event).encode() + b"\n"
        self.written += len(line)
        while line:
            line = line[os.write(self.descriptor, line) :]
