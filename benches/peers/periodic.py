"""Periodic orbits of Duffing's oscillator, one shooting after another by SciPy, and by AUTO, beside a sweep of `gyrosweep periodic`.

python benches/peers/periodic.py --gyrosweep target/release/gyrosweep [--orbits 10000] [--peer 50] [--auto /usr/lib/auto-07p/lib]

SciPy finds the orbits of scenarios/duffing.toml from the same random parameters, with the same residual, and settles for the same
number of periods. AUTO (Debian: auto-07p, gfortran) goes on from an orbit that is given to neighbours, as many as 400, each with its
multipliers; a sweep of neighbours from a start that is given stands beside it. CPU times, start-up taken off by a run of one orbit.
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


EQUATIONS = """
subroutine func(ndim, u, icp, par, ijac, f, dfdu, dfdp)
  implicit none
  integer, intent(in) :: ndim, icp(*), ijac
  double precision, intent(in) :: u(ndim), par(*)
  double precision, intent(out) :: f(ndim)
  double precision, intent(inout) :: dfdu(ndim, ndim), dfdp(ndim, *)
  double precision r
  ! the force is the fourth of an oscillator that keeps its amplitude
  r = u(3)**2 + u(4)**2
  f(1) = u(2)
  f(2) = par(2)*u(4) - par(1)*u(2) - u(1) - 0.5d0*u(1)**3
  f(3) = u(3) + par(3)*u(4) - u(3)*r
  f(4) = -par(3)*u(3) + u(4) - u(4)*r
end subroutine
subroutine stpnt(ndim, u, par, t)
  implicit none
  integer, intent(in) :: ndim
  double precision, intent(inout) :: u(ndim), par(*)
  double precision, intent(in) :: t
  double precision turn
  turn = 8*atan(1.0d0)
  par(3) = 1.3d0
  par(11) = turn/par(3)
  u(1) = 0
  u(2) = 0
  u(3) = sin(turn*t)
  u(4) = cos(turn*t)
end subroutine
subroutine bcnd
end subroutine
subroutine icnd
end subroutine
subroutine fopt
end subroutine
subroutine pvls
end subroutine
"""

CONSTANTS = """NDIM=4, IPS=2, IRS=0, ILP=0
ICP=[2, 11]
NTST=20, NCOL=4, IAD=3, ISP=2, ISW=1, IPLT=0, NBC=0, NINT=0
NPR=0, MXBF=0, IID=0, ITMX=8, ITNW=7, NWTN=3, JAC=0
EPSL=1e-10, EPSU=1e-10, EPSS=1e-7
NPAR=36, THL={11: 0}, THU={}
"""


def auto(folder, library, delta, gamma):
    """Returns the CPU time of an orbit from its neighbour, s."""
    folder = pathlib.Path(folder)
    (folder / "duf.f90").write_text(EQUATIONS)
    objects = sorted(str(path) for path in pathlib.Path(library).glob("*.o"))
    program = folder / "duf.exe"
    command = ["gfortran", "-O2", "-fopenmp", str(folder / "duf.f90"), *objects, "-o", str(program)]
    subprocess.run(command, check=True, cwd=folder, stderr=subprocess.DEVNULL)
    period = 2 * np.pi / 1.3

    def rate(t, y):
        return [y[1], gamma * np.cos(1.3 * t) - delta * y[1] - y[0] - 0.5 * y[0] ** 3]

    at = np.linspace(0, period, 101)
    state = solve_ivp(rate, [0, period], orbit(delta, gamma), method="DOP853", rtol=1e-11, atol=1e-12, t_eval=at).y.T
    np.savetxt(folder / "duf.dat", np.c_[at, state, np.sin(1.3 * at), np.cos(1.3 * at)], fmt="%.15e")

    def cpu(text):
        (folder / "fort.2").write_text(CONSTANTS + text)
        times = []
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            settings = {"OMP_NUM_THREADS": "1", "PATH": "/usr/bin:/bin"}
            subprocess.run([str(program)], cwd=folder, env=settings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
        return sorted(times)[2]

    neighbour = f"PAR={{1: {delta}, 2: {gamma}, 3: 1.3}}\ndat='duf'\nDS=1e-4, DSMIN=1e-5, DSMAX=1e-4, IADS=0\n"
    many, first = cpu(neighbour + "NMX=401\n"), cpu(neighbour + "NMX=1\n")
    return (many - first) / 400


def run(program, scenario, orbits, out):
    """Runs a sweep and returns its CPU time, s."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "periodic", str(scenario), "--members", str(orbits), "--out", str(out), "--format", "csv", "--force"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def beside_auto(options, each, rows):
    """Prints what AUTO takes for some of the orbits."""
    text = (pathlib.Path(__file__).parents[2] / "scenarios/duffing.toml").read_text()
    text = text.replace('start = "settle"', "").replace("coordinate = 0.5, velocity = 1.5", "coordinate = 0.45, velocity = 1.65")
    text = text.replace("uniform = [0.3, 0.5]", "uniform = [0.39, 0.41]").replace("uniform = [0.15, 0.3]", "uniform = [0.195, 0.205]")
    with tempfile.TemporaryDirectory() as folder:
        of = [auto(folder, options.auto, float(row["delta"]), float(row["gamma"])) for row in rows[: min(options.peer, 10)]]
        near, out = pathlib.Path(folder) / "near.toml", pathlib.Path(folder) / "out"
        near.write_text(text)
        one = min(run(options.gyrosweep, near, 1, out) for _ in range(3))
        own = sorted(run(options.gyrosweep, near, options.orbits, out) - one for _ in range(3))[1] / options.orbits
        found = sum(row["outcome"] == "periodic" for row in csv.DictReader(open(out / "periodic.csv")))
    peer = np.median(of)
    print(f"AUTO from a neighbour: {1e3 * peer:.3f} ms; gyrosweep {1e3 * own:.4f} ms ({found} of {options.orbits}): {peer / own:.0f} times as much")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyrosweep", default="target/release/gyrosweep")
    parser.add_argument("--orbits", type=int, default=10000)
    parser.add_argument("--peer", type=int, default=50)
    parser.add_argument("--auto", help="the folder of AUTO's object files")
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
    if options.auto:
        beside_auto(options, each, rows)


if __name__ == "__main__":
    main()
