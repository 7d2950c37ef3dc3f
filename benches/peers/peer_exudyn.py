"""Exudyn: the heavy top on the Lie group and in Tait-Bryan angles, and the Puma 560 as a kinematic tree.

Exudyn integrates one system at a time. Steps per second are those of its solver alone; members per second include
building and assembling the system, which every member of a sweep needs. Its module without range checks is used,
nothing is written to files, and accelerations at the end of a step, which nobody reads, are switched off.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from typing import Any

sys.exudynFast = True  # type: ignore[attr-defined]  # read by the import below
warnings.filterwarnings("ignore", category=DeprecationWarning)

import exudyn
import exudyn.itemInterface as items
import numpy as np
from exudyn.robotics.models import LinkDict2Robot, ManipulatorPuma560

import common
from common import Clock
from rows import FORMULATION_TASK, PUMA_TASK, STEP_TASK, TARGET_TASK, Row, emit

PEER = f"Exudyn {exudyn.__version__}"
Solver = exudyn.DynamicSolverType

# Fixed-step methods at the accuracy of the comparison.
METHODS = {"RK44": Solver.RK44, "DOPRI5": Solver.DOPRI5, "RK67": Solver.RK67}


def settings(steps: int, duration: float) -> Any:
    """Fixed steps, nothing written."""
    s = exudyn.SimulationSettings()
    s.solution.file.write = False
    s.solution.sensors.writePeriod = 1e9
    s.timeIntegration.verboseMode = 0
    s.timeIntegration.numberOfSteps = steps
    s.timeIntegration.endTime = duration
    s.timeIntegration.automaticStepSize = False
    s.timeIntegration.explicit.computeEndOfStepAccelerations = False
    s.timeIntegration.explicit.computeMassMatrixInversePerBody = True
    s.parallel.numberOfThreads = 1
    return s


class HeavyTop:
    """A body whose reference point is the fixed point, so that its mass matrix is constant (on the Lie group); the
    weight acts at the centre of mass. The three displacements are held by constraints that the explicit solver
    eliminates."""

    def __init__(self, node: type, mass: float, arm: float, spin: float) -> None:
        self.container = exudyn.SystemContainer()
        self.system = self.container.AddSystem()
        self.arm = arm
        x, y, z = common.INERTIA
        inertia = [x + mass * arm**2, y, z + mass * arm**2, 0, 0, 0]
        number = self.system.AddNode(node(initialVelocities=[0, 0, 0, 0, spin, common.OMEGA_Z]))
        self.body = self.system.AddObject(items.ObjectRigidBody(mass=mass, inertia=inertia, nodeNumber=number))
        centre = self.system.AddMarker(items.MarkerBodyPosition(bodyNumber=self.body, localPosition=[0, arm, 0]))
        self.system.AddLoad(items.LoadForceVector(markerNumber=centre, loadVector=[0, 0, -mass * common.GRAVITY]))
        ground = self.system.AddMarker(
            items.MarkerNodeCoordinate(nodeNumber=self.system.AddNode(items.NodePointGround()), coordinate=0)
        )
        for axis in range(3):
            held = self.system.AddMarker(items.MarkerNodeCoordinate(nodeNumber=number, coordinate=axis))
            self.system.AddObject(items.ObjectConnectorCoordinate(markerNumbers=[ground, held]))
        self.system.Assemble()

    def solve(self, method: Any, steps: int, duration: float) -> None:
        """From the initial state; may be called again."""
        self.system.SolveDynamic(settings(steps, duration), solverType=method)

    def position(self) -> np.ndarray:
        """Of the centre of mass (m), now."""
        kind = exudyn.OutputVariableType.Position
        return np.array(self.system.GetObjectOutputBody(self.body, kind, localPosition=[0, self.arm, 0]))


def nominal(node: type) -> HeavyTop:
    return HeavyTop(node, common.MASS, common.ARM, common.SPIN)


def heavy_top_rows(clock: Clock) -> None:
    """The method of order 4 at the common step, and every method at the accuracy of the comparison."""
    lie = items.NodeRigidBodyRotVecLG

    def end_positions(method: Any, steps: int, count: int) -> np.ndarray:
        ends = []
        for mass, arm, spin in zip(*common.ensemble(count)):
            top = HeavyTop(lie, mass, arm, spin)
            top.solve(method, steps, common.DURATION)
            ends.append(top.position())
        return np.array(ends).T

    def measured(task: str, name: str, method: Any, steps: int) -> Row:
        top = nominal(lie)
        cpu, wall = clock.rates(lambda: top.solve(method, steps, common.DURATION), steps)
        members, _ = clock.rates(lambda: end_positions(method, steps, 20), 20)
        ends = end_positions(method, steps, common.CHECK_MEMBERS)
        error, problem = common.position_error(ends), common.check_positions(ends)
        return Row(task, PEER, f"{name}, rotation vector, Lie group", cpu, wall, members, steps, error, problem)

    emit(measured(STEP_TASK, "RK44", Solver.RK44, common.STEPS))
    for name, method in METHODS.items():
        found = common.cheapest(
            common.step_counts(), lambda steps: common.position_error(end_positions(method, steps, 1))
        )
        if found is None:
            emit(Row(TARGET_TASK, PEER, name, note="no step meets the error"))
        else:
            emit(measured(TARGET_TASK, name, method, found[0]))


def formulation_rows(clock: Clock) -> None:
    """Figure 3 of the paper, left: the error at 1 s of the Lie group method and of Tait-Bryan angles."""
    errors = {}
    nodes = {
        "RK44, rotation vector, Lie group": items.NodeRigidBodyRotVecLG,
        "RK44, Rxyz angles": items.NodeRigidBodyRxyz,
    }
    for name, node in nodes.items():
        top = nominal(node)
        run: Callable[[], None] = lambda: top.solve(Solver.RK44, common.LONG_STEPS, common.LONG_DURATION)
        cpu, wall = clock.rates(run, common.LONG_STEPS)
        errors[name] = float(np.linalg.norm(top.position() - common.LONG_POSITION))
        least = min(errors.values())
        note = "" if errors[name] == least else f"{errors[name] / least:.1e} times the error of the Lie group"
        emit(Row(FORMULATION_TASK, PEER, name, cpu, wall, None, common.LONG_STEPS, errors[name], note=note))


class Puma:
    """The manipulator of Exudyn's own library in minimal coordinates, under the controllers of Table 10."""

    def __init__(self, steps: int, duration: float, follow: bool) -> None:
        """`follow`: the targets move along the trajectory, set by a Python function once per step, at its middle;
        otherwise they stay at the start and no Python runs during the solution."""
        self.steps, self.duration = steps, duration
        self.container = exudyn.SystemContainer()
        self.system = self.container.AddSystem()
        robot = LinkDict2Robot(ManipulatorPuma560())
        for link, p, d in zip(robot.links, common.PUMA_P, common.PUMA_D):
            link.SetPDcontrol(p, d)
        numbers = robot.CreateKinematicTree(self.system)
        tree, self.node = numbers["objectKinematicTree"], numbers["nodeGeneric"]
        start = common.PUMA_START.tolist()
        self.system.SetNodeParameter(self.node, "initialCoordinates", start)
        self.system.SetObjectParameter(tree, "jointPositionOffsetVector", start)
        self.system.SetObjectParameter(tree, "jointVelocityOffsetVector", [0.0] * 6)
        if follow:
            step = duration / steps
            targets = [tuple(v.tolist() for v in common.puma_trajectory((i + 0.5) * step)) for i in range(steps)]

            def set_targets(system: Any, end_of_step: float) -> bool:
                angles, rates = targets[round(end_of_step / step) - 1]
                system.SetObjectParameter(tree, "jointPositionOffsetVector", angles)
                system.SetObjectParameter(tree, "jointVelocityOffsetVector", rates)
                return True

            self.system.SetPreStepUserFunction(set_targets)
        self.system.Assemble()

    def solve(self) -> None:
        self.system.SolveDynamic(settings(self.steps, self.duration), solverType=Solver.RK44)

    def state(self) -> tuple[np.ndarray, np.ndarray]:
        """Joint angles (rad) and rates (rad/s), now."""
        kinds = exudyn.OutputVariableType.Coordinates, exudyn.OutputVariableType.Coordinates_t
        angles, rates = (np.array(self.system.GetNodeOutput(self.node, kind)) for kind in kinds)
        return angles, rates


