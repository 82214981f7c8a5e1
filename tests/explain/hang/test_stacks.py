"""Where a program stands, by what py-spy prints."""

from __future__ import annotations

from lockstep.explain.hang import stacks

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
