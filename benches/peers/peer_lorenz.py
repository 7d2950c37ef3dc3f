"""Numba: the Lorenz system by hand, one member after another, and blocks of members in the innermost loop.

The workload of scenarios/lorenz.toml, by which solvers on GPUs are compared: sigma = 10, beta = 2.666, rho from 0 to 21 over
the members, (1, 0, 0) at the start, 1000 steps of 0.001 by the method of Tsitouras of order 5. In double precision, as
Gyrosweep computes on the processor, and in single precision, as the published figures are.
"""

from __future__ import annotations

import os

from llvmlite import binding

# as in peer_numba.py
FEATURES = binding.get_host_cpu_features()
if FEATURES.get("avx512f"):
    FEATURES["prefer-256-bit"] = False
    os.environ.setdefault("NUMBA_CPU_NAME", binding.get_host_cpu_name())
    os.environ.setdefault("NUMBA_CPU_FEATURES", FEATURES.flatten())

import numba
import numpy as np

from common import LORENZ_BETA, LORENZ_MEMBERS, LORENZ_SIGMA, LORENZ_STEP, LORENZ_STEPS, Clock, check_lorenz, lorenz_error
from rows import LORENZ_TASK, Row, emit

PEER = f"Numba {numba.__version__}"

# Tsitouras (2011), Computers and Mathematics with Applications 62; the last row is the step.
ROWS = (
    (0.161,),
    (-0.008480655492356989, 0.335480655492357),
    (2.8971530571054935, -6.359448489975075, 4.3622954328695815),
    (5.325864828439257, -11.748883564062828, 7.4955393428898365, -0.09249506636175525),
    (5.86145544294642, -12.92096931784711, 8.159367898576159, -0.071584973281401, -0.028269050394068383),
    (0.09646076681806523, 0.01, 0.4798896504144996, 1.379008574103742, -3.290069515436081, 2.324710524099774),
)


def step_of(real):
    """One step in the precision of `real`: the new state from x, y, z and rho."""
    weights = tuple(tuple(real(LORENZ_STEP * w) for w in row) for row in ROWS)
    (a,), (b0, b1), (c0, c1, c2), (d0, d1, d2, d3), (e0, e1, e2, e3, e4), (f0, f1, f2, f3, f4, f5) = weights
    sigma, beta = real(LORENZ_SIGMA), real(LORENZ_BETA)

    @numba.njit(inline="always")
    def field(x, y, z, rho):
        return sigma * (y - x), rho * x - y - x * z, x * y - beta * z

    @numba.njit(inline="always")
    def step(x, y, z, rho):
        k0, l0, m0 = field(x, y, z, rho)
        k1, l1, m1 = field(x + a * k0, y + a * l0, z + a * m0, rho)
        k2, l2, m2 = field(x + b0 * k0 + b1 * k1, y + b0 * l0 + b1 * l1, z + b0 * m0 + b1 * m1, rho)
        k3, l3, m3 = field(
            x + c0 * k0 + c1 * k1 + c2 * k2, y + c0 * l0 + c1 * l1 + c2 * l2, z + c0 * m0 + c1 * m1 + c2 * m2, rho
        )
        k4, l4, m4 = field(
            x + d0 * k0 + d1 * k1 + d2 * k2 + d3 * k3,
            y + d0 * l0 + d1 * l1 + d2 * l2 + d3 * l3,
            z + d0 * m0 + d1 * m1 + d2 * m2 + d3 * m3,
            rho,
        )
        k5, l5, m5 = field(
            x + e0 * k0 + e1 * k1 + e2 * k2 + e3 * k3 + e4 * k4,
            y + e0 * l0 + e1 * l1 + e2 * l2 + e3 * l3 + e4 * l4,
            z + e0 * m0 + e1 * m1 + e2 * m2 + e3 * m3 + e4 * m4,
            rho,
        )
        return (
            x + f0 * k0 + f1 * k1 + f2 * k2 + f3 * k3 + f4 * k4 + f5 * k5,
            y + f0 * l0 + f1 * l1 + f2 * l2 + f3 * l3 + f4 * l4 + f5 * l5,
            z + f0 * m0 + f1 * m1 + f2 * m2 + f3 * m3 + f4 * m4 + f5 * m5,
        )

    return step


def scalar(real):
    """One member after another; the states at the end (3, members) go to `end`."""
    step = step_of(real)
    one, zero = real(1.0), real(0.0)

    @numba.njit
    def integrate(rho, steps, end):
        for k in range(rho.size):
            x, y, z = one, zero, zero
            for _ in range(steps):
                x, y, z = step(x, y, z, rho[k])
            end[0, k], end[1, k], end[2, k] = x, y, z

    return integrate


def blocked(real, width):
    """The same with `width` members in the innermost loop, which LLVM turns into vector code."""
    step = step_of(real)

    @numba.njit
    def integrate(rho, steps, end):
        x, y, z, r = np.empty(width, real), np.empty(width, real), np.empty(width, real), np.empty(width, real)
        for first in range(0, rho.size, width):
            for i in range(width):
                x[i], y[i], z[i], r[i] = 1.0, 0.0, 0.0, rho[first + i]
            for _ in range(steps):
                for i in range(width):
                    x[i], y[i], z[i] = step(x[i], y[i], z[i], r[i])
            for i in range(width):
                end[0, first + i], end[1, first + i], end[2, first + i] = x[i], y[i], z[i]

    return integrate


def main() -> None:
    clock = Clock.from_arguments()
    for real, name, widths in ((np.float64, "f64", (8, 16, 32)), (np.float32, "f32", (16, 32, 64))):
        rho = np.linspace(0.0, 21.0, LORENZ_MEMBERS).astype(real)
        end = np.empty((3, LORENZ_MEMBERS), real)
        variants = [(f"{name}, loop over members", scalar(real))]
        variants += [(f"{name}, blocks of {width} members", blocked(real, width)) for width in widths]
        for method, integrate in variants:
            cpu, wall = clock.rates(lambda: integrate(rho, LORENZ_STEPS, end), LORENZ_MEMBERS * LORENZ_STEPS)
            error, problem = lorenz_error(end), check_lorenz(end, name)
            emit(Row(LORENZ_TASK, PEER, method, cpu, wall, cpu / LORENZ_STEPS, LORENZ_STEPS, error, problem))


if __name__ == "__main__":
    main()
