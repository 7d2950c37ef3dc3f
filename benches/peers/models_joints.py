"""Exudyn's side of models with joints and constraints."""

from __future__ import annotations

from collections.abc import Sequence

from models_exudyn import Alpha, Static, World, axes_of, items, model, np, spring_damper


def spherical(w: World, name: str) -> int:
    joint = w.table("joint", name)
    ends = [w.point(body, w.place(body, joint["at"])) for body in joint["between"]]
    return w.add(items.ObjectJointSpherical(markerNumbers=ends))


def in_joint(w: World, name: str, axis: np.ndarray, turns: bool, which: int | None = None) -> int:
    """The spring and damper in a joint, along or about an axis of the world at the start."""
    joint = w.table("joint", name)
    stiffness, damping = (joint[key] if which is None else joint[key][which] for key in ("stiffness", "damping"))
    values = {"markerNumbers": w.frames(name, axes_of(axis)), "stiffness": stiffness, "damping": damping}
    if turns:
        return w.add(items.ObjectConnectorTorsionalSpringDamper(**values))
    return w.add(items.ObjectConnectorLinearSpringDamper(axisMarker0=[0, 0, 1], **values))


@model(Alpha(250), "spherical joints")
def spherical_chain(w: World) -> None:
    """As sphericalJointTest.py, a chain of three."""
    w.add_bodies()
    for name in ("top", "middle", "bottom"):
        spherical(w, name)


@model(Alpha(250), "revolute and prismatic joints; linear and torsional spring-dampers in them")
def revolute_prismatic(w: World) -> None:
    """As revoluteJointPrismaticJointTest.py and connectorLinearSpringDamper of the test models."""
    w.add_bodies()
    x, y, _ = np.eye(3)
    w.joint("turn", [1, 1, 1, 1, 1, 0])
    w.joint("slide", [0, 1, 1, 1, 1, 1])
    w.joint("swing", [1, 1, 1, 1, 0, 1])
    measured = in_joint(w, "slide", x, turns=False)
    in_joint(w, "swing", y, turns=True)
    slide = w.object(measured, w.kind.Displacement)
    w.read["slide"] = lambda: slide() @ w.turned("column")[:, 0]


@model(Alpha(250), "cylindrical and universal joints")
def universal_cylindrical(w: World) -> None:
    """As genericJointUserFunctionTest.py, with joints that lock four and three axes and one."""
    w.add_bodies()
    z = np.eye(3)[2]
    w.joint("sleeve", [1, 1, 0, 1, 1, 0])
    w.joint("cross", [1, 1, 1, 0, 0, 1])
    in_joint(w, "sleeve", z, turns=False, which=0)
    in_joint(w, "sleeve", z, turns=True, which=1)


@model(Alpha(250), "generic joints with any locked axes; spring-damper")
def generic_joints(w: World) -> None:
    """As genericJointUserFunctionTest.py and the first tutorials on rigid bodies with generic joints."""
    w.add_bodies()
    _, y, z = np.eye(3)
    w.joint("plane", [0, 0, 1, 0, 0, 1])
    w.joint("slot", [1, 1, 0, 1, 0, 1])
    in_joint(w, "slot", z, turns=False, which=0)
    in_joint(w, "slot", y, turns=True, which=1)
    spring_damper(w, "spring")


@model(Alpha(500), "spatial slider-crank: a loop of revolute, spherical, universal and prismatic joints")
def slider_crank_3d(w: World) -> None:
    """As sliderCrank3Dbenchmark.py."""
    w.add_bodies()
    across = np.array([0, 2, -1]) / np.sqrt(5)
    x = np.eye(3)[0]
    w.joint("bearing", [1, 1, 1, 0, 1, 1])
    spherical(w, "pin")
    w.joint("cross", [1, 1, 1, 0, 0, 1], np.column_stack([x, across, np.cross(x, across)]))
    w.joint("guide", [0, 1, 1, 1, 1, 1])


def planar_pins(w: World, *names: str) -> dict[str, int]:
    pins = {}
    for name in names:
        joint = w.table("joint", name)
        ends = [w.point(body, w.place(body, joint["at"])) for body in joint["between"]]
        pins[name] = w.add(items.ObjectJointRevolute2D(markerNumbers=ends))
    return pins


@model(Alpha(250), "planar four-bar and its reaction: redundant constraints here, planar bodies there")
def four_bar(w: World) -> None:
    """As fourBarMechanismTest.py."""
    w.add_planar_bodies()
    pins = planar_pins(w, "A", "B", "C", "D")
    force = w.object(pins["B"], w.kind.Force)
    w.read["B"] = lambda: np.append(-force()[:2], 0)


