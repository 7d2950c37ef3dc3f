"""Exudyn's side of models of controllers and friction: kinematic trees and single coordinates."""

from __future__ import annotations

from typing import Any

from models_exudyn import Explicit, World, exudyn, items, model, np

Joint = exudyn.JointType


def of_each(joint: dict[str, Any], one: str, many: str) -> list[float]:
    """The coordinates or velocities at the start, where a joint gives them."""
    start = joint.get("initial", {})
    return start.get(many, [start[one]] if one in start else [])


def tree(w: World, *kinds: tuple[Any, ...], **values: Any) -> tuple[int, int]:
    """The scenario's chain of joints as a kinematic tree: object and node. `kinds`: of each joint the kinds of its
    coordinates, whose links but the last have no mass. Axes and places are those of the assembled configuration, in
    which all coordinates are zero."""
    joints = w.scenario["joint"]
    counts = [len(of) for of in kinds]
    firsts = [sum(counts[:i]) for i in range(len(counts))]
    total = sum(counts)
    start, rates, offsets, centres = np.zeros(total), np.zeros(total), np.zeros((total, 3)), np.zeros((total, 3))
    masses, inertias = np.zeros(total), np.zeros((total, 3, 3))
    before, last = np.zeros(3), {}
    for joint, first, count in zip(joints, firsts, counts):
        for into, keys in ((start, ("coordinate", "coordinates")), (rates, ("velocity", "velocities"))):
            given = of_each(joint, *keys)
            into[first : first + len(given)] = given
        # a joint that slides has its frame where the joint before has it
        at = np.array(joint.get("at", before), float)
        offsets[first] = at - before
        body = w.table("body", joint["between"][1])
        link = last[body["name"]] = first + count - 1
        centres[link] = np.array(body.get("initial", {}).get("position", [0, 0, 0])) - at
        masses[link] = body["mass"]
        xx, yy, zz, xy, xz, yz = [*body["inertia"], 0, 0, 0][:6]
        inertias[link] = [[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]
        before = at
    node = w.system.AddNode(
        items.NodeGenericODE2(
            numberOfODE2Coordinates=total,
            referenceCoordinates=[0.0] * total,
            initialCoordinates=start,
            initialCoordinates_t=rates,
        )
    )
    number = w.add(
        items.ObjectKinematicTree(
            nodeNumber=node,
            gravity=w.scenario["gravity"]["acceleration"],
            jointTypes=[kind for of in kinds for kind in of],
            linkParents=list(range(-1, total - 1)),
            jointTransformations=exudyn.Matrix3DList([np.eye(3)] * total),
            jointOffsets=exudyn.Vector3DList(list(offsets)),
            linkInertiasCOM=exudyn.Matrix3DList(list(inertias)),
            linkCOMs=exudyn.Vector3DList(list(centres)),
            linkMasses=masses,
            **values,
        )
    )
    for output in w.scenario["output"]:
        name, quantity = output["name"], output["quantity"]
        if "joint" in output:
            i = next(k for k, joint in enumerate(joints) if joint["name"] == output["joint"])
            kind = w.kind.Coordinates_t if quantity == "joint_velocity" else w.kind.Coordinates
            part = slice(firsts[i], firsts[i] + counts[i])
            w.read[name] = lambda kind=kind, part=part: np.atleast_1d(w.system.GetNodeOutput(node, kind))[part]
        else:
            link = last[output["body"]]
            sensor = w.system.AddSensor(
                items.SensorKinematicTree(
                    objectNumber=number,
                    linkNumber=link,
                    localPosition=centres[link] + output.get("point", [0, 0, 0]),
                    writeToFile=False,
                    outputVariableType={"position": w.kind.Position, "velocity": w.kind.Velocity}[quantity],
                )
            )
            w.read[name] = lambda sensor=sensor: w.system.GetSensorValues(sensor)
    return number, node


@model(Explicit(1000), "robot along trajectories: `joint_control` of revolute and prismatic joints")
def robot(w: World) -> None:
    """As serialRobotTest.py and kinematicTreeTest.py, with trajectories by formulas."""
    p, d = (np.array([j["control"][key] for j in w.scenario["joint"]]) for key in ("proportional", "derivative"))

    def forces(_: Any, t: float, i: int, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        wanted = [0.8 * np.sin(2 * t), 0.5 * np.cos(3 * t) - 0.5, 0.1 * t * np.exp(-t), t**2]
        rates = [1.6 * np.cos(2 * t), -1.5 * np.sin(3 * t), 0.1 * (1 - t) * np.exp(-t), 2 * t]
        return p * (wanted - np.array(q)) + d * (rates - np.array(v))

    kinds = (Joint.RevoluteZ, Joint.RevoluteY, Joint.PrismaticX, Joint.RevoluteX)
    tree(w, *((kind,) for kind in kinds), forceUserFunction=forces)


@model(Explicit(2000), "coordinates of cylindrical, universal, planar and generic joints, springs and a motor on them")
def multi_coordinates(w: World) -> None:
    """As kinematicTreeTest.py, with links without mass."""
    k, d = (np.concatenate([joint[key] for joint in w.scenario["joint"]]) for key in ("stiffness", "damping"))

    def forces(_: Any, t: float, i: int, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        applied = -k * np.array(q) - d * np.array(v)
        applied[3] += 1.5 * np.sin(5 * t) + 3 * q[0] * v[3]
        return applied

    tree(
        w,
        (Joint.PrismaticZ, Joint.RevoluteZ),
        (Joint.RevoluteX, Joint.RevoluteY),
        (Joint.PrismaticX, Joint.PrismaticY, Joint.RevoluteZ),
        (Joint.PrismaticY, Joint.RevoluteY, Joint.RevoluteZ),
        forceUserFunction=forces,
    )


@model(Explicit(2000), "digital controller: `[[sampled]]` beside a function before steps")
def controller(w: World) -> None:
    """As openAIgymInterfaceTest.py, with the control in the function before steps."""
    number, node = tree(w, (Joint.PrismaticX,), (Joint.RevoluteY,), jointForceVector=[0, 0])
    held = {"filtered": 0.0}

    def sample(t: float) -> None:
        if abs(t / 0.01 - round(t / 0.01)) > 1e-6:
            return
        way, angle = w.system.GetNodeOutput(node, w.kind.Coordinates)
        rate, turning = w.system.GetNodeOutput(node, w.kind.Coordinates_t)
        held["filtered"] = 0.4 * held["filtered"] + 0.6 * (2 * way + 3 * rate + 40 * angle + 8 * turning)
        push = min(max(held["filtered"], -8.0), 8.0)
        w.system.SetObjectParameter(number, "jointForceVector", [push, 0])

    w.before_step = sample


@model(Explicit(150_000), "dry friction, proportional to the velocity near rest: `joint_torque` with `where`")
def friction(w: World) -> None:
    """As coordinateSpringDamperExt.py, with a proportional zone."""
    slide = w.table("joint", "slide")
    node = w.system.AddNode(items.Node1D(referenceCoordinates=[0], initialVelocities=[slide["initial"]["velocity"]]))
    w.add(items.ObjectMass1D(mass=w.table("body", "block")["mass"], nodeNumber=node))
    w.add(
        items.ObjectConnectorCoordinateSpringDamperExt(
            markerNumbers=[w.still(), w.coordinate(node)],
            stiffness=slide["stiffness"],
            damping=slide["damping"],
            fDynamicFriction=3,
            fStaticFrictionOffset=2,
            exponentialDecayStatic=0.3,
            fViscousFriction=0.4,
            frictionProportionalZone=0.1,
        )
    )
    w.read["way"] = w.coordinate_of(node, w.kind.Coordinates)
    w.read["rate"] = w.coordinate_of(node, w.kind.Coordinates_t)


@model(Explicit(1500), "load by a table with corners, progressive spring: `[[signal]]`")
def measured_load(w: World) -> None:
    """As loadUserFunctionTest.py."""
    slide = w.table("joint", "slide")["initial"]
    node = w.system.AddNode(
        items.Node1D(
            referenceCoordinates=[0],
            initialCoordinates=[slide["coordinate"]],
            initialVelocities=[slide["velocity"]],
        )
    )
    w.add(items.ObjectMass1D(mass=w.table("body", "mass")["mass"], nodeNumber=node))
    ends = [w.still(), w.coordinate(node)]
    w.add(
        items.ObjectConnectorCoordinateSpringDamper(
            markerNumbers=ends,
            springForceUserFunction=lambda _, t, i, q, v, *rest: 30 * q + 400 * q**3 + 0.4 * v,
        )
    )
    times, values = np.array(w.table("signal", "load")["samples"]).T
    load = lambda _, t, __: float(np.interp(t, times, values))
    w.system.AddLoad(items.LoadCoordinate(markerNumber=ends[1], load=1, loadUserFunction=load))
    w.read["way"] = w.coordinate_of(node, w.kind.Coordinates)
    w.read["rate"] = w.coordinate_of(node, w.kind.Coordinates_t)
