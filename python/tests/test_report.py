"""Reports, measures of derivatives, and one member with its poses."""

import math

import gyrosweep as gs
import numpy as np
import pytest
from studies_reference import ISHIGAMI, ISHIGAMI_INDICES, formula


def test_a_report_of_results_in_memory_is_that_of_a_folder(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    kept = s.run(tmp_path / "out", members=300, progress=False).report(title="Tops")
    assert kept == tmp_path / "out" / "report.html"
    made = s.run(members=300, progress=False).report(tmp_path / "memory.html", title="Tops")

    def data(file):
        return [line for line in file.read_text().splitlines() if line.startswith('<script type="application/json"')]

    assert len(data(made)) == 2 and data(made) == data(kept)
    with pytest.raises(gs.ScenarioError, match="exists already"):
        s.run(members=4, progress=False).report(made)
    with pytest.raises(gs.ScenarioError, match="did you mean"):
        s.run(members=4, progress=False).report(tmp_path / "a.html", animate="com.w:max")
    with pytest.raises(gs.ScenarioError, match="no column"):
        s.run(members=4, progress=False).report(tmp_path / "a.html", columns=["nothing"])


def test_measures_of_derivatives_are_those_of_the_command_line(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "heavy_top_uncertain.toml")
    in_memory = s.run(members=512, progress=False).sensitivity()
    in_folder = s.run(tmp_path / "out", members=512, progress=False)
    assert in_memory.succeeded
    assert in_memory.record["outputs"] == in_folder.sensitivity().record["outputs"]
    assert in_memory.record["outputs"] == gs.open(tmp_path / "out").sensitivity().record["outputs"]
    [bound] = [p["total_index_bound"] for p in in_memory.record["outputs"][2]["parameters"] if p["name"] == "mass"]
    # 12/pi^2 times the index of tests/golden/p11_uq.json
    assert bound == pytest.approx(0.749, abs=0.03)
    with pytest.raises(gs.ScenarioError, match="not drawn from distributions"):
        gs.Scenario(scenarios / "heavy_top_sweep.toml").set("plan.kind", "one").run(progress=False).sensitivity()


def test_indices_are_those_of_the_command_line(tmp_path):
    s = formula("y", ISHIGAMI, ["x1", "x2", "x3"])
    vary = {f"x{k}": {"uniform": [-math.pi, math.pi]} for k in (1, 2, 3)}
    s = gs.Scenario({**s.to_dict(), "plan": {"kind": "saltelli", "rows": 1024, "vary": vary}})
    in_memory = s.run(progress=False).sensitivity().record["indices"]
    assert in_memory == s.run(tmp_path / "out", progress=False).sensitivity().record["indices"]
    total = {of["of"][0]: of for of in in_memory["indices"] if of["index"] == "total"}
    for name, exact in zip(["x1", "x2", "x3"], ISHIGAMI_INDICES["total"], strict=True):
        assert total[name]["value"] == pytest.approx(exact, abs=0.03)
        assert total[name]["interval"]["lower"] < total[name]["value"] < total[name]["interval"]["upper"]


def test_a_member_has_samples_and_poses(scenarios):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    m = s.member(17, samples=50)
    assert m.poses.shape == (51, 1, 7) and m.bodies == ["top"]
    assert np.array_equal(m.times, m.samples["time"])
    # the centre of mass is an output of the scenario, too
    assert np.array_equal(m.poses[:, 0, 0], m.samples["com.x"])
    assert np.allclose(np.linalg.norm(m.poses[:, 0, 3:], axis=1), 1.0, atol=1e-12)
    assert s.member(17).poses.shape[0] == 201
    for samples in (0, -1, 2_000_000):
        with pytest.raises(ValueError, match="samples: found"):
            s.member(17, samples=samples)
    with pytest.raises(gs.ScenarioError, match="accepted: 0 to 16383"):
        s.member(20_000)
