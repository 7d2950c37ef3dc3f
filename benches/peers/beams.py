"""Compare a cantilever in large bending with Exudyn's geometrically exact beams of two nodes: at rest and released.

    python beams.py --gyrosweep PATH

Errors are those of the tip, relative to the length, against Gyrosweep's own solution with 8 elements of order 6 (of the
motion with steps of a quarter of the finest and extrapolated). Times are CPU times on one core: of Exudyn the solver alone; of
Gyrosweep one of 65 members of a sweep, without the set-up, which stands in a column of its own.
"""

from __future__ import annotations

import argparse
import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.dont_write_bytecode = True

import exudyn as exu
import numpy as np
from exudyn.utilities import Force, GenericJoint, MarkerBodyRigid, MarkerNodeRigid, NodeRigidBodyRotVecLG, ObjectGround
from exudyn.itemInterface import LoadMassProportional, ObjectBeamGeometricallyExact

LENGTH, STIFFNESS, MASS = 2.0, [1e5, 4e4, 4e4, 30.0, 40.0, 40.0], [1.0, 1.0, 1.0, 2e-3, 1e-3, 1e-3]
FORCE, GRAVITY, DURATION = 20.0, 9.81, 0.5
MEMBERS = 65


def exudyn_beam(elements: int, weight: bool):
    container = exu.SystemContainer()
    system = container.AddSystem()
    section = exu.BeamSection()
    section.stiffnessMatrix = np.diag(STIFFNESS)
    section.inertia, section.massPerLength = np.diag(MASS[3:]), MASS[0]
    place = lambda i: [LENGTH * i / elements, 0, 0, 0, 0, 0]
    nodes = [system.AddNode(NodeRigidBodyRotVecLG(referenceCoordinates=place(i))) for i in range(elements + 1)]
    for a, b in zip(nodes, nodes[1:]):
        beam = ObjectBeamGeometricallyExact(nodeNumbers=[a, b], length=LENGTH / elements, sectionData=section)
        number = system.AddObject(beam)
        if weight:
            from exudyn.itemInterface import MarkerBodyMass

            mass = system.AddMarker(MarkerBodyMass(bodyNumber=number))
            system.AddLoad(LoadMassProportional(markerNumber=mass, loadVector=[0, 0, -GRAVITY]))
    ground = system.AddMarker(MarkerBodyRigid(bodyNumber=system.AddObject(ObjectGround())))
    root, tip = (system.AddMarker(MarkerNodeRigid(nodeNumber=nodes[i])) for i in (0, -1))
    system.AddObject(GenericJoint(markerNumbers=[ground, root]))
    if not weight:
        system.AddLoad(Force(markerNumber=tip, loadVector=[0, 0, FORCE]))
    system.Assemble()
    settings = exu.SimulationSettings()
    settings.solutionSettings.writeSolutionToFile = False
    settings.linearSolverType = exu.LinearSolverType.EigenSparse
    return system, settings, nodes[-1]


def exudyn_tip(system, node) -> np.ndarray:
    return np.array(system.GetNodeOutput(node, exu.OutputVariableType.Position))


def exudyn_static(elements: int):
    system, settings, node = exudyn_beam(elements, weight=False)
    settings.staticSolver.numberOfLoadSteps = 5
    settings.staticSolver.newton.relativeTolerance = 1e-9
    settings.staticSolver.verboseMode = 0
    start = time.process_time()
    system.SolveStatic(settings, updateInitialValues=True)
    return exudyn_tip(system, node), time.process_time() - start


def exudyn_motion(elements: int, step: float):
    system, settings, node = exudyn_beam(elements, weight=True)
    integration = settings.timeIntegration
    integration.numberOfSteps, integration.endTime = round(DURATION / step), DURATION
    integration.generalizedAlpha.spectralRadius, integration.verboseMode = 0.8, 0
    start = time.process_time()
    system.SolveDynamic(settings, solverType=exu.DynamicSolverType.GeneralizedAlpha, updateInitialValues=True)
    return exudyn_tip(system, node), time.process_time() - start