@model(Alpha(250), "distance constraints, and the tension in one")
def distance(w: World) -> None:
    """As pendulum2Dconstraint.py, in space and with bodies."""
    w.add_bodies()
    for name in ("lower", "upper"):
        rod = w.table("constraint", name)
        number = w.add(items.ObjectConnectorDistance(markerNumbers=w.ends(rod), distance=rod["length"]))
    w.read["tension"] = w.object(number, w.kind.Force)


def rolling(w: World, name: str, axes: Sequence[int] = (1, 1, 1)) -> int:
    """`axes`: which of across, along and normal to the disc's track are held."""
    tyre = w.table("constraint", name)
    return w.add(
        items.ObjectJointRollingDisc(
            markerNumbers=[w.frame(tyre.get("on", "ground")), w.frame(tyre["body"])],
            constrainedAxes=list(axes),
            discRadius=tyre["radius"],
            discAxis=tyre["axis"],
        )
    )


@model(Alpha(250), "rolling disc, and the normal force")
def rolling_coin(w: World) -> None:
    """As rollingCoinTest.py."""
    w.add_bodies()
    force = w.object(rolling(w, "floor"), w.kind.ForceLocal)
    w.read["normal"] = lambda: force()[2]


@model(Alpha(250), "motor, torsional spring, gear and load, and the force in the gear: `coupling`")
def drive_train(w: World) -> None:
    """As driveTrainTest.py, of rotational masses and coordinate constraints."""
    nodes = {}
    for body in w.scenario["body"]:
        name = body["name"]
        start = w.table("joint", name)["initial"]["velocity"]
        nodes[name] = w.system.AddNode(items.Node1D(referenceCoordinates=[0], initialVelocities=[start]))
        w.add(items.ObjectRotationalMass1D(physicsInertia=body["inertia"][2], nodeNumber=nodes[name]))
        w.read[name] = w.coordinate_of(nodes[name], w.kind.Coordinates)
        w.read[f"{name}_rate"] = w.coordinate_of(nodes[name], w.kind.Coordinates_t)
    motor, pinion, load = (w.coordinate(nodes[name]) for name in ("motor", "pinion", "load"))
    damping = w.table("joint", "load")["damping"]
    w.add(items.ObjectConnectorCoordinateSpringDamper(markerNumbers=[pinion, motor], stiffness=20, damping=0.05))
    w.add(items.ObjectConnectorCoordinateSpringDamper(markerNumbers=[w.still(), load], damping=damping))
    w.system.AddLoad(
        items.LoadCoordinate(markerNumber=motor, load=1, loadUserFunction=lambda _, t, __: 1 + 2 * np.sin(9 * t))
    )
    gear = w.add(items.ObjectConnectorCoordinate(markerNumbers=[pinion, load], factorValue1=-3))
    force = w.object(gear, w.kind.Force)
    w.read["tooth"] = lambda: 3 * force()


@model(Alpha(250), "planar slider-crank led by a motion of its crank, and the torque of the drive: `motion`")
def driven_slider_crank(w: World) -> None:
    """As SliderCrank.py, with a coordinate constraint whose offset is a user function."""
    w.add_planar_bodies()
    planar_pins(w, "bearing", "pin", "wrist")
    w.add(items.ObjectJointPrismatic2D(markerNumbers=[w.frame("ground"), w.frame("slider")]))
    guide = w.table("joint", "guide")
    values = {key: guide[key] for key in ("stiffness", "damping")}
    ends = [w.still(), w.coordinate(w.nodes["slider"], 0)]
    w.add(items.ObjectConnectorCoordinateSpringDamper(markerNumbers=ends, **values))
    drive = w.add(
        items.ObjectConnectorCoordinate(
            markerNumbers=[w.still(), w.coordinate(w.nodes["crank"], 2)],
            offset=0,
            offsetUserFunction=lambda _, t, i, offset: 3 * t + 0.2 * (1 - np.cos(5 * t)),
            offsetUserFunction_t=lambda _, t, i, offset: 3 + np.sin(5 * t),
        )
    )
    torque = w.object(drive, w.kind.Force)
    w.read["torque"] = lambda: -torque()


@model(Alpha(250), "arm with a given speed, and the torque that it takes: `velocity`")
def speed_drive(w: World) -> None:
    """As doublePendulum2D.py, with a coordinate constraint of velocities."""
    w.add_planar_bodies()
    planar_pins(w, "drive", "pin")
    drive = w.add(
        items.ObjectConnectorCoordinate(
            markerNumbers=[w.still(), w.coordinate(w.nodes["arm"], 2)],
            velocityLevel=True,
            offsetUserFunction_t=lambda _, t, i, offset: 2 + 1.5 * np.sin(3 * t),
        )
    )
    torque = w.object(drive, w.kind.Force)
    w.read["torque"] = lambda: -torque()


