"""FORM of OpenTURNS on limit states that are functions of scenarios.

The gradient is that of the function, so that the design point is found with fewer members than by differences. Reference
values are those of `p20_studies.json`, see `studies_reference.py`: the reliability index of every case there that has one
design point, distributions and dependence being those of OpenTURNS.
"""

import gyrosweep as gs
import numpy as np
import pytest
from studies_reference import OSCILLATOR, formula

ot = pytest.importorskip("openturns")

LIMIT = {"name": "g", "quantity": "expression", "expression": "-0.58 - com.z"}


def heavy_top(scenarios) -> gs.Scenario:
    tables = gs.Scenario(scenarios / "heavy_top_uncertain.toml").to_dict()
    del tables["plan"], tables["sensitivity"]
    return gs.Scenario({**tables, "output": [*tables["output"], LIMIT]})


def paraboloid(_) -> gs.Scenario:
    return formula("g", "3.0 - u4 + 0.15*u1^2 + -0.05*u2^2 + 0.1*u3^2", ["u1", "u2", "u3", "u4"])


def strength_less_load(_) -> gs.Scenario:
    return formula("g", "r - s", ["r", "s"])


def sum_of_five(_) -> gs.Scenario:
    return formula("g", "18.0 - (x1 + x2 + x3 + x4 + x5)", ["x1", "x2", "x3", "x4", "x5"])


def oscillator(_) -> gs.Scenario:
    return gs.Scenario.from_toml(OSCILLATOR)


def lognormal(r, s, scores):
    copula = ot.NormalCopula(ot.CorrelationMatrix(2, [1.0, scores, scores, 1.0]))
    return ot.JointDistribution([ot.LogNormal(*r), ot.LogNormal(*s)], copula)


# name: scenario, distribution, reliability index, importance factors or None
CASES = {
    "paraboloid": (paraboloid, ot.JointDistribution([ot.Normal()] * 4), 3.0, [0.0, 0.0, 0.0, 1.0]),
    "lognormal, independent": (
        strength_less_load,
        lognormal([3.0, 0.1], [2.0, 0.15], 0.0),
        5.547001962252293,
        [0.3076923076923078, 0.692307692307692],
    ),
    "lognormal, dependent": (strength_less_load, lognormal([3.0, 0.1], [2.0, 0.15], 0.4), 6.984302957695782, None),
    "lognormal, against": (strength_less_load, lognormal([3.2, 0.1], [2.0, 0.2], -0.5), 4.535573676110727, None),
    "sum of exponential variables": (
        sum_of_five,
        ot.JointDistribution([ot.Exponential(1.0)] * 5),
        4.2969820778507195,
        [0.2] * 5,
    ),
    "peak of an oscillator": (
        oscillator,
        # a Gumbel distribution is given by its scale and its mode
        ot.JointDistribution([ot.Normal(1.0, 0.05), ot.LogNormal(0.0, 0.2), ot.Normal(100.0, 5.0), ot.Gumbel(0.7, 10.0)]),
        2.817814647757383,
        [0.0001235969167872896, 0.007935002226959507, 0.10092039873494107, 0.8910210021213121],
    ),
    "heavy top after 1 s": (
        heavy_top,
        ot.JointDistribution([ot.Normal(15.0, 0.4), ot.Normal(150.0, 2.0), ot.Normal(1.0, 0.008)]),
        4.41443211173994,
        [0.5427815356783633, 0.17686270423346875, 0.280355760088168],
    ),
}


class Counted:
    """A function that counts the members that it computes."""

    def __init__(self, f: gs.Function) -> None:
        self.f, self.inputs, self.outputs = f, f.inputs, f.outputs
        self.values = self.gradients = 0
        self.has_hessian = f.has_hessian

    def __call__(self, x):
        self.values += len(np.atleast_2d(x))
        return self.f(x)

    def jacobian(self, x):
        self.gradients += len(np.atleast_2d(x))
        return self.f.jacobian(x)


def form(function, distribution):
    """The result of FORM where a limit state is below zero, from the means."""
    event = ot.ThresholdEvent(ot.CompositeRandomVector(function, ot.RandomVector(distribution)), ot.Less(), 0.0)
    search = ot.AbdoRackwitz()
    search.setStartingPoint(distribution.getMean())
    search.setMaximumCallsNumber(2000)
    for limit in ("AbsoluteError", "RelativeError", "ResidualError", "ConstraintError"):
        getattr(search, f"setMaximum{limit}")(1e-10)
    algorithm = ot.FORM(search, event)
    algorithm.run()
    return algorithm.getResult()


@pytest.mark.parametrize("case", CASES)
def test_form_needs_fewer_members_with_our_gradient(scenarios, case):
    scenario, distribution, beta, importance = CASES[case]
    s = scenario(scenarios)
    f = Counted(s.function(inputs=list(s.parameters), outputs=["g"], failed="raise"))
    found = form(gs.interop.openturns(f), distribution)
    members = f.values + f.gradients
    assert f.gradients > 0
    assert found.getHasoferReliabilityIndex() == pytest.approx(beta, abs=1e-8)
    if importance is not None:
        factors = found.getImportanceFactors(ot.AnalyticalResult.CLASSICAL)
        # the index is flat at its design point: an error there enters it squared
        assert list(factors) == pytest.approx(importance, abs=1e-4)

    # without a gradient OpenTURNS takes central differences
    f.values = f.gradients = 0
    plain = ot.PythonFunction(len(f.inputs), 1, func=lambda x: f(list(x)), func_sample=lambda x: f(np.array(x)))
    by_differences = form(plain, distribution)
    assert by_differences.getHasoferReliabilityIndex() == pytest.approx(beta, abs=1e-6)
    assert f.gradients == 0 and members < 0.75 * f.values, (members, f.values)