def check_torques() -> str:
    """An empty text, or which controller torque misses the inverse dynamics."""
    for time in common.PUMA_TORQUES:
        puma = Puma(round(time * common.PUMA_STEPS), time, follow=True)
        puma.solve()
        angles, rates = puma.state()
        wanted, wanted_rates = common.puma_trajectory(time)
        torques = common.PUMA_P * (wanted - angles) + common.PUMA_D * (wanted_rates - rates)
        problem = common.check_puma_torques(time, torques)
        if problem:
            return problem
    return ""


def puma_rows(clock: Clock) -> None:
    """Along the trajectory, and with targets at rest."""
    following = Puma(common.PUMA_STEPS, 1.0, follow=True)
    cpu, wall = clock.rates(following.solve, common.PUMA_STEPS)
    error = float(np.abs(following.state()[0] - common.PUMA_FINAL).max())
    problem = check_torques()
    if not error < common.PUMA_FINAL_TOLERANCE:
        problem = f"the final angles miss the goal by {error:.1e} rad"
    note = "a Python function sets the targets before every step"
    emit(Row(PUMA_TASK, PEER, "RK44, kinematic tree", cpu, wall, None, common.PUMA_STEPS, error, problem, note))
    resting = Puma(common.PUMA_STEPS, 1.0, follow=False)
    cpu, wall = clock.rates(resting.solve, common.PUMA_STEPS)
    angles = resting.state()[0]
    drift = float(np.abs(angles - common.PUMA_START).max())
    problem = "" if drift < common.PUMA_FINAL_TOLERANCE else f"the arm leaves its targets by {drift:.1e} rad"
    note = "targets at rest, no Python during the solution: the speed of the solver, not the same motion"
    method = "RK44, kinematic tree, holding"
    emit(Row(PUMA_TASK, PEER, method, cpu, wall, None, common.PUMA_STEPS, drift, problem, note))


def main() -> None:
    clock = Clock.from_arguments()
    heavy_top_rows(clock)
    formulation_rows(clock)
    puma_rows(clock)


if __name__ == "__main__":
    main()
