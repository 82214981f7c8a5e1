"""Long messages that a page shows once."""

from __future__ import annotations

from tests.markdown.rendered import said, samples


def test_a_long_message_stands_once_on_a_page_and_below_it_only_what_differs(bench):
    start = "it is 2, and not one, as"
    for name, number in (("topic/one.py", 3), ("topic/two.py", 4)):
        bench.sandbox.snippet(name=name, needs='expect = "ValueError"')
        frame = f'  File "snippets/{name}", line 9, in <module>'
        message = [f"ValueError: {start} {'it says ' * 20}", *(f"line {n} of it" for n in range(4)), f"index {number}"]
        text = ("Traceback (most recent call last):", frame, *message)
        bench.record([said(exit=1, stderr=text)], first=0, name=name)
    first, second = samples(
        bench.html("\n\n".join(f"```run\n{name}\n```" for name in ("topic/one.py", "topic/two.py")))
    )
    assert "line 3 of it" in first
    assert second.split("\n")[2:] == [
        f"ValueError: {start} it says it says it says it says it says it …",
        "index 4",
        "… in full above",
    ]
