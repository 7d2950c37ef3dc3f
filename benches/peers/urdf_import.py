"""Import robots from URDF files and compare their accelerations with Pinocchio's.

    python urdf_import.py --gyrosweep PATH FOLDER_OR_FILE ... [--states N] [--json FILE] [--largest-file BYTES]

Every URDF file found is imported with its base fixed and with its base floating, joints that mimic others free, and run
from random states (coordinates within +-1 rad or m, velocities within +-1 rad/s or m/s); joint accelerations at the start
are compared with Pinocchio's articulated-body algorithm. Joints that the import locks are locked in Pinocchio's model too.

The error of a robot is the largest difference over its states and joints, relative to the largest acceleration of the
state. Beside it stands how far Pinocchio's own two algorithms (articulated bodies, and solving with the mass matrix) are
apart: what the conditioning of the robot leaves. Ends with 1 if a robot that is a tree fails or disagrees.

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


class Refused(Exception):
    """What a program says of a robot that it does not read."""


def word(name: str) -> str:
    """The name in the scenario."""
    made = re.sub(r"[^A-Za-z0-9_]", "_", name)[:150]
    return "_" + made if not made or made[0].isdigit() else made


def imported(gyrosweep: Path, robot: Path, folder: Path, base: str) -> dict:
    scenario = folder / "robot.toml"
    command = [gyrosweep, "import", robot, "--out", scenario, "--force", "--base", base, "--mimic", "free"]
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
    scenario["plan"] = {"kind": "table", "file": "states.csv", "vary": {}}
    scenario["plan"].pop("vary")
    scenario["method"] = {"integrator": "euler", "step": 1e-9, "duration": 1e-9}
    scenario["sampling"] = {"every": 1e-9}
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
            model = pin.buildModelFromUrdf(str(robot), *root)
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
        self.damping, self.friction = np.zeros(model.nv), np.zeros(model.nv)
        for force in scenario.get("force", []):
            at = model.joints[self.names[force["joint"]]].idx_v
            if force["kind"] == "joint_spring_damper":
                self.damping[at] = force["damping"]
            elif force["kind"] == "joint_torque":
                self.friction[at] = float(re.match(r"-([^*]+)\*tanh\(v/0.01\)$", force["torque"])[1])

    def parts(self) -> dict[str, tuple[str, pin.JointModel, int]]:
        kinds = {(1, 1): "revolute", (2, 1): "continuous", (7, 6): "free", (4, 3): "planar"}
        return {
            name: (kinds[self.model.joints[i].nq, self.model.joints[i].nv], self.model.joints[i], i)
            for name, i in self.names.items()
        }

    def evaluate(self, scenario: dict, rng: np.random.Generator) -> tuple[dict, dict, float]:
        """A random state in the coordinates of the scenario, the accelerations there, and how far two algorithms differ."""
        model, data = self.model, self.data
        q, v = pin.neutral(model), np.zeros(model.nv)
        bodies = {body["name"]: body for body in scenario["body"]}
        joints = {joint["name"]: joint for joint in scenario["joint"]}
        states, free = {}, {}
        for name, (kind, joint, i) in self.parts().items():
            iq, iv = joint.idx_q, joint.idx_v
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
            centre = model.inertias[i].lever
            origin = np.array(pose["position"]) + shift - rotation @ centre
            # the frame of the joint in the world
            q[iq : iq + 7] = pin.SE3ToXYZQUAT(model.jointPlacements[i].actInv(pin.SE3(rotation, origin)))
            v[iv : iv + 3] = rotation.T @ linear - np.cross(angular, centre)
            v[iv + 3 : iv + 6] = angular
            states[name] = np.concatenate([shift, turn, linear, angular])
            free[name] = (rotation, centre, angular)
        tau = -self.damping * v - self.friction * np.tanh(v / 0.01)
        aba = pin.aba(model, data, q, v, tau).copy()
        mass = pin.crba(model, data, q)
        mass = np.triu(mass) + np.triu(mass, 1).T
        solved = np.linalg.solve(mass, tau - pin.nonLinearEffects(model, data, q, v))
        own = np.abs(aba - solved).max() / np.abs(aba).max()
        found = {}
        for name, (kind, joint, i) in self.parts().items():
            a = aba[joint.idx_v : joint.idx_v + joint.nv]
            if kind == "free":
                rotation, centre, w = free[name]
                velocity = v[joint.idx_v : joint.idx_v + 3] + np.cross(w, centre)
                linear = a[:3] + np.cross(a[3:], centre) + np.cross(w, velocity)
                a = np.concatenate([rotation @ linear, a[3:]])
            found[name] = a
        return states, found, own


def compare(gyrosweep: Path, robot: Path, base: str, count: int) -> dict:
    rng = np.random.default_rng(SEED)
    with tempfile.TemporaryDirectory() as folder:
        scenario = imported(gyrosweep, robot, Path(folder), base)
        reference = Reference(robot, base, scenario)
        rows = [reference.evaluate(scenario, rng) for _ in range(count)]
        states = {name: np.array([row[0][name] for row in rows]) for name in rows[0][0]}
        missing = [joint["name"] for joint in scenario["joint"] if joint["name"] not in states]
        if missing:
            raise Refused(f"Pinocchio has no joint {missing[0]}")
        mine = accelerations(gyrosweep, scenario, states, Path(folder))
    error, own = 0.0, 0.0
    for k, (_, expected, apart) in enumerate(rows):
        largest = max(np.abs(a).max() for a in expected.values())
        difference = max(np.abs(mine[name][k] - a).max() for name, a in expected.items())
        error, own = max(error, difference / largest), max(own, apart)
    return {"degrees": reference.model.nv, "bodies": len(scenario["body"]), "locked": reference.locked, "error": error, "own": own}


def main() -> int:
    parser = argparse.ArgumentParser(description="Import robots from URDF files and compare accelerations with Pinocchio.")
    parser.add_argument("places", nargs="+", type=Path, metavar="FOLDER_OR_FILE", help="where URDF files are")
    parser.add_argument("--gyrosweep", type=Path, required=True, metavar="PATH", help="the gyrosweep binary")
    parser.add_argument("--states", type=int, default=8, help="random states of each robot [default: 8]")
    parser.add_argument("--json", type=Path, help="write the figures there, too")
    parser.add_argument("--base", nargs="+", choices=("fixed", "floating"), default=("fixed", "floating"))
    options = parser.parse_args()
    files = sorted({file for place in options.places for file in ([place] if place.is_file() else place.rglob("*.urdf"))})
    known, rows = set(), []
    print("robot | base | degrees of freedom | locked | error | Pinocchio's own | ")
    print("---|---|---|---|---|---|---")
    for file in files:
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        if digest in known:
            continue
        known.add(digest)
        for base in options.base:
            row = {"robot": "/".join(file.parts[-3:]), "base": base, "sha256": digest}
            try:
                row |= compare(options.gyrosweep.resolve(), file.resolve(), base, options.states)
                row["agrees"] = bool(row["error"] <= TOLERANCE)
                said = "" if row["agrees"] else "disagrees"
                print(f"{row['robot']} | {base} | {row['degrees']} | {row['locked']} | {row['error']:.1e} | {row['own']:.1e} | {said}")
            except (Refused, subprocess.TimeoutExpired) as refused:
                row["refused"] = str(refused)
                print(f"{row['robot']} | {base} | | | | | {refused}")
            sys.stdout.flush()
            rows.append(row)
    compared = [row for row in rows if "error" in row]
    agreeing = [row for row in compared if row["agrees"]]
    print(f"\n{len(known)} files; {len(compared)} comparisons, {len(agreeing)} within {TOLERANCE:.0e}; {len(rows) - len(compared)} refused")
    if options.json:
        options.json.write_text(json.dumps({"pinocchio": pin.__version__, "seed": SEED, "rows": rows}, indent=1) + "\n")
    return 0 if len(agreeing) == len(compared) else 1


if __name__ == "__main__":
    sys.exit(main())
