"""What a page may not hold, and files that are no part of a site."""

from __future__ import annotations

import os
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown import markdown
from sandbox import ROOT

from lockstep.markdown import source
from lockstep.page import Page
from lockstep.project import Project

CODE = "Put it into a fence that names its language; Python into a file under snippets/."


def told(text: str) -> list[str]:
    return [str(problem) for problem in source.problems("docs/a.md", Page(text))]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("---\ntitle: x\n\n# A\n", "docs/a.md:1: front matter is empty or never closed. End it with a line '---'."),
        ("---\ntitle: Why: one\n---\n", "docs/a.md:2: front matter: this is not YAML: mapping values are not"),
        ("---\ntitle: !x y\n---\n", "docs/a.md:2: front matter: '!x' is a tag. Leave it out."),
        ("---\naliases: [../../evil/]\n---\n", "docs/a.md:2: front matter: there is no key 'aliases'."),
        ("---\ntitle: " + "[" * 50_000 + "\n---\n", "docs/a.md:2: front matter: this holds more than 500 brackets."),
        ("# A\n\n    import torch\n", f"docs/a.md:3: this indented block is code that no one runs. {CODE}"),
        ("- a\n\n        import torch\n", f"docs/a.md:3: this indented block is code that no one runs. {CODE}"),
        (">     import torch\n", f"docs/a.md:1: this indented block is code that no one runs. {CODE}"),
        ("a\n\n<pre>import torch</pre>\n", f"docs/a.md:3: <pre> holds code that no one runs. {CODE}"),
        ("a\n\n<SCRIPT>x</SCRIPT>\n", "docs/a.md:3: raw HTML with <SCRIPT> is not published. Write Markdown"),
        ('<a title="x" onclick="y">\n', "docs/a.md:1: raw HTML with onclick is not published."),
        ('<a href=" javascript:x">\n', "docs/a.md:1: raw HTML with javascript is not published."),
        ("```quiz\nask: a\nwhy: <script>x\n```\n", "docs/a.md:3: raw HTML with <script> is not published."),
        ("a\n\n<img\nsrc=x\nonerror=y>\n", "docs/a.md:3: raw HTML with onerror is not published."),
        ("<img/onerror=y/src=x>\n", "docs/a.md:1: raw HTML with onerror is not published."),
        ('<img title=">" onerror=y>\n', "docs/a.md:1: raw HTML with onerror is not published."),
        ('<a href="javascrip&#116;:x">\n', "docs/a.md:1: raw HTML with javascript is not published."),
        ('<a href="java\tscript:x">\n', "docs/a.md:1: raw HTML with javascript is not published."),
        ("a\n\n[b](javascript:x)\n", "docs/a.md:3: a link to javascript: is not published."),
        ("![b](< JavaScript:x)\n", "docs/a.md:1: a link to javascript: is not published."),
        ("[b](&#106;avascript:x)\n", "docs/a.md:1: a link to javascript: is not published."),
        ("[b][c]\n\n[c]: data:text/html,x\n", "docs/a.md:3: a link to data: is not published."),
        ("Text\n{: onclick='y' }\n", "docs/a.md:2: the attribute onclick is not published."),
        ("[b](c.md){href=javascript:x}\n", "docs/a.md:1: the attribute href is not published."),
        ("a\n\n" + "[" * 251 + "\n", "docs/a.md:3: this paragraph has 251 times '[', and would take long to read."),
        ("```quiz\nask: a\n\nwhy: " + "<a " * 300 + "\n```\n", "docs/a.md:4: this paragraph has 300 times '<'"),
        ("> " * 10 + "x\n", "docs/a.md:1: this line is indented or quoted too deep. Write it flat."),
    ],
)
def test_what_a_page_may_not_hold(text, problem):
    problems = told(text)
    assert len(problems) == 1
    assert problems[0].startswith(problem)


@pytest.mark.parametrize(
    "text",
    [
        "---\ntitle: x\ndescription: y\n---\n# A\n",
        "a `<script>` and ``<pre> ` ``\n",
        "# A {#b}\n\nSet {one=1}, {only=2} or `{onclick=x}`. JavaScript: it is off. [b](https://example.com/data:x)\n",
        "```html\n<script>\n```\n\n- a\n\n    ```text\n        <pre>\n    ```\n\n    b\n",
        "!!! note\n    a\n\n    - b\n\n        c\n",
        "```quiz\nask: |\n  ~~~html\n  <script>\n  ~~~\n```\n",
        "Term\n\n:   it\n\n    and more\n",
    ],
)
def test_what_a_page_may_hold(text):
    assert told(text) == []


def test_the_pages_of_the_project_hold_nothing_strange():
    project = Project(ROOT)
    assert [p for path, page in project.pages.items() for p in source.problems(path, page)] == []
    assert source.strays(ROOT) == []


_LINES = [
    "",
    "",
    "a",
    "  b",
    "    c",
    "        d",
    "            e",
    "- f",
    "    - g",
    "1. h",
    "# i",
    "!!! note",
    "> j",
    ">     k",
]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(_LINES), max_size=9))
def test_it_finds_the_code_that_markdown_finds(lines):
    html = markdown("\n".join(lines), extensions=["admonition", "def_list", "tables"])
    if re.search("<pre><code>", html):
        assert list(source.indented_code(lines))


def test_files_that_are_none_of_a_site(sandbox):
    docs = sandbox.root / "docs"
    sandbox.page("# A\n")
    (docs / "id_rsa").write_text("x")
    (docs / "dump.sql").write_text("x")
    os.mkfifo(docs / "pipe.md")
    (docs / "hosts.md").symlink_to("/etc/hosts")
    (docs / "gone.md").symlink_to("nowhere")
    (docs / "round").symlink_to(docs)
    (docs / "self.md").symlink_to("self.md")
    (docs / ".swap").write_text("an editor's")
    assert [str(problem) for problem in source.strays(sandbox.root)] == [
        "docs/dump.sql: is no file of a site, and would be published. Move it elsewhere.",
        "docs/gone.md: is a link; what it leads to would be published. Put the file itself there.",
        "docs/hosts.md: is a link; what it leads to would be published. Put the file itself there.",
        "docs/id_rsa: is no file of a site, and would be published. Move it elsewhere.",
        "docs/pipe.md: is no plain file. Delete it.",
        "docs/round: is a link; what it leads to would be published. Put the file itself there.",
        "docs/self.md: is a link; what it leads to would be published. Put the file itself there.",
    ]
    assert list(sandbox.project.pages) == ["docs/index.md"]
