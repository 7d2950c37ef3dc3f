"""The rows of the table: what a peer's script hands to run_all.py. Needs nothing but Python."""

from __future__ import annotations

import dataclasses
import json
import math

# The accuracy (m) at which members per second are compared: the error of the classical method of order 4 on the group
# after the 1000 steps of 1e-4 s, 1.28e-9 m, rounded up.
TARGET = 1.3e-9

STEP_TASK = "Heavy top, method of order 4, h = 1e-4 s, 0.1 s"
TARGET_TASK = f"Heavy top, the fewest steps whose error at 0.1 s is at most {TARGET:.1e} m"
PUMA_TASK = "Puma 560 under PD control, method of order 4, h = 1e-4 s, 1 s (error: largest angle from its target)"
FORMULATION_TASK = "Heavy top, method of order 4, h = 1e-4 s, 1 s: formulations"
LORENZ_TASK = "Lorenz system, rho from 0 to 21, Tsit5, dt = 0.001, 1000 steps (error: of the state with rho = 21)"
ALPHA = "generalized-alpha, rho_inf 0.9"
CONSTRAINED_TASK = f"Heavy top with constraints, {ALPHA}, h = 8e-5 s, 1 s"
ALPHA_TASK = f"Heavy top without constraints, {ALPHA}, h = 8e-5 s, 1 s"
SLIDER_TASK = f"Spatial slider-crank, {ALPHA}, h = 1e-4 s, 5 s"
ANDREWS_TASK = f"Andrews' squeezing mechanism, {ALPHA}, h = 1e-5 s, 0.03 s (error: largest of angles)"
PUMA_ABSOLUTE_TASK = f"Puma 560 in absolute coordinates, {ALPHA}, h = 1e-4 s, 1 s (error: largest angle from target)"
IMPLICIT_TASKS = (CONSTRAINED_TASK, ALPHA_TASK, SLIDER_TASK, ANDREWS_TASK, PUMA_ABSOLUTE_TASK)
# Of these the error is that of the steps alone, and all methods are of order 2.
SECOND_ORDER_TASKS = (CONSTRAINED_TASK, ALPHA_TASK, SLIDER_TASK, ANDREWS_TASK)
SENSITIVITY_TASK = (
    "Heavy top, method of order 4, h = 1e-4 s, 0.1 s: derivatives by P parameters "
    "(error: largest of the derivatives, over their norms)"
)
SENSITIVITY_TOLERANCE = 1e-9
SENSITIVITY_ADAPTIVE_TASK = (
    f"Heavy top, Dopri5, tolerance {SENSITIVITY_TOLERANCE:.0e}, 0.1 s: derivatives by P parameters (error: as before)"
)
SLIDER_SENSITIVITY_TASK = (
    f"Spatial slider-crank, {ALPHA}, h = 1e-3 s, 5 s: derivatives by P parameters "
    "(error: against central differences of the same steps)"
)
# Their rows stay in the order of P.
SENSITIVITY_TASKS = (SENSITIVITY_TASK, SENSITIVITY_ADAPTIVE_TASK, SLIDER_SENSITIVITY_TASK)
TASKS = (STEP_TASK, TARGET_TASK, PUMA_TASK, FORMULATION_TASK, LORENZ_TASK, *IMPLICIT_TASKS, *SENSITIVITY_TASKS)

PREFIX = "row: "


@dataclasses.dataclass
class Row:
    """One measured figure. A row without figures says in `note` why."""

    task: str  # one of TASKS; empty: all of them
    peer: str  # name and version
    method: str
    steps_per_cpu_second: float | None = None  # steps of one system [1/s]
    steps_per_wall_second: float | None = None  # [1/s]
    members_per_cpu_second: float | None = None  # [1/s]
    step_count: int | None = None  # steps of the member with the values of the paper
    error: float | None = None  # [m]; of the Puma [rad]; of the Lorenz system without a unit
    problem: str = ""  # what the accuracy check found wrong; empty if it passed
    note: str = ""

    def __post_init__(self) -> None:
        if self.error is not None and not math.isfinite(self.error):
            self.error, self.problem = None, self.problem or "the run did not end with finite numbers"


def emit(row: Row) -> None:
    """Hand a row to run_all.py, or to the reader when the script runs by itself."""
    print(PREFIX + json.dumps(dataclasses.asdict(row)), flush=True)


def emit_at_target(rows: list[Row]) -> None:
    """Of rows at the common step, the fastest that meets the accuracy of the comparison: for peers without a method of
    higher order."""
    meeting = [row for row in rows if row.error is not None and row.error <= TARGET]
    if meeting:
        best = max(meeting, key=lambda row: row.members_per_cpu_second or 0.0)
        emit(dataclasses.replace(best, task=TARGET_TASK))


def rows_of(output: str) -> list[Row]:
    """The rows in what a script printed."""
    lines = (line for line in output.splitlines() if line.startswith(PREFIX))
    return [Row(**json.loads(line.removeprefix(PREFIX))) for line in lines]
