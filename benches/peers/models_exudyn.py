"""What the models of models.py share on Exudyn's side: bodies, markers and outputs of a scenario, and the solvers.

Bodies, gravity and initial states are read from the scenario, so both programs have the same numbers; joints, forces
and controllers are written by hand in models_*.py. SI units; angular velocities in the body's frame.
"""

from __future__ import annotations

import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

sys.exudynFast = True  # type: ignore[attr-defined]  # read by the import below: no range checks
warnings.filterwarnings("ignore", category=DeprecationWarning)

import exudyn
import exudyn.itemInterface as items
import numpy as np
from exudyn.rigidBodyUtilities import (
    RotationMatrix2RotationVector,
    RotationVector2RotationMatrix,
    RotXYZ2RotationMatrix,
)

Output = exudyn.OutputVariableType
Solver = exudyn.DynamicSolverType
Read = Callable[[], Any]

# Outputs of bodies that are read for every scenario; a model reads its others itself.
OF_BODIES = {
    "position": Output.Position,
    "velocity": Output.Velocity,
    "angular_velocity": Output.AngularVelocityLocal,
    "rotation_matrix": Output.RotationMatrix,
}


@dataclass(frozen=True)
class Alpha:
    """Generalized-alpha with so many steps, doubled `levels` - 1 times, extrapolated to steps of length zero."""

    steps: int
    levels: int = 5
    # the spectral radius at infinity; of 0.9 rounding of multipliers dies out slower
    rho: float = 0.6
    # of the residual of a step: a part of the first one, and what counts as zero (N, N m, m)
    relative: float = 1e-15
    absolute: float = 1e-11


@dataclass(frozen=True)
class Explicit:
    """A method of order 6 with so many steps, and with half of them for its error."""

    steps: int


@dataclass(frozen=True)
class Static:
    """The position of rest, in so many steps of the loads."""

    steps: int


Way = Alpha | Explicit | Static


@dataclass(frozen=True)
class Model:
    """A mechanism in both programs."""

    name: str  # of the scenario, models/NAME.toml
    way: Way
    shows: str  # what it exercises
    build: Callable[[World], None]


MODELS: list[Model] = []


def model(way: Way, shows: str) -> Callable[[Callable[[World], None]], Callable[[World], None]]:
    """Adds a function that builds a model, and has the name of its scenario, to MODELS."""

    def added(build: Callable[[World], None]) -> Callable[[World], None]:
        MODELS.append(Model(build.__name__, way, shows, build))
        return build

    return added


