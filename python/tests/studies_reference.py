"""Reference values of studies with closed formulas, and the scenarios whose functions they are of.

The numbers are those of `p20_studies.json`, a reference of this project. Indices there are quadratures of closed formulas
with 12 and 18 Gauss nodes (closed forms of Ishigami's function), against randomised quasi-Monte Carlo. Reliability indices
are closed forms, or the nearest point of a limit state whose formula is closed, computed apart from any integrator;
OpenTURNS, with that formula, agrees to 4e-11. `p11_uq.json` is in `tests/golden`, which says how it was made.
"""

import gyrosweep as gs

# a mechanism needs a body or a variable: this one does nothing
FORMULA = {
    "variable": [{"name": "nothing", "initial": 0.0, "rate": "0"}],
    "method": {"integrator": "euler", "step": 1.0, "duration": 1.0},
}


def formula(name: str, expression: str, parameters: list[str]) -> gs.Scenario:
    """A scenario whose only output is an expression of its parameters."""
    output = {"name": name, "quantity": "expression", "expression": expression}
    return gs.Scenario({"parameters": dict.fromkeys(parameters, 0.0), "output": [output], **FORMULA})


# a block on a spring and a damper, at rest, on which a force begins to act: the peak of its way is
# F/k (1 + exp(-pi z/sqrt(1 - z^2))), z = c/(2 sqrt(k m))
OSCILLATOR = """
title = "Peak of a linear oscillator after a step of force"
[parameters]
m = { default = 1.0, unit = "kg" }
c = { default = 1.0, unit = "N s/m" }
k = { default = 100.0, unit = "N/m" }
F = { default = 10.0, unit = "N" }
[[body]]
name = "block"
mass = "m"
inertia = [1.0, 1.0, 1.0]
[[joint]]
name = "rail"
kind = "prismatic"
between = ["ground", "block"]
axis = [1, 0, 0]
[[force]]
name = "spring"
kind = "joint_spring_damper"
joint = "rail"
stiffness = "k"
damping = "c"
[[force]]
name = "step"
kind = "joint_torque"
joint = "rail"
torque = "F"
[method]
integrator = "dop853"
step = 0.02
duration = 0.6
[[output]]
name = "peak"
quantity = "joint_position"
joint = "rail"
over = "max"
[[output]]
name = "g"
quantity = "expression"
expression = "0.27 - peak"
"""

OSCILLATOR_INDICES = {
    "vary": {"m": [0.8, 1.2], "c": [0.4, 1.6], "k": [80.0, 120.0], "F": [8.0, 12.0]},
    "first": [0.0006648798524886686, 0.024194912760313953, 0.47379007375403903, 0.49393247227489334],
    "total": [0.0007543776502848543, 0.025267826584471798, 0.4808158233052693, 0.5005912555344345],
}

# sin(x1) + 7 sin(x2)^2 + 0.1 x3^4 sin(x1), each of -pi to pi
ISHIGAMI = "sin(x1) + 7.0*sin(x2)^2 + 0.1*x3^4*sin(x1)"
ISHIGAMI_INDICES = {
    "first": [0.31390519114781146, 0.4424111447900409, 0.0],
    "total": [0.557588855209959, 0.44241114479004084, 0.2436836640621477],
}
