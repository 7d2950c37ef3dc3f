"""Functions: their bits are those of runs, their derivatives those of differences."""

import subprocess
import sys

import gyrosweep as gs
import numpy as np
import pytest
from gyrosweep._toml import document


@pytest.fixture
def top(scenarios):
    return gs.Scenario(scenarios / "heavy_top_sweep.toml")


def test_the_bits_are_those_of_a_table_of_the_command_line(scenarios, tmp_path):
    rows = np.array([[15.0, 1.0, 150.0], [14.5, 0.99, 149.0], [15.5, 1.01, 151.0]])
    (tmp_path / "rows.csv").write_text("mass,arm,spin\n" + "\n".join(",".join(map(repr, row)) for row in rows.tolist()))
    tables = gs.Scenario(scenarios / "heavy_top_sweep.toml").to_dict()
    tables["plan"] = {"kind": "table", "file": "rows.csv"}
    (tmp_path / "top.toml").write_text(document(tables))
    program = [sys.executable, "-m", "gyrosweep", "run", tmp_path / "top.toml", "--out", tmp_path / "out"]
    subprocess.run(program, check=True, capture_output=True)
    written = gs.open(tmp_path / "out").members
    f = gs.Scenario(scenarios / "heavy_top_sweep.toml").function(inputs=["mass", "arm", "spin"])
    expected = np.column_stack([written[name] for name in f.outputs])
    assert np.array_equal(f(rows), expected)
    assert np.array_equal(f(rows[1]), expected[1])


def test_derivatives_are_those_of_differences(top):
    f = top.function(inputs=["spin", "mass"], outputs=["com.z", "com.x"])
    x = np.array([150.0, 15.0])
    value, jacobian = f.value_and_jacobian(x)
    # with derivatives sums are fused in another order
    assert value == pytest.approx(f(x), rel=1e-12) and jacobian.shape == (2, 2)
    for k, h in enumerate([0.05, 0.005]):
        e = np.eye(2)[k] * h
        difference = (f(x - 2 * e) - 8 * f(x - e) + 8 * f(x + e) - f(x + 2 * e)) / (12 * h)
        assert difference == pytest.approx(jacobian[:, k], rel=1e-7)
    weights = np.array([[0.3, -2.0], [1.0, 0.0]])
    rows = np.array([x, 1.01 * x])
    assert f.vjp(rows, weights) == pytest.approx(np.einsum("no,noi->ni", weights, f.jacobian(rows)), rel=1e-11)


def test_second_derivatives_have_a_closed_form(growth):
    f = gs.Scenario.from_toml(growth).function(inputs=["a", "rate"])
    a, r = 1.0, 0.1
    # x = a/(1 - a r)
    d = 1 - a * r
    expected = np.array([[2 * r / d**3, 2 * a / d**3], [2 * a / d**3, 2 * a**3 / d**3]])
    hessian = f.hessian([a, r])
    assert hessian.shape == (2, 2, 2)
    assert hessian[0] == pytest.approx(expected, rel=1e-8)
    assert f.jacobian([a, r])[0] == pytest.approx([1 / d**2, a**2 / d**2], rel=1e-9)


def test_outputs_of_several_components_have_no_second_derivatives(top):
    with pytest.raises(gs.ScenarioError, match="3 components"):
        top.function(outputs=["com.z"]).hessian([15.0, 1.0, 150.0])


def test_rows_that_fail(growth):
    s = gs.Scenario.from_toml(growth)
    f = s.function(inputs=["a"], outputs=["x_end"])
    values = f([[1.0], [4.0], [np.nan], [0.5]])
    assert np.isnan(values[:, 0]).tolist() == [False, True, True, False]
    assert f.outcomes.tolist() == ["completed", "non_finite", "invalid", "completed"]
    strict = s.function(inputs=["a"], outputs=["x_end"], failed="raise")
    with pytest.raises(gs.MembersFailed, match="1 of 2 rows .* row 1 ended as non_finite .*: take a smaller `step`") as failed:
        strict([[1.0], [4.0]])
    assert failed.value.outcomes.tolist() == ["completed", "non_finite"]
    with pytest.raises(gs.MembersFailed, match='the parameter "a" is NaN') as failed:
        strict([np.nan])
    assert failed.value.reason == 'the parameter "a" is NaN; it has a = NaN (default 1.0)'
    assert f(np.empty((0, 1))).shape == (0, 1)


@pytest.mark.parametrize(
    ("file", "verb", "x", "output", "h", "close"),
    [
        ("arch.toml", "statics", {"thickness": 0.02, "radius": 2.0}, "limit_load", 1e-3, 1e-6),
        ("blade.toml", "modes", {"speed": 20.0}, "frequency_1", 1e-2, 1e-6),
        ("duffing.toml", "periodic", {"delta": 0.2}, "max_multiplier", 1e-3, 1e-6),
    ],
)
def test_columns_of_other_verbs_have_derivatives(scenarios, file, verb, x, output, h, close):
    f = gs.Scenario(scenarios / file).function(inputs=list(x), outputs=[output], verb=verb)
    x = np.array(list(x.values()))
    value, jacobian = f.value_and_jacobian(x)
    assert value == pytest.approx(f(x), rel=1e-9)
    for k in range(len(x)):
        e = np.zeros(len(x))
        e[k] = h * x[k]
        [far_below, below, above, far_above] = f([x - 2 * e, x - e, x + e, x + 2 * e])[:, 0]
        difference = (far_below - 8 * below + 8 * above - far_above) / (12 * e[k])
        assert difference == pytest.approx(jacobian[0, k], rel=close)


def test_functions_of_other_verbs_have_their_columns(scenarios):
    f = gs.Scenario(scenarios / "arch.toml").function(inputs=["thickness"], verb="statics")
    assert "limit_load" in f.outputs and "sag" in f.outputs
    # more rows than are found at a time, in the order of their rows
    rows = np.linspace(0.018, 0.022, 70)[:, None]
    loads = f(rows)[:, f.outputs.index("limit_load")]
    assert np.all(np.diff(loads) > 0) and loads[7] == f(rows[7])[f.outputs.index("limit_load")]
    with pytest.raises(gs.ScenarioError, match="verb = \"statics\""):
        f.hessian([0.02])
    with pytest.raises(gs.ScenarioError, match='"statics", "modes", "periodic"'):
        gs.Scenario(scenarios / "arch.toml").function(inputs=["thickness"], verb="static")


def test_what_is_wrong_is_named(top):
    with pytest.raises(gs.ScenarioError, match='did you mean "mass"'):
        top.function(inputs=["mss"])
    with pytest.raises(gs.ScenarioError, match="com.z"):
        top.function(outputs=["com.zz"])
    with pytest.raises(gs.ScenarioError, match="comes twice"):
        top.function(inputs=["mass", "mass"])
    with pytest.raises(ValueError, match=r"accepted: \(n, 3\)"):
        top.function()(np.zeros((2, 5)))
    with pytest.raises(ValueError, match="that of the outputs"):
        top.function(outputs=["com.z"]).vjp([15.0, 1.0, 150.0], [1.0, 2.0])
    with pytest.raises(ValueError, match="nan"):
        top.function(failed="ignore")
