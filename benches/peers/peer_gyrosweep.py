"""Gyrosweep itself, through its command line, on the same problems.

    python peer_gyrosweep.py PATH_OF_THE_BINARY [--quick]

Processor time is that of the whole process: reading the scenario and the table of members, recording the equations,
integrating, and writing the results. Everything is written to a folder that is removed at the end.
"""

from __future__ import annotations

import csv
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

import common
from common import Clock
from rows import FORMULATION_TASK, LORENZ_TASK, PUMA_TASK, STEP_TASK, TARGET_TASK, Row, emit

# Methods at the accuracy of the comparison, and formulations of Figure 3.
INTEGRATORS = ("rkmk4", "tsit5", "rk67", "verner65", "dop853")
HEAVY_TOP_FORMULATIONS = {"joint": "Lie group", "euler_parameters": "Euler parameters"}
FORMULATIONS = {
    "joint": "rkmk4, Lie group",
    "euler_angles": "RK4, Tait-Bryan angles and angular velocities",
    "euler_angles_2": "RK4, Tait-Bryan angles and their rates",  # Exudyn's Rxyz
}

HEAVY_TOP = f"""
title = "Heavy top"
[parameters]
mass = {{ default = {common.MASS}, unit = "kg" }}
arm = {{ default = {common.ARM}, unit = "m" }}
spin = {{ default = {common.SPIN}, unit = "rad/s" }}
[gravity]
acceleration = [0, 0, {-common.GRAVITY}]
[[body]]
name = "top"
mass = "mass"
inertia = {list(common.INERTIA)}
initial = {{ position = [0, "arm", 0], rotation_vector = [0, 0, 0], angular_velocity = [0, "spin", {common.OMEGA_Z}] }}
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

# Name, mass, principal inertia, centre of mass (world frame, all angles zero), whether the link's frame is turned by
# 90 degrees about x, point and axis of its joint: the standard Denavit-Hartenberg data of the links.
WRIST = [0.4521, -0.15005, 0.4318]
PUMA_LINKS = (
    ("link1", 0.0, [0, 0.35, 0], [0, 0, 0], True, [0, 0, 0], [0, 0, 1]),
    ("link2", 17.4, [0.13, 0.524, 0.539], [0.068, -0.2275, 0.006], True, [0, 0, 0], [0, -1, 0]),
    ("link3", 4.8, [0.066, 0.086, 0.0125], [0.4318, -0.16415, 0.07], False, [0.4318, 0, 0], [0, -1, 0]),
    ("link4", 0.82, [0.0018, 0.0013, 0.0018], [0.4521, -0.15005, 0.4508], True, [0.4521, -0.15005, 0], [0, 0, 1]),
    ("link5", 0.34, [0.0003, 0.0004, 0.0003], WRIST, False, WRIST, [0, -1, 0]),
    ("link6", "load", [0.00015, 0.00015, 4e-5], [0.4521, -0.15005, 0.4638], False, WRIST, [0, 0, 1]),
)


def method(integrator: str, steps: int, duration: float, formulation: str = "joint") -> str:
    """The scenario's [method] and the plan: the members of members.csv."""
    return (
        f'[method]\nformulation = "{formulation}"\nintegrator = "{integrator}"\nstep = {duration / steps!r}\n'
        f'duration = {duration!r}\n[plan]\nkind = "table"\nfile = "members.csv"\n'
    )


def puma(duration: float, integrator: str = "rkmk4", formulation: str = "joint") -> str:
    """The arm under the controllers of Table 10; what a study varies is the mass of the last link."""
    text = '[parameters]\nload = { default = 0.09, unit = "kg" }\n'
    text += f"[gravity]\nacceleration = [0, 0, {-common.GRAVITY}]\n"
    last = "ground"
    for i, (name, mass, inertia, centre, turned, at, axis) in enumerate(PUMA_LINKS):
        start, acceleration = float(common.PUMA_START[i]), float(common.PUMA_ACCELERATION[i])
        p, d = float(common.PUMA_P[i]), float(common.PUMA_D[i])
        angle = f"{start!r} + {acceleration!r} * where(0.5 - t, t^2/2, 0.25 - (1 - t)^2/2)"
        rate = f"{acceleration!r} * where(0.5 - t, t, 1 - t)"
        turn = '["pi/2", 0, 0]' if turned else "[0, 0, 0]"
        mass_text = f'"{mass}"' if isinstance(mass, str) else repr(mass)
        # The published inertia of the third link breaks the triangle inequality of a rigid body.
        kind = 'inertia_kind = "identified"\n' if name == "link3" else ""
        text += (
            f'[[body]]\nname = "{name}"\nmass = {mass_text}\ninertia = {inertia}\n{kind}'
            f"initial = {{ position = {centre}, rotation_vector = {turn} }}\n"
            f'[[joint]]\nname = "joint{i + 1}"\nkind = "revolute"\nbetween = ["{last}", "{name}"]\n'
            f"at = {at}\naxis = {axis}\n"
            f"initial = {{ coordinate = {start!r} }}\n"
            f'[[force]]\nname = "control{i + 1}"\nkind = "joint_torque"\njoint = "joint{i + 1}"\n'
            f'torque = "{p!r} * ({angle} - q) + {d!r} * ({rate} - v)"\n'
            f'[[output]]\nname = "angle{i + 1}"\nquantity = "joint_position"\njoint = "joint{i + 1}"\n'
            f'[[output]]\nname = "torque{i + 1}"\nquantity = "joint_force"\njoint = "joint{i + 1}"\n'
        )
        last = name
    return text + method(integrator, round(duration * common.PUMA_STEPS), duration, formulation)


