"""What CI installs and what it publishes: exact versions with digests, rights apart from code, a commit, a signature."""

from __future__ import annotations

import re
import shlex
import tomllib

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from lockstep.ci import sbom
from tests.ci.test_workflows import JOBS, PERMISSIONS, shells, steps
from tests.sandbox import ROOT

NOXFILE = (ROOT / "noxfile.py").read_text("utf-8")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS = SETTINGS["dependency-groups"]
LOCKS = {".ci/requirements.txt": [*GROUPS.keys() - {"nox"}], ".ci/nox.txt": ["nox"]}
PIN = re.compile(r"[a-z0-9-]+==[\w.+]+ \\\n(?:    --hash=sha256:[0-9a-f]{64} \\\n)*    --hash=sha256:[0-9a-f]{64}\n")
WRITING = [pair for pair in JOBS if "write" in PERMISSIONS[pair].values()]
SIGNING = [pair for pair in JOBS if "id-token" in PERMISSIONS[pair]]


def installs() -> list[list[str]]:
    """The words of every `pip install` of the workflows and of .ci/run, but those of `weekly`: it tries new torch."""
    texts = [step["run"] for flow, _, step in shells() if flow != "weekly"]
    lines = "\n".join([*texts, (ROOT / ".ci/run").read_text("utf-8")]).splitlines()
    commands = [command for line in lines for command in line.split("&&") if "pip install" in command]
    return [shlex.split(command.partition("pip install")[2]) for command in commands]


@pytest.mark.parametrize("path", LOCKS)
def test_every_line_of_a_lock_is_an_exact_version_with_digests_and_names_no_host(path):
    text = (ROOT / path).read_text("utf-8")
    assert PIN.sub("", text) == ""
    assert sbom.pins(text)


@pytest.mark.parametrize("path", LOCKS)
def test_a_lock_holds_each_direct_dependency_within_its_bounds(path):
    locked = sbom.pins((ROOT / path).read_text("utf-8"))
    for requirement in (Requirement(line) for name in LOCKS[path] for line in GROUPS[name]):
        version = Version(locked[canonicalize_name(requirement.name)])
        assert version in requirement.specifier, f"{requirement}: {path} has {version}. nox -s lock"


def test_torch_is_the_build_for_cpus_with_nothing_of_cuda():
    locked = sbom.pins((ROOT / ".ci/requirements.txt").read_text("utf-8"))
    assert locked["torch"].endswith("+cpu")
    assert not [name for name in locked if re.match("nvidia|cuda|triton", name)]


def test_every_version_has_an_upper_bound():
    for requirement in (Requirement(line) for group in GROUPS.values() for line in group):
        assert {specifier.operator for specifier in requirement.specifier} & {"<", "=="}, requirement


def test_ci_installs_from_the_locks_alone():
    assert len(installs()) >= 4
    for words in installs():
        assert [word for word in words if word != "--quiet"] == ["--require-hashes", "-r", ".ci/nox.txt"]
    assert '("--require-hashes", "-r", LOCK) if os.environ.get("CI") else GROUPS' in NOXFILE
    assert "\nexport CI=true\n" in (ROOT / ".ci/run").read_text("utf-8")
    for flow, job, step in shells():
        if re.search(r"nox -s (site|env|record)|\.ci/run", step["run"]):
            assert step["env"]["PIP_EXTRA_INDEX_URL"] == "${{ vars.TORCH_CPU_INDEX }}", (flow, job)


def test_what_makes_the_environment_reads_no_other_list():
    """All sessions share one environment; besides it only `lock` installs something, with an upper bound."""
    assert re.findall(r"session\.install\((.*)\)\n", NOXFILE) == [
        '"--quiet", "--no-compile", *(("--require-hashes", "-r", LOCK) if os.environ.get("CI") else GROUPS)',
        '"--quiet", "uv>=0.13.9,<0.14"',
    ]


