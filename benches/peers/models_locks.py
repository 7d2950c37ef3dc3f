"""Generic joints with each of the 62 choices of locked axes, in joint coordinates, beside Exudyn's generic joint."""

from __future__ import annotations

import itertools

from models_exudyn import Alpha, Model, World, np

AXES = ("x", "y", "z", "rx", "ry", "rz")
CHOICES = [choice for n in range(1, 6) for choice in itertools.combinations(AXES, n)]
WAY = Alpha(100, levels=4)
AT = np.array([0.3, 0.2, 0.1])  # m, the joint
CENTRE = np.array([0.1, -0.2, -0.4])  # m, of mass, from the joint


def scenario(locked: tuple[str, ...]) -> str:
    """A body on a joint to the ground that falls for half a second, with velocities that the joint leaves."""
    free = np.array([axis not in locked for axis in AXES], float)
    v, omega = np.array([0.5, -0.7, 0.9]) * free[:3], np.array([-1.2, 1.6, 0.8]) * free[3:]
    return f"""
[gravity]
acceleration = [0.7, -1.1, -2.3]
[[body]]
name = "body"
mass = 2
inertia = [0.05, 0.08, 0.06, 0.01, -0.005, 0.007]
[body.initial]
position = {(AT + CENTRE).tolist()}
velocity = {(v + np.cross(omega, CENTRE)).tolist()}
angular_velocity = {omega.tolist()}
[[joint]]
name = "joint"
kind = "generic"
between = ["ground", "body"]
at = {AT.tolist()}
locked = {list(locked)}
[[output]]
name = "position"
quantity = "position"
body = "body"
[[output]]
name = "spin"
quantity = "angular_velocity"
body = "body"
[[output]]
name = "axes"
quantity = "rotation_matrix"
body = "body"
[method]
integrator = "dop853"
tolerance = 1e-13
duration = 0.5
"""


def build(w: World) -> None:
    w.add_bodies()
    locked = w.table("joint", "joint")["locked"]
    w.joint("joint", [int(axis in locked) for axis in AXES])


MODEL = Model("every_lock", WAY, f"generic joints with each of {len(CHOICES)} choices of locked axes", build)
