"""Exudyn's generalized-alpha: heavy tops with and without constraints, a slider-crank, Andrews' squeezer, the Puma 560.

Bodies have rotation vectors on the Lie group. The first row is the scheme of Holzinger, Arnold, Gerstmayr (2024) with
full Newton, which Exudyn calls simplified kinematic relations. Further rows: modified Newton, which is faster on some
problems; Exudyn's own default, a scheme whose error is smaller on the top with constraints; Andrews' mechanism as
planar bodies. Of linear solvers the fastest is taken for each row.
"""

from __future__ import annotations

import dataclasses
import sys
import time
from collections.abc import Callable
from typing import Any

import common
import constrained
import numpy as np
from common import Clock
from peer_exudyn import PEER, exudyn, items  # imports the module without range checks
from rows import ALPHA_TASK, ANDREWS_TASK, CONSTRAINED_TASK, PUMA_ABSOLUTE_TASK, SLIDER_TASK, Row, emit

from exudyn.rigidBodyUtilities import RotationMatrix2RotationVector
from exudyn.robotics.models import LinkDict2Robot, ManipulatorPuma560

Output = exudyn.OutputVariableType
Linear = exudyn.LinearSolverType
LINEAR_SOLVERS = (Linear.EXUdense, Linear.EigenDense, Linear.EigenSparse)


@dataclasses.dataclass(frozen=True)
class Variant:
    """How a problem is integrated."""

    name: str
    modified_newton: bool = False
    default_scheme: bool = False


FULL, MODIFIED = Variant("full Newton"), Variant("modified Newton", modified_newton=True)
DEFAULT = Variant("full Newton, Exudyn's default scheme", default_scheme=True)
ALL = (FULL, MODIFIED, DEFAULT)


@dataclasses.dataclass
class Model:
    """An assembled system, and what of it is compared with the reference."""

    system: Any
    result: Callable[[], Any]

    def solve(self, steps: int, duration: float, variant: Variant, linear: Any) -> Model:
        """From the initial state; may be called again. Nothing is written."""
        s = exudyn.SimulationSettings()
        s.solution.file.write = False
        s.solution.sensors.writePeriod = 1e9
        s.linearSolverType = linear
        s.parallel.numberOfThreads = 1
        integration = s.timeIntegration
        integration.verboseMode = 0
        integration.numberOfSteps = steps
        integration.endTime = duration
        integration.automaticStepSize = False
        integration.adaptiveStep = False
        integration.generalizedAlpha.spectralRadius = constrained.RHO_INF
        integration.generalizedAlpha.lieGroupSimplifiedKinematicRelations = not variant.default_scheme
        # the sparse solver has no room for it
        integration.generalizedAlpha.lieGroupAddTangentOperator = linear != Linear.EigenSparse
        integration.newton.relativeTolerance = constrained.RELATIVE
        integration.newton.absoluteTolerance = constrained.ABSOLUTE
        integration.newton.useModifiedNewton = variant.modified_newton
        self.system.SolveDynamic(s)
        return self

    def iterations(self) -> int:
        """Of Newton's method, in all steps of the last solution."""
        return int(self.system.sys["dynamicSolver"].it.newtonStepsCount)


def empty_system() -> Any:
    return exudyn.SystemContainer().AddSystem()


# Integrates a model in so many steps to a time, and gives its result.
End = Callable[[Model, int, float], Any]


def measured(
    clock: Clock,
    task: str,
    method: str,
    build: Callable[[], Model],
    steps: int,
    duration: float,
    check: Callable[[End], tuple[float, str]],
    variants: tuple[Variant, ...],
    note: str = "",
) -> None:
    """A row for each variant. `check` gives the error, and what the accuracy check finds wrong."""
    for variant in variants:

        def seconds(linear: Any) -> float:
            model, start = build(), time.process_time()
            model.solve(steps // 5, duration / 5, variant, linear)
            return time.process_time() - start

        name = f"{method}, {variant.name}"
        try:
            linear = min(LINEAR_SOLVERS, key=seconds)
            error, problem = check(lambda model, n, end: model.solve(n, end, variant, linear).result())
            model = build()
            cpu, wall = clock.rates(lambda: model.solve(steps, duration, variant, linear), steps)
        except (ValueError, RuntimeError, exudyn.ExudynError) as failure:
            emit(Row(task, PEER, name, note=f"not measured: {str(failure).strip().splitlines()[0]}"))
            continue
        each = f"{model.iterations() / steps:.2f} iterations per step, {linear.name}"
        emit(Row(task, PEER, name, cpu, wall, None, steps, error, problem, "; ".join(filter(None, (each, note)))))


def rigid_body(
    system: Any, mass: float, inertia: Any, position: Any, rotation: Any, v: Any, omega: Any
) -> tuple[int, int]:
    """Node and body; mass and inertia are those of a body whose centre of mass is its reference point."""
    turn = RotationMatrix2RotationVector(np.asarray(rotation, float))
    node = system.AddNode(
        items.NodeRigidBodyRotVecLG(referenceCoordinates=[*position, *turn], initialVelocities=[*v, *omega])
    )
    return node, system.AddObject(items.ObjectRigidBody(mass=mass, inertia=[*inertia, 0, 0, 0], nodeNumber=node))


def add_weight(system: Any, body: int) -> None:
    marker = system.AddMarker(items.MarkerBodyMass(bodyNumber=body))
    system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=[0, 0, -common.GRAVITY]))


