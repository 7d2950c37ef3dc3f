"""The examples of the documentation run, one after the other."""

import re

import pytest
from conftest import ROOT


def test_the_examples_run(monkeypatch):
    for module in ("scipy", "jax", "openturns", "SALib", "pandas"):
        pytest.importorskip(module)
    monkeypatch.chdir(ROOT)
    known = {}
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "python.md").read_text(), re.DOTALL)
    assert len(blocks) >= 8
    for block in blocks:
        exec(compile(block, "docs/python.md", "exec"), known)
    assert known["found"].x == pytest.approx([15.2, 0.99], rel=1e-6)
