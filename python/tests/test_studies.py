"""Studies: the records and pages of the command line."""

import gyrosweep as gs
import pytest


def test_derivatives_are_judged(growth):
    study = gs.Scenario.from_toml(growth).validate()
    assert study.succeeded and study.record["outcome"] == "completed" and len(study.record["derivatives"]) == 4
    assert "x\\_end" in study.page


def test_parameters_are_found(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "heavy_top_identification.toml")
    study = s.optimise(tmp_path / "out")
    assert study.succeeded and (tmp_path / "out" / "manifest.json").exists()
    with pytest.raises(gs.ScenarioError, match="--force"):
        s.optimise(tmp_path / "out")


def test_methods_are_compared(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "heavy_top.toml").set("method.duration", 0.02)
    study = s.converge(tmp_path / "out", integrators=["rkmk4"], steps=[1e-3, 5e-4], seconds=5.0)
    assert "rkmk4" in study.page and (tmp_path / "out" / "convergence.csv").exists()
    with pytest.raises(gs.ScenarioError, match="rkmk4"):
        s.converge(tmp_path / "other", integrators=["rkm4"])


def test_modes_and_equilibria_are_found(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "blade.toml").set("plan.vary.speed.count", 2)
    modes = s.modes(tmp_path / "modes")
    assert len(modes.members["frequency_1"]) == 2 and (tmp_path / "modes" / "shapes.json").exists()
    slow, fast = modes.members["frequency_1"]
    assert 0 < slow < fast
    assert modes.paths is None and modes.branches is None
    first = modes.shapes[0]
    # at the default speed, and the largest number is one
    assert first["frequency"] > 0 and first["bodies"]["blade.node.10"].shape == (6,)
    assert max(abs(shape).max() for shape in first["bodies"].values()) == pytest.approx(1.0)
    s = gs.Scenario(scenarios / "arch.toml").set("plan.vary.angle.count", 2).set("plan.vary.thickness.count", 2)
    arch = s.statics(tmp_path / "arch")
    assert len(arch.members["limit_load"]) == 4 and (tmp_path / "arch" / "path.parquet").exists()
    paths = gs.open(tmp_path / "arch").paths
    assert set(paths["member"]) == {0, 1, 2, 3} and "limit" in set(paths["kind"]) and arch.shapes == []
    with pytest.raises(gs.ScenarioError, match="--force"):
        s.statics(tmp_path / "arch")
    orbits = gs.Scenario(scenarios / "duffing.toml").set("plan.members", 5).periodic(tmp_path / "duffing")
    assert max(orbits.members["max_multiplier"]) < 1 and (tmp_path / "duffing" / "periodic.parquet").exists()
    assert orbits.branches.rows >= 5 and set(orbits.branches["member"]) == set(range(5))
    duffing = gs.Scenario(scenarios / "duffing.toml")
    few = duffing.periodic(tmp_path / "few", members=3, seed=2)
    assert len(few.members["member"]) == 3 and set(few.branches["member"]) == {0, 1, 2}
    again = duffing.periodic(tmp_path / "few", members=3, seed=2, resume=True)
    assert (again.branches["period"] == few.branches["period"]).all()
    with pytest.raises(gs.ScenarioError, match="seed"):
        duffing.periodic(tmp_path / "few", members=3, seed=4, resume=True)
    with pytest.raises(gs.ScenarioError, match="resume and force"):
        duffing.periodic(tmp_path / "few", resume=True, force=True)


def test_analyses_write_nothing_without_a_folder(scenarios, tmp_path, monkeypatch):
    duffing = gs.Scenario(scenarios / "duffing.toml").set("plan.members", 5)
    blade = gs.Scenario(scenarios / "blade.toml").set("plan.vary.speed.count", 2)
    arch = gs.Scenario(scenarios / "arch.toml").set("plan.vary.angle.count", 2).set("plan.vary.thickness.count", 2)
    folder = duffing.periodic(tmp_path / "kept", progress=False)
    monkeypatch.chdir(tmp_path)
    told = []
    orbits = duffing.periodic(progress=lambda *counts: told.append(counts))
    modes, paths = blade.modes(progress=False), arch.statics(progress=False)
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert told[-1][:3] == (5, 5, 0)
    for table in ["members", "branches"]:
        of_folder, in_memory = getattr(folder, table), getattr(orbits, table)
        assert list(of_folder) == list(in_memory)
        assert all(list(of_folder[name]) == list(in_memory[name]) for name in of_folder)
    assert orbits.folder is None and orbits.manifest["verb"] == "periodic" and orbits.complete
    assert modes.shapes[0]["frequency"] > 0 and "limit" in set(paths.paths["kind"])
    third = duffing.periodic(member=3, progress=False)
    assert list(third.members["member"]) == [3] and set(third.branches["member"]) == {3}
    assert third.members["max_multiplier"][0] == orbits.members["max_multiplier"][3]
    figures = duffing.periodic(statistics=True, progress=False)
    assert figures.members is None and figures.manifest["outputs"]
    with pytest.raises(gs.ScenarioError, match="gyrosweep periodic"):
        orbits.sensitivity()
    assert orbits.report(tmp_path / "orbits.html").exists()
    assert modes.report(tmp_path / "modes.html").exists()


def test_probabilities_of_failure_are_found(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "oscillator_reliability.toml").set("reliability.methods", ["form", "sorm"])
    study = s.reliability(tmp_path / "out")
    assert study.succeeded and abs(study.record["design_points"][0]["beta"] - 2.817814647757383) < 1e-8
    assert (tmp_path / "out" / "reliability.parquet").exists()
