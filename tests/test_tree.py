"""The shape of the tests: they mirror the packages, and a module has a test of its name."""

from __future__ import annotations

from sandbox import ROOT

# Modules whose tests have another name. This list may only become shorter.
ELSEWHERE = {
    "cli": "tests/test_main.py",
    "drawings": "tests/markdown/test_figure.py draws every figure, tests/drawings/test_chart.py the charts",
}


def modules() -> list[str]:
    """Modules of the packages, such as `engine/cold`."""
    paths = sorted((ROOT / "lockstep").glob("*/*.py"))
    return [path.relative_to(ROOT / "lockstep").with_suffix("").as_posix() for path in paths if path.stem != "__init__"]


def test_of(module: str) -> str:
    package, name = module.split("/")
    return f"tests/{package}/test_{name}.py"


def test_a_module_has_a_test_of_its_name():
    missing = {module for module in modules() if not (ROOT / test_of(module)).is_file()}
    missing -= {module for module in missing if module in ELSEWHERE or module.split("/")[0] in ELSEWHERE}
    assert sorted(missing) == []
    tested = (
        {name for name in ELSEWHERE if (ROOT / test_of(name)).is_file()} if all("/" in n for n in ELSEWHERE) else set()
    )
    assert tested == set(), "take these off the list"
