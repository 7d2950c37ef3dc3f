"""Processes and threads of joblib: those that are spawned compute, those that are forked say why they do not."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
import gyrosweep as gs
from joblib import Parallel, delayed

def height(spin):
    s = gs.Scenario(sys.argv[1]).set("plan.vary.spin.normal", [spin, 1.0])
    return float(s.run(members=4, threads=1, progress=False).members["com.z"][0])

backend, before = sys.argv[2:]
here = [height(140.0), height(150.0)] if before == "after" else None
print(Parallel(n_jobs=2, backend=backend)(delayed(height)(spin) for spin in (140.0, 150.0)))
print([height(140.0), height(150.0)])
"""


# before: whether the process has computed when others begin
@pytest.mark.parametrize(
    ("backend", "before", "computes"),
    [
        ("loky", "after", True),
        ("threading", "after", True),
        ("multiprocessing", "after", False),
        ("multiprocessing", "first", True),
    ],
)
def test_processes_of_joblib(scenarios, tmp_path, backend, before, computes):
    pytest.importorskip("joblib")
    # forked processes find the program by its file
    (tmp_path / "program.py").write_text(PROGRAM)
    command = [sys.executable, tmp_path / "program.py", scenarios / "heavy_top_sweep.toml", backend, before]
    program = subprocess.run(command, capture_output=True, text=True, timeout=120)
    if computes:
        assert program.returncode == 0, program.stderr
        there, here = program.stdout.splitlines()
        assert there == here and there.count(",") == 1
    else:
        assert program.returncode != 0 and "RuntimeError: this process was forked" in program.stderr
        assert 'accepted: multiprocessing.get_context("spawn")' in program.stderr
