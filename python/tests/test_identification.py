"""SciPy fits parameters to measurements with exact derivatives."""

import gyrosweep as gs
import numpy as np
import pytest


@pytest.mark.parametrize("start", [[0.25, 140.0], [0.25, 160.0], [1.0, 140.0], [1.0, 160.0]])
def test_least_squares_identifies_a_heavy_top(scenarios, tmp_path, start):
    optimize = pytest.importorskip("scipy.optimize")
    s = gs.Scenario(scenarios / "heavy_top_identification.toml")
    measured = np.loadtxt(scenarios / "heavy_top_measured.csv", delimiter=",", skiprows=1)
    # a row for each time of the measurements: how long a member goes on is a parameter
    tables = {name: table for name, table in s.to_dict().items() if name not in ("plan", "design", "sensitivity", "sampling")}
    tables["parameters"]["end"] = {"default": 1.0, "unit": "s"}
    tables["method"]["duration"] = "end"
    f = gs.Scenario(tables).function(inputs=["transverse", "spin", "end"], outputs=["com.x", "com.y", "com.z"])
    calls = {"f": 0, "jacobian": 0}

    def rows(x):
        return np.column_stack([np.tile(x, (len(measured), 1)), measured[:, 0]])

    def residuals(x):
        calls["f"] += 1
        return ((f(rows(x)) - measured[:, 1:]) / 1e-3).ravel()

    def jacobian(x):
        calls["jacobian"] += 1
        return f.jacobian(rows(x))[:, :, :2].reshape(-1, 2) / 1e-3

    found = optimize.least_squares(residuals, start, jac=jacobian, x_scale=[0.5, 150.0])
    assert found.success and calls["f"] + calls["jacobian"] < 30, calls
    deviations = np.sqrt(np.diag(np.linalg.inv(found.jac.T @ found.jac)))
    # within two standard errors of the values that the measurements were made with
    assert np.all(np.abs(found.x - [0.4, 150.0]) < 2 * deviations)
    # and where the design study of the scenario ends, but for a thousandth of that
    best = s.optimise(tmp_path / "out").record["best"]["parameters"]
    assert np.all(np.abs(found.x - [best["transverse"], best["spin"]]) < 1e-3 * deviations)