def at(system: Any, body: int, point: Any) -> int:
    return system.AddMarker(items.MarkerBodyPosition(bodyNumber=body, localPosition=list(point)))


def frame(system: Any, body: int, point: Any) -> int:
    return system.AddMarker(items.MarkerBodyRigid(bodyNumber=body, localPosition=list(point)))


# --- Heavy tops ---------------------------------------------------------------------------------------------------


def constrained_top(mass: float, arm: float, spin: float) -> Model:
    """A body whose reference point is its centre of mass, on a spherical joint."""
    system, omega = empty_system(), np.array([0, spin, common.OMEGA_Z])
    velocity = np.cross(omega, [0, arm, 0])
    _, body = rigid_body(system, mass, common.INERTIA, [0, arm, 0], np.eye(3), velocity, omega)
    add_weight(system, body)
    ground = system.AddObject(items.ObjectGround())
    ends = [at(system, ground, [0, 0, 0]), at(system, body, [0, -arm, 0])]
    system.AddObject(items.ObjectJointSpherical(markerNumbers=ends))
    system.Assemble()
    return Model(system, lambda: np.array(system.GetObjectOutputBody(body, Output.Position)))


def unconstrained_top(mass: float, arm: float, spin: float) -> Model:
    """A body whose reference point is the fixed point, with the inertia about it. The weight acts together with its
    opposite at the fixed point, so the translations, coupled to nothing, stay at rest without a constraint."""
    system = empty_system()
    x, y, z = common.INERTIA
    inertia = [x + mass * arm**2, y, z + mass * arm**2]
    _, body = rigid_body(system, mass, inertia, [0, 0, 0], np.eye(3), [0, 0, 0], [0, spin, common.OMEGA_Z])
    for point, sign in (([0, arm, 0], -1), ([0, 0, 0], 1)):
        force = [0, 0, sign * mass * common.GRAVITY]
        system.AddLoad(items.LoadForceVector(markerNumber=at(system, body, point), loadVector=force))
    system.Assemble()
    return Model(system, lambda: np.array(system.GetObjectOutputBody(body, Output.Position, localPosition=[0, arm, 0])))


def top_rows(clock: Clock, task: str, top: Callable[[float, float, float], Model]) -> None:
    def check(end: End) -> tuple[float, str]:
        nominal = top(common.MASS, common.ARM, common.SPIN)
        error = np.linalg.norm(end(nominal, constrained.TOP_STEPS, common.LONG_DURATION) - common.LONG_POSITION)
        members = zip(*common.ensemble(common.CHECK_MEMBERS))
        ends = [end(top(*member), constrained.TOP_CHECK_STEPS, common.DURATION) for member in members]
        return float(error), common.check_positions(np.array(ends).T)

    build = lambda: top(common.MASS, common.ARM, common.SPIN)
    measured(clock, task, "Lie group", build, constrained.TOP_STEPS, common.LONG_DURATION, check, ALL)


# --- Slider-crank -------------------------------------------------------------------------------------------------


