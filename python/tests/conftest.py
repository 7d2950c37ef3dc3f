"""What the tests share."""

import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


@pytest.fixture
def scenarios() -> pathlib.Path:
    """The scenarios of the project."""
    return ROOT / "scenarios"


# a variable that grows as its members say; those whose rate is large are none at the end
GROWTH = """
title = "growth"
[parameters]
a = { default = 1.0 }
rate = { default = 0.5, unit = "1/s" }
[[variable]]
name = "x"
initial = "a"
rate = "rate*x*x"
[[output]]
name = "x_end"
quantity = "variable"
variable = "x"
[[output]]
name = "product"
quantity = "expression"
expression = "x_end*x_end"
[method]
integrator = "rkmk4"
step = 0.01
duration = 1.0
[plan]
kind = "grid"
[plan.vary]
a = [0.5, 1.0, 4.0]
rate = [0.1, 0.5]
"""


@pytest.fixture
def growth() -> str:
    """A scenario of which one member fails: x = 1/(1/a - rate t)."""
    return GROWTH
