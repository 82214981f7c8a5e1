"""The package in a site of somebody else: installed from its wheel, with nothing of this checkout in reach."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from types import SimpleNamespace

import pytest
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from sandbox import ROOT

from lockstep.markdown.conversion import Build
from lockstep.site.plugin import LockstepPlugin
from lockstep.site.style import style

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
SETUP = PROJECT["tool"]["setuptools"]


def test_the_package_holds_all_of_its_folders():
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "lockstep").rglob("*.py")}
    assert SETUP["packages"] == sorted(["lockstep.assets", *(".".join(folder.parts) for folder in folders)])


def test_the_extra_has_the_bounds_of_the_group():
    assert set(PROJECT["project"]["optional-dependencies"]["docs"]) <= set(PROJECT["dependency-groups"]["site"])


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    """A Python of its own, in which the package is installed from its wheel beside the libraries of this one."""
    folder = tmp_path_factory.mktemp("wheel")
    source = folder / "source"
    for name in ("lockstep", "docs/assets"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "LICENSE-text"):
        shutil.copy(ROOT / name, source)
    build = ["-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, source]
    subprocess.run([sys.executable, *build], check=True, capture_output=True)
    venv.create(folder / "env", with_pip=False)
    base = {"base": str(folder / "env"), "platbase": str(folder / "env")}
    libraries = sysconfig.get_path("purelib", vars=base)
    wheel = next(folder.glob("*.whl"))
    shutil.unpack_archive(wheel, libraries, "zip")  # a wheel without scripts is installed so
    (folder / "env" / os.path.relpath(libraries, folder / "env") / "others.pth").write_text(
        sysconfig.get_path("purelib")
    )
    return folder / "env/bin/python"


@pytest.fixture
def run(python, tmp_path):
    def run(*words, cwd=tmp_path, code=0):
        env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "CI")}
        env |= {"NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run([python, "-m", *words], cwd=cwd, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr

    return run


@pytest.mark.torch
def test_a_new_site_has_a_proved_run_and_a_question_in_five_commands(run, tmp_path):
    assert "mkdocs serve" in run("lockstep", "new", "site", "mydocs", "--title", "My docs")
    site = tmp_path / "mydocs"
    assert "recorded" in run("lockstep", "record", cwd=site)
    assert "proved" in run("lockstep", "prove", cwd=site)
    assert "1 snippets, 1 pages, 0 problems" in run("lockstep", "verify", cwd=site)
    run("mkdocs", "build", "-q", cwd=site)
    page = (site / "site/index.html").read_text("utf-8")
    assert "rank 1 had 2, and holds 3" in page
    assert "mkdocs-material" in page
    assert not re.search(r'<(?:link|script)[^>]* (?:href|src)="https?:', page), "it asks another host"
    for name in [*re.findall(r'href="(assets/lockstep.css)"', page), *re.findall(r'src="(assets/\w+\.js)"', page)]:
        assert (site / "site" / name).stat().st_size > 500
    assert re.findall(r'src="(assets/\w+\.js)"', page) == [
        f"assets/{name}.js" for name in ("element", "state", "question")
    ]

    [record] = site.glob("snippets/recorded/cpu/first/*.json")
    assert json.loads(record.read_text("utf-8"))["end"] == "finished"

    index = site / "docs/index.md"
    index.write_text(index.read_text("utf-8").replace("region: sum", "region: sun"), "utf-8")
    said = run("mkdocs", "build", "-q", cwd=site, code=1)
    name = "first/all_reduce_gives_each_rank_the_sum.py"
    assert f"docs/index.md:26: {name} has no region 'sun'. Did you mean sum?" in said
    assert "Traceback" not in said


def test_a_served_site_is_built_again_after_a_snippet_or_a_record_is_saved(sandbox):
    watched = []
    server = SimpleNamespace(watch=watched.append)
    config = SimpleNamespace(mdx_configs={"lockstep": {"build": Build(sandbox.project)}})
    assert LockstepPlugin().on_serve(server, config=config, builder=None) is server
    assert watched == [str(sandbox.root / "snippets")]


def test_a_site_whose_pages_lie_in_a_folder_of_another_name_is_refused_in_a_line():
    config = MkDocsConfig()
    config.load_dict({"docs_dir": "/a/documentation"})
    with pytest.raises(PluginError, match=r"^docs_dir: /a/documentation is not called docs\. Rename it: "):
        LockstepPlugin().on_config(config)


@pytest.mark.parametrize(("theme", "is_wrapped"), [("readthedocs", True), ("mkdocs", True), ("material", False)])
def test_pages_of_another_theme_get_the_class_and_the_colours_that_our_styles_look_for(theme, is_wrapped):
    config = SimpleNamespace(theme=SimpleNamespace(name=theme))
    html = LockstepPlugin().on_page_content("<p>text</p>", SimpleNamespace(url="a/"), config=config)
    assert html == ('<div class="md-typeset ls-plain"><p>text</p></div>' if is_wrapped else "<p>text</p>")


def test_the_styles_give_each_colour_of_material_and_hide_what_has_no_script_here():
    text = style()
    (given,) = re.findall(r"\.ls-plain \{[^}]*\}", text)
    assert set(re.findall(r"var\((--md-[\w-]+)\)", text)) <= set(re.findall(r"(--md-[\w-]+):", given))
    assert ".ls-veil-all, .ls-veil { display: none; }" in text
    assert ".ls-twice { display: none; }" in text


def test_tools_for_a_job_work_without_a_site(run):
    """They read data beside their modules."""
    assert "import torch" in run("lockstep", "plan", "--code")
    assert "wrapper-on-some-ranks" in run("lockstep", "check-script", "--rules")


def test_what_to_do_next_can_be_copied_for_any_folder(run):
    assert "\nNext: cd 'two words'\n" in run("lockstep", "new", "site", "two words")


def test_what_is_there_is_not_written_over(run, tmp_path):
    run("lockstep", "new", "site", "mydocs")
    assert "mkdocs.yml: is there already." in run("lockstep", "new", "site", "mydocs", code=2)
    assert "is no name for it" in run("lockstep", "new", "site", "other", "--title", "a: b", code=2)


def test_the_extension_works_without_the_plugin(run, tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/index.md").write_text("# Page\n\n- [Link](index.md)\n")
    (tmp_path / "mkdocs.yml").write_text("site_name: x\nmarkdown_extensions: [lockstep]\nextra_css: [lockstep.css]\n")
    run("lockstep", "new", "style", "docs/lockstep.css")
    run("mkdocs", "build", "-q")
    assert ".ls-run" in (tmp_path / "site/lockstep.css").read_text("utf-8")
    (tmp_path / "docs/index.md").write_text("# Page\n\n```run\nfirst/none.py\n```\n")
    said = run("mkdocs", "build", "-q", code=1)
    assert "docs/index.md:4: no snippet first/none.py." in said
    assert "Traceback" not in said


def test_the_page_installs_the_package_before_it_uses_a_plugin():
    page = (ROOT / "docs/contributing/library.md").read_text("utf-8")
    install = page.index("$ python -m pip install ")
    assert install < page.index("$ pytest --lockstep")
    assert install < page.index("$ python -m lockstep new site")
    assert page.count("pip install") == 1


@pytest.mark.torch
def test_the_example_of_the_page_passes_under_pytest(run, tmp_path):
    page = (ROOT / "docs/contributing/library.md").read_text("utf-8")
    example = page.partition("````markdown\n")[2].partition("\n````")[0]
    (tmp_path / "README.md").write_text(example, "utf-8")
    assert "1 passed" in run("pytest", "--lockstep", "-p", "no:cacheprovider")
    (tmp_path / "README.md").write_text(example.replace("rank 1 holds 3", "rank 1 holds 4"), "utf-8")
    assert "1 failed" in run("pytest", "--lockstep", "-p", "no:cacheprovider", code=1)
