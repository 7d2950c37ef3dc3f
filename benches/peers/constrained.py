"""Mechanisms with constraints that implicit methods integrate: their data, steps and reference values. SI units.

All rows of one task make the same steps of generalized-alpha of index 3 with rho_inf = 0.9. Newton's method ends where
the norm of the residual is 1e-8 of that at the predictor, or 1e-10: the defaults of Gyrosweep and of Exudyn.
"""

from __future__ import annotations

from math import cos, sin

import numpy as np

RHO_INF = 0.9
RELATIVE, ABSOLUTE = 1e-8, 1e-10

# The heavy top of common.py over 1 s. With 1e-4 s the Newton method of Exudyn's default scheme fails on the top with
# constraints.
TOP_STEPS = 12_500  # of 8e-5 s
# To 0.1 s, where the derivatives by mass, arm and spin are known; half as long, since with the others the method's own
# error of the derivatives is 1.1e-3 of their norm.
TOP_CHECK_STEPS = 2500

# --- Spatial slider-crank: Holzinger, Arnold, Gerstmayr (2024), Table 8 --------------------------------------------

SLIDER_STEPS = 50_000  # of 1e-4 s
SLIDER_DURATION = 5.0  # s

# Position of the slider (m) at 5 s, by the distance of the crank's centre of mass from its pivot:
# tests/golden/p05_slidercrank.json.
SLIDER_AT_END = {0.0: 0.25465008546731865, 0.04: 0.2407195737296153}

# The methods' own error is 2e-6 m; a wrong axis of the universal joint moves the slider by 2e-2 m.
SLIDER_TOLERANCE = 1e-5


def check_slider(positions: dict[float, float]) -> tuple[float, str]:
    """The error of the first slider (m), and an empty text or which slider misses its reference."""
    errors = {centre: abs(position - SLIDER_AT_END[centre]) for centre, position in positions.items()}
    missed = {centre: error for centre, error in errors.items() if not error < SLIDER_TOLERANCE}
    words = [f"with centre = {centre} the slider misses by {error:.1e} m" for centre, error in missed.items()]
    return next(iter(errors.values())), "; ".join(words)


# --- Andrews' squeezing mechanism: benchmark A03 of the IFToMM; Hairer, Wanner (1996), Section VII.7 ----------------

ANDREWS_STEPS = 3000  # of 1e-5 s
ANDREWS_DURATION = 0.03  # s
DRIVE = 0.033  # N m
STIFFNESS, LENGTH = 4530.0, 0.07785  # N/m, m

BETA, THETA, GAMMA, PHI, DELTA, OMEGA, EPSILON = (
    -0.06171389001427645, 0.0, 0.45527981916307037, 0.22266839016588588, 0.48736497954384256, -0.22266839016588588,
    1.2305474445498212,
)  # fmt: skip
A, B, C, O = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072), (0.0, 0.0)

# Mass, inertia about the centre of mass, its position, and the angle of each body at the start.
ANDREWS_BODIES = (
    (0.04325, 2.194e-6, 0.00092 * cos(BETA), 0.00092 * sin(BETA), BETA),
    (0.00365, 4.41e-7, 0.007 * cos(BETA) - 0.0115 * cos(BETA + THETA), 0.007 * sin(BETA) - 0.0115 * sin(BETA + THETA),
     BETA + THETA),
    (0.02373, 5.255e-6, B[0] + 0.01043 * cos(GAMMA) + 0.01874 * sin(GAMMA),
     B[1] + 0.01043 * sin(GAMMA) - 0.01874 * cos(GAMMA), GAMMA),
    (0.00706, 5.667e-7, A[0] + 0.04 * cos(DELTA) + 0.00579 * sin(PHI + DELTA),
     A[1] + 0.04 * sin(DELTA) - 0.00579 * cos(PHI + DELTA), PHI + DELTA),
    (0.0705, 1.169e-5, A[0] + 0.02308 * cos(DELTA) - 0.00916 * sin(DELTA),
     A[1] + 0.02308 * sin(DELTA) + 0.00916 * cos(DELTA), DELTA),
    (0.00706, 5.667e-7, A[0] + 0.04 * sin(EPSILON) + 0.00579 * cos(OMEGA + EPSILON),
     A[1] - 0.04 * cos(EPSILON) + 0.00579 * sin(OMEGA + EPSILON), OMEGA + EPSILON),
    (0.05498, 1.912e-5, A[0] - 0.00449 * cos(EPSILON) + 0.01228 * sin(EPSILON),
     A[1] - 0.00449 * sin(EPSILON) - 0.01228 * cos(EPSILON), EPSILON),
)  # fmt: skip
P = (0.007 * cos(BETA), 0.007 * sin(BETA))
E = (B[0] + 0.035 * sin(GAMMA), B[1] - 0.035 * cos(GAMMA))
G = (A[0] + 0.04 * cos(DELTA), A[1] + 0.04 * sin(DELTA))
H = (A[0] + 0.04 * sin(EPSILON), A[1] - 0.04 * cos(EPSILON))

# The bodies that a pin connects, by their numbers or None for the ground, and its point; the last three close loops.
ANDREWS_PINS = (
    (None, 0, O), (0, 1, P), (1, 2, E), (1, 3, E), (1, 5, E), (None, 4, A), (None, 6, A), (None, 2, B), (4, 3, G),
    (6, 5, H),
)  # fmt: skip
ANDREWS_LOOPS = 3
SPRING_ON_BODY = (0.02 - 0.01043, 0.01874 - 0.018)  # on the third body, in its frame; the other end is at C

# The angles (rad) beta, gamma, delta and epsilon, of the bodies 1, 3, 5 and 7, at 0.03 s:
# tests/golden/iftomm_benchmarks.json.
ANDREWS_TURNED = (0, 2, 4, 6)
ANDREWS_AT_END = np.array([15.81077119629904, 0.04082224013073101, 0.5244099658805303, 1.048080741042263])

# The method's own error is 1.1e-4 rad, of beta, which makes two and a half turns.
ANDREWS_TOLERANCE = 3e-4


def check_andrews(angles: np.ndarray) -> tuple[float, str]:
    """The largest error of the angles (rad) at the end, which whole turns do not change, and an empty text or what it
    misses."""
    away = np.asarray(angles) - ANDREWS_AT_END
    error = float(np.abs(away - 2 * np.pi * np.round(away / (2 * np.pi))).max())
    return error, "" if error < ANDREWS_TOLERANCE else f"an angle misses the reference by {error:.1e} rad"
