"""Where a program stands, by what py-spy prints."""

from __future__ import annotations

from pathlib import Path

import pytest

from lockstep.explain.hang import stacks
from lockstep.explain.hang.answer import answer

# As py-spy 0.4 prints it: the innermost frame first, the main thread among others.
DUMP = """Process 4711: python train.py --epochs 3
Python v3.11.7 (/usr/bin/python3.11)

Thread 4718 (idle): "Thread-1 (watch)"
    wait (threading.py:320)
    watch (train.py:99)

Thread 4711 (active): "MainThread"
    all_reduce (torch/distributed/distributed_c10d.py:3252)
    wrapper (torch/distributed/c10d_logger.py:83)
    evaluate (evaluation.py:40)
    main (train.py:12)
    <module> (train.py:20)
"""


FAULTS = Path(__file__).parent / "faulthandler"  # of real ranks; only names of files were cut
# As dump_traceback_later prints it, two times into one file; it stands elsewhere at the second.
LATE = """Timeout (0:00:08)!
Thread 0x00007f1f26c266c0 (most recent call first):
  File "train.py", line 9 in load

Timeout (0:00:08)!
Thread 0x00007f1f26c266c1 (most recent call first):
  File "/usr/lib/python3.11/threading.py", line 982 in run

Thread 0x00007f1f26c266c0 (most recent call first):
  File "/usr/lib/python3.11/site-packages/torch/x.py", line 3252 in all_reduce
  File "/home/me/train.py", line 21 in step
"""


def test_the_innermost_line_of_the_program_in_the_main_thread():
    assert stacks.where(DUMP) == "evaluation.py:40, evaluate"


def test_a_program_that_stands_in_torch_alone():
    assert stacks.where('Process 1: python\n\nThread 1 (idle): "MainThread"\n    wait (threading.py:320)\n') == (
        "outside of the program"
    )


def test_another_text_is_no_stack():
    assert stacks.where("") == stacks.where("Traceback (most recent call last):\n  Thread 1\n") == ""


def test_frames_of_installed_packages_are_passed_over():
    frames = [("/usr/lib/python3.11/site-packages/torch/x.py", "1", "f"), ("/home/me/torch/train.py", "7", "step")]
    assert stacks.innermost(frames) == "train.py:7, step"
    assert stacks.innermost(frames[:1]) == ""


def test_the_stacks_of_faulthandler_are_read_as_those_of_py_spy():
    at = [stacks.where((FAULTS / f"stack_{rank}.txt").read_text()) for rank in range(3)]
    assert at == ["h.py:21, early", "h.py:22, early", "h.py:21, early"]
    text, problems, _ = answer([FAULTS])
    assert problems == []
    assert text.startswith("The ranks stand at 2 places: rank 1 at h.py:22, early, ranks 0, 2 at h.py:21, early.")


def test_of_several_stacks_of_faulthandler_in_a_file_the_last_is_read():
    assert stacks.where(LATE) == "train.py:21, step"


@pytest.mark.parametrize("head", ["Stack", "Thread 0x00007f1f [MainThread]", "Current thread 0x00007f1f"])
def test_heads_of_faulthandler(head):
    assert stacks.where(f'{head} (most recent call first):\n  File "a.py", line 3 in f\n') == "a.py:3, f"
    assert stacks.where(f"{head} (most recent call first):\n") == "outside of the program"


def test_a_crash_that_faulthandler_prints_is_no_hang():
    text = 'Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n  File "a.py", line 3 in f\n'
    assert stacks.where(text) == ""
