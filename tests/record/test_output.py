import pytest
from hypothesis import given
from hypothesis import strategies as st
from sandbox import times_as_long

from lockstep.record import output

SCRIPT = "snippets/ddp/x.py"
TRACEBACK = f'''some warning
[rank1]: Traceback (most recent call last):
[rank1]:   File "{SCRIPT}", line 7, in <module>
[rank1]:     model(shard)
[rank1]:     ^^^^^^^^^^^^
[rank1]:   File "site-packages/torch/nn/modules/module.py", line 1775, in _call_impl
[rank1]:     return forward_call(*args, **kwargs)
[rank1]:            ^^^^^^^^^^^^^
[rank1]:   File "site-packages/torch/nn/parallel/distributed.py", line 1, in forward
[rank1]:     raise
[rank1]: torch.distributed.DistError: it broke
[rank1]: in two lines'''.split("\n")


def clean(data, root="/tmp/lockstep-abc"):
    return output.clean(data, root)


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        (b"one\ntwo\n", ["one", "two"]),
        (b"no newline", ["no newline"]),
        (b"", []),
        (b"trailing  \n\n\n", ["trailing"]),
        (b"\x1b[31mred\x1b[0m \x1b]0;title\x07x", ["red x"]),
        (b"a \x1b]0;never closed\nb\nc", ["a", "b", "c"]),  # that line alone ends there
        (b"x\r\x1b]8;never closed\rb", ["b"]),
        ("a\u202eb\u200b \u2066c\x85".encode(), [r"a\u202eb\u200b \u2066c\x85"]),  # seen as what it is
        (b"caf\xc3\xa9 \xff\xfe", ["café \\xff\\xfe"]),
        (b"0%\r50%\r100%\n", ["100%"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"bell\x07 nul\x00", ["bell nul"]),
        (b'File "/tmp/lockstep-abc/snippets/x.py", line 2', ['File "snippets/x.py", line 2']),
        (b'File "/home/me/v/lib/python3.11/site-packages/torch/x.py"', ['File "site-packages/torch/x.py"']),
        (b'File "/usr/lib/python3.12/threading.py"', ['File "python3.12/threading.py"']),
    ],
)
def test_clean(data, lines):
    assert clean(data) == lines


@given(st.binary(max_size=200))
def test_cleaned_text_is_printable_and_stays_as_it_is(data):
    lines = clean(data)
    assert not any((ord(c) < 32 and c != "\t") or c == "\x7f" for line in lines for c in line)
    assert clean("\n".join(lines).encode()) == lines


@pytest.mark.parametrize(
    "pair",
    [
        ("at 0x7f3a12345678", "at 0x55d0abcdef01"),
        ("pid 1234 died", "pid 98 died"),
        ("closed by peer [127.0.0.1]:47256.", "closed by peer [127.0.0.1]:51000."),
        ("connect to localhost:29500", "connect to localhost:40123"),
        ("port: 29788, code", "port: 1234, code"),
        ("wrote /tmp/tmpab12/x.pt", "wrote /tmp/tmpzz99/x.pt"),
        ("[W1120 20:05:01.123 socket.cpp] x", "[W1121 01:00:00.000 socket.cpp] x"),
    ],
)
def test_what_moves_is_masked(pair):
    assert output.masked([pair[0]]) == output.masked([pair[1]])


@pytest.mark.parametrize(
    "pair", [("gradient 2.5", "gradient 2.6"), ("rank 1", "rank 2"), ("[4, 2]", "[4, 3]"), ("0x1f", "0x2f")]
)
def test_what_a_lesson_says_is_not_masked(pair):
    assert output.masked([pair[0]]) != output.masked([pair[1]])


def test_volatile_lines_are_shown_not_compared():
    assert output.masked(["took 3 s", "x"], ["took"]) == output.masked(["took 4 s", "x"], ["took"])