def slider_crank(centre: float) -> Model:
    """`centre`: the distance of the crank's centre of mass from its pivot (m)."""
    system = empty_system()
    _, crank = rigid_body(system, 0.12, [1e-4] * 3, [0, 0.1, 0.12 + centre], np.eye(3), [0, -6 * centre, 0], [6, 0, 0])
    # x along the rod, y across the sliding axis
    x = np.array([2, -1, -2]) / 3
    y = np.array([0, 2, -1]) / np.sqrt(5)
    rotation = np.column_stack([x, y, np.cross(x, y)])
    omega = [1.28, -2.4 / np.sqrt(5), 0.64 * np.sqrt(5)]
    _, rod = rigid_body(system, 0.5, [4e-4, 4e-3, 4e-3], [0.1, 0.05, 0.1], rotation, [0.12, -0.24, 0], omega)
    node, slider = rigid_body(system, 2.0, [1e-4] * 3, [0.2, 0, 0], np.eye(3), [0.24, 0, 0], [0, 0, 0])
    for body in (crank, rod, slider):
        add_weight(system, body)
    ground = system.AddObject(items.ObjectGround())

    def joint(a: int, b: int, locked: list[int]) -> None:
        system.AddObject(items.ObjectJointGeneric(markerNumbers=[a, b], constrainedAxes=locked))

    joint(frame(system, ground, [0, 0.1, 0.12]), frame(system, crank, [0, 0, -centre]), [1, 1, 1, 0, 1, 1])
    joint(frame(system, ground, [0.2, 0, 0]), frame(system, slider, [0, 0, 0]), [0, 1, 1, 1, 1, 1])
    # the slider's x and the rod's y stay perpendicular
    joint(frame(system, slider, [0, 0, 0]), frame(system, rod, [0.15, 0, 0]), [1, 1, 1, 0, 0, 1])
    pin = [at(system, crank, [0, 0, 0.08 - centre]), at(system, rod, [-0.15, 0, 0])]
    system.AddObject(items.ObjectJointSpherical(markerNumbers=pin))
    system.Assemble()
    return Model(system, lambda: float(system.GetNodeOutput(node, Output.Position)[0]))


def slider_rows(clock: Clock) -> None:
    steps, duration = constrained.SLIDER_STEPS, constrained.SLIDER_DURATION

    def check(end: End) -> tuple[float, str]:
        return constrained.check_slider({c: end(slider_crank(c), steps, duration) for c in constrained.SLIDER_AT_END})

    measured(clock, SLIDER_TASK, "Lie group", lambda: slider_crank(0.0), steps, duration, check, ALL)


# --- Andrews' squeezing mechanism ---------------------------------------------------------------------------------


def turned(body: int | None) -> np.ndarray:
    """The rotation of a body, or of the ground, at the start."""
    angle = 0.0 if body is None else constrained.ANDREWS_BODIES[body][4]
    return np.array([[np.cos(angle), -np.sin(angle), 0], [np.sin(angle), np.cos(angle), 0], [0, 0, 1]])


def andrews(planar: bool) -> Model:
    """As bodies in the plane, or in space with the independent of the constraints: the pins that close loops hold
    points in the plane only."""
    system = empty_system()
    ground = system.AddObject(items.ObjectGround())
    nodes, bodies = [], []
    for body, (mass, inertia, x, y, angle) in enumerate(constrained.ANDREWS_BODIES):
        if planar:
            node = system.AddNode(items.NodeRigidBody2D(referenceCoordinates=[x, y, angle]))
            number = system.AddObject(items.ObjectRigidBody2D(mass=mass, inertia=inertia, nodeNumber=node))
        else:
            node, number = rigid_body(system, mass, [inertia] * 3, [x, y, 0], turned(body), [0, 0, 0], [0, 0, 0])
        nodes.append(node)
        bodies.append(number)

    def place(body: int | None, point: Any) -> tuple[int, list[float]]:
        if body is None:
            return ground, [*point, 0]
        _, _, x, y, _ = constrained.ANDREWS_BODIES[body]
        return bodies[body], list(turned(body).T @ [point[0] - x, point[1] - y, 0])

    loops = len(constrained.ANDREWS_PINS) - constrained.ANDREWS_LOOPS
    for number, (a, b, point) in enumerate(constrained.ANDREWS_PINS):
        points = [at(system, *place(body, point)) for body in (a, b)]
        if planar:
            system.AddObject(items.ObjectJointRevolute2D(markerNumbers=points))
        elif number < loops:
            frames = [frame(system, *place(body, point)) for body in (a, b)]
            turns = {"rotationMarker0": turned(a).T, "rotationMarker1": turned(b).T}
            system.AddObject(items.ObjectJointRevoluteZ(markerNumbers=frames, **turns))
        else:
            system.AddObject(items.ObjectJointSpherical(markerNumbers=points, constrainedAxes=[1, 1, 0]))
    ends = [at(system, ground, [*constrained.C, 0]), at(system, bodies[2], [*constrained.SPRING_ON_BODY, 0])]
    system.AddObject(
        items.ObjectConnectorSpringDamper(
            markerNumbers=ends, referenceLength=constrained.LENGTH, stiffness=constrained.STIFFNESS
        )
    )
    crank = system.AddMarker(items.MarkerNodeRigid(nodeNumber=nodes[0]))
    system.AddLoad(items.LoadTorqueVector(markerNumber=crank, loadVector=[0, 0, constrained.DRIVE]))
    system.Assemble()
    turn = lambda node: float(np.atleast_1d(system.GetNodeOutput(node, Output.Rotation))[-1])
    return Model(system, lambda: np.array([turn(nodes[i]) for i in constrained.ANDREWS_TURNED]))