def scenario(elements: int, order: int, load: str, method: str, members: int) -> str:
    """Members have almost the same length, so that none is folded into the others."""
    return f"""[parameters]
l = {LENGTH}
{load}
[[beam]]
name = "b"
length = "l"
elements = {elements}
order = {order}
section = {{ stiffness = {STIFFNESS}, mass = {MASS} }}
[[joint]]
name = "clamp"
kind = "fixed"
between = ["ground", "b.0"]
[[output]]
name = "tip"
quantity = "position"
body = "b.1"
[statics]
load_steps = 5
[method]
formulation = "absolute"
integrator = "generalized_alpha"
rho_inf = 0.8
{method}
[plan]
kind = "grid"
[plan.vary]
l = {{ min = {LENGTH}, max = {LENGTH + 1e-9}, count = {members} }}
"""


def of_gyrosweep(program: str, verb: str, text: str):
    """Returns the tip of the first member and the CPU time of the whole command."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "beam.toml").write_text(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        command = [program, verb, "beam.toml", "--out", "out", "--format", "csv"]
        command += ["--threads", "1"] if verb == "run" else []
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        with open(Path(folder) / "out" / "members.csv") as table:
            row = next(csv.DictReader(table))
    return np.array([float(row[f"tip.{axis}"]) for axis in "xyz"]), used


def gyrosweep(program: str, verb: str, make):
    tip, one = of_gyrosweep(program, verb, make(2))
    _, all_of_them = of_gyrosweep(program, verb, make(MEMBERS + 2))
    return tip, (all_of_them - one) / MEMBERS, one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyrosweep", required=True, help="the program")
    program = os.path.abspath(parser.parse_args().gyrosweep)
    load = f'[[force]]\nname = "f"\nkind = "force"\nbody = "b.1"\nforce = [0, 0, {FORCE}]'
    weight = f"[gravity]\nacceleration = [0, 0, {-GRAVITY}]"
    steps = lambda step: f"step = {step}\nduration = {DURATION}"
    at_rest = lambda elements, order: lambda members: scenario(elements, order, load, steps(0.01), members)
    moving = lambda elements, order, step: lambda members: scenario(elements, order, weight, steps(step), members)

    print("| case | program | elements | error | CPU time, ms | set-up, ms |\n| --- | --- | --- | --- | --- | --- |")
    exact, _ = of_gyrosweep(program, "statics", at_rest(8, 6)(2))
    for elements in (16, 64, 256):
        tip, used = exudyn_static(elements)
        print(f"| at rest | Exudyn | {elements} x 2 nodes | {np.abs(tip - exact).max() / LENGTH:.1e} | {used * 1e3:.1f} | |")
    for elements, order in ((2, 3), (1, 6), (2, 5)):
        tip, used, one = gyrosweep(program, "statics", at_rest(elements, order))
        error = np.abs(tip - exact).max() / LENGTH
        print(f"| at rest | Gyrosweep | {elements} x order {order} | {error:.1e} | {used * 1e3:.1f} | {one * 1e3:.0f} |")
    a, b = (of_gyrosweep(program, "run", moving(4, 6, step)(2))[0] for step in (5e-4, 2.5e-4))
    exact = (4 * b - a) / 3
    for elements, step in ((16, 2e-3), (64, 1e-3)):
        tip, used = exudyn_motion(elements, step)
        error = np.abs(tip - exact).max() / LENGTH
        print(f"| released, steps of {step} s | Exudyn | {elements} x 2 nodes | {error:.1e} | {used * 1e3:.0f} | |")
    for elements, order, step in ((1, 4, 2e-3), (2, 4, 1e-3)):
        tip, used, one = gyrosweep(program, "run", moving(elements, order, step))
        error = np.abs(tip - exact).max() / LENGTH
        print(
            f"| released, steps of {step} s | Gyrosweep | {elements} x order {order} | {error:.1e} | {used * 1e3:.1f} | {one * 1e3:.0f} |"
        )


if __name__ == "__main__":
    main()