def test_diff_names_the_rank_and_is_empty_when_equal():
    assert output.diff(["a", "b"], ["a", "c"], "rank 1") == ["rank 1:", "  @@ -1,2 +1,2 @@", "   a", "  -b", "  +c"]
    assert output.diff(["a"], ["a"], "rank 1") == []


@pytest.mark.parametrize(
    ("ranks", "text"),
    [
        ([2], "rank 2"),
        ([0, 1], "ranks 0, 1"),
        ([0, 1, 2, 3], "ranks 0–3"),
        ([3, 0, 2], "ranks 0, 2, 3"),
    ],
)
def test_rank_span(ranks, text):
    assert output.rank_span(ranks) == text


@pytest.mark.parametrize(
    ("lines", "is_table"),
    [
        (["ranks    ring  tree", "    4       6     4", "    8      14     6"], True),
        (["as one reads", "4  6", "8  14", "16  30", "and more"], True),
        (["4  6", "8  14"], False),
        (["    indented", "    as code", "    is here"], False),
        (["4  6", "8  14", "16  30", "a", "b", "c", "d"], False),
    ],
)
def test_in_columns(lines, is_table):
    assert output.in_columns(lines) == is_table


def test_the_last_exception_is_found_behind_its_rank_prefix():
    error = output.raised(TRACEBACK, SCRIPT)
    assert (error.type, error.text, error.line) == ("DistError", "it broke\nin two lines", 7)


def test_the_prefix_may_stand_twice_where_one_process_stands_in_for_ranks():
    twice = [f"[rank8191]: {line.replace('[rank1]: ', '[rank1]: [rank0]: ')}" for line in TRACEBACK]
    assert output.raised(twice, SCRIPT) == output.raised(TRACEBACK, SCRIPT)


def test_a_folded_traceback_keeps_own_lines_and_the_message():
    assert output.short_traceback(output.raised(TRACEBACK, SCRIPT), SCRIPT) == [
        "Traceback (most recent call last):",
        f'  File "{SCRIPT}", line 7, in <module>',
        "    model(shard)",
        "  … 2 frames inside libraries",
        "torch.distributed.DistError: it broke",
        "in two lines",
    ]


def test_of_two_tracebacks_the_last_counts():
    twice = [
        "Traceback (most recent call last):",
        "KeyError: 'a'",
        "",
        "During handling ...",
        "",
        "Traceback (most recent call last):",
        f'  File "{SCRIPT}", line 3, in <module>',
        "ValueError",
    ]
    error = output.raised(twice, SCRIPT)
    assert (str(error), error.line) == ("ValueError", 3)


def test_no_traceback_no_exception():
    assert output.raised(["a warning"], SCRIPT) is None
    assert output.raised([f'  File "{SCRIPT}", line 3'], SCRIPT) is None
    assert output.raised(["Traceback (most recent call last):", "  File"], SCRIPT) is None


def test_an_error_of_syntax_has_no_traceback_above_it():
    lines = [
        "a warning",
        f'  File "/tmp/x/{SCRIPT}", line 4',
        '    print("x"',
        "         ^",
        "SyntaxError: '(' was never closed",
    ]
    error = output.raised(lines, SCRIPT)
    assert (error.type, error.text, error.line) == ("SyntaxError", "'(' was never closed", 4)
    assert error.traceback == tuple(lines[1:])


def test_a_hung_rank_waits_at_its_own_line_or_at_exit():
    stack = f'  File "torch/x.py", line 99 in all_reduce\n  File "/tmp/q/{SCRIPT}", line 5 in <module>\n'
    assert output.waits_at(stack, SCRIPT) == 5
    assert output.waits_at('  File "threading.py", line 9 in _shutdown\n', SCRIPT) == 0


def test_paths_of_windows_read_as_at_the_root():
    line = rb'File "C:\T\lockstep-1\snippets\ddp\x.py", line 2'
    assert output.clean(line, r"C:\T\lockstep-1") == [f'File "{SCRIPT}", line 2']
    assert output.waits_at(r'  File "C:\T\snippets\ddp\x.py", line 5 in <module>', SCRIPT) == 5