def test_dependabot_moves_actions_and_packages_on():
    table = yaml.safe_load((ROOT / ".github/dependabot.yml").read_text("utf-8"))
    watched = {entry["package-ecosystem"]: entry for entry in table["updates"]}
    assert watched.keys() == {"github-actions", "pip"}
    assert watched["pip"]["directories"] == ["/", "/.ci"]
    assert [entry["dependency-name"] for entry in watched["pip"]["ignore"]] == ["torch"]


def test_the_job_that_signs_and_publishes_runs_no_command_and_has_no_checkout():
    assert SIGNING == [("site", "publish")]
    assert [pair for pair in JOBS if PERMISSIONS[pair].get("pages") == "write"] == SIGNING
    used = [step.get("uses", "").partition("@")[0] for step in steps("site", "publish")]
    assert used == ["actions/download-artifact", "actions/attest", "actions/attest", "actions/deploy-pages"]


def test_code_that_can_write_is_that_of_main():
    """The first checkout of such a job is main, and holds what runs; one of a branch lies beside it, as data."""
    for flow, job in WRITING:
        commands = [step["run"] for step in steps(flow, job) if "run" in step]
        checkouts = [step["with"] for step in steps(flow, job) if "checkout@" in step.get("uses", "")]
        assert all(table["path"] == "branch" for table in checkouts[1:]), (flow, job)
        if checkouts:
            assert (checkouts[0]["ref"], checkouts[0].get("path", ".")) == ("main", "."), (flow, job)
        assert all(command.startswith(("python3 -m lockstep ", "gh ")) for command in commands), (flow, job)
        assert not any(re.search(r"\bcd\b|branch/|PYTHONPATH", command) for command in commands), (flow, job)
        assert "working-directory" not in str(steps(flow, job)), (flow, job)


def test_the_label_runs_a_commit():
    [ask] = steps("gpu-label", "ask")
    assert ask["env"]["COMMIT"] == "${{ github.event.pull_request.head.sha }}"
    assert '--field "commit=$COMMIT"' in ask["run"]
    fetch, take, plan = steps("gpu", "plan")
    assert (fetch["with"]["fetch-depth"], plan["id"]) == ("0", "plan")
    assert take["run"].startswith('git checkout --quiet --detach "$COMMIT"')
    assert take["env"] == {"COMMIT": "${{ inputs.commit || github.sha }}"}
    refs = [
        step["with"]["ref"]
        for job in ("record", "propose")
        for step in steps("gpu", job)
        if "ref" in step.get("with", {})
    ]
    assert refs == ["${{ needs.plan.outputs.commit }}", "main", "${{ needs.plan.outputs.commit }}"]


def test_site_zip_book_and_bill_are_attested():
    uploads = [step for step in steps("site", "build") if step.get("uses", "").startswith("actions/upload-")]
    assert uploads[0]["with"] == {"path": "site"}
    assert uploads[1]["with"]["path"].split() == [
        f"site/{name}" for name in ("lockstep-*.pdf", "lockstep-offline.zip", "sbom.json")
    ]
    fetch, provenance, bill, _ = steps("site", "publish")
    assert fetch["with"] == {"path": "made", "merge-multiple": "true"}  # all that was uploaded
    assert provenance["with"] == {"subject-path": "made/*"}
    assert bill["with"] == {"subject-path": "made/*", "sbom-path": "made/sbom.json"}
    assert PERMISSIONS["site", "publish"]["attestations"] == "write"
    assert "upload-" not in str(steps("site", "test"))


def test_the_bill_is_written_from_the_lock_after_the_build():
    commands = "\n".join(step["run"] for step in steps("site", "build") if "run" in step)
    assert commands.index("nox -s site") < commands.index("lockstep sbom site/sbom.json")
    assert str(sbom.LOCK) == ".ci/requirements.txt"
    assert f'LOCK = "{sbom.LOCK}"' in NOXFILE
