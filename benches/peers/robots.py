"""Robots from URDF files beside Pinocchio: accelerations, motion, and steps per second of processor time.

    python robots.py --gyrosweep PATH [--only NAME ...] [--core N] [--quick] [--json FILE]

Every robot is imported and falls freely for 0.2 s from random states (coordinates within +-1 rad or m, velocities within
+-1 rad/s or m/s), with gravity and the damping of its file, without dry friction, motors and limits; joints that mimic others
are free. Steps have 1 ms, or 0.1 ms where the damping of light links, or a long chain's motion, makes longer ones of
explicit methods diverge.

Both programs take the classical method of order 4: Gyrosweep `rkmk4`, Pinocchio four evaluations by articulated bodies per
step (`pinocchio_steps.cpp`, compiled here for this processor, headers only; by clang++ where there is one, since that makes
it 1.7 times as fast as g++ 12 does).

Steps per CPU second are of one core and of whole commands: Gyrosweep reads the scenario, compiles it, draws and integrates
all members, eight in a register where the processor has AVX-512, and writes the table of final coordinates; Pinocchio's
program reads the model and the states, integrates one robot after the other and writes the final states. Both get so many
members that they run for one or two seconds; the set-up is a run of eight members. Medians of five repetitions,
alternated; of ratios, those of neighbouring repetitions.

The errors are those of eight members: the largest difference of a final coordinate (of a floating base: of three points of
it) from Pinocchio's solution with an eighth of the step. *Apart* is the largest difference between the two programs at the
same step. The difference of accelerations is measured as in urdf_import.py.

Needs what urdf_import.py needs, example-robot-data and cmeel-eigen from PyPI, and clang++ or g++.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import numpy as np
import pinocchio as pin
import tomli_w

import run_all
import urdf_import
from peer_gyrosweep import Program

HERE = Path(__file__).resolve().parent
PREFIX = Path(pin.__file__).resolve().parents[4]  # of the packages of cmeel
DURATION = 0.2
CHECKED = 8  # members whose motion is compared
FINER = 8  # how many times as many steps the reference has
# Boost's lists as long as Pinocchio's list of joints, as its CMake files have it.
COMPILE = (
    "-std=c++17 -O3 -march=native -DNDEBUG -w -DBOOST_MPL_LIMIT_LIST_SIZE=30 -DBOOST_MPL_LIMIT_VECTOR_SIZE=30 "
    "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS -DBOOST_FUSION_INVOKE_MAX_ARITY=12"
).split()

# Name, file in example-robot-data or number of links of a chain, base, step [s].
ROBOTS = (
    ("UR5", "ur5_robot.urdf", "fixed", 1e-3),
    ("Kinova", "kinova_description/robots/kinova.urdf", "fixed", 1e-3),
    ("Panda", "panda.urdf", "fixed", 1e-3),
    ("Solo 12", "solo12.urdf", "floating", 1e-3),
    ("ANYmal C", "anymal_c_simple_description/urdf/anymal.urdf", "floating", 1e-3),
    ("iCub", "icub_reduced.urdf", "fixed", 1e-4),
    ("G1", "g1_29dof_rev_1_0.urdf", "floating", 1e-3),
    ("Talos", "talos_full_v2.urdf", "fixed", 1e-4),
    ("Talos, floating", "talos_full_v2.urdf", "floating", 1e-4),
    ("TIAGo", "tiago_description/robots/tiago.urdf", "fixed", 1e-4),
    ("chain of 30", 30, "fixed", 1e-3),
    ("chain of 100", 100, "fixed", 1e-4),
)
CHAINS = tuple((f"chain of {count}", count, "fixed", 1e-3 if count < 100 else 1e-4) for count in (4, 16, 64, 100, 256))


def chain(count: int) -> str:
    """A URDF file of links of 0.1 m and 1 kg that hang one from the other, on revolute joints about x and y in turn."""
    text = ['<robot name="chain"><link name="link0"/>']
    for i in range(1, count + 1):
        at, axis = (0 if i == 1 else -0.1), ("1 0 0", "0 1 0")[i % 2]
        text.append(
            f'<link name="link{i}"><inertial><origin xyz="0 0 -0.05"/><mass value="1"/>'
            f'<inertia ixx="1e-3" iyy="1e-3" izz="5e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>'
            f'<joint name="joint{i}" type="revolute"><parent link="link{i - 1}"/><child link="link{i}"/>'
            f'<origin xyz="0 0 {at}"/><axis xyz="{axis}"/><limit effort="1" velocity="1" lower="-1" upper="1"/></joint>'
        )
    return "\n".join([*text, "</robot>"])


def robot_file(source: str | int, folder: Path) -> Path:
    if isinstance(source, int):
        made = folder / f"chain{source}.urdf"
        made.write_text(chain(source))
        return made
    found = sorted((PREFIX / "share" / "example-robot-data" / "robots").rglob(Path(source).name))
    return next(path for path in found if str(path).endswith(source))


def described(reference: urdf_import.Reference) -> str:
    """The model in the text that pinocchio_steps.cpp reads."""
    model = reference.model
    damping = {name: coefficient for name, coefficient, *_ in reference.dissipation}
    lines = [f"{model.njoints - 1} 0 0 -9.81"]
    for name, i in reference.names.items():
        joint, placement, inertia = model.joints[i], model.jointPlacements[i], model.inertias[i]
        kind = joint.shortname()
        axis = joint.extract().axis if "Unaligned" in kind else np.zeros(3)
        own = [model.armature[joint.idx_v], damping.get(name, 0.0)]
        groups = (axis, placement.translation, placement.rotation, [inertia.mass], inertia.lever, inertia.inertia, own)
        numbers = (repr(float(x)) for group in groups for x in np.asarray(group).flat)
        lines.append(f"{kind} {model.parents[i]} {' '.join(numbers)}")
    return "\n".join(lines) + "\n"


class Theirs:
    """Pinocchio's program."""

    def __init__(self, folder: Path, compiled: Path | None) -> None:
        self.folder, self.program, self.convention = folder, folder / "pinocchio_steps", "local"
        if compiled:
            self.program = compiled.resolve()
            return
        compiler = shutil.which("clang++") or "g++"
        print(f"compiling pinocchio_steps.cpp by {compiler} (a minute or two) ...", file=sys.stderr, flush=True)
        include = PREFIX / "include"
        source = HERE / "pinocchio_steps.cpp"
        command = [compiler, *COMPILE, "-isystem", include, "-isystem", include / "eigen3", source, "-o", self.program]
        subprocess.run(command, check=True)

    def run(self, reference: urdf_import.Reference, states: np.ndarray, step: float) -> tuple[np.ndarray, float]:
        """The final states, and the processor time of the command."""
        (self.folder / "model.txt").write_text(described(reference))
        states.tofile(self.folder / "starts")
        command = [self.program, "model.txt", "starts", "ends", str(round(DURATION / step)), repr(step), self.convention]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, cwd=self.folder, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        ends = np.fromfile(self.folder / "ends").reshape(states.shape)
        return ends, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Case:
    """A robot in both programs."""

    def __init__(self, program: Program, theirs: Theirs, file: Path, base: str, step: float) -> None:
        self.program, self.theirs, self.step = program, theirs, step
        scenario = urdf_import.imported(program.path, file, program.folder, base)
        scenario["force"] = [force for force in scenario.get("force", []) if force["kind"] != "joint_friction"]
        self.reference = urdf_import.Reference(file, base, scenario)
        scenario["method"] = {"formulation": "joint", "integrator": "rkmk4", "step": step, "duration": DURATION}
        scenario.pop("sampling", None)
        joints = {joint["name"]: joint for joint in scenario["joint"]}
        self.base = joints["base"]["between"][1] if base == "floating" else None
        scenario["output"] = [
            {"name": f"q_{name}", "quantity": "joint_position", "joint": name}
            for name in joints
            if not self.base or name != "base"
        ]
        if self.base:
            scenario["output"] += [
                {"name": f"base{i}", "quantity": "position", "body": self.base, "point": point.tolist()}
                for i, point in enumerate(np.eye(3))
            ]
        rng = np.random.default_rng(urdf_import.SEED)
        drawn = [self.reference.draw(scenario, rng) for _ in range(8 * CHECKED)]
        self.states = np.array([np.concatenate([q, v]) for _, q, v, _ in drawn])
        self.columns, parameters = {}, {}
        for name, joint in joints.items():
            values = np.array([state[name] for state, *_ in drawn])
            names = [f"p{len(parameters) + i}" for i in range(values.shape[1])]
            parameters |= {key: {"default": 0.0} for key in names}
            self.columns |= dict(zip(names, values[:CHECKED].T))
            half = len(names) // 2
            keys = ("coordinate", "velocity") if half == 1 else ("coordinates", "velocities")
            parts = (names[0], names[1]) if half == 1 else (names[:half], names[half:])
            joint["initial"] = dict(zip(keys, parts))
        scenario["parameters"] = parameters
        bodies = {body["name"]: body for body in scenario["body"]}
        if self.base:
            at_rest = self.reference.model.createData()
            pin.forwardKinematics(self.reference.model, at_rest, pin.neutral(self.reference.model))
            self.centre = at_rest.oMi[1].actInv(np.array(bodies[self.base]["initial"]["position"]))
        self.scenario = scenario

    def final(self, ends: np.ndarray) -> np.ndarray:
        """Pinocchio's final states as Gyrosweep's outputs, a row per member."""
        model, parts = self.reference.model, self.reference.parts()
        columns = []
        for output in self.scenario["output"]:
            if output["quantity"] == "joint_position":
                kind, joint, _ = parts[output["joint"]]
                q = ends[:, joint.idx_q : joint.idx_q + joint.nq]
                columns.append(q[:, 0] if kind == "revolute" else np.arctan2(q[:, 1], q[:, 0]))
            else:
                point = self.centre + output["point"]
                columns += list(np.array([pin.XYZQUATToSE3(end[:7]).act(point) for end in ends]).T)
        return np.array(columns).T

    def motion(self) -> tuple[float, float, float]:
        """The errors of Gyrosweep and of Pinocchio, and how far they are apart."""
        self.program.members(self.columns)
        scenario = self.scenario | {"plan": {"kind": "table", "file": "members.csv"}}
        names = []
        for output in scenario["output"]:
            names += [f"{output['name']}.{x}" for x in "xyz"] if output["quantity"] == "position" else [output["name"]]
        ours = self.program.values(tomli_w.dumps(scenario), names).T
        starts = self.states[:CHECKED]
        theirs, fine = (self.final(self.theirs.run(self.reference, starts, self.step / finer)[0]) for finer in (1, FINER))
        turns = np.array([self.reference.parts()[n[2:]][0] == "continuous" if n.startswith("q_") else False for n in names])

        def apart(one: np.ndarray, other: np.ndarray) -> float:
            difference = np.where(turns, np.remainder(one - other + np.pi, 2 * np.pi) - np.pi, one - other)
            return float(np.abs(difference).max())

        return apart(ours, fine), apart(theirs, fine), apart(ours, theirs)

    def ours_takes(self, members: int) -> float:
        """Processor time [s] of the command that integrates so many members."""
        vary = {name: {"uniform": [-1.0, 1.0]} for name in self.columns}
        plan = {"kind": "random", "members": members, "seed": urdf_import.SEED, "vary": vary}
        return self.program.run(tomli_w.dumps(self.scenario | {"plan": plan}))[0]

    def theirs_takes(self, members: int) -> float:
        return self.theirs.run(self.reference, np.resize(self.states, (members, self.states.shape[1])), self.step)[1]


