"""Type checkers: the stub says what the module has, the package is consistent, and users see its types."""

import os
import pathlib
import shutil
import subprocess
import sys

import gyrosweep as gs
import pytest
from conftest import ROOT

PACKAGE = pathlib.Path(gs.__file__).parent
USER = pathlib.Path(__file__).with_name("typed_user.py")
CONFIGURATION = ROOT / "python" / "pyproject.toml"


def check(folder: pathlib.Path, *arguments: object) -> str:
    """Runs a checker as a module and returns what it prints; fails where it finds something."""
    command = [sys.executable, "-m", *map(str, arguments)]
    checker = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=900)
    assert checker.returncode == 0, checker.stdout + checker.stderr
    return checker.stdout


def test_the_stub_says_what_the_module_has(tmp_path):
    pytest.importorskip("mypy")
    assert "no issues" in check(tmp_path, "mypy.stubtest", "gyrosweep", "--mypy-config-file", CONFIGURATION)


def test_mypy_accepts_the_package_and_its_users(tmp_path):
    pytest.importorskip("mypy")
    mypy = ["mypy", "--config-file", CONFIGURATION, "--cache-dir", tmp_path / "cache"]
    assert "no issues" in check(tmp_path, *mypy, "-p", "gyrosweep")
    assert "no issues" in check(tmp_path, *mypy, USER)


def test_pyright_accepts_the_package_and_its_users(tmp_path, monkeypatch):
    pytest.importorskip("pyright")
    if shutil.which("node") is None:
        pytest.skip("pyright needs node, which it would have to download")
    pyright = ["pyright", "--pythonpath", sys.executable]
    (tmp_path / "pyrightconfig.json").write_text('{"reportUnnecessaryTypeIgnoreComment": "error"}')
    shutil.copy(USER, tmp_path)
    assert "0 errors" in check(tmp_path, *pyright, PACKAGE)
    assert "0 errors" in check(tmp_path, *pyright)
    # this finds packages by the interpreter of the path alone
    monkeypatch.setenv("PATH", f"{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert "completeness score: 100%" in check(tmp_path, "pyright", "--verifytypes", "gyrosweep", "--ignoreexternal")
