"""Exudyn's side of models of controllers and friction: kinematic trees and single coordinates."""

from __future__ import annotations

from typing import Any

from models_exudyn import Explicit, World, exudyn, items, model, np

Joint = exudyn.JointType


def tree(w: World, joints: list[tuple[str, Any]], **values: Any) -> tuple[int, int]:
    """The scenario's chain of joints as a kinematic tree: object and node. `joints`: a body and the kind of its joint,
    whose axes and places are those of the assembled configuration, in which all coordinates are zero."""
    start = [w.scenario["joint"][i].get("initial", {}) for i in range(len(joints))]
    node = w.system.AddNode(
        items.NodeGenericODE2(
            numberOfODE2Coordinates=len(joints),
            referenceCoordinates=[0.0] * len(joints),
            initialCoordinates=[s.get("coordinate", 0.0) for s in start],
            initialCoordinates_t=[s.get("velocity", 0.0) for s in start],
        )
    )
    bodies = [w.table("body", name) for name, _ in joints]
    # a joint that slides has its frame where the joint before has it
    at: list[np.ndarray] = []
    for joint in w.scenario["joint"]:
        at.append(np.array(joint["at"], float) if "at" in joint else at[-1] if at else np.zeros(3))
    inertia = lambda b: [*b["inertia"], 0, 0, 0][:6]
    matrix = lambda xx, yy, zz, xy, xz, yz: np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])
    centre = lambda b: np.array(b.get("initial", {}).get("position", [0, 0, 0]), float)
    number = w.add(
        items.ObjectKinematicTree(
            nodeNumber=node,
            gravity=w.scenario["gravity"]["acceleration"],
            jointTypes=[kind for _, kind in joints],
            linkParents=list(range(-1, len(joints) - 1)),
            jointTransformations=exudyn.Matrix3DList([np.eye(3)] * len(joints)),
            jointOffsets=exudyn.Vector3DList([b - a for a, b in zip([np.zeros(3), *at], at)]),
            linkInertiasCOM=exudyn.Matrix3DList([matrix(*inertia(b)) for b in bodies]),
            linkCOMs=exudyn.Vector3DList([centre(b) - a for a, b in zip(at, bodies)]),
            linkMasses=[b["mass"] for b in bodies],
            **values,
        )
    )
    for output in w.scenario["output"]:
        name = output["name"]
        if "joint" in output:
            i = next(k for k, joint in enumerate(w.scenario["joint"]) if joint["name"] == output["joint"])
            rate = output["quantity"] == "joint_velocity"
            w.read[name] = w.coordinate_of(node, w.kind.Coordinates_t if rate else w.kind.Coordinates, i)
        else:
            link = next(k for k, body in enumerate(bodies) if body["name"] == output["body"])
            kind = {"position": w.kind.Position, "velocity": w.kind.Velocity}[output["quantity"]]
            point = centre(bodies[link]) - at[link] + output.get("point", [0, 0, 0])
            sensor = w.system.AddSensor(
                items.SensorKinematicTree(
                    objectNumber=number,
                    linkNumber=link,
                    localPosition=point,
                    writeToFile=False,
                    outputVariableType=kind,
                )
            )
            w.read[name] = lambda sensor=sensor: w.system.GetSensorValues(sensor)
    return number, node


@model(Explicit(1000), "robot along trajectories: `joint_control` of revolute and prismatic joints")
def robot(w: World) -> None:
    """As serialRobotKinematicTree.py and kinematicTreeTest.py, with trajectories by formulas."""
    p, d = (np.array([j["control"][key] for j in w.scenario["joint"]]) for key in ("proportional", "derivative"))

    def forces(_: Any, t: float, i: int, q: np.ndarray, v: np.ndarray) -> np.ndarray:
        wanted = [0.8 * np.sin(2 * t), 0.5 * np.cos(3 * t) - 0.5, 0.1 * t * np.exp(-t), t**2]
        rates = [1.6 * np.cos(2 * t), -1.5 * np.sin(3 * t), 0.1 * (1 - t) * np.exp(-t), 2 * t]
        return p * (wanted - np.array(q)) + d * (rates - np.array(v))

    kinds = (Joint.RevoluteZ, Joint.RevoluteY, Joint.PrismaticX, Joint.RevoluteX)
    tree(w, list(zip(("column", "shoulder", "ram", "hand"), kinds)), forceUserFunction=forces)


@model(Explicit(2000), "digital controller: `[[sampled]]` beside a function before steps")
def controller(w: World) -> None:
    """As the inverted pendulums with a control in the pre-step function (openAIgym examples, nPendulum on a cart)."""
    number, node = tree(w, [("cart", Joint.PrismaticX), ("pole", Joint.RevoluteY)], jointForceVector=[0, 0])
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
    """As the examples of ObjectConnectorCoordinateSpringDamperExt, with a proportional zone."""
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
    """As springDamperUserFunctionTest.py and the examples whose loads interpolate measured data."""
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