@dataclasses.dataclass
class Figures:
    """What is measured of one robot; times are CPU seconds of whole commands."""

    robot: str
    step: float
    degrees: int
    bodies: int
    acceleration: float  # largest difference, relative
    error: float  # of the motion [m, rad]
    their_error: float
    apart: float
    members: int = 0
    their_members: int = 0
    seconds: list[float] = dataclasses.field(default_factory=list)
    their_seconds: list[float] = dataclasses.field(default_factory=list)
    set_up: float = 0.0  # Gyrosweep's run of eight members [s]

    @property
    def rate(self) -> float:
        return self.members * (DURATION / self.step) / statistics.median(self.seconds)

    @property
    def their_rate(self) -> float:
        return self.their_members * (DURATION / self.step) / statistics.median(self.their_seconds)

    @property
    def ratio(self) -> float:
        """The median of the ratios of neighbouring repetitions, which met about the same load."""
        their = [own / other for own, other in zip(self.their_seconds, self.seconds)]
        return statistics.median(their) * self.members / self.their_members


def enough(takes, least: float, first: int) -> int:
    """How many members take `least` seconds more than the set-up: a multiple of `first`."""
    few = takes(first)
    if few > least:
        return first
    four = takes(4 * first)
    while four - few < least / 8:
        first, few, four = 4 * first, four, takes(16 * first)
    return first * max(1, round(least * 3 / (four - few)))