@model(Alpha(250), "moving support: `[base]`")
def shaken_pendulum(w: World) -> None:
    """As genericJointUserFunctionTest.py and movingGroundRobotTest.py."""
    w.add_bodies()

    def offset(_, t, i, parameters):  # noqa: ANN001, ANN202
        return [0.2 * np.sin(4 * t), 0.1 * (1 - np.cos(6 * t)), 0.05 * t**2, 0, 0, 0]

    def rate(_, t, i, parameters):  # noqa: ANN001, ANN202
        return [0.8 * np.cos(4 * t), 0.6 * np.sin(6 * t), 0.1 * t, 0, 0, 0]

    w.add(
        items.ObjectJointGeneric(
            markerNumbers=w.frames("support"),
            constrainedAxes=[1, 1, 1, 0, 0, 0],
            offsetUserFunction=offset,
            offsetUserFunction_t=rate,
        )
    )


@model(Alpha(250), "vehicle on two driven wheels: `rolling`, redundant across")
def two_wheels(w: World) -> None:
    """As carRollingDiscTest.py and the mobile robots."""
    w.add_bodies()
    turned = axes_of([0, 1, 0])
    for side, torque, axes in (("left", 0.6, [1, 1, 1]), ("right", 0.2, [0, 1, 1])):
        w.joint(f"{side}_axle", [1, 1, 1, 1, 0, 1])
        frames = w.frames(f"{side}_axle", turned)
        w.add(items.ObjectConnectorTorsionalSpringDamper(markerNumbers=frames, damping=0.05, torque=-torque))
        rolling(w, f"{side}_tyre", axes)


@model(Alpha(125, rho=0.3), "Whipple's bicycle: `rolling` of knife edges, and a normal force")
def bicycle(w: World) -> None:
    """As bicycleIftommBenchmark.py."""
    w.add_bodies()
    for name in ("rear_axle", "head", "front_axle"):
        w.joint(name, [1, 1, 1, 1, 1, 0], axes_of(w.table("joint", name)["axis"]))
    rolling(w, "rear_tyre")
    force = w.object(rolling(w, "front_tyre"), w.kind.ForceLocal)
    w.read["normal"] = lambda: force()[2]


@model(Alpha(125, rho=0.3), "reaction forces and torques of revolute and prismatic joints")
def reactions(w: World) -> None:
    """As revoluteJointPrismaticJointTest.py, with sensors of the joints. The multipliers of rotations are not torques:
    that of axis i, of a joint that turns about its axis k alone, belongs to t_k0 . t_i1 = 0, and where no axis is free
    they belong to t_z0 . t_y1, t_z0 . t_x1 and t_x0 . t_y1 (frames 0 and 1 of the joint)."""
    w.add_bodies()
    x, y, z = np.eye(3)
    torques = {
        "turn": lambda of: np.cross(z, of),
        "slide": lambda of: of * [-1, 1, 1],
        "swing": lambda of: np.cross(y, of),
    }
    locked = {"turn": [1, 1, 1, 1, 1, 0], "slide": [0, 1, 1, 1, 1, 1], "swing": [1, 1, 1, 1, 0, 1]}
    for name, torque in torques.items():
        joint = w.joint(name, locked[name])
        before, after = w.table("joint", name)["between"]
        force, moment = (w.object(joint, kind) for kind in (w.kind.ForceLocal, w.kind.TorqueLocal))
        w.read[f"{name}_force"] = lambda of=force, before=before: -w.turned(before) @ of()
        w.read[f"{name}_torque"] = lambda of=moment, after=after, torque=torque: w.turned(after) @ torque(of())
    in_joint(w, "slide", x, turns=False)
    in_joint(w, "swing", y, turns=True)


@model(Static(1), "position of rest: `[start] equilibrium`")
def equilibrium(w: World) -> None:
    """As the static solutions before the dynamic ones, e.g. of HydraulicActuatorStaticInitialization.py."""
    w.add_bodies()
    w.read["foot"] = w.object(spherical(w, "foot"), w.kind.Force)
    for name in ("stay", "guy", "hanger"):
        last = spring_damper(w, name)
    w.read["hanger"] = w.object(last, w.kind.ForceLocal)
    tether = w.table("force", "tether")
    w.add(items.ObjectConnectorCartesianSpringDamper(markerNumbers=w.ends(tether), stiffness=tether["stiffness"]))


@model(Alpha(250), "coin on a plate that slides and turns: `rolling` with `on`")
def rolling_on_plate(w: World) -> None:
    """As ObjectJointRollingDisc with a body that moves as its ground."""
    w.add_bodies()
    w.joint("table", [0, 0, 1, 1, 1, 0])
    kx, ky, turning = w.table("joint", "table")["stiffness"]
    ends = [w.frame("ground"), w.frame("plate")]
    w.add(items.ObjectConnectorCartesianSpringDamper(markerNumbers=ends, stiffness=[kx, ky, 0]))
    w.add(items.ObjectConnectorTorsionalSpringDamper(markerNumbers=ends, stiffness=turning))
    rolling(w, "floor")
