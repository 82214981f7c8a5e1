"""The archive of all programs, which a built site offers on its home page."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile

import pytest
from sandbox import ROOT

from lockstep.project import Project
from lockstep.site import offline, programs

PLACE = '<p><span class="ls-take-programs"></span><span class="ls-take-zip"></span></p>'


@pytest.fixture
def site(tmp_path):
    (tmp_path / "index.html").write_text(PLACE, "utf-8")
    (tmp_path / "worker.js").write_text("const FILES = {};\n", "utf-8")
    (tmp_path / "search").mkdir()
    (tmp_path / "search/search_index.json").write_text('{"docs": []}', "utf-8")
    return tmp_path


def test_a_program_of_the_archive_runs_as_its_page_says(site, tmp_path_factory):
    programs.write(Project(ROOT), site)
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(site / programs.NAME) as archive:
        assert {one.name for one in (ROOT / "snippets/ddp").glob("*.py")} <= {
            name.rpartition("/")[2] for name in archive.namelist()
        }
        archive.extractall(folder)
    name = "snippets/batch-size/accumulation_equals_the_big_batch.py"
    env = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run([sys.executable, name], cwd=folder / "lockstep-programs", env=env, check=False)
    assert done.returncode == 0


def test_the_home_page_leads_to_it_in_the_folder_too(site):
    programs.write(Project(ROOT), site)
    first = (site / programs.NAME).read_bytes()
    programs.write(Project(ROOT), site)
    assert (site / programs.NAME).read_bytes() == first, "the same programs, the same bytes"
    home = (site / "index.html").read_text("utf-8")
    assert home.count(f'<a href="./{programs.NAME}">zip, ') == 1
    with zipfile.ZipFile(offline.write_zip(site)) as archive:
        assert f"lockstep/{programs.NAME}" in archive.namelist()
        assert f'href="./{programs.NAME}"' in archive.read("lockstep/index.html").decode("utf-8")
    offline.fill_worker(site)
    assert programs.NAME not in (site / "worker.js").read_text("utf-8"), "kept once it was asked for"


def test_a_site_without_a_place_for_it_gets_none(tmp_path):
    programs.write(Project(ROOT), tmp_path)
    (tmp_path / "index.html").write_text("<p></p>", "utf-8")
    programs.write(Project(ROOT), tmp_path)
    assert [one.name for one in tmp_path.iterdir()] == ["index.html"]
