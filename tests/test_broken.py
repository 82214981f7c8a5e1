"""One tree with each kind of break in it: every one is told with its file, none hides another, and all of it ends."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from sandbox import ROOT, Sandbox

from lockstep.record.record import record_path
from tests.question.asking import PREDICT
from tests.site.test_build_problems import CONFIG

DOCS = {  # what stands on a page, and the line of the problem
    "unclosed": ("---\ntitle: x\n\n# A\n", 1),
    "tag": ("---\ntitle: !x y\n---\n# A\n", 2),
    "aliases": ("---\naliases: [../../evil/]\n---\n# A\n", 2),
    "deep": ("---\ntitle: x\ndescription:\n" + "  [\n" * 50_000 + "---\n# A\n", 2),
    "indented": ("# A\n\n    import torch\n", 3),
    "pre": ("# A\n\n<pre>import torch</pre>\n", 3),
    "script": ("# A\n\n```quiz\nask: <script>x</script>\n```\n", 4),
    "long": ("# A\n\n" + "x" * 100_000 + "\n", 3),
    "bidi": ("# A\n\na \u202e b\n", 3),
    "fence": ("# A\n\n```run\ntopic/none.py\n```\n", 4),
    "open": ("# A\n\n```run\ntopic/one.py\n", 3),
    "figure": ("# A\n\n```figure\ndraw: none\n```\n", 4),
    "stale": ("# A\n\n```run\ntopic/stale.py\n```\n", 4),
    "damaged": ("# A\n\n```run\ntopic/damaged.py\n```\n", 4),
    "pattern": (
        "# A\n\n```quiz\n" + PREDICT.replace("line: 2", 'line: 2, find: "((?:ab|ab)*$)"') + "\n```\n",
        9,
    ),
    "yaml": ("# A\n\n```quiz\nask: [\n```\n", 4),
    "errors/toml": ("# A\n\n```error\nstrikes\n```\n", 3),
}
WHOLE = ("docs/hosts.md", "docs/pipe.md", "docs/gone.md", "docs/id_rsa", "docs/large.md")  # files, without a line
SNIPPETS = ("snippets/topic/pipe.py", "snippets/topic/link.py", "snippets/topic/syntax.py", "snippets/topic/ranks.py")


@pytest.fixture
def broken(sandbox) -> Sandbox:
    """Not in it: a folder that is a link, which ends a build before its first page."""
    (sandbox.root / "theme").mkdir()
    (sandbox.root / "theme/main.html").write_text("{{ page.content }}")
    (sandbox.root / "mkdocs.yml").write_text(CONFIG)
    sandbox.page("# Home\n\n```run\ntopic/one.py\n```\n")
    for name in ("one", "damaged"):
        sandbox.snippet(name=f"topic/{name}.py")
        sandbox.recorded(f"topic/{name}.py")
    record_path(sandbox.root, "cpu", "topic/damaged.py").write_text("{")
    sandbox.snippet("print(2)", "topic/stale.py")
    sandbox.snippet(name="topic/volatile.py", needs="volatile = ['^(a|a)*$']")
    sandbox.snippet(name="topic/ranks.py", ranks=100_000)
    sandbox.write("x = (", "topic/syntax.py")
    os.mkfifo(sandbox.root / "snippets/topic/pipe.py")
    (sandbox.root / "snippets/topic/link.py").symlink_to("/etc/hosts")
    for name, (text, _) in DOCS.items():
        sandbox.page(text, f"{name}.md")
    docs = sandbox.root / "docs"
    (docs / "latin.md").write_bytes("# Ä\n\nü".encode("latin-1"))
    (docs / "large.md").write_text("```text\n" + "x\n" * 500_000 + "```\n")
    (docs / "id_rsa").write_text("x")
    (docs / "hosts.md").symlink_to("/etc/hosts")
    (docs / "gone.md").symlink_to("nowhere")
    os.mkfifo(docs / "pipe.md")
    return sandbox


def places(said: str) -> set[str]:
    """`docs/a.md:3` of each problem."""
    return set(re.findall(r"(?m)^(?:ERROR *-  )?((?:docs|snippets)/[\w/.]+(?::\d+)?): ", said))


def on_pages() -> set[str]:
    return {f"docs/{name}.md:{line}" for name, (_, line) in DOCS.items()} | {"docs/latin.md:1", *WHOLE}


def test_verify_tells_of_each(broken):
    done = broken.lockstep("verify")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    told = places(done.stdout)
    volatile = f"snippets/topic/volatile.py:{broken.line_of('volatile =', 'topic/volatile.py')}"
    at_their_record = {"docs/stale.md:4", "docs/damaged.md:4"}
    assert on_pages() - at_their_record - told == set()
    assert {"snippets/topic/stale.py", "snippets/recorded/cpu/topic/damaged.json", volatile} <= told
    assert set(SNIPPETS) <= {place.partition(":")[0] for place in told}


@pytest.mark.site
def test_a_build_tells_of_each_page(broken):
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "-q"],
        cwd=broken.root,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
    )
    assert (done.returncode, "Traceback" in done.stderr) == (1, False), done.stderr[-3000:]
    assert on_pages() - places(done.stderr) == set()


def test_a_folder_that_is_a_link_ends_a_build_at_once(broken):
    (broken.root / "docs/round").symlink_to(broken.root / "docs")
    assert "docs/round: is a link; what it leads to would be published." in broken.lockstep("verify").stdout


@pytest.mark.torch
def test_record_tells_of_each_and_records_the_sound(broken):
    done = broken.lockstep("record", "topic")
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    told = {place.partition(":")[0] for place in places(done.stdout)}
    assert told == {*SNIPPETS, "snippets/topic/volatile.py"}
    assert "3/3" in done.stderr
