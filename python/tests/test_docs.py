"""The examples of the documentation run, one after the other; one whose packages are not installed is skipped."""

import ast
import importlib.util
import re

import pytest
from conftest import ROOT

BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
# what blocks leave behind for those that follow
KNOWN = {"__name__": "__main__"}


def imported(block: str) -> list[str]:
    """The packages that a block imports."""
    names = []
    for statement in ast.walk(ast.parse(block)):
        if isinstance(statement, ast.Import):
            names += [alias.name for alias in statement.names]
        elif isinstance(statement, ast.ImportFrom):
            names.append(statement.module)
    return [name.partition(".")[0] for name in names]


def test_the_examples_are_found():
    assert len(BLOCKS) >= 11
    packages = {name for block in BLOCKS for name in imported(block)}
    assert packages >= {"SALib", "botorch", "gyrosweep", "jax", "joblib", "optuna", "scipy"}


@pytest.mark.parametrize("block", BLOCKS, ids=[block.lstrip().partition("\n")[0] for block in BLOCKS])
def test_an_example_runs(monkeypatch, tmp_path, block):
    missing = [name for name in sorted(set(imported(block))) if importlib.util.find_spec(name) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)}: not installed")
    (tmp_path / "scenarios").symlink_to(ROOT / "scenarios")
    monkeypatch.chdir(tmp_path)
    exec(compile(block, "docs/python.md", "exec"), KNOWN)


def test_the_examples_find_what_they_look_for():
    for name, close in [
        ("found", lambda found: found.x == pytest.approx([15.2, 0.99], rel=1e-6)),
        # of 128 trials
        ("study", lambda study: study.best_value < 1e-4),
        ("nearest", lambda nearest: nearest < 1e-3),
        # steps that are halved, of a method of order 4
        ("heights", lambda heights: (heights[0] - heights[1]) / (heights[1] - heights[2]) == pytest.approx(16, abs=2)),
    ]:
        if name in KNOWN:
            assert close(KNOWN[name]), (name, KNOWN[name])