def measure(case: Case, figures: Figures, quick: bool) -> None:
    least = 0.3 if quick else 2.0
    conventions = {}
    for name in ("local", "world"):
        case.theirs.convention = name
        conventions[name] = min(case.theirs_takes(4) for _ in range(5))
    case.theirs.convention = min(conventions, key=conventions.get)
    figures.members, figures.their_members = enough(case.ours_takes, least, 256), enough(case.theirs_takes, least / 2, 4)
    for _ in range(3 if quick else 5):
        figures.seconds.append(case.ours_takes(figures.members))
        figures.their_seconds.append(case.theirs_takes(figures.their_members))
    # one register of members takes next to nothing beside it
    figures.set_up = min(case.ours_takes(8) for _ in range(3))


def rate(value: float) -> str:
    return f"{value:.2e}".replace("e+0", "e")


def table(rows: list[Figures]) -> str:
    lines = [
        "| robot | degrees of freedom | step, ms | Gyrosweep, steps / CPU s | Pinocchio | ratio "
        "| difference of accelerations, relative | error of the motion | Pinocchio's | apart | set-up, CPU s |",
        "|---" * 11 + "|",
    ]
    for row in rows:
        lines.append(
            f"| {row.robot} | {row.degrees} | {1e3 * row.step:g} | {rate(row.rate)} | {rate(row.their_rate)} "
            f"| {row.ratio:.1f} | {row.acceleration:.1e} "
            f"| {row.error:.1e} | {row.their_error:.1e} | {row.apart:.1e} | {row.set_up:.2f} |"
        )
    return "\n".join(lines)


