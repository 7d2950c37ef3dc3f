"""Builds the wheel, installs it in a fresh environment without Rust, and tests it there.

    python3 python/test.py [ARGUMENTS OF PYTEST]

The environment is `target/python`. Only the standard library of Python 3.11 or later is needed, with its module venv, and Rust.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
TARGET = HERE.parent / "target" / "python"
NEEDED = ["maturin>=1.9,<2"]
# what the tests compare with, run in or are checked by
COMPARED = """
    pytest pyarrow pandas polars xarray scipy SALib openturns jax optuna joblib nbclient ipykernel matplotlib mypy pyright
    distributed
""".split()


def main() -> int:
    """Builds, installs and tests; returns the exit code."""
    shutil.rmtree(TARGET, ignore_errors=True)
    tools, fresh, wheels = TARGET / "tools", TARGET / "fresh", TARGET / "wheels"
    for folder in (tools, fresh):
        venv.create(folder, with_pip=True)
    python = {folder: folder / "bin" / "python" for folder in (tools, fresh)}
    pip = ["-m", "pip", "install", "-q", "--disable-pip-version-check"]
    run = lambda folder, *arguments, **options: subprocess.run(
        [python[folder], *arguments], check=True, **options
    )
    run(tools, *pip, *NEEDED)
    run(tools, "-m", "maturin", "build", "--release", "--locked", "-m", HERE / "Cargo.toml", "-o", wheels)
    [wheel] = wheels.glob("gyrosweep-*.whl")
    run(fresh, *pip, wheel)
    # NumPy alone suffices for a run
    path = os.pathsep.join(p for p in os.environ["PATH"].split(os.pathsep) if "cargo" not in p)
    alone = {**os.environ, "PATH": path}
    run(fresh, "-c", "import gyrosweep as gs; print(gs.Scenario('scenarios/heavy_top.toml').run())", cwd=HERE.parent, env=alone)
    run(fresh, *pip, *COMPARED)
    tests = [python[fresh], "-m", "pytest", "-q", HERE / "tests", *sys.argv[1:]]
    return subprocess.run(tests, env={**alone, "GYROSWEEP_WHEEL": str(wheel)}, cwd=HERE.parent, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
