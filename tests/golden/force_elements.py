"""Writes force_elements.json: two free bodies with springs, ropes and bushings between them, by two methods.

State: position, velocity, rotation matrix and angular momentum, all in the world frame. Methods: DOP853 and Radau IIA of
scipy. The case bushing_in_world is also computed by Exudyn, with its CartesianSpringDamper between markers on rigid bodies.

    pip install numpy==2.4.6 scipy==1.17.1 exudyn==1.13.6
    python3 force_elements.py > force_elements.json
"""

import json
import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

GRAVITY = np.array([0, 0, -9.81])
MASS = [2.0, 1.5]
INERTIA = [np.diag([0.5, 0.6, 0.7]), np.diag([0.4, 0.5, 0.3])]
START = [  # position, rotation vector, velocity, angular velocity in the body's frame
    ([0.1, 0.2, 0.3], [0, 0, 0], [1, -1, 0.5], [1, 2, -1]),
    ([1, 0, 0], [0.3, -0.2, 0.4], [0, 0, 0], [-1, 0.5, 2]),
]
POINTS = [np.array([0.1, 0, 0.2]), np.array([0, 0.1, -0.1])]
DURATION = 0.5


class Body:
    """The motion of a body, and what acts on it."""

    def __init__(self, x, v, r, w):
        self.x, self.v, self.r, self.w = x, v, r, w  # w: world frame
        self.force, self.torque = np.zeros(3), np.zeros(3)

    def point(self, p):
        arm = self.r @ p
        return self.x + arm, self.v + np.cross(self.w, arm)

    def pull(self, where, force):
        self.force = self.force + force
        self.torque = self.torque + np.cross(where - self.x, force)


class Ground(Body):
    def __init__(self):
        super().__init__(np.zeros(3), np.zeros(3), np.eye(3), np.zeros(3))


def two_point(t, a, b):
    (xa, va), (xb, vb) = a.point(POINTS[0]), b.point(POINTS[1])
    length = np.linalg.norm(xb - xa)
    along = (xb - xa) / length
    rate = along @ (vb - va)
    stretched = length - 0.1
    force = (20 * stretched + 30 * stretched**3 + 2 * rate if stretched > 0 else 0) + 3 * np.sin(4 * t)
    a.pull(xa, force * along)
    b.pull(xb, -force * along)


def rope(t, a, b):
    ground = Ground()
    course = [(ground, [0.5, 0, 2]), (a, POINTS[0]), (ground, [0.6, 0.5, 2.2]), (b, POINTS[1]), (a, [0, 0.3, 0])]
    at = [body.point(np.array(p)) for body, p in course]
    lines = [(x1 - x0, v1 - v0) for (x0, v0), (x1, v1) in zip(at, at[1:])]
    length = sum(np.linalg.norm(d) for d, _ in lines)
    rate = sum(d @ v / np.linalg.norm(d) for d, v in lines)
    tension = max(0, 30 * (length - 5) + 1.5 * rate) if length > 5 else 0
    assert tension > 0
    for i, (d, _) in enumerate(lines):
        force = tension * d / np.linalg.norm(d)
        course[i][0].pull(at[i][0], force)
        course[i + 1][0].pull(at[i + 1][0], -force)


def bushing_in_world(t, a, b):
    (xa, va), (xb, vb) = a.point(POINTS[0]), b.point(POINTS[1])
    force = np.array([60, 40, 80]) * (xb - xa - np.array([0.2, -0.3, 0.4])) + np.array([0.5, 2, 1]) * (vb - va)
    a.pull(xa, force)
    b.pull(xb, -force)


def torsion(t, a, b):
    # of the rotation vector psi = angle * axis, along the axes of a: the torque on b is -(dpsi/dturn)^T K psi, with
    # dpsi/dturn for turns that a sees
    relative = a.r.T @ b.r @ Rotation.from_rotvec([0.2, -0.4, 0.3]).as_matrix().T
    psi = Rotation.from_matrix(relative).as_rotvec()
    angle = np.linalg.norm(psi)
    tilde = np.array([[0, -psi[2], psi[1]], [psi[2], 0, -psi[0]], [-psi[1], psi[0], 0]])
    half = angle / 2
    jacobian = np.eye(3) - tilde / 2 + (1 - half / np.tan(half)) / angle**2 * tilde @ tilde
    w = a.r.T @ (b.w - a.w)
    torque = a.r @ (-jacobian.T @ (np.array([3, 5, 8]) * psi) - np.array([0.2, 0.1, 0.3]) * w)
    b.torque = b.torque + torque
    a.torque = a.torque - torque


