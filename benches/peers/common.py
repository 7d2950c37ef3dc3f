"""What the measurements of all peers share: the problems, their reference values, and the clock.

SI units. Vectors of the heavy top are in the world frame unless said otherwise.
"""

from __future__ import annotations

import dataclasses
import statistics
import sys
import time
from collections.abc import Callable, Iterable
from typing import TypeVar

import numpy as np

from rows import TARGET

# --- Heavy top: Holzinger, Arnold, Gerstmayr (2024), Table 3 ----------------------------------------------------

MASS = 15.0  # kg
ARM = 1.0  # m, from the fixed point to the centre of mass, along the body's y axis
SPIN = 150.0  # rad/s, about the body's y axis
OMEGA_Z = -4.61538  # rad/s
INERTIA = (0.234375, 0.46875, 0.234375)  # kg m^2, about the centre of mass, body frame
GRAVITY = 9.81  # m/s^2, along -z

STEP = 1e-4  # s
STEPS = 1000
DURATION = 0.1  # s
LONG_STEPS = 10_000
LONG_DURATION = 1.0  # s

# Position of the centre of mass at 0.1 s and 1 s, and its derivatives at 0.1 s with respect to mass, arm and spin
# (inertia about the centre of mass, initial rotation and angular velocity held fixed). Computed by extrapolation with
# 34 digits and by Gauss collocation in maximal coordinates, which agree to 1e-17; the derivatives by the variational
# equations and by complex steps, which agree to 1e-12.
POSITION = np.array([0.421296658925402, 0.894571974345593, -0.14916470056189962])
LONG_POSITION = np.array([0.17334396409838604, 0.6400885920705688, -0.7484907911335813])
SENSITIVITIES = np.array(
    [
        [0.0025536094044625473, -0.00014724508210709676, 0.006329284226971331],  # by mass, m/kg
        [0.5063568807322492, 0.8938855289603849, 0.08696028288574736],  # by arm, m/m
        [-0.00026023136552333955, 1.456594249750489e-05, -0.0006476352685349445],  # by spin, m s/rad
    ]
)

# --- Puma 560: Holzinger et al. (2024), Tables 9 and 10; link data of Corke and Armstrong-Helouvry (1994) --------

PUMA_START = np.radians([0.0, 22.5, 90.0, 0.0, 22.5, 0.0])
PUMA_ACCELERATION = np.array([-8.3776, 4.1888, -13.9626, 6.2832, 6.2832, 3.1416])  # rad/s^2, negated after 0.5 s
PUMA_P = np.array([40000.0, 40000.0, 40000.0, 100.0, 100.0, 10.0])  # N m/rad
PUMA_D = np.array([400.0, 400.0, 100.0, 1.0, 1.0, 0.1])  # N m s/rad
PUMA_STEPS = 10_000  # of 1e-4 s
PUMA_FINAL = np.radians([-120.0, 82.5, -110.0, 90.0, 112.5, 45.0])

# How far the arm may be from its targets (rad): the weight and inertia of the arm over the stiffness of a controller is
# at most 34 N m / 40000 N m/rad = 8.5e-4 rad; the jump of the acceleration at 0.5 s has decayed at 1 s.
PUMA_FINAL_TOLERANCE = 1e-3

# Joint torques of the inverse dynamics along the exact trajectory (recursive Newton-Euler, no motor inertia), N m,
# and the largest magnitude of each joint's torque along it.
PUMA_TORQUES = {
    0.25: np.array(
        [-19.346723963624374, 33.05596333666509, -13.622058081544173, 0.005149570825906599, -0.03958263960595558,
         0.00026154610020251955]
    ),
    0.75: np.array(
        [15.853996487645347, 4.6339617654124305, 3.2645556496068773, -0.00837355588106748, -0.017992972773493456,
         0.0002538408204443101]
    ),
}  # fmt: skip
PUMA_TORQUE_SCALE = np.array(
    [27.617929169840746, 33.743707526880776, 13.7501916594488, 0.015334336425586216, 0.04060249412091428,
     0.0013355034650291329]
)  # fmt: skip


def puma_trajectory(t: float) -> tuple[np.ndarray, np.ndarray]:
    """Joint angles (rad) and their rates (rad/s) that the controllers follow, at `t` in [0, 1] s."""
    if t <= 0.5:
        return PUMA_START + PUMA_ACCELERATION * (t * t / 2), PUMA_ACCELERATION * t
    left = 1.0 - t
    return PUMA_START + PUMA_ACCELERATION * (0.25 - left * left / 2), PUMA_ACCELERATION * left


def check_puma_torques(time: float, torques: np.ndarray) -> str:
    """An empty text, or which controller's torque (N m) at `time`, a key of PUMA_TORQUES, misses the inverse dynamics.

    Away from the jumps of the acceleration the controllers' torques are those of the inverse dynamics, but for the
    motion of the tracking error itself. A tenth of each joint's largest torque covers that (the light wrist shows
    5 %); a wrong mass, axis or sign of gravity misses by all of it.
    """
    miss = np.abs(torques - PUMA_TORQUES[time]) / PUMA_TORQUE_SCALE
    if (miss < 0.1).all():
        return ""
    return f"torque of joint {int(miss.argmax()) + 1} at {time} s misses the inverse dynamics by {miss.max():.0%}"


# --- Lorenz system: the workload of scenarios/lorenz.toml ---------------------------------------------------------

LORENZ_SIGMA, LORENZ_BETA = 10.0, 2.666
LORENZ_STEP = 1e-3
LORENZ_STEPS = 1000
LORENZ_MEMBERS = 2048

