"""Import robots from URDF files and compare their accelerations with Pinocchio's.

    python urdf_import.py --gyrosweep PATH FOLDER_OR_FILE ... [--states N] [--json FILE] [--largest-file BYTES]

Every URDF file found is imported with its base fixed and with its base floating, joints that mimic others free, and, where
there are such joints, once more with couplings, in absolute coordinates. Each is run from random states (coordinates within +-1 rad or m, velocities within +-1 rad/s or m/s); joint accelerations at the start
are compared with Pinocchio's articulated-body algorithm. Joints that the import locks are locked in Pinocchio's model too.

The error of a robot is the largest difference over its states and joints, relative to the largest acceleration of the
state, or to 1 rad/s^2 (m/s^2) where that is less, as in balance. Beside it stands how far Pinocchio's own two algorithms
(articulated bodies, and solving with the mass matrix) are apart: what the conditioning of the robot leaves. Where that is
more than the tolerance, the robot is called ill-conditioned and is in no count of agreement. A robot is called singular
where it is refused because nothing opposes to a joint, and Pinocchio's mass matrix has no inverse either, and malformed where
Pinocchio refuses its file, too. Left out is what
cannot move: a fixed base without joints, a floating one without mass. Ends with 1 if any robot disagrees.

Needs pin, numpy, tomli_w and pyarrow from PyPI. Packages there that hold robots: example-robot-data, pybullet (its sdist
without compiling: pip download --no-deps --no-binary :all: pybullet).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

import numpy as np
import pinocchio as pin
import pyarrow.parquet
import tomli_w

TOLERANCE = 1e-12
SEED = 7
# A fixed and a floating base, in which joints that mimic others move freely, and a fixed base in which they follow.
WAYS = ("fixed", "floating", "coupled")
NO_MIMICS = "no joint mimics another"
# What is said of what cannot move in one of these ways.
NOT_MOVING = (NO_MIMICS, "no link has mass", "no joint moves, and the base is fixed", 'nothing gives the joint "base" inertia')


class Refused(Exception):
    """What a program says of a robot that it does not read."""


def word(name: str) -> str:
    """The name in the scenario."""
    made = re.sub(r"[^A-Za-z0-9_]", "_", name)[:150]
    return "_" + made if not made or made[0].isdigit() else made


def imported(gyrosweep: Path, robot: Path, folder: Path, way: str) -> dict:
    scenario = folder / "robot.toml"
    base, mimic = ("fixed", "coupled") if way == "coupled" else (way, "free")
    command = [gyrosweep, "import", robot, "--out", scenario, "--force", "--base", base, "--mimic", mimic]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise Refused(done.stderr.strip().splitlines()[-1].replace(f"{robot}:", "").replace(f"{scenario}:", ""))
    return tomllib.loads(scenario.read_text())


def accelerations(gyrosweep: Path, scenario: dict, states: dict[str, np.ndarray], folder: Path) -> dict[str, np.ndarray]:
    """The accelerations of every joint, a row per state; `states` has coordinates and velocities, side by side."""
    parameters, columns = {}, []
    for joint in scenario["joint"]:
        values = states[joint["name"]]
        names = [f"p{len(parameters) + i}" for i in range(values.shape[1])]
        parameters |= {name: {"default": 0.0} for name in names}
        columns.append(values)
        half = len(names) // 2
        if half == 1:
            joint["initial"] = {"coordinate": names[0], "velocity": names[1]}
        else:
            joint["initial"] = {"coordinates": names[:half], "velocities": names[half:]}
    (folder / "states.csv").write_text(
        ",".join(parameters) + "\n" + "".join(",".join(repr(float(x)) for x in row) + "\n" for row in np.hstack(columns))
    )
    scenario["parameters"] = parameters
    scenario["plan"] = {"kind": "table", "file": "states.csv"}
    length = 1e-5 if "constraint" in scenario else 1e-9
    method = scenario["method"] if "constraint" in scenario else {"integrator": "euler"}
    scenario["method"] = {key: method[key] for key in ("formulation", "integrator") if key in method}
    scenario["method"] |= {"step": length, "duration": length}
    if "constraint" in scenario:
        # the default start shifts accelerations by h^2
        scenario["method"]["start"] = "plain"
    scenario["sampling"] = {"every": length}
    scenario["output"] = [
        {"name": f"a_{joint['name']}", "quantity": "joint_acceleration", "joint": joint["name"]} for joint in scenario["joint"]
    ]
    (folder / "states.toml").write_text(tomli_w.dumps(scenario))
    out = folder / "results"
    command = [gyrosweep, "run", folder / "states.toml", "--out", out, "--force"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode not in (0, 3):
        raise Refused(done.stderr.strip().splitlines()[-1])
    table = pyarrow.parquet.read_table(out / "samples.parquet").to_pydict()
    starts = [i for i, time in enumerate(table["time"]) if time == 0.0]
    found = {}
    for joint in scenario["joint"]:
        name = f"a_{joint['name']}"
        own = [column for column in table if column == name or re.fullmatch(re.escape(name) + r"\.\d+", column)]
        found[joint["name"]] = np.array([[table[column][i] for column in own] for i in starts], dtype=float)
    return found


def exp3(vector: np.ndarray) -> np.ndarray:
    return pin.exp3(np.asarray(vector, dtype=float))


class Reference:
    """A robot in Pinocchio, with the joints locked that a scenario does not have."""

    def __init__(self, robot: Path, base: str, scenario: dict) -> None:
        root = [pin.JointModelFreeFlyer()] if base == "floating" else []
        try:
            model = pin.buildModelFromUrdf(str(robot), *root, mimic=base == "coupled")
        except Exception as error:
            raise Refused(f"Pinocchio: {str(error).strip().splitlines()[0]}") from error
        self.names = {"base" if base == "floating" and i == 1 else word(model.names[i]): i for i in range(1, model.njoints)}
        if len(self.names) < model.njoints - 1:
            raise Refused("names of joints that are alike, which this script does not tell apart")
        kept = {joint["name"] for joint in scenario["joint"]}
        locked = [i for name, i in self.names.items() if name not in kept]
        self.locked = len(locked)
        if locked:
            model = pin.buildReducedModel(model, locked, pin.neutral(model))
            self.names = {"base" if base == "floating" and i == 1 else word(model.names[i]): i for i in range(1, model.njoints)}
        model.gravity.linear = np.array([0.0, 0.0, -9.81])
        self.model, self.data = model, model.createData()
        # what joints do beside moving
        self.dissipation = [
            (force["joint"], force["damping"], 0.0, 1.0)
            if force["kind"] == "joint_spring_damper"
            else (force["joint"], 0.0, force["coulomb"], force["velocity"])
            for force in scenario.get("force", [])
        ]

    def parts(self) -> dict[str, tuple[str, pin.JointModel, int]]:
        kinds = {(0, 0): "mimic", (1, 1): "revolute", (2, 1): "continuous", (7, 6): "free", (4, 3): "planar"}
        return {
            name: (kinds[self.model.joints[i].nq, self.model.joints[i].nv], self.model.joints[i], i)
            for name, i in self.names.items()
        }

    def follow(self, scenario: dict, values: dict[str, np.ndarray], with_offset: bool) -> None:
        """Adds coordinates and velocities, or accelerations, of joints that couplings determine."""
        couplings = list(scenario.get("constraint", []))
        while couplings:
            coupling = next(c for c in couplings if c["joints"][1] in values)
            couplings.remove(coupling)
            offset = np.array([coupling["value"], 0.0]) if with_offset else 0.0
            values[coupling["joints"][0]] = -coupling["factors"][1] * values[coupling["joints"][1]] + offset

    def draw(self, scenario: dict, rng: np.random.Generator) -> tuple[dict, np.ndarray, np.ndarray, dict]:
        """A random state: in the coordinates of the scenario, in Pinocchio's, and what is needed of floating joints."""
        model = self.model
        q, v = pin.neutral(model), np.zeros(model.nv)
        bodies = {body["name"]: body for body in scenario["body"]}
        joints = {joint["name"]: joint for joint in scenario["joint"]}
        neutral = model.createData()
        pin.forwardKinematics(model, neutral, pin.neutral(model))
        states, free = {}, {}
        for name, (kind, joint, i) in self.parts().items():
            iq, iv = joint.idx_q, joint.idx_v
            if kind == "mimic":
                continue
            if kind == "planar":
                raise Refused("a planar joint, whose coordinates this script does not compare")
            if kind != "free":
                angle, speed = rng.uniform(-1, 1), rng.uniform(-1, 1)
                q[iq : iq + joint.nq] = [angle] if kind == "revolute" else [np.cos(angle), np.sin(angle)]
                v[iv] = speed
                states[name] = np.array([angle, speed])
                continue
            # The joint of the scenario has the centre of mass, from that of the other body and along its axes, at the
            # pose of the body plus coordinates, and the rotation times exp(coordinates).
            pose = bodies[joints[name]["between"][1]]["initial"]
            if joints[name]["between"][0] != "ground":
                raise Refused("a floating joint between two bodies, whose coordinates this script does not compare")
            shift, turn, linear, angular = (rng.uniform(-1, 1, 3) for _ in range(4))
            rotation = pin.Quaternion(*pose.get("quaternion", [1.0, 0.0, 0.0, 0.0])).matrix() @ exp3(turn)
            centre = neutral.oMi[i].actInv(np.array(pose["position"]))
            origin = np.array(pose["position"]) + shift - rotation @ centre
            # the frame of the joint in the world
            q[iq : iq + 7] = pin.SE3ToXYZQUAT(model.jointPlacements[i].actInv(pin.SE3(rotation, origin)))
            v[iv : iv + 3] = rotation.T @ linear - np.cross(angular, centre)
            v[iv + 3 : iv + 6] = angular
            states[name] = np.concatenate([shift, turn, linear, angular])
            free[name] = (rotation, centre, angular)
        self.follow(scenario, states, True)
        return states, q, v, free

    def evaluate(self, scenario: dict, rng: np.random.Generator) -> tuple[dict, dict, float]:
        """A random state in the coordinates of the scenario, the accelerations there, and how far two algorithms differ."""
        model, data = self.model, self.data
        states, q, v, free = self.draw(scenario, rng)
        tau = np.zeros(model.nv)
        for name, damping, friction, smooth in self.dissipation:
            # the force on a joint that follows acts on the one that it follows
            factor, master = 1.0, name
            while (coupling := next((c for c in scenario.get("constraint", []) if c["joints"][0] == master), None)) is not None:
                factor, master = -factor * coupling["factors"][1], coupling["joints"][1]
            speed = states[name][1]
            at = model.joints[self.names[master]].idx_v
            tau[at] -= factor * (damping * speed + friction * np.tanh(speed / smooth))
        mass = pin.crba(model, data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T
        solved = np.linalg.solve(mass, tau - pin.nonLinearEffects(model, data, q, v))
        # Pinocchio has no algorithm of articulated bodies for joints that mimic others: its other way is another solution
        if "constraint" in scenario:
            aba = np.linalg.lstsq(mass, tau - pin.nonLinearEffects(model, data, q, v), rcond=None)[0]
        else:
            aba = pin.aba(model, data, q, v, tau).copy()
        own = np.abs(aba - solved).max() / max(np.abs(aba).max(), 1.0)
        found = {}
        for name, (kind, joint, i) in self.parts().items():
            if kind == "mimic":
                continue
            a = aba[joint.idx_v : joint.idx_v + joint.nv]
            if kind == "free":
                rotation, centre, w = free[name]
                velocity = v[joint.idx_v : joint.idx_v + 3] + np.cross(w, centre)
                linear = a[:3] + np.cross(a[3:], centre) + np.cross(w, velocity)
                a = np.concatenate([rotation @ linear, a[3:]])
            found[name] = a
        self.follow(scenario, found, False)
        return states, found, own


def compare(gyrosweep: Path, robot: Path, base: str, count: int) -> tuple[dict, dict]:
    rng = np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as folder:
        scenario = imported(gyrosweep, robot, Path(folder), base)
        if base == "coupled" and "constraint" not in scenario:
            raise Refused(NO_MIMICS)
        reference = Reference(robot, base, scenario)
        rows = [reference.evaluate(scenario, rng) for _ in range(count)]
        states = {name: np.array([row[0][name] for row in rows]) for name in rows[0][0]}
        missing = [joint["name"] for joint in scenario["joint"] if joint["name"] not in states]
        if missing:
            raise Refused(f"Pinocchio has no joint {missing[0]}")
        mine = accelerations(gyrosweep, scenario, states, Path(folder))
    error, own = 0.0, 0.0
    for k, (_, expected, apart) in enumerate(rows):
        largest = max(1.0, *(np.abs(a).max() for a in expected.values()))
        difference = np.max([np.abs(mine[name][k] - a).max() for name, a in expected.items()])
        # unlike max, it keeps what is no number, as the accelerations of a state without a result are
        error, own = float(np.max([error, difference / largest])), float(np.max([own, apart]))
    row = {"degrees": reference.model.nv, "bodies": len(scenario["body"]), "locked": reference.locked, "error": error, "own": own}
    lists = {"states": states, "accelerations": {name: np.array([row[1][name] for row in rows]) for name in states}}
    return row, {key: {name: a.tolist() for name, a in value.items()} for key, value in lists.items()}


def verdict(row: dict) -> str:
    if row["error"] <= TOLERANCE:
        return "agrees"
    return "ill-conditioned" if row["own"] > TOLERANCE else "disagrees"


def why_refused(robot: Path) -> str:
    """Whether Pinocchio refuses the file, too, or has a mass matrix without an inverse, all joints free."""
    try:
        model = pin.buildModelFromUrdf(str(robot))
    except Exception:
        return "malformed"
    mass = pin.crba(model, model.createData(), pin.neutral(model))
    moments = np.linalg.eigvalsh(np.triu(mass) + np.triu(mass, 1).T)
    return "singular" if moments.size and moments[0] <= 1e-15 * moments[-1] else "refused"


def main() -> int:
    parser = argparse.ArgumentParser(description="Import robots from URDF files and compare accelerations with Pinocchio.")
    parser.add_argument("places", nargs="+", type=Path, metavar="FOLDER_OR_FILE", help="where URDF files are")
    parser.add_argument("--gyrosweep", type=Path, required=True, metavar="PATH", help="the gyrosweep binary")
    parser.add_argument("--states", type=int, default=8, help="random states of each robot [default: 8]")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS, help="how the robots are imported [default: all]")
    parser.add_argument("--golden", type=Path, help="write states and Pinocchio's accelerations there, as tests/urdf has them")
    options = parser.parse_args()
    files = sorted({file for place in options.places for file in ([place] if place.is_file() else place.rglob("*.urdf"))})
    known, rows, golden = set(), [], []
    print("robot | base | degrees of freedom | locked | error | Pinocchio's own | ")
    print("---|---|---|---|---|---|---")
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest in known:
            continue
        known.add(digest)
        for base in options.ways:
            row = {"robot": "/".join(file.parts[-3:]), "base": base, "sha256": digest}
            try:
                figures, values = compare(options.gyrosweep.resolve(), file.resolve(), base, options.states)
                row |= figures
                golden.append({"file": file.name, "way": base} | values)
                row["verdict"] = verdict(row)
                said = "" if row["verdict"] == "agrees" else row["verdict"]
                print(f"{row['robot']} | {base} | {row['degrees']} | {row['locked']} | {row['error']:.1e} | {row['own']:.1e} | {said}")
            except (Refused, subprocess.TimeoutExpired) as refused:
                if any(words in str(refused) for words in NOT_MOVING):
                    continue
                by_pinocchio = str(refused).startswith("Pinocchio")
                row |= {"verdict": "not compared" if by_pinocchio else why_refused(file), "refused": str(refused)}
                print(f"{row['robot']} | {base} | | | | | {refused}")
            sys.stdout.flush()
            rows.append(row)
    compared = [row for row in rows if "error" in row]
    count = lambda word: len({row["sha256"] for row in rows if row["verdict"] == word})
    worst = {name: count(name) for name in ("agrees", "disagrees", "ill-conditioned", "singular", "malformed", "not compared", "refused")}
    of_all = ", ".join(f"{number} {name}" for name, number in worst.items())
    print(f"\n{len(known)} files, {len({row['sha256'] for row in rows})} of which move: {of_all} ({len(compared)} comparisons)")
    if options.golden:
        about = (
            f"Pinocchio {pin.__version__}, benches/peers/urdf_import.py --states {options.states}: states of joints (coordinates,"
            " then velocities, as a scenario has them) and accelerations; m, rad, s"
        )
        options.golden.write_text(json.dumps({"about": about, "robots": golden}) + "\n")
    if options.json:
        options.json.write_text(json.dumps({"pinocchio": pin.__version__, "seed": SEED, "rows": rows}, indent=1) + "\n")
    if not compared:
        print("no robot was compared", file=sys.stderr)
    return 1 if worst["disagrees"] or not compared else 0


if __name__ == "__main__":
    sys.exit(main())
