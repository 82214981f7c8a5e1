"""The server for assistants, asked by the client of the official SDK."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib

import anyio
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.server.fastmcp.exceptions import ToolError
from sandbox import ROOT

from lockstep.page import fences
from lockstep.project import Project
from lockstep.site import facts, mcp_server
from lockstep.site.mcp_server import LONGEST_SCRIPT, MOST_LINES, _Tools

PAGE = (ROOT / "docs/assistants.md").read_text("utf-8")
LOG = (ROOT / "tests/site/test_mcp_server.log").read_text("utf-8")
SHUFFLE = "from torch.utils.data import DataLoader\nDataLoader(d, sampler=s, shuffle=True)\n"
HANGS = ROOT / "tests/explain/hang"
CALLS = {
    "found": ("search", {"query": "DDP hangs at the end of an epoch"}),
    "not found": ("search", {"query": "zzzz"}),
    "long": ("search", {"query": "x" * 1001}),
    "claim": ("claim", {"name": "ddp/model_call_keeps_replicas_equal"}),
    "no claim": ("claim", {"name": "ddp/model_call_keeps_replica_equal"}),
    "outside": ("claim", {"name": "../../../etc/passwd"}),
    "error": ("error", {"entry_id": "unused-parameters"}),
    "unlike any": ("claim", {"name": "quux/zzzz"}),
    "no error": ("error", {"entry_id": "unused-parameter"}),
    "log": ("explain_log", {"log": LOG}),
    "other log": ("explain_log", {"log": "torch.OutOfMemoryErrors\n"}),
    "empty log": ("explain_log", {"log": ""}),
    "path of a log": ("explain_log", {"log": "/tmp/job-1"}),
    "hang": ("hang", {"paths": [str(HANGS / "dumps/stuck_in_a_pair_3")]}),
    "hang in a log": ("hang", {"paths": [str(HANGS / "detail/other_op_3.log")], "world_size": 4}),
    "no dump": ("hang", {"paths": [str(ROOT / "pyproject.toml"), "/no/such_0", "a\0_1", "x" * 5000]}),
    "no path": ("hang", {"paths": []}),
    "many ranks": ("hang", {"paths": ["x"], "world_size": 10**9}),
    "a device": ("hang", {"paths": ["/dev/zero"]}),
    "script": (
        "check_script",
        {"script": SHUFFLE},
    ),
    "a part of a page": ("check_script", {"script": "import torch\nmodel = torch.nn.DataParallel(net)\n"}),
    "a notebook": (
        "check_script",
        {"script": json.dumps({"cells": [{"cell_type": "code", "source": "import os\n" + SHUFFLE}], "nbformat": 4})},
    ),
    "sound": ("check_script", {"script": "print(1)\n"}),
    "empty script": ("check_script", {"script": " \n"}),
    "path of a script": ("check_script", {"script": "train.py\n"}),
    "no Python": ("check_script", {"script": "print 1\n"}),
    "long script": ("check_script", {"script": "#" * (LONGEST_SCRIPT + 1)}),
    "many lines": ("check_script", {"script": "x\n" * (MOST_LINES + 1)}),
    "long name": ("claim", {"name": "x" * 201}),
}
REFUSED = {
    "long",
    "no claim",
    "outside",
    "unlike any",
    "no error",
    "empty log",
    "path of a log",
    "empty script",
    "path of a script",
    "no Python",
    "long script",
    "many lines",
    "long name",
    "no dump",
    "no path",
    "many ranks",
    "a device",
}
FAILED = "Error executing tool hang: "  # as the SDK begins


@pytest.fixture(scope="module")
def answers():
    """What the server answers to each call, and its tools, in one session over standard input and output."""
    found = {}

    async def ask():
        server = StdioServerParameters(command=sys.executable, args=["-m", "lockstep", "mcp"], cwd=ROOT)
        async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
            found["version"] = (await session.initialize()).serverInfo.version
            found["tools"] = (await session.list_tools()).tools
            for name, (tool, arguments) in CALLS.items():
                result = await session.call_tool(tool, arguments)
                assert result.isError == (name in REFUSED), result.content
                found[name] = result.content[0].text

    anyio.run(ask)
    return found


def test_all_tools_only_read(answers):
    assert [tool.name for tool in answers["tools"]] == [
        "search",
        "claim",
        "error",
        "explain_log",
        "hang",
        "check_script",
    ]
    assert all(tool.annotations.readOnlyHint and tool.description for tool in answers["tools"])


def test_the_server_has_the_version_of_lockstep(answers):
    assert answers["version"] == tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def test_each_argument_is_described_and_bounded_and_named_on_the_page(answers):
    rows = {row.split("`")[1]: row for row in PAGE.splitlines() if row.startswith("| `")}
    for tool in answers["tools"]:
        for name, said in tool.inputSchema["properties"].items():
            assert len(said["description"]) > 10
            assert f"`{name}`" in rows[tool.name]
            if said["type"] == "string":
                assert f"{said['maxLength']:,} characters" in rows[tool.name]


def test_search(answers):
    assert answers["found"].startswith("error: ")
    assert answers["not found"].startswith("Nothing found.")
    assert answers["long"].endswith("The query has more than 1,000 characters. Send its last line.")


def test_a_claim_is_that_of_the_site(answers):
    project = Project(ROOT)
    snippet = project.find("ddp/model_call_keeps_replicas_equal.py")
    assert json.loads(answers["claim"]) == facts.claim(project, snippet)
    assert answers["no claim"].endswith("Did you mean ddp/model_call_keeps_replicas_equal.py?")
    assert "There is no claim '../../../etc/passwd' with a run." in answers["outside"]
    assert answers["unlike any"].endswith("There is no claim 'quux/zzzz' with a run. Look for it with search.")
    assert "The name has more than 200 characters." in answers["long name"]


def test_an_entry_and_the_verdict_on_a_log(answers):
    assert json.loads(answers["error"])["id"] == "unused-parameters"
    assert "Did you mean unused-parameters?" in answers["no error"]
    assert "\nPage:  errors/unused-parameters/" in answers["log"]
    assert answers["other log"].startswith("no match")
    assert answers["empty log"].endswith("explain_log: The log is empty. Send its text.")
    assert answers["path of a log"].endswith("The log is the name of a file, which is not opened. Send its text.")


def test_a_hang_is_told_as_in_a_terminal(answers):
    for name, args in (("hang", []), ("hang in a log", ["--world-size", "4"])):
        command = [sys.executable, "-m", "lockstep", "hang", *CALLS[name][1]["paths"], *args]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
        told, page = re.fullmatch(r"(?s)(.*\nPage:       )docs/([\w/-]+)\.md\n", done.stdout).groups()
        assert answers[name] == f"{told}{page}/"  # named as each page is here
    assert answers["hang in a log"].startswith("Call 2 of the group is not the same call on all ranks: ")


def test_files_that_tell_of_no_hang_are_answered_in_lines(answers):
    first, *others = answers["no dump"].removeprefix(FAILED).splitlines()
    assert first == f"{'x' * 300}: cannot be read: File name too long. Name files, or a folder of them."
    assert others[0].startswith(
        f"{ROOT}/pyproject.toml: is no flight recorder, no stack of py-spy or faulthandler, and no log with "
    )
    assert others[1:] == [
        "/no/such_0: cannot be read: No such file or directory. Name files, or a folder of them.",
        "a\\x00_1: cannot be read: the name is none of a file. Name files, or a folder of them.",
    ]
    assert answers["no path"] == f"{FAILED}There is no path. Name the dumps or logs of a job, or their folder."
    assert answers["many ranks"].startswith(f"{FAILED}The world size is not between 0 and 99999.")
    assert answers["a device"] == f"{FAILED}/dev/zero: is no file. Name files, or a folder of them."


@pytest.mark.parametrize(
    ("limit", "said"),
    [
        ("MOST_FILES", "There are more than 2 files. Name the dumps alone."),
        ("LARGEST_JOB", "The files have more than 0 MB. Call: python -m lockstep hang FILES"),
        (
            "LARGEST_DUMP",
            f"{HANGS}/dumps/stuck_in_a_pair_3/rank_0: has more than 0 MB. Is it a dump of the flight recorder?",
        ),
    ],
)
def test_what_is_too_much_to_read_is_answered_in_a_line(monkeypatch, limit, said):
    monkeypatch.setattr(mcp_server, limit, 2)
    with pytest.raises(ToolError) as error:
        _Tools(Project(ROOT)).hang([str(HANGS / f"dumps/stuck_in_a_pair_3/rank_{rank}") for rank in range(3)])
    assert str(error.value) == said


def test_a_script(answers):
    assert answers["script"].startswith("script.py:2:1: error: sampler-and-shuffle: ")
    assert answers["script"].endswith("(errors/sampler-and-shuffle/)")
    assert answers["a part of a page"].endswith("(data-parallel/#move-to-ddp)")
    assert answers["a notebook"].startswith("script.py:cell 1:3:1: error: sampler-and-shuffle: ")
    assert answers["sound"] == "Nothing found."
    assert answers["empty script"].endswith("check_script: The script is empty. Send its text.")
    assert answers["path of a script"].endswith("is the name of a file, which is not opened. Send its text.")
    assert "script.py:1:1: is not Python 3" in answers["no Python"]
    assert "The script has more than 300,000 characters. Send the file that makes the model" in answers["long script"]
    assert "The script has more than 10,000 lines." in answers["many lines"]


def test_the_server_ends_without_a_word_when_nobody_asks_any_more():
    command = [sys.executable, "-m", "lockstep", "mcp"]
    done = subprocess.run(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=600
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_the_sdk_a_line_says_what_to_install():
    program = (
        "import sys; sys.modules['mcp'] = None; from lockstep.cli.command_line import main; sys.exit(main(['mcp']))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == 'mcp: is not installed. Install it: python -m pip install "mcp>=1.20,<2"\n'


def test_in_another_project_a_line_says_where_to_run_it(sandbox):
    done = sandbox.lockstep("mcp")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{sandbox.root}: holds no docs/errors/, the error index. Run it in a clone of ")


def test_the_examples_of_the_page_are_what_the_tools_say():
    """What is found moves with the pages: then the example is written anew from this assertion."""
    tools = _Tools(Project(ROOT))
    blocks = ["\n".join(fence.body) for fence in fences(PAGE) if fence.kind == "text"]
    script = "from torch.utils.data import DataLoader\nDataLoader(data, sampler=sampler, shuffle=True)\n"
    said = [tools.search("all ranks hang when one rank leaves the loop early"), tools.explain_log(LOG)]
    hang = tools.hang([str(HANGS / "detail/other_op_3.log")])
    bad = []
    for call, given in (
        (tools.claim, "ddp/averages_gradient"),
        (tools.check_script, "print 1"),
        (tools.check_script, "train.py"),
        (tools.hang, []),
    ):
        with pytest.raises(ToolError) as error:
            call(given)
        bad.append(str(error.value))
    assert blocks == [*said, hang, tools.check_script(script), "\n".join([*bad, tools.search("zzzz")])]


def test_the_claim_of_the_page_is_cut_from_its_file():
    [shown, _] = [json.loads("\n".join(fence.body)) for fence in fences(PAGE) if fence.kind == "json"]
    claim = facts.claim(Project(ROOT), Project(ROOT).find(shown["name"]))
    assert shown == {name: claim[name] for name in shown}