class Program:
    """The binary and the folder in which it works."""

    def __init__(self, path: Path, folder: Path) -> None:
        self.path, self.folder = path.resolve(), folder
        version = subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True)
        self.peer = version.stdout.strip().capitalize()

    def members(self, columns: dict[str, np.ndarray]) -> None:
        """Write the table of the members that the next runs integrate."""
        with open(self.folder / "members.csv", "w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows([repr(float(value)) for value in row] for row in zip(*columns.values()))

    def run(self, scenario: str, table: str = "parquet") -> tuple[float, float]:
        """Processor and wall time (s) of one run. Raises RuntimeError, in words, if not every member completed."""
        (self.folder / "scenario.toml").write_text(scenario)
        command: list[str | Path] = [
            self.path,
            "run",
            "scenario.toml",
            "--out",
            "out",
            "--force",
            "--backend",
            "cpu",
            "--threads",
            "1",
            "--format",
            table,
        ]
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode == 3:
            outcomes = json.loads((self.folder / "out" / "manifest.json").read_text())["outcomes"]
            raise RuntimeError("outcomes: " + ", ".join(f"{name} {count}" for name, count in outcomes.items() if count))
        if done.returncode != 0:
            words = [line for line in done.stderr.strip().splitlines() if "XDG_RUNTIME_DIR" not in line]
            raise RuntimeError(f"exit code {done.returncode}: {words[0] if words else 'no message'}")
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall

    def values(self, scenario: str, names: list[str]) -> np.ndarray:
        """Outputs (names, members) of a run; not a number where there is none."""
        self.run(scenario, "csv")
        with open(self.folder / "out" / "members.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        return np.array([[float(row[name] or "nan") for row in rows] for name in names])

    def rates(self, scenario: str, clock: Clock, units: float) -> tuple[float, float]:
        """Median units per second of processor time and of wall time."""
        self.run(scenario)
        times = [self.run(scenario) for _ in range(clock.repeats)]
        return units / statistics.median(t[0] for t in times), units / statistics.median(t[1] for t in times)


def table_of(count: int) -> dict[str, np.ndarray]:
    mass, arm, spin = common.ensemble(count)
    return {"mass": mass, "arm": arm, "spin": spin}


def heavy_top_row(
    program: Program, clock: Clock, task: str, integrator: str, formulation: str, steps: int, count: int
) -> Row:
    scenario = HEAVY_TOP + method(integrator, steps, common.DURATION, formulation)
    program.members(table_of(common.CHECK_MEMBERS))
    ends = program.values(scenario, ["com.x", "com.y", "com.z"])
    program.members(table_of(count))
    cpu, wall = program.rates(scenario, clock, count * steps)
    error, problem = common.position_error(ends), common.check_positions(ends)
    return Row(
        task,
        program.peer,
        f"{integrator}, {HEAVY_TOP_FORMULATIONS[formulation]}",
        cpu,
        wall,
        cpu / steps,
        steps,
        error,
        problem,
        f"whole run of {count} members",
    )


def target_rows(program: Program, clock: Clock, integrator: str, formulation: str, count: int) -> list[Row]:
    program.members(table_of(1))

    def error(steps: int) -> float:
        scenario = HEAVY_TOP + method(integrator, steps, common.DURATION, formulation)
        return common.position_error(program.values(scenario, ["com.x", "com.y", "com.z"]))

    found = common.cheapest(common.step_counts(), error)
    if found is None:
        return [Row(TARGET_TASK, program.peer, integrator, note="no step meets the error")]
    return [heavy_top_row(program, clock, TARGET_TASK, integrator, formulation, found[0], count)]


def formulation_rows(program: Program, clock: Clock, formulation: str, count: int) -> list[Row]:
    steps = common.LONG_STEPS
    scenario = HEAVY_TOP + method("rkmk4", steps, common.LONG_DURATION, formulation)
    program.members(table_of(1))
    end = program.values(scenario, ["com.x", "com.y", "com.z"])[:, 0]
    error = float(np.linalg.norm(end - common.LONG_POSITION))
    # Copies of one member: some others of the ensemble come to the singularity of the angles, and end there.
    program.members({name: np.repeat(values, count) for name, values in table_of(1).items()})
    cpu, wall = program.rates(scenario, clock, count * steps)
    note = f"whole run of {count} copies of one member"
    figures = (cpu, wall, cpu / steps, steps, error)
    return [Row(FORMULATION_TASK, program.peer, FORMULATIONS[formulation], *figures, note=note)]


def check_puma(program: Program, integrator: str, formulation: str) -> tuple[float, str]:
    """The largest angle of the paper's arm from its target (rad), and an empty text or what is wrong with its motion."""
    program.members({"load": np.array([0.09])})
    problem = ""
    for when in common.PUMA_TORQUES:
        torques = program.values(puma(when, integrator, formulation), [f"torque{i}" for i in range(1, 7)])[:, 0]
        problem = problem or common.check_puma_torques(when, torques)
    angles = program.values(puma(1.0, integrator, formulation), [f"angle{i}" for i in range(1, 7)])[:, 0]
    error = float(np.abs(angles - common.PUMA_FINAL).max())
    if not error < common.PUMA_FINAL_TOLERANCE:
        problem = f"the final angles miss the goal by {error:.1e} rad"
    return error, problem


def puma_row(program: Program, clock: Clock, count: int) -> Row:
    error, problem = check_puma(program, "rkmk4", "joint")
    program.members({"load": np.linspace(0.09, 0.1, count)})  # kg, of the last link
    steps = common.PUMA_STEPS
    cpu, wall = program.rates(puma(1.0), clock, count * steps)
    note = f"whole run of {count} members"
    return Row(PUMA_TASK, program.peer, "rkmk4, joint coordinates", cpu, wall, cpu / steps, steps, error, problem, note)


def lorenz_row(program: Program, clock: Clock, count: int) -> Row:
    """The scenario of the repository with more members."""
    scenario = Path(__file__).resolve().parents[2] / "scenarios" / "lorenz.toml"
    text = scenario.read_text().replace("count = 8192", f"count = {count}")
    end = program.values(text, ["x", "y", "z"])
    error, problem = common.lorenz_error(end), common.check_lorenz(end, "f64")
    steps = common.LORENZ_STEPS
    cpu, wall = program.rates(text, clock, count * steps)
    note = f"whole run of {count} members"
    return Row(LORENZ_TASK, program.peer, "tsit5, f64", cpu, wall, cpu / steps, steps, error, problem, note)


def bench_rows(program: Program, repeats: int) -> list[Row]:
    """The program's own figures of the heavy top on one core, in wall time."""
    figures = program.folder / "bench.json"
    subprocess.run(
        [program.path, "bench", "--only", "cpu", "--repeat", str(repeats), "--json", figures],
        cwd=program.folder,
        capture_output=True,
        check=True,
    )
    rows = []
    for figure in json.loads(figures.read_text())["figures"]:
        if figure["what"].startswith("heavy_top") and "one core" in figure["what"] and figure["unit"] == "body-steps/s":
            note = "gyrosweep bench, integration alone, wall time"
            rows.append(Row(STEP_TASK, program.peer, f"rkmk4: {figure['what']}", None, figure["value"], note=note))
    return rows


def main() -> None:
    if len(sys.argv) < 2 or sys.argv[1].startswith("-"):
        sys.exit("peer_gyrosweep.py needs the path of the gyrosweep binary as its first argument")
    clock = Clock.from_arguments()
    quick = clock.repeats < 5
    many, few, arms = (8192, 512, 64) if quick else (65536, 4096, 512)
    with tempfile.TemporaryDirectory(prefix="gyrosweep-peers-") as name:
        program = Program(Path(sys.argv[1]), Path(name))
        jobs: list[tuple[str, str, Callable[[], list[Row]]]] = [
            (STEP_TASK, "bench", lambda: bench_rows(program, clock.repeats)),
            (PUMA_TASK, "rkmk4", lambda: [puma_row(program, clock, arms)]),
            (LORENZ_TASK, "tsit5", lambda: [lorenz_row(program, clock, many)]),
        ]
        for formulation in HEAVY_TOP_FORMULATIONS:
            step_rows = partial(heavy_top_row, program, clock, STEP_TASK, "rkmk4", formulation, common.STEPS, many)
            jobs.append((STEP_TASK, f"rkmk4, {formulation}", lambda row=step_rows: [row()]))
        for integrator, formulation in [*((name, "joint") for name in INTEGRATORS), ("dop853", "euler_parameters")]:
            job = partial(target_rows, program, clock, integrator, formulation, many)
            jobs.append((TARGET_TASK, f"{integrator}, {formulation}", job))
        for formulation in FORMULATIONS:
            rows_of = partial(formulation_rows, program, clock, formulation, few)
            jobs.append((FORMULATION_TASK, FORMULATIONS[formulation], rows_of))
        for task, what, job in jobs:
            try:
                rows = job()
            except (RuntimeError, subprocess.CalledProcessError, KeyError) as error:
                rows = [Row(task, program.peer, what, note=f"not measured: {error}")]
            for row in rows:
                emit(row)


if __name__ == "__main__":
    main()
