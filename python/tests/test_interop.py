"""Other packages on a function: JAX, SciPy, OpenTURNS, SALib."""

import gyrosweep as gs
import numpy as np
import pytest


@pytest.fixture
def f(growth):
    return gs.Scenario.from_toml(growth).function(inputs=["a", "rate"], outputs=["x_end", "product"])


def test_jax_goes_through(f):
    jax = pytest.importorskip("jax")
    jax.config.update("jax_enable_x64", False)
    with pytest.raises(ValueError, match="jax_enable_x64"):
        gs.interop.jax(f)
    jax.config.update("jax_enable_x64", True)
    g = gs.interop.jax(f)
    x = np.array([1.0, 0.1])
    assert np.array_equal(g(x), f(x))
    weights = np.array([2.0, -1.0])
    gradient = jax.grad(lambda x: weights @ g(x))(x)
    assert np.asarray(gradient) == pytest.approx(f.vjp(x, weights), rel=1e-11)
    rows = np.array([[1.0, 0.1], [0.5, 0.2]])
    assert np.asarray(jax.jit(jax.vmap(g))(rows)) == pytest.approx(f(rows), rel=1e-14)
    assert np.asarray(jax.jacrev(g)(x)) == pytest.approx(f.jacobian(x), rel=1e-11)


def test_openturns_has_gradients(f):
    pytest.importorskip("openturns")
    g = gs.interop.openturns(f)
    x = [1.0, 0.1]
    assert np.array(g(x)) == pytest.approx(f(x))
    assert np.array(g.gradient(x)) == pytest.approx(f.jacobian(x).T)
    assert np.array(g([x, [0.5, 0.2]])) == pytest.approx(f([x, [0.5, 0.2]]))
    hessian = g.hessian(x)
    assert hessian[0, 1, 0] == pytest.approx(f.hessian(x)[0, 0, 1])
    assert list(g.getInputDescription()) == ["a", "rate"]


def test_salib_draws_what_the_plan_varies(scenarios):
    pytest.importorskip("SALib")
    from SALib.analyze import sobol
    from SALib.sample import sobol as sample

    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    problem = gs.interop.salib(s)
    assert problem["names"] == s.varied
    f = s.function(outputs=["com.z"])
    rows = sample.sample(problem, 256)
    found = sobol.analyze(problem, f(rows)[:, 0], print_to_console=False)
    assert 0.9 < float(np.sum(found["S1"])) < 1.1


def test_least_squares_finds_parameters(growth):
    optimize = pytest.importorskip("scipy.optimize")
    f = gs.Scenario.from_toml(growth).function(inputs=["a", "rate"])
    wanted = f([0.8, 0.3])
    start = [0.5, 0.1]
    found = optimize.least_squares(lambda x: f(x) - wanted, start, jac=f.jacobian, xtol=1e-14, ftol=1e-14, gtol=1e-14)
    # a and the rate are seen through x alone: one combination is found
    assert f(found.x) == pytest.approx(wanted, rel=1e-8)


def test_openturns_takes_differences_of_gradients_where_there_are_no_second_derivatives(scenarios):
    pytest.importorskip("openturns")
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    # one component of three has none
    function = gs.interop.openturns(s.function(inputs=["mass"], outputs=["com.z"]))
    second = function.hessian([15.0])[0, 0, 0]
    z = s.function(inputs=["mass"], outputs=["com.z"])
    h = 0.05
    a, b, c = (z([15.0 + k * h])[0] for k in (-1, 0, 1))
    assert second == pytest.approx((a - 2 * b + c) / h**2, rel=1e-2)