@pytest.mark.parametrize("text", [b"xx", b"11", b"//", b"1."])
def test_time_grows_as_the_length_of_a_line_does(text):
    def masked(count: int) -> None:
        output.masked(output.clean(text * count, "/tmp/q"))

    assert times_as_long(lambda: masked(400_000), lambda: masked(50_000)) < 3 * 8


def test_what_is_said_after_an_exception_is_not_its_message():
    lines = ["Traceback (most recent call last):", "ValueError: no", "[W1120 01:02:03.4 a.cpp] noise"]
    assert str(output.raised(lines, SCRIPT)) == "ValueError: no"


STACK = f"""Thread 0x00007f1111111111 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 9 in wait

Current thread 0x00007f6ab2a92b80 (most recent call first):
  File "/v/lib/python3.11/site-packages/torch/_ops.py", line 1 in call
  File "/v/lib/python3.11/site-packages/torch/tensor.py", line 2 in wait
  File "/v/lib/python3.11/site-packages/torch/tensor.py", line 3 in full_tensor
  File "/tmp/s/{SCRIPT}", line 7 in save
  File "/tmp/s/{SCRIPT}", line 9 in <module>
  File "/home/me/lockstep/engine/rank.py", line 93 in _main
  File "<frozen runpy>", line 88 in _run_code
"""


def test_a_stack_is_that_of_the_thread_that_ran_the_snippet():
    assert output.stack(STACK, SCRIPT, "/tmp/s") == [
        "Current thread (most recent call first):",
        '  File "site-packages/torch/_ops.py", line 1 in call',
        '  File "site-packages/torch/tensor.py", line 2 in wait',
        '  File "site-packages/torch/tensor.py", line 3 in full_tensor',
        f'  File "{SCRIPT}", line 7 in save',
        f'  File "{SCRIPT}", line 9 in <module>',
    ]
    assert output.stack("", SCRIPT, "/tmp/s") == []


def test_a_hang_at_exit_shows_the_last_thread():
    frames = output.stack(STACK.replace(f"/tmp/s/{SCRIPT}", "/x/threading.py"), SCRIPT, "/tmp/s")
    assert frames[-1] == '  File "/x/threading.py", line 9 in <module>'


def test_a_stack_is_folded_down_to_where_it_waits_and_what_was_called():
    frames = output.stack(STACK, SCRIPT, "/tmp/s")
    assert output.short_stack(frames, SCRIPT) == frames
    longer = [*frames[:2], *frames[1:2] * 3, *frames[2:]]
    assert output.short_stack(longer, SCRIPT) == [
        *frames[:2], "  … 4 frames inside libraries", *frames[3:],
    ]  # fmt: skip
    assert output.short_stack([], SCRIPT) == []


def test_where_the_interpreter_lies_is_nobodys_business():
    assert output.clean(b"frame #38: _start + 0x21 (0x56 in /home/me/v/bin/python)", "/tmp/s") == [
        "frame #38: _start + 0x21 (0x56 in bin/python)"
    ]


def test_numbered_masks_keep_what_is_equal_equal():
    """A program that names one process twice and one that names two print different things."""
    one, two = ["pid 11", "pid 11 at 127.0.0.1:4001"], ["pid 11", "pid 12 at 127.0.0.1:4001"]
    other_run = ["pid 57", "pid 57 at 127.0.0.1:5002"]
    assert output.masked(one) == output.masked(two)
    assert output.masked(one, numbered=True) == ["pid …1", "pid …1 at 127.0.0.1:…2"]
    assert output.masked(one, numbered=True) == output.masked(other_run, numbered=True)
    assert output.masked(one, numbered=True) != output.masked(two, numbered=True)


def test_a_result_of_one_process_is_no_number_of_a_process():
    lines = ["one process 36.0, DDP 4.5", "one process: 4, cosine 1", "in one process 12.", "process 0.25"]
    assert output.masked(lines) == lines
    assert output.masked(["process 4242.", "pid=17, PID 18"]) == ["process ….", "pid=…, PID …"]
