"""The heavy top's derivatives by its parameters: parameters, reference values, and the clock of their costs. SI units.

The task is the first of common.py with all seven parameters as inputs of every member; the derivatives by the first P
of them are computed beside the motion.
"""

from __future__ import annotations

import dataclasses
import statistics
import time
from collections.abc import Callable, Mapping

import common
import numpy as np
from common import Clock
from rows import Row, emit

NAMES = ("m", "Xy", "Jxx", "Jyy", "Jzz", "g", "spin")
COUNTS = (0, 1, 2, 4, 7)  # of derivatives

# Derivatives of the position at 0.1 s by the inertias: tests/golden/p02_heavytop.json. By gravity: the rotation depends
# on the parameters through J + m X^2 and m g X alone, so dx/dg = (m dx/dm - m X^2 (dx/dJxx + dx/dJzz)) / g.
_JXX = np.array([-0.012153372150817616, 0.006916512716883745, 0.007154127959850433])
_JYY = np.array([-0.08327403696746519, 0.004661101599213875, -0.20724328593118496])
_JZZ = np.array([0.015270444200144834, -0.00681503066045721, 0.002258253376354697])
_M, _XY, _SPIN = common.SENSITIVITIES
_G = common.MASS / common.GRAVITY * (_M - common.ARM**2 * (_JXX + _JZZ))
REFERENCE = np.stack([_M, _XY, _JXX, _JYY, _JZZ, _G, _SPIN])  # (parameters, 3)

# The methods' own errors of the derivatives are below 1e-7 of their norms, except for gravity's: its derivative is a
# small difference of large ones, and misses by 1.2e-7 with the tolerance.
TOLERANCE = 1e-6


def members(count: int) -> np.ndarray:
    """The seven parameters of `count` members, shape (7, count): masses, arms and spins of common.py."""
    mass, arm, spin = common.ensemble(count)
    same = (*common.INERTIA, common.GRAVITY)
    return np.stack([mass, arm, *(np.full(count, value) for value in same), spin])


def check(derivatives: np.ndarray) -> tuple[float | None, str]:
    """The largest error of the derivatives of the paper's member, shape (P, 3), each over the norm of its reference,
    and an empty text or which one is wrong."""
    found = np.asarray(derivatives, np.float64).reshape(-1, 3)
    if not len(found):
        return None, ""
    expected = REFERENCE[: len(found)]
    errors = np.linalg.norm(found - expected, axis=1) / np.linalg.norm(expected, axis=1)
    worst = int(np.argmax(np.where(np.isfinite(errors), errors, np.inf)))
    error = float(errors[worst])
    return error, "" if error < TOLERANCE else f"the derivative by {NAMES[worst]} misses by {error:.1e} of its norm"


def timed(run: Callable[[], object], loops: int) -> tuple[float, float]:
    """Processor and wall time (s) of one of `loops` calls."""
    cpu, wall = time.process_time(), time.perf_counter()
    for _ in range(loops):
        run()
    return (time.process_time() - cpu) / loops, (time.perf_counter() - wall) / loops


def in_turn(
    runs: Mapping[int, Callable[[], tuple[float, float]]], repeats: int
) -> dict[int, list[tuple[float, float]]]:
    """Processor and wall times of runs with 0, 1, ... derivatives, one after another and all of that `repeats` times,
    so that what else the machine does meets all of them. One more turn is not counted."""
    turns = [{count: run() for count, run in runs.items()} for _ in range(repeats + 1)][1:]
    return {count: [turn[count] for turn in turns] for count in runs}


def emit_costs(
    about: Row, unit: float, steps: int, times: Mapping[int, list[tuple[float, float]]], checks: Mapping[int, tuple]
) -> None:
    """A row for every number of derivatives; `about` names task, peer and method, `unit` is the number of members."""
    plain = [cpu for cpu, _ in times[0]]
    for count, measured in times.items():
        cpu = unit / statistics.median(cpu for cpu, _ in measured)
        wall = unit / statistics.median(wall for _, wall in measured)
        words = [about.note]
        if count:
            further = statistics.median((cpu / nominal - 1) / count for (cpu, _), nominal in zip(measured, plain))
            words.insert(0, f"a further parameter costs {further:.2f} of the nominal simulation")
        error, problem = checks[count]
        emit(
            dataclasses.replace(
                about, method=f"{about.method}, P = {count}", steps_per_cpu_second=cpu * steps,
                steps_per_wall_second=wall * steps, members_per_cpu_second=cpu, step_count=steps, error=error,
                problem=problem, note="; ".join(filter(None, words)),
            )
        )  # fmt: skip


def loops_for(run: Callable[[], object], clock: Clock) -> int:
    """How many calls fill the shortest repetition."""
    run()
    return max(1, round(clock.least / max(timed(run, 1)[0], 1e-6)))