@dataclass
class World:
    """A scenario's bodies in Exudyn."""

    kind = Output

    scenario: dict[str, Any]
    system: Any = field(default_factory=lambda: exudyn.SystemContainer().AddSystem())
    bodies: dict[str, int] = field(default_factory=dict)
    nodes: dict[str, int] = field(default_factory=dict)
    # by the name of the output
    read: dict[str, Read] = field(default_factory=dict)
    # called before every step with its beginning
    before_step: Callable[[float], None] | None = None

    def __post_init__(self) -> None:
        self.bodies["ground"] = self.system.AddObject(items.ObjectGround())

    def table(self, section: str, name: str) -> dict[str, Any]:
        """The [[section]] of that name."""
        return next(table for table in self.scenario[section] if table["name"] == name)

    def add(self, item: Any) -> int:
        """An object of the system."""
        return int(self.system.AddObject(item))

    def add_bodies(self, *names: str, weight: bool = True) -> None:
        """Rigid bodies with rotation vectors on the Lie group, their reference points at their centres of mass; all of
        the scenario's where no name is given."""
        for body in self.scenario["body"]:
            if names and body["name"] not in names:
                continue
            start = body.get("initial", {})
            zero = [0.0, 0.0, 0.0]
            node = items.NodeRigidBodyRotVecLG(
                referenceCoordinates=[*start.get("position", zero), *start.get("rotation_vector", zero)],
                initialVelocities=[*start.get("velocity", zero), *start.get("angular_velocity", zero)],
            )
            self.nodes[body["name"]] = number = self.system.AddNode(node)
            xx, yy, zz, xy, xz, yz = [*body["inertia"], 0, 0, 0][:6]
            rigid = items.ObjectRigidBody(mass=body["mass"], inertia=[xx, yy, zz, yz, xz, xy], nodeNumber=number)
            self.bodies[body["name"]] = self.add(rigid)
            if weight and "gravity" in self.scenario:
                self.add_weight(body["name"])

    def add_planar_bodies(self) -> None:
        """Bodies in the plane of x and y."""
        zero = [0.0, 0.0, 0.0]
        for body in self.scenario["body"]:
            name, start = body["name"], body.get("initial", {})
            (x, y, _), (vx, vy, _) = start.get("position", zero), start.get("velocity", zero)
            angle, rate = start.get("rotation_vector", zero)[2], start.get("angular_velocity", zero)[2]
            node = items.NodeRigidBody2D(referenceCoordinates=[x, y, angle], initialVelocities=[vx, vy, rate])
            self.nodes[name] = number = self.system.AddNode(node)
            planar = items.ObjectRigidBody2D(mass=body["mass"], inertia=body["inertia"][2], nodeNumber=number)
            self.bodies[name] = self.add(planar)
            self.add_weight(name)
            for output in self.scenario["output"]:
                if output["quantity"] == "angular_velocity" and output["body"] == name:
                    spin = self.object_of_body(name, Output.AngularVelocity)
                    self.read[output["name"]] = lambda spin=spin: [0, 0, spin()[2]]

    def object_of_body(self, body: str, kind: Any) -> Read:
        """An output of a body."""
        number = self.bodies[body]
        return lambda: np.atleast_1d(np.array(self.system.GetObjectOutputBody(number, kind), float))

    def add_weight(self, body: str) -> None:
        marker = self.system.AddMarker(items.MarkerBodyMass(bodyNumber=self.bodies[body]))
        gravity = self.scenario["gravity"]["acceleration"]
        self.system.AddLoad(items.LoadMassProportional(markerNumber=marker, loadVector=gravity))

    def rotation(self, body: str) -> np.ndarray:
        """World from body, at the start."""
        if body == "ground":
            return np.eye(3)
        start = self.table("body", body).get("initial", {})
        return rotation(start.get("rotation_vector", [0, 0, 0]))

    def turned(self, body: str) -> np.ndarray:
        """World from body, now."""
        return np.reshape(self.system.GetObjectOutputBody(self.bodies[body], Output.RotationMatrix), (3, 3))

    def place(self, body: str, at: Any) -> list[float]:
        """A point of the world at the start, in the frame of a body."""
        if body == "ground":
            return list(at)
        position = self.table("body", body).get("initial", {}).get("position", [0, 0, 0])
        return list(self.rotation(body).T @ (np.asarray(at, float) - position))

    def frame(self, body: str, point: Any = (0, 0, 0), axes: Any = None) -> int:
        """`axes`: the columns of the frame of the marker, in the frame of the body."""
        place = exudyn.HT(rotation=np.eye(3) if axes is None else axes, translation=list(point))
        return int(self.system.AddMarker(items.MarkerBodyRigid(bodyNumber=self.bodies[body], localHT=place)))

    def frames(self, joint: str, axes: Any = None) -> list[int]:
        """Markers where the bodies of a joint meet. `axes`: the columns of the frame in the world at the start."""
        table = self.table("joint", joint)
        axes = np.eye(3) if axes is None else np.asarray(axes)
        at = table.get("at", [0, 0, 0])
        return [self.frame(body, self.place(body, at), self.rotation(body).T @ axes) for body in table["between"]]

    def point(self, body: str, point: Any = (0, 0, 0)) -> int:
        return int(
            self.system.AddMarker(items.MarkerBodyPosition(bodyNumber=self.bodies[body], localPosition=list(point)))
        )

    def ends(self, table: dict[str, Any]) -> list[int]:
        """Markers of the points of a force or a constraint."""
        masses = [body["name"] for body in self.scenario["body"] if "inertia" not in body]
        ends = zip(table["between"], table["points"])
        return [(self.point if body in masses else self.frame)(body, point) for body, point in ends]

    def joint(self, name: str, locked: list[int], axes: Any = None) -> int:
        """A generic joint in the place of the scenario's. `axes`: columns of its frame in the world at the start."""
        return self.add(items.ObjectJointGeneric(markerNumbers=self.frames(name, axes), constrainedAxes=locked))

    def coordinate(self, node: int, component: int = 0) -> int:
        return int(self.system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=node, coordinate=component)))

    def coordinate_of(self, node: int, kind: Any, component: int = 0) -> Read:
        """A coordinate of a node, or its rate."""
        return lambda: np.atleast_1d(self.system.GetNodeOutput(node, kind))[component]

    def still(self) -> int:
        """A coordinate that stays zero."""
        return self.coordinate(self.system.AddNode(items.NodePointGround()))

    def object(self, number: int, kind: Any) -> Read:
        """An output of an object."""
        return lambda: np.array(self.system.GetObjectOutput(number, kind), float)

    def outputs(self) -> dict[str, np.ndarray]:
        """All outputs of the scenario, now."""
        found = {}
        for output in self.scenario["output"]:
            name, kind = output["name"], OF_BODIES.get(output["quantity"])
            if name in self.read:
                value = self.read[name]()
            else:
                point = output.get("point", [0, 0, 0])
                value = self.system.GetObjectOutputBody(self.bodies[output["body"]], kind, localPosition=point)
            found[name] = np.atleast_1d(np.array(value, float)).ravel()
        return found


