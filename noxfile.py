"""What a developer can ask for. Sessions call commands; the logic is in lockstep/, the data in pyproject.toml."""

import os
from pathlib import Path

import nox

nox.needs_version = ">=2025.5.1"
nox.options.sessions = ["site", "tests"]
nox.options.default_venv_backend = "venv"

USED = ("site", "paper", "zensical", "torch", "test", "lint")
GROUPS = nox.project.dependency_groups(nox.project.load_toml("pyproject.toml"), *USED)
BIN = Path(nox.options.envdir or ".nox", "env", "Scripts" if os.name == "nt" else "bin").resolve()
PYTHON = str(BIN / "python")
LOCK = ".ci/requirements.txt"  # exact versions with the digests of their files, for the machines of CI: Linux, x86-64
NOX_LOCK = ".ci/nox.txt"
CHECKED = str(BIN.parents[1] / "site")  # the site that checks build; what readers get in site/ stays


@nox.session(reuse_venv=True, default=False)
def env(session):
    """Make the one environment that all sessions share, so that torch is installed once. With CI set, from the lock.

    pip would compile all modules on one core, which is half of its time. A build of the site imports few of them.
    """
    session.install("--quiet", "--no-compile", *(("--require-hashes", "-r", LOCK) if os.environ.get("CI") else GROUPS))


@nox.session(default=False)
def lock(session):
    """Write the lock of CI anew; uv asks for where torch for CPUs lies: nox -s lock -- --upgrade --index ADDRESS."""
    session.install("--quiet", "uv>=0.13.9,<0.14")
    for path, groups in ((LOCK, USED), (NOX_LOCK, ("nox",))):
        command = ["uv", "pip", "compile", "pyproject.toml", *(word for name in groups for word in ("--group", name))]
        command += ["--python-version", "3.11.5", "--python-platform", "x86_64-manylinux_2_28", "--generate-hashes"]
        session.run(*command, "--no-annotate", "--no-header", "--quiet", "-o", path, *session.posargs)


def uses_env(function):
    """Make a nox session that runs in the shared environment."""
    return nox.session(function, requires=["env"], venv_backend="none")


@uses_env
def bytecode(session):
    """Compile all modules with all cores: what runs in the sandbox cannot write them, and would compile them anew."""
    command = ["compileall", "-qq", "-j", "0", str(BIN.parent)]
    session.run(PYTHON, "-m", *command, success_codes=[0, 1])  # a few modules are for newer Pythons


def runs_programs(function):
    """Make a nox session of the shared environment that runs many programs."""
    return nox.session(function, requires=["bytecode"], venv_backend="none")


def build(session, folder):
    """Build the site from what is on record, beside the old one, which stays until the new one is whole."""
    new = f"{folder}.new"
    session.run(PYTHON, "-m", "mkdocs", "build", "--strict", "-d", new, env={"NO_MKDOCS_2_WARNING": "1"})
    session.run(PYTHON, "-m", "lockstep", "export", "json", f"{new}/questions.json")
    session.run(PYTHON, "-m", "lockstep", "finish", new, "--as", folder)


@uses_env
def site(session):
    """Run what is stale on this machine, verify, and build the site into site/."""
    session.run(PYTHON, "-m", "lockstep", "record", "--changed")
    session.run(PYTHON, "-m", "lockstep", "prove", "--changed", "--profile", "cpu")
    session.run(PYTHON, "-m", "lockstep", "trace", "--changed", "--profile", "cpu")
    session.run(PYTHON, "-m", "lockstep", "what-if", "--changed")
    session.run(PYTHON, "-m", "lockstep", "verify", "--changed")
    build(session, "site")


@uses_env
def offline(session):
    """Write site/lockstep-offline.zip, which needs no server, from what was built: nox -s site offline."""
    session.run(PYTHON, "-m", "lockstep", "offline", "site")


@uses_env
def zensical(session):
    """Build the same tree with the builder after Material, into site-zensical/. Its cache knows no records: --clean."""
    session.run(PYTHON, "-m", "lockstep", "nav", ".mkdocs.yml")
    session.run(PYTHON, "-m", "zensical", "build", "--clean", "--strict", "-f", ".zensical.yml")
    session.run(PYTHON, "-m", "lockstep", "finish", "site-zensical")


@uses_env
def pdf(session):
    """Print the built site: the book in volumes, site/lockstep-1.pdf and on, and each sheet on one leaf, site/pdf/."""
    session.run(PYTHON, "-m", "lockstep", "pdf", "site")


