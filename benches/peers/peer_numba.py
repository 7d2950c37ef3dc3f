"""Numba: the heavy top by hand, one member after another, and blocks of members in the innermost loop.

State of a member: the unit quaternion (scalar first, world from body) and the angular velocity about the body's x and
z axes; its y component is constant because the top is symmetric. Classical Runge-Kutta method of order 4.
"""

from __future__ import annotations

import os

from llvmlite import binding

# LLVM prefers 256 bits on processors with AVX-512, where 512 are faster for this loop; Numba reads these when imported.
FEATURES = binding.get_host_cpu_features()
if FEATURES.get("avx512f"):
    FEATURES["prefer-256-bit"] = False
    os.environ.setdefault("NUMBA_CPU_NAME", binding.get_host_cpu_name())
    os.environ.setdefault("NUMBA_CPU_FEATURES", FEATURES.flatten())

import numba
import numpy as np

from common import (
    CHECK_MEMBERS,
    GRAVITY,
    INERTIA,
    OMEGA_Z,
    STEP,
    STEPS,
    Clock,
    check_positions,
    ensemble,
    position_error,
)
from rows import STEP_TASK, Row, emit, emit_at_target

PEER = f"Numba {numba.__version__}"
JX, JY, _ = INERTIA
MEMBERS = 512


@numba.njit(inline="always")
def field(q0, q1, q2, q3, wx, wz, spin, gyroscopic, weight):
    """Time derivatives of the state. `gyroscopic` is (Jx + m l^2 - Jy) / (Jx + m l^2), `weight` m g l / (Jx + m l^2)
    [1/s^2]."""
    return (
        -0.5 * (q1 * wx + q2 * spin + q3 * wz),
        0.5 * (q0 * wx + q2 * wz - q3 * spin),
        0.5 * (q0 * spin + q3 * wx - q1 * wz),
        0.5 * (q0 * wz + q1 * spin - q2 * wx),
        -gyroscopic * spin * wz - weight * (q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3),
        gyroscopic * spin * wx + weight * 2.0 * (q1 * q3 - q0 * q2),
    )


@numba.njit(inline="always")
def step(q0, q1, q2, q3, wx, wz, spin, gyroscopic, weight, h):
    """One step of `h` seconds."""
    half = 0.5 * h
    a0, a1, a2, a3, a4, a5 = field(q0, q1, q2, q3, wx, wz, spin, gyroscopic, weight)
    b0, b1, b2, b3, b4, b5 = field(
        q0 + half * a0,
        q1 + half * a1,
        q2 + half * a2,
        q3 + half * a3,
        wx + half * a4,
        wz + half * a5,
        spin,
        gyroscopic,
        weight,
    )
    c0, c1, c2, c3, c4, c5 = field(
        q0 + half * b0,
        q1 + half * b1,
        q2 + half * b2,
        q3 + half * b3,
        wx + half * b4,
        wz + half * b5,
        spin,
        gyroscopic,
        weight,
    )
    d0, d1, d2, d3, d4, d5 = field(
        q0 + h * c0, q1 + h * c1, q2 + h * c2, q3 + h * c3, wx + h * c4, wz + h * c5, spin, gyroscopic, weight
    )
    sixth = h / 6.0
    return (
        q0 + sixth * (a0 + 2.0 * (b0 + c0) + d0),
        q1 + sixth * (a1 + 2.0 * (b1 + c1) + d1),
        q2 + sixth * (a2 + 2.0 * (b2 + c2) + d2),
        q3 + sixth * (a3 + 2.0 * (b3 + c3) + d3),
        wx + sixth * (a4 + 2.0 * (b4 + c4) + d4),
        wz + sixth * (a5 + 2.0 * (b5 + c5) + d5),
    )


@numba.njit
def scalar(mass, arm, spin, h, steps, position):
    """One member after another; end positions (3, members) go to `position`."""
    for k in range(mass.size):
        inertia = JX + mass[k] * arm[k] ** 2
        gyroscopic, weight = (inertia - JY) / inertia, mass[k] * GRAVITY * arm[k] / inertia
        q0, q1, q2, q3, wx, wz = 1.0, 0.0, 0.0, 0.0, 0.0, OMEGA_Z
        for _ in range(steps):
            q0, q1, q2, q3, wx, wz = step(q0, q1, q2, q3, wx, wz, spin[k], gyroscopic, weight, h)
        position[0, k] = arm[k] * 2.0 * (q1 * q2 - q0 * q3)
        position[1, k] = arm[k] * (q0 * q0 - q1 * q1 + q2 * q2 - q3 * q3)
        position[2, k] = arm[k] * 2.0 * (q2 * q3 + q0 * q1)


def blocked(width: int):
    """The same with `width` members in the innermost loop, which LLVM turns into vector code."""

    @numba.njit
    def integrate(mass, arm, spin, h, steps, position):
        q0, q1, q2, q3 = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
        wx, wz, gyroscopic, weight = np.empty(width), np.empty(width), np.empty(width), np.empty(width)
        block_spin = np.empty(width)
        for first in range(0, mass.size, width):
            for i in range(width):
                k = first + i
                inertia = JX + mass[k] * arm[k] ** 2
                gyroscopic[i], weight[i] = (inertia - JY) / inertia, mass[k] * GRAVITY * arm[k] / inertia
                q0[i], q1[i], q2[i], q3[i], wx[i], wz[i] = 1.0, 0.0, 0.0, 0.0, 0.0, OMEGA_Z
                block_spin[i] = spin[k]
            for _ in range(steps):
                for i in range(width):
                    q0[i], q1[i], q2[i], q3[i], wx[i], wz[i] = step(
                        q0[i], q1[i], q2[i], q3[i], wx[i], wz[i], block_spin[i], gyroscopic[i], weight[i], h
                    )
            for i in range(width):
                k = first + i
                position[0, k] = arm[k] * 2.0 * (q1[i] * q2[i] - q0[i] * q3[i])
                position[1, k] = arm[k] * (q0[i] * q0[i] - q1[i] * q1[i] + q2[i] * q2[i] - q3[i] * q3[i])
                position[2, k] = arm[k] * 2.0 * (q2[i] * q3[i] + q0[i] * q1[i])

    return integrate


def main() -> None:
    clock = Clock.from_arguments()
    mass, arm, spin = ensemble(MEMBERS)
    position = np.empty((3, MEMBERS))
    rows = []
    variants = [("quaternions, loop over members", scalar)]
    variants += [(f"quaternions, blocks of {width} members", blocked(width)) for width in (16, 32)]
    for method, integrate in variants:
        cpu, wall = clock.rates(lambda: integrate(mass, arm, spin, STEP, STEPS, position), MEMBERS * STEPS)
        error, problem = position_error(position), check_positions(position[:, :CHECK_MEMBERS])
        rows.append(Row(STEP_TASK, PEER, method, cpu, wall, cpu / STEPS, STEPS, error, problem))
        emit(rows[-1])
    emit_at_target(rows)


if __name__ == "__main__":
    main()