def andrews_rows(clock: Clock) -> None:
    steps, duration = constrained.ANDREWS_STEPS, constrained.ANDREWS_DURATION
    for planar, name, variants in ((False, "Lie group", ALL), (True, "planar bodies", ALL[:2])):

        def check(end: End) -> tuple[float, str]:
            return constrained.check_andrews(end(andrews(planar), steps, duration))

        measured(clock, ANDREWS_TASK, name, lambda: andrews(planar), steps, duration, check, variants)


# --- Puma 560 -----------------------------------------------------------------------------------------------------


def puma(follow: bool, steps: int = common.PUMA_STEPS, duration: float = 1.0) -> Model:
    """The manipulator of Exudyn's own library as bodies with joints; its controllers are torsional spring-dampers.
    `follow`: a Python function sets their targets at the end of every step; otherwise they stay at the start."""
    system = empty_system()
    robot = LinkDict2Robot(ManipulatorPuma560())
    robot.referenceConfiguration = common.PUMA_START.tolist()
    for link, p, d in zip(robot.links, common.PUMA_P, common.PUMA_D):
        link.SetPDcontrol(p, d)
    base = frame(system, system.AddObject(items.ObjectGround()), [0, 0, 0])
    node = exudyn.NodeType.RotationRotationVector
    numbers = robot.CreateRedundantCoordinateMBS(system, base, createJointTorqueLoads=False, rigidBodyNodeType=node)
    controllers = numbers["springDamperList"]
    for controller, angle in zip(controllers, common.PUMA_START):
        system.SetObjectParameter(controller, "offset", float(angle))
    if follow:
        step = duration / steps
        targets = [tuple(v.tolist() for v in common.puma_trajectory((i + 1) * step)) for i in range(steps)]

        def set_targets(system: Any, end_of_step: float) -> bool:
            for controller, angle, rate in zip(controllers, *targets[round(end_of_step / step) - 1]):
                system.SetObjectParameter(controller, "offset", angle)
                system.SetObjectParameter(controller, "velocityOffset", rate)
            return True

        system.SetPreStepUserFunction(set_targets)
    system.Assemble()

    def state() -> tuple[np.ndarray, np.ndarray]:
        kinds = (Output.Rotation, Output.AngularVelocityLocal)
        values = [[system.GetObjectOutput(c, kind) for c in controllers] for kind in kinds]
        return np.array(values[0]), np.array([np.atleast_1d(v)[-1] for v in values[1]])

    return Model(system, state)


def puma_rows(clock: Clock) -> None:
    steps = common.PUMA_STEPS

    def following(end: End) -> tuple[float, str]:
        problem = ""
        for when in common.PUMA_TORQUES:
            count = round(when * steps)
            angles, rates = end(puma(True, count, when), count, when)
            wanted, wanted_rates = common.puma_trajectory(when)
            torques = common.PUMA_P * (wanted - angles) + common.PUMA_D * (wanted_rates - rates)
            problem = problem or common.check_puma_torques(when, torques)
        error = float(np.abs(end(puma(True), steps, 1.0)[0] - common.PUMA_FINAL).max())
        if not error < common.PUMA_FINAL_TOLERANCE:
            problem = f"the final angles miss the goal by {error:.1e} rad"
        return error, problem

    def resting(end: End) -> tuple[float, str]:
        drift = float(np.abs(end(puma(False), steps, 1.0)[0] - common.PUMA_START).max())
        return drift, "" if drift < common.PUMA_FINAL_TOLERANCE else f"the arm leaves its targets by {drift:.1e} rad"

    note = "a Python function sets the targets before every step"
    measured(clock, PUMA_ABSOLUTE_TASK, "Lie group", lambda: puma(True), steps, 1.0, following, ALL, note)
    note = "targets at rest, no Python during the solution: the speed of the solver, not the same motion"
    measured(clock, PUMA_ABSOLUTE_TASK, "Lie group, holding", lambda: puma(False), steps, 1.0, resting, ALL[:2], note)


def main() -> None:
    clock = Clock.from_arguments()
    only = [word for word in sys.argv[1:] if not word.startswith("-")]
    jobs = {
        "constrained": lambda: top_rows(clock, CONSTRAINED_TASK, constrained_top),
        "unconstrained": lambda: top_rows(clock, ALPHA_TASK, unconstrained_top),
        "slider": lambda: slider_rows(clock),
        "andrews": lambda: andrews_rows(clock),
        "puma": lambda: puma_rows(clock),
    }
    for name, job in jobs.items():
        if not only or name in only:
            job()


if __name__ == "__main__":
    main()