def rotation(vector: Any) -> np.ndarray:
    """Of a rotation vector."""
    return np.array(RotationVector2RotationMatrix(vector))


def rotation_vector(angles: np.ndarray, relaxed: np.ndarray) -> np.ndarray:
    """Of Tait-Bryan angles, from a rotation on: in axes of the frame that both turn from."""
    return np.array(RotationMatrix2RotationVector(RotXYZ2RotationMatrix(angles) @ relaxed.T))


def axes_of(z: Any) -> np.ndarray:
    """The frame whose z is along `z`, as columns."""
    z = np.asarray(z, float) / np.linalg.norm(z)
    x = np.cross(z, np.eye(3)[np.argmin(np.abs(z))])
    x /= np.linalg.norm(x)
    return np.column_stack([x, np.cross(z, x), z])


def spring_damper(w: World, name: str) -> int:
    """The spring and damper along a line of that name."""
    force = w.table("force", name)
    values = {key: force[key] for key in ("stiffness", "damping")}
    return w.add(
        items.ObjectConnectorSpringDamper(markerNumbers=w.ends(force), referenceLength=force["length"], **values)
    )


def solve(world: World, way: Way, steps: int, duration: float) -> tuple[dict[str, np.ndarray], float]:
    """The outputs at the end, and the CPU seconds that the solver took."""
    s = exudyn.SimulationSettings()
    s.solution.file.write = False
    s.solution.sensors.writePeriod = 1e9
    s.parallel.numberOfThreads = 1
    integration = s.timeIntegration
    integration.verboseMode = 0
    integration.numberOfSteps = steps
    integration.endTime = duration
    integration.automaticStepSize = False
    integration.adaptiveStep = False
    solver = Solver.RK67
    if isinstance(way, Alpha):
        solver = Solver.GeneralizedAlpha
        s.linearSolverType = exudyn.LinearSolverType.EXUdense
        integration.generalizedAlpha.spectralRadius = way.rho
        integration.newton.relativeTolerance = way.relative
        integration.newton.absoluteTolerance = way.absolute
    if world.before_step is not None:
        call = world.before_step
        world.system.SetPreStepUserFunction(lambda _, end: call(end - duration / steps) or True)
    world.system.Assemble()
    start = time.process_time()
    if isinstance(way, Static):
        s.staticSolver.verboseMode = 0
        s.staticSolver.numberOfLoadSteps = steps
        s.staticSolver.newton.relativeTolerance = 1e-14
        s.staticSolver.newton.absoluteTolerance = 1e-11
        world.system.SolveStatic(s)
    else:
        world.system.SolveDynamic(s, solverType=solver)
    return world.outputs(), time.process_time() - start