CASES = {"two_point": two_point, "rope": rope, "bushing_in_world": bushing_in_world, "torsion": torsion}


def bodies_of(state):
    bodies = []
    for i in range(2):
        s = state[18 * i : 18 * i + 18]
        r = s[6:15].reshape(3, 3)
        w = r @ np.linalg.solve(INERTIA[i], r.T @ s[15:18])
        bodies.append(Body(s[0:3], s[3:6], r, w))
    return bodies


def rates(act):
    def of(t, state):
        a, b = bodies_of(state)
        act(t, a, b)
        rate = []
        for body, mass in zip((a, b), MASS):
            spin = np.cross(body.w, body.r.T).T  # w x each column
            rate.append(np.concatenate([body.v, body.force / mass + GRAVITY, spin.ravel(), body.torque]))
        return np.concatenate(rate)

    return of


def solution(act, method, tolerance):
    start = []
    for i, (x, psi, v, w) in enumerate(START):
        r = Rotation.from_rotvec(psi).as_matrix()
        start.append(np.concatenate([x, v, r.ravel(), r @ INERTIA[i] @ w]))
    run = solve_ivp(rates(act), [0, DURATION], np.concatenate(start), method=method, rtol=tolerance, atol=tolerance)
    assert run.success
    a, b = bodies_of(run.y[:, -1])
    return np.array([*a.x, *a.r.ravel(), *b.x, *b.r.ravel()])


def exudyn_bushing():
    import exudyn as exu
    from exudyn import itemInterface as items

    system = exu.SystemContainer()
    mbs = system.AddSystem()
    markers, bodies = [], []
    for i, (x, psi, v, w) in enumerate(START):
        node = mbs.AddNode(
            items.NodeRigidBodyRotVecLG(referenceCoordinates=[*x, *psi], initialVelocities=[*v, *w])
        )
        d = np.diag(INERTIA[i])
        body = mbs.AddObject(items.ObjectRigidBody(mass=MASS[i], inertia=[*d, 0, 0, 0], nodeNumber=node))
        mass_marker = mbs.AddMarker(items.MarkerBodyMass(bodyNumber=body))
        mbs.AddLoad(items.LoadMassProportional(markerNumber=mass_marker, loadVector=list(GRAVITY)))
        markers.append(mbs.AddMarker(items.MarkerBodyPosition(bodyNumber=body, localPosition=list(POINTS[i]))))
        bodies.append(body)
    mbs.AddObject(
        items.CartesianSpringDamper(
            markerNumbers=markers, stiffness=[60, 40, 80], damping=[0.5, 2, 1], offset=[0.2, -0.3, 0.4]
        )
    )
    mbs.Assemble()

    settings = exu.SimulationSettings()
    settings.timeIntegration.numberOfSteps = 2000
    settings.timeIntegration.endTime = DURATION
    settings.solution.file.write = False
    mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.RK67)
    values = []
    for body in bodies:
        for kind in (exu.OutputVariableType.Position, exu.OutputVariableType.RotationMatrix):
            values += list(mbs.GetObjectOutputBody(body, kind, [0, 0, 0]))
    return np.array(values)


def main():
    cases = {}
    worst = 0.0
    for name, act in CASES.items():
        fine = solution(act, "DOP853", 3e-14)
        radau = solution(act, "Radau", 1e-11)
        error = np.abs(fine - radau).max()
        worst = max(worst, error)
        print(name, f"{error:.1e}", file=sys.stderr)
        cases[name] = [float(x) for x in fine]
    exudyn = exudyn_bushing()
    apart = np.abs(exudyn - np.array(cases["bushing_in_world"])).max()
    print("Exudyn", f"{apart:.1e}", file=sys.stderr)
    cases["bushing_in_world_by_exudyn"] = [float(x) for x in exudyn]
    page = {
        "problem": "two free bodies with one force element between them, see force_elements.py",
        "conventions": "position of the centre of mass of a and its rotation matrix (world from body, by rows), then those of b, "
        "at 0.5 s",
        "units": "m",
        "error_estimate": f"DOP853 at 3e-14; Radau IIA at 1e-11 differs by {worst:.0e} at most, Exudyn 1.13.6 (RK67, 2000 "
        f"steps) by {apart:.0e}",
        "number_format": "float64, 17 digits",
        **cases,
    }
    print("{\n" + ",\n".join(f" {json.dumps(key)}: {json.dumps(value)}" for key, value in page.items()) + "\n}")


if __name__ == "__main__":
    main()