# x, y, z at the time 1 with rho = 0 and rho = 21: tests/golden/lorenz.json, 20 digits.
LORENZ_FIRST = np.array([4.5399929762484851536e-05, 0.0, 0.0])
LORENZ_LAST = np.array([-6.4495699849280277013, -8.8925906751966146787, 14.651992898750293293])


def lorenz_error(end: np.ndarray) -> float:
    """Distance of the last member's state from the reference; `end` has the shape (3, members)."""
    return float(np.linalg.norm(np.asarray(end, np.float64)[:, -1] - LORENZ_LAST))


def check_lorenz(end: np.ndarray, precision: str) -> str:
    """An empty text, or what is wrong with the states at the end.

    The method's own error is 5e-12. In single precision the state is rounded a thousand times, to 1e-6 of 15 each time;
    rounding errors add up as in a random walk and grow by about ten.
    """
    end = np.asarray(end, np.float64)
    if not np.isfinite(end).all():
        return "a member is not finite"
    limit = 1e-11 if precision == "f64" else 1e-3
    for which, found, expected in (("first", end[:, 0], LORENZ_FIRST), ("last", end[:, -1], LORENZ_LAST)):
        miss = float(np.linalg.norm(found - expected))
        if not miss < limit:
            return f"the {which} member misses the reference by {miss:.1e}"
    return ""


# --- The ensemble -----------------------------------------------------------------------------------------------

CHECK_MEMBERS = 7
_DELTAS = np.array([1e-2, 1e-3, 1e-1])  # kg, m, rad/s


def ensemble(count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mass (kg), arm (m) and spin (rad/s) of `count` members.

    Member 0 has the values of the paper; members 1 to 6 move mass, arm and spin by a little up and down, so that the
    accuracy check also sees that every parameter acts; the others are drawn from the distributions of
    scenarios/heavy_top_sweep.toml.
    """
    generator = np.random.default_rng(7)
    size = max(count, CHECK_MEMBERS)
    members = np.stack(
        [generator.uniform(14.0, 16.0, size), generator.uniform(0.98, 1.02, size), generator.normal(150.0, 2.0, size)]
    )
    members[:, :CHECK_MEMBERS] = np.array([[MASS], [ARM], [SPIN]])
    for parameter, delta in enumerate(_DELTAS):
        members[parameter, 1 + 2 * parameter] += delta
        members[parameter, 2 + 2 * parameter] -= delta
    mass, arm, spin = np.ascontiguousarray(members[:, :count])
    return mass, arm, spin


def position_error(position: np.ndarray) -> float:
    """Distance (m) of member 0's centre of mass at 0.1 s from the reference; `position` has the shape (3, members)."""
    return float(np.linalg.norm(np.asarray(position)[:, 0] - POSITION))


def check_positions(position: np.ndarray) -> str:
    """An empty text, or what is wrong with the end positions (3, members) of the first members of the ensemble.

    The central differences of the members 1 to 6 meet the reference's derivatives to 1e-3 of their norm: their own
    error of order delta^2 is below 1e-4, and a parameter that does not act, or acts at the wrong place, misses by 1.
    """
    position = np.asarray(position)
    if not np.isfinite(position).all():
        return "a member is not finite"
    for parameter, (name, delta) in enumerate(zip(("mass", "arm", "spin"), _DELTAS)):
        up, down = position[:, 1 + 2 * parameter], position[:, 2 + 2 * parameter]
        expected = SENSITIVITIES[parameter]
        miss = float(np.linalg.norm((up - down) / (2 * delta) - expected) / np.linalg.norm(expected))
        if miss > 1e-3:
            return f"the derivative by {name} misses the reference by {miss:.1e} of its norm"
    return ""


# --- The clock --------------------------------------------------------------------------------------------------


@dataclasses.dataclass
class Clock:
    """How long and how often a measurement runs."""

    repeats: int
    least: float  # shortest repetition [s]

    @staticmethod
    def from_arguments() -> Clock:
        """Five repetitions of a quarter of a second or more; with --quick, three of a twentieth."""
        return Clock(3, 0.05) if "--quick" in sys.argv[1:] else Clock(5, 0.25)

    def rates(self, run: Callable[[], object], units: float) -> tuple[float, float]:
        """Median units per second of processor time and of wall time; `run` does `units` of work and has returned
        only when they are done. Compilation and one more call are not counted."""
        run()
        start = time.process_time()
        run()
        once = max(time.process_time() - start, 1e-6)
        loops = max(1, round(self.least / once))
        cpu, wall = [], []
        for _ in range(self.repeats):
            cpu_start, wall_start = time.process_time(), time.perf_counter()
            for _ in range(loops):
                run()
            cpu.append(loops * units / (time.process_time() - cpu_start))
            wall.append(loops * units / (time.perf_counter() - wall_start))
        return statistics.median(cpu), statistics.median(wall)


Candidate = TypeVar("Candidate")


def cheapest(candidates: Iterable[Candidate], error: Callable[[Candidate], float]) -> tuple[Candidate, float] | None:
    """The first of the candidates, cheapest first, whose error (m) meets the target, and that error.

    The candidate after it has to meet the target as well, so that an error that happens to pass through zero does not
    count. None if there is no such pair."""
    last: tuple[Candidate, float] | None = None
    for candidate in candidates:
        found = error(candidate)
        if not found <= TARGET:
            last = None
        elif last is not None:
            return last
        else:
            last = (candidate, found)
    return None


def step_counts(least: int = 8, most: int = 1500) -> list[int]:
    """Numbers of steps, each about 3 % more than the one before, and the common one."""
    counts = [least]
    while counts[-1] < most:
        counts.append(max(counts[-1] + 1, round(counts[-1] * 1.03)))
    return sorted({*counts, STEPS})
