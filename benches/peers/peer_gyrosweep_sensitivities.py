"""Gyrosweep's derivatives by P parameters, through its command line: of the heavy top, and of the slider-crank.

    python peer_gyrosweep_sensitivities.py PATH_OF_THE_BINARY [--quick]

Processor time is that of whole runs of the program, see peer_gyrosweep.py: starts of all members with their derivatives
and the written table are in it.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import common
import constrained
import numpy as np
import sensitivities
from common import Clock
from peer_gyrosweep import Program, method
from peer_gyrosweep_implicit import scenario
from rows import SENSITIVITY_ADAPTIVE_TASK, SENSITIVITY_TASK, SENSITIVITY_TOLERANCE, SLIDER_SENSITIVITY_TASK, Row, emit
from sensitivities import COUNTS, NAMES

DEFAULTS = "\n".join(
    f"{name} = {{ default = {value!r} }}" for name, value in zip(NAMES, sensitivities.members(1)[:, 0].tolist())
)
HEAVY_TOP = f"""
[parameters]
{DEFAULTS}
[gravity]
acceleration = [0, 0, "-g"]
[[body]]
name = "top"
mass = "m"
inertia = ["Jxx", "Jyy", "Jzz"]
initial = {{ position = [0, "Xy", 0], rotation_vector = [0, 0, 0], angular_velocity = [0, "spin", {common.OMEGA_Z}] }}
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "top"]
at = [0, 0, 0]
[[output]]
name = "com"
quantity = "position"
body = "top"
"""

# The slider-crank of the repository with two masses and gravity as parameters besides `centre`.
SLIDER = {"rod": 0.5, "slider": 2.0, "g": 9.81, "centre": 0.0}
SLIDER_COUNTS = (0, 1, 2, 4)
SLIDER_STEPS = 5000
SLIDER_REPLACED = {
    "[parameters]\n": "[parameters]\nrod = { default = 0.5 }\nslider = { default = 2.0 }\ng = { default = 9.81 }\n",
    "acceleration = [0, 0, -9.81]": 'acceleration = [0, 0, "-g"]',
    "mass = 0.5": 'mass = "rod"',
    "mass = 2\n": 'mass = "slider"\n',
}
SLIDER_DELTAS = np.array([1e-4, 1e-4, 1e-3, 1e-5])  # kg, kg, m/s^2, m


def derivatives(names: Sequence[str]) -> str:
    return f"[sensitivity]\nparameters = {list(names)}\n".replace("'", '"') if names else ""


def costs(
    program: Program, clock: Clock, about: Row, text: str, names: Sequence[str], counts: Sequence[int],
    members: np.ndarray, steps: int, checks: dict[int, tuple],
) -> None:  # fmt: skip
    """Rows of runs with the derivatives by the first names."""
    program.members(dict(zip(names, members)))
    runs = {count: partial(program.run, text + derivatives(names[:count])) for count in counts}
    times = sensitivities.in_turn(runs, clock.repeats)
    sensitivities.emit_costs(about, members.shape[1], steps, times, checks)


def top_rows(program: Program, clock: Clock, task: str, name: str, text: str, count: int) -> None:
    program.members(dict(zip(NAMES, sensitivities.members(1))))
    steps = int(program.values(text, ["steps"])[0, 0])
    checks = {}
    for p in COUNTS:
        columns = [f"d(com.{axis})/d({name})" for name in NAMES[:p] for axis in "xyz"]
        checks[p] = sensitivities.check(program.values(text + derivatives(NAMES[:p]), columns)) if p else (None, "")
    about = Row(task, program.peer, name, note=f"whole run of {count} members")
    costs(program, clock, about, text, NAMES, COUNTS, sensitivities.members(count), steps, checks)


def slider_rows(program: Program, clock: Clock, count: int) -> None:
    """The derivatives of the slider's end position are checked by central differences of the same steps."""
    text = scenario("slider_crank", SLIDER_STEPS, constrained.SLIDER_DURATION, SLIDER_REPLACED)
    names, usual = list(SLIDER), np.array(list(SLIDER.values()))
    moved = usual[:, None] + np.hstack([np.diag(SLIDER_DELTAS), -np.diag(SLIDER_DELTAS)])
    program.members(dict(zip(names, moved)))
    (ends,) = program.values(text, ["slider.x"])
    expected = (ends[: len(names)] - ends[len(names) :]) / (2 * SLIDER_DELTAS)
    program.members(dict(zip(names, usual[:, None])))
    checks: dict[int, tuple] = {0: (None, "")}
    for p in SLIDER_COUNTS[1:]:
        columns = [f"d(slider.x)/d({name})" for name in names[:p]]
        found = program.values(text + derivatives(names[:p]), columns)[:, 0]
        error = float(np.abs(found / expected[:p] - 1).max())
        checks[p] = (error, "" if error < 1e-3 else f"a derivative misses the central difference by {error:.1e}")
    draw = np.random.default_rng(7).uniform(-1, 1, (len(names), count))
    members = usual[:, None] + draw * np.array([[0.02], [0.05], [0.01], [0.01]])
    about = Row(SLIDER_SENSITIVITY_TASK, program.peer, "Lie group, full Newton", note=f"whole run of {count} members")
    costs(program, clock, about, text, names, SLIDER_COUNTS, members, SLIDER_STEPS, checks)


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("peer_gyrosweep_sensitivities.py needs the path of the gyrosweep binary as its first argument")
    clock = Clock.from_arguments()
    tops, sliders = (4096, 64) if clock.repeats < 5 else (16384, 256)
    fixed = HEAVY_TOP + method("rkmk4", common.STEPS, common.DURATION)
    steps = f"step = {common.DURATION / common.STEPS!r}\n"
    adaptive = HEAVY_TOP + method("dopri5", common.STEPS, common.DURATION).replace(
        steps, f"tolerance = {SENSITIVITY_TOLERANCE!r}\n"
    )
    with tempfile.TemporaryDirectory(prefix="gyrosweep-peers-") as name:
        program = Program(Path(sys.argv[1]), Path(name))
        jobs: list[tuple[str, Callable[[], None]]] = [
            (SENSITIVITY_TASK, lambda: top_rows(program, clock, SENSITIVITY_TASK, "rkmk4", fixed, tops)),
            (
                SENSITIVITY_ADAPTIVE_TASK,
                lambda: top_rows(program, clock, SENSITIVITY_ADAPTIVE_TASK, "dopri5", adaptive, tops),
            ),
            (SLIDER_SENSITIVITY_TASK, lambda: slider_rows(program, clock, sliders)),
        ]
        for task, job in jobs:
            try:
                job()
            except (RuntimeError, KeyError) as error:
                emit(Row(task, program.peer, "", note=f"not measured: {error}"))


if __name__ == "__main__":
    main()
