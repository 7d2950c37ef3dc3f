"""Gyrosweep's generalized-alpha and RATTLE, through its command line, on the problems of peer_exudyn_implicit.py.

    python peer_gyrosweep_implicit.py PATH_OF_THE_BINARY [--quick]

Processor time is that of whole runs of the program, see peer_gyrosweep.py: consistent starts of all members are in it.
Slider-crank and squeezer are the scenarios of the repository, without samples.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import common
import constrained
import numpy as np
from common import Clock
from peer_gyrosweep import HEAVY_TOP, Program, check_puma, method, puma, table_of
from rows import ALPHA_TASK, ANDREWS_TASK, CONSTRAINED_TASK, PUMA_ABSOLUTE_TASK, SLIDER_TASK, Row, emit

INTEGRATOR = "generalized_alpha"
# The other method of order 2 that solves constraints.
OTHER = "rattle"
SCENARIOS = Path(__file__).resolve().parents[2] / "scenarios"


def scenario(name: str, steps: int, duration: float, replaced: dict[str, str], integrator: str = INTEGRATOR) -> str:
    """A scenario of the repository with these steps, for the members of members.csv, without samples."""
    text, _, _ = (SCENARIOS / f"{name}.toml").read_text().partition("[sampling]")
    head, found, rest = text.partition("[method]")
    outputs = rest[rest.index("[[output]]") :]
    for old, new in replaced.items():
        if old not in head:
            raise RuntimeError(f"{name}.toml does not contain {old!r}")
        head = head.replace(old, new)
    return head + outputs + method(integrator, steps, duration, "absolute")


def measured(
    program: Program,
    clock: Clock,
    task: str,
    text: str,
    steps: int,
    members: dict[str, np.ndarray],
    checked: tuple[float, str],
    integrator: str = INTEGRATOR,
) -> None:
    program.members(members)
    iterations, made = program.values(text, ["newton_iterations", "steps"])
    count = made.size
    cpu, wall = program.rates(text, clock, count * steps)
    note = f"{iterations.sum() / made.sum():.2f} iterations per step, whole run of {count} members"
    name = "Lie group, full Newton" if integrator == INTEGRATOR else f"Lie group, {integrator}"
    emit(Row(task, program.peer, name, cpu, wall, cpu / steps, steps, *checked, note))


def top_row(
    program: Program, clock: Clock, task: str, formulation: str, count: int, integrator: str = INTEGRATOR
) -> None:
    def ends(steps: int, duration: float, members: int) -> np.ndarray:
        program.members(table_of(members))
        text = HEAVY_TOP + method(integrator, steps, duration, formulation)
        return program.values(text, ["com.x", "com.y", "com.z"])

    end = ends(constrained.TOP_STEPS, common.LONG_DURATION, 1)[:, 0]
    error = float(np.linalg.norm(end - common.LONG_POSITION))
    problem = common.check_positions(ends(constrained.TOP_CHECK_STEPS, common.DURATION, common.CHECK_MEMBERS))
    text = HEAVY_TOP + method(integrator, constrained.TOP_STEPS, common.LONG_DURATION, formulation)
    measured(program, clock, task, text, constrained.TOP_STEPS, table_of(count), (error, problem), integrator)


def slider_row(program: Program, clock: Clock, count: int, integrator: str = INTEGRATOR) -> None:
    steps = constrained.SLIDER_STEPS
    text = scenario("slider_crank", steps, constrained.SLIDER_DURATION, {}, integrator)
    centres = np.array(list(constrained.SLIDER_AT_END))
    program.members({"centre": centres})
    (positions,) = program.values(text, ["slider.x"])
    checked = constrained.check_slider(dict(zip(centres.tolist(), positions.tolist())))
    members = {"centre": np.linspace(centres.min(), centres.max(), count)}
    measured(program, clock, SLIDER_TASK, text, steps, members, checked, integrator)


def andrews_row(program: Program, clock: Clock, count: int) -> None:
    """What a study varies is the driving torque."""
    steps = constrained.ANDREWS_STEPS
    replaced = {
        "[parameters]\n": f'[parameters]\ndrive = {{ default = {constrained.DRIVE}, unit = "N m" }}\n',
        f'torque = "{constrained.DRIVE}"': 'torque = "drive"',
    }
    text = scenario("andrews", steps, constrained.ANDREWS_DURATION, replaced)
    program.members({"drive": np.array([constrained.DRIVE])})
    turns = program.values(text, ["turn_beta", "turn_gamma", "turn_delta", "turn_epsilon"])[:, 0]
    # joints turn from where they are at the start
    angles = turns + [constrained.BETA, constrained.GAMMA, constrained.DELTA, constrained.EPSILON]
    members = {"drive": constrained.DRIVE * np.linspace(1.0, 1.05, count)}
    measured(program, clock, ANDREWS_TASK, text, steps, members, constrained.check_andrews(angles))


def puma_row(program: Program, clock: Clock, count: int) -> None:
    text = puma(1.0, INTEGRATOR, "absolute")
    checked = check_puma(program, INTEGRATOR, "absolute")
    loads = {"load": np.linspace(0.09, 0.1, count)}  # kg, of the last link
    measured(program, clock, PUMA_ABSOLUTE_TASK, text, common.PUMA_STEPS, loads, checked)


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("peer_gyrosweep_implicit.py needs the path of the gyrosweep binary as its first argument")
    clock = Clock.from_arguments()
    quick = clock.repeats < 5
    # whole blocks of lanes
    tops, sliders, squeezers, arms = (512, 64, 128, 64) if quick else (2048, 128, 512, 256)
    with tempfile.TemporaryDirectory(prefix="gyrosweep-peers-") as name:
        program = Program(Path(sys.argv[1]), Path(name))
        jobs: list[tuple[str, Callable[[], None]]] = [
            (CONSTRAINED_TASK, lambda: top_row(program, clock, CONSTRAINED_TASK, "absolute", tops)),
            (CONSTRAINED_TASK, lambda: top_row(program, clock, CONSTRAINED_TASK, "absolute", tops, OTHER)),
            (ALPHA_TASK, lambda: top_row(program, clock, ALPHA_TASK, "joint", tops)),
            (SLIDER_TASK, lambda: slider_row(program, clock, sliders)),
            (SLIDER_TASK, lambda: slider_row(program, clock, sliders, OTHER)),
            (ANDREWS_TASK, lambda: andrews_row(program, clock, squeezers)),
            (PUMA_ABSOLUTE_TASK, lambda: puma_row(program, clock, arms)),
        ]
        for task, job in jobs:
            try:
                job()
            except (RuntimeError, KeyError) as error:
                emit(Row(task, program.peer, INTEGRATOR, note=f"not measured: {error}"))


if __name__ == "__main__":
    main()
