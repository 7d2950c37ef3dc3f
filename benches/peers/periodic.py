"""Periodic orbits of Duffing's oscillator, one shooting after another by SciPy, beside a sweep of `gyrosweep periodic`.

python benches/peers/periodic.py --gyrosweep target/release/gyrosweep [--orbits 10000] [--peer 50]

Both find the orbits of scenarios/duffing.toml from the same random parameters, with the same residual, and settle for the same
number of periods; CPU times, start-up taken off by a run of one orbit.
"""

import argparse
import csv
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
from scipy.integrate import solve_ivp

PERIODS = 100
TOLERANCE = 1e-10


def orbit(delta, gamma, alpha=1.0, beta=0.5, omega=1.3):
    """Finds an orbit by Newton's method on the period map, with the variational equations."""
    period = 2 * np.pi / omega

    def rate(t, y):
        return [y[1], gamma * np.cos(omega * t) - delta * y[1] - alpha * y[0] - beta * y[0] ** 3]

    def both(t, y):
        slope = -alpha - 3 * beta * y[0] ** 2
        return [*rate(t, y), y[3], slope * y[2] - delta * y[3], y[5], slope * y[4] - delta * y[5]]

    settings = {"method": "DOP853", "rtol": 1e-11, "atol": 1e-12}
    state = solve_ivp(rate, [0, PERIODS * period], [0.5, 1.5], **settings).y[:, -1]
    for _ in range(30):
        end = solve_ivp(both, [0, period], [*state, 1, 0, 0, 1], **settings).y[:, -1]
        missed = end[:2] - state
        if np.abs(missed).max() <= TOLERANCE:
            return state
        matrix = np.array([[end[2], end[4]], [end[3], end[5]]])
        state = state - np.linalg.solve(matrix - np.eye(2), missed)
    raise RuntimeError("no orbit")


def run(program, scenario, orbits, out):
    """Runs a sweep and returns its CPU time, s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "periodic", str(scenario), "--members", str(orbits), "--out", str(out), "--format", "csv", "--force"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyrosweep", default="target/release/gyrosweep")
    parser.add_argument("--orbits", type=int, default=10000)
    parser.add_argument("--peer", type=int, default=50)
    options = parser.parse_args()
    scenario = pathlib.Path(__file__).parents[2] / "scenarios/duffing.toml"
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out"
        one = min(run(options.gyrosweep, scenario, 1, out) for _ in range(3))
        own = sorted(run(options.gyrosweep, scenario, options.orbits, out) - one for _ in range(3))[1]
        rows = list(csv.DictReader(open(out / "periodic.csv")))
    begin = time.process_time()
    apart = 0.0
    for row in rows[: options.peer]:
        state = orbit(float(row["delta"]), float(row["gamma"]))
        apart = max(apart, abs(state[0] - float(row["x"])), abs(state[1] - float(row["v"])))
    peer = (time.process_time() - begin) / options.peer
    each = own / options.orbits
    found = sum(row["outcome"] == "periodic" for row in rows)
    print(f"gyrosweep: {found} of {options.orbits} orbits, {1e3 * each:.3f} ms of CPU time each, {one:.3f} s to start")
    print(f"SciPy: {1e3 * peer:.1f} ms each, {peer / each:.0f} times as much; states differ by up to {apart:.1e}")
    if apart > 1e-7:
        sys.exit("other orbits")


if __name__ == "__main__":
    main()
