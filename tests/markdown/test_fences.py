"""Each of our fences has its place; all that is wrong with them on a page comes at once."""

from __future__ import annotations

import re

import pytest
from markdown import markdown

from lockstep.markdown import fences
from lockstep.markdown.conversion import Build
from lockstep.page import OURS
from lockstep.problem import LockstepError
from lockstep.project import Project
from tests.rules.test_questions import CARD

SUPERFENCES = "pymdownx.superfences"
BROKEN = f"""# Broken

```run
topic/none.py
```

```figure
draw: nothing
```

~~~quiz
{CARD.replace("level: beginner", "level: none")}
~~~

```calculator
id: x
```

```error
strikes = "never"
```

```run
topic/stale.py
```

```map
nowhere:
  name: NOWHERE
  says: It averages.
```
"""
SAID = [
    "docs/index.md:4: no snippet topic/none.py.",
    "docs/index.md:8: figure: no draw is called 'nothing'.",
    "docs/index.md:14: quiz 'one': no level is called 'none'.",
    "docs/index.md:21: calculator: 'title' is missing.",
    "docs/index.md:25: error: no strikes is called 'never'.",
    "docs/index.md:29: topic/stale.py has no current record. Run: python -m lockstep record topic/stale.py",
    "docs/index.md:33: no topic nowhere.",
]


@pytest.fixture
def project(sandbox, monkeypatch):
    sandbox.snippet()
    sandbox.recorded()
    monkeypatch.chdir(sandbox.root)
    return sandbox


def test_each_fence_has_its_place():
    assert set(fences.HTML) | set(fences.MARKDOWN) == OURS


def test_inside_a_list_in_a_quote(project):
    project.page("> - said\n>\n>     ```run\n>     topic/one.py\n>     ```\n>\n>     more\n")
    html = project.html("index.md", SUPERFENCES)
    assert re.search(r'<ul>\s*<li>\s*<p>said</p>\s*<figure class="ls-run".*</figure>\s*<p>more</p>', html, re.S)
    assert "```" not in html


@pytest.mark.parametrize("kind", sorted(fences.MARKDOWN))
def test_what_is_as_wide_as_the_page_stands_at_the_margin(project, kind):
    project.page(f"- item\n\n    ```{kind}\n    ```\n")
    with pytest.raises(LockstepError) as error:
        project.html("index.md", SUPERFENCES)
    assert str(error.value) == f"docs/index.md:3: a {kind} stands at the left margin. Take it out of the list or quote."


def test_all_problems_of_a_page_come_at_once(project):
    project.snippet("print(one + one)", "topic/stale.py")
    project.page(BROKEN)
    with pytest.raises(LockstepError) as error:
        project.html("index.md", SUPERFENCES)
    told = str(error.value).split("\n")
    for said in SAID:
        assert any(line.startswith(said) for line in told), said
    assert all(re.match(r"docs/index\.md:\d+: .*\.", line) for line in told)


def test_a_build_gathers_them_and_the_page_goes_on(project):
    build = Build(Project(project.root))
    project.page("# X\n\n```run\ntopic/none.py\n```\n\n```run\ntopic/one.py\n```\n")
    options = {"lockstep": {"page": "docs/index.md", "build": build}}
    html = markdown((project.root / "docs/index.md").read_text(), extensions=["lockstep"], extension_configs=options)
    assert [str(problem) for problem in build.problems] == [
        "docs/index.md:4: no snippet topic/none.py. Did you mean topic/one.py?"
    ]
    assert html.count("<figure") == 1