def chain_table(rows: list[Figures]) -> str:
    """Nanoseconds per body and step."""
    lines = ["| bodies | Gyrosweep, ns per body and step | Pinocchio | ratio | set-up, CPU s |", "|---" * 5 + "|"]
    for row in rows:
        own, their = (1e9 / (value * row.bodies) for value in (row.rate, row.their_rate))
        lines.append(f"| {row.bodies} | {own:.0f} | {their:.0f} | {row.ratio:.1f} | {row.set_up:.2f} |")
    return "\n".join(lines)


def write(file: Path | None, about: dict[str, str], rows: dict[str, Figures]) -> None:
    """All figures, after every robot, so that an interruption loses one of them at most."""
    if file:
        figures = [dataclasses.asdict(row) for row in rows.values()]
        file.write_text(json.dumps({"machine": about, "robots": figures}, indent=1) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare robots with Pinocchio: accelerations, motion and speed.")
    parser.add_argument("--gyrosweep", type=Path, required=True, metavar="PATH", help="the gyrosweep binary (a release build)")
    parser.add_argument("--compiled", type=Path, metavar="PATH", help="pinocchio_steps, if it is compiled already")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="robots by name, and 'chains' for chains by their length")
    parser.add_argument("--core", type=int, help="the core that everything runs on [default: the last one allowed]")
    parser.add_argument("--quick", action="store_true", help="shorter and fewer repetitions, to see that all works")
    parser.add_argument("--json", type=Path, help="write all figures there, too")
    options = parser.parse_args()
    os.environ |= run_all.ONE_THREAD
    about = run_all.machine(run_all.pin(options.core)) | {"pinocchio": pin.__version__}
    wanted = lambda name: not options.only or name in options.only
    chosen = [robot for robot in ROBOTS if wanted(robot[0])]
    chains = CHAINS if wanted("chains") else ()
    rows, failed = {}, []
    with tempfile.TemporaryDirectory() as place:
        program, theirs = Program(options.gyrosweep, Path(place)), Theirs(Path(place), options.compiled)
        for name, source, base, step in dict.fromkeys((*chosen, *chains)):
            print(f"measuring {name} ...", file=sys.stderr, flush=True)
            try:
                file = robot_file(source, Path(place))
                accelerations, _ = urdf_import.compare(program.path, file, base, CHECKED)
                case = Case(program, theirs, file, base, step)
                shape = accelerations["degrees"], accelerations["bodies"]
                row = Figures(name, step, *shape, accelerations["error"], *case.motion())
                measure(case, row, options.quick)
                rows[name] = row
                print(f"  {rate(row.rate)}, {rate(row.their_rate)} steps per CPU second", file=sys.stderr, flush=True)
                write(options.json, about, rows)
            except (urdf_import.Refused, RuntimeError) as error:
                failed.append(f"{name}: {error}")
    about["load after"] = f"{os.getloadavg()[0]:.1f}"
    print("Measured on " + ", ".join(value if key == "processor" else f"{key} {value}" for key, value in about.items()) + "\n")
    print(table([rows[name] for name, *_ in chosen if name in rows]))
    if chains:
        print("\n" + chain_table([rows[name] for name, *_ in chains if name in rows]))
    print("".join(f"\n{line}" for line in failed))
    write(options.json, about, rows)
    # what is no number agrees with nothing, and no rows are no agreement
    disagree = [row for row in rows.values() if not row.acceleration <= urdf_import.TOLERANCE]
    return 1 if failed or disagree or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