@runs_programs
def tests(session):
    """Run all tests, a worker for each core; one for each snippet runs it and compares with its record.

    In CI, those that failed are run once more with nothing beside them: a machine of unknown load may run out of time.
    The log then names both runs. What fails twice is a failure.
    """
    is_ci = bool(os.environ.get("CI"))
    session.run(PYTHON, "-m", "pytest", "-n", "logical", *session.posargs, success_codes=[0, 1] if is_ci else [0])
    if is_ci:
        session.run(PYTHON, "-m", "pytest", "-v", "--lf", "--lfnf=none", *session.posargs, success_codes=[0, 5])


@uses_env
def browser(session):
    """Run all tests that need Chromium."""
    session.run(PYTHON, "-m", "pytest", "-n", "logical", "-m", "browser", *session.posargs)


@runs_programs
def serve(session):
    """Serve the site; a saved snippet is run again and its page reloads."""
    session.run(PYTHON, "-m", "lockstep", "serve", *session.posargs)


@runs_programs
def record(session):
    """Run snippets and write what they print: nox -s record -- ddp/averages_gradients.py."""
    session.run(PYTHON, "-m", "lockstep", "record", *session.posargs)


@runs_programs
def prove(session):
    """Run snippets without their key line: an assert, or what is named, must end each: nox -s prove -- ddp."""
    session.run(PYTHON, "-m", "lockstep", "prove", *session.posargs)


@runs_programs
def trace(session):
    """Run snippets line by line and write what each rank did, for the player of a page: nox -s trace -- ddp."""
    session.run(PYTHON, "-m", "lockstep", "trace", *session.posargs)


@runs_programs
def what_if(session):
    """Run snippets without a line and with other ranks, and write what they do: nox -s what_if -- ddp."""
    session.run(PYTHON, "-m", "lockstep", "what-if", *session.posargs)


@uses_env
def verify(session):
    """Check every page, fence, question, snippet and record; run nothing."""
    session.run(PYTHON, "-m", "lockstep", "verify", *session.posargs)


@uses_env
def new(session):
    """Make a skeleton that only lacks words: nox -s new -- topic fsdp "FSDP"."""
    session.run(PYTHON, "-m", "lockstep", "new", *session.posargs)


@runs_programs
def cold(session):
    """Run every $ line as a reader types it, with real python and torchrun, and compare."""
    session.run(PYTHON, "-m", "lockstep", "check", "--cold", *session.posargs)


@runs_programs
def typed(session):
    """Run the $ lines of the tenth of all snippets whose turn it is, one by one; of fewer with --share auto/30."""
    check = ["check", "--cold", "--profile", "cpu", "--share", "auto/10", "--jobs", "1"]
    session.run(PYTHON, "-m", "lockstep", *check, *session.posargs)


@uses_env
def anki(session):
    """Write site/lockstep-anki.txt: all questions as notes; importing it again updates them."""
    session.run(PYTHON, "-m", "lockstep", "export", "anki", "site/lockstep-anki.txt")


@uses_env
def lint(session):
    """Check style, types, spelling and all rules of the project; the HTML and the links of the site are a test."""
    session.run(PYTHON, "-m", "ruff", "check")
    session.run(PYTHON, "-m", "ruff", "format", "--check", "lockstep", "tests", "noxfile.py")
    session.run(PYTHON, "-m", "mypy")
    session.run(str(BIN / "typos"))
    session.run(PYTHON, "-m", "lockstep", "verify")


@uses_env
def links(session):
    """Ask the hosts that pages link to whether all is still there; what was is asked for again after six days."""
    build(session, CHECKED)
    session.run(PYTHON, "-m", "lockstep", "links", CHECKED, "--elsewhere")


@runs_programs
def bench(session):
    """Measure the budgets on this machine; prints them and writes bench.json."""
    session.run(PYTHON, "-m", "tests.bench.bench", *session.posargs)


@runs_programs
def soak(session):
    """Run 1,000 snippets on a copy, kill what runs them, and look for what is left or wrong; --slow slows ranks."""
    session.run(PYTHON, "-m", "tests.bench.soak", *session.posargs)


@uses_env
def fuzz(session):
    """Try 20,000 broken inputs of each kind: no traceback, no hang, no HTML that is not escaped; needs Node."""
    command = ["pytest", "-n", "logical", "--timeout", "0", "tests/fuzz"]  # so many inputs take their time
    session.run(PYTHON, "-m", *command, *session.posargs, env={"LOCKSTEP_FUZZ": "20000"})


@uses_env
def lighthouse(session):
    """Report what Lighthouse says of the built site, the median of five runs; needs Node and Chromium."""
    session.run(PYTHON, "-m", "tests.bench.load", "site", "--lighthouse")
