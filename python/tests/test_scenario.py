"""Scenarios: files, texts and dictionaries, changed copies, and what is wrong with them."""

import pickle

import gyrosweep as gs
import numpy as np
import pytest


def test_a_dictionary_says_what_the_file_says(scenarios):
    for path in sorted(scenarios.glob("*.toml")):
        text = path.read_text()
        if "file = " in text or "fit = " in text:
            continue  # it names a table beside it
        s = gs.Scenario(path)
        again = gs.Scenario(s.to_dict())
        assert again.to_dict() == s.to_dict(), path
        assert (again.outputs, again.varied, again.units) == (s.outputs, s.varied, s.units), path


def test_set_returns_a_changed_copy(scenarios, growth):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    changed = s.set("plan.members", 8).set("method.step", 1e-3).set("plan.members", 16)
    assert (s.members, changed.members) == (16384, 16)
    heavier = changed.set("body.top.mass", "1.1*mass").set("plan.vary.mass.uniform", [14.0, 15.0])
    assert heavier.to_dict()["body"][0]["mass"] == "1.1*mass"
    assert heavier.run(progress=False).members["mass"].max() < 15.0
    assert s.parameters["mass"] == 15.0 and s.units["mass"] == "kg"
    moved = gs.Scenario.from_toml(growth[: growth.index("[plan]")]).set("rate", 0.25)
    assert moved.parameters["rate"] == 0.25 and "rate*x*x" in moved.to_toml()


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("body.tpo.mass", 2.0, 'did you mean "top"'),
        ("mas", 2.0, 'did you mean "mass"'),
        ("parameters.mas", 2.0, 'did you mean "mass"'),
        ("parameters.mas.default", 2.0, 'has no parameter "mas"'),
        ("method.stp", 2.0, "step"),
        ("plna.members", 2, 'did you mean "plan"'),
        ("body.top.mass", None, "found None"),
        ("body.top.mass", "1.1*mas", "mass"),
        ("plan.members", object(), "accepted: numbers"),
    ],
)
def test_what_cannot_be_set_is_named(scenarios, key, value, message):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    with pytest.raises(gs.ScenarioError, match=message):
        s.set(key, value)


def test_errors_say_where(scenarios, tmp_path):
    file = tmp_path / "top.toml"
    file.write_text((scenarios / "heavy_top.toml").read_text().replace("kind = ", "knid = ", 1))
    with pytest.raises(gs.ScenarioError, match="knid") as wrong:
        gs.Scenario(file)
    assert wrong.value.file == str(file) and "knid" in wrong.value.key or "kind" in wrong.value.key
    assert isinstance(wrong.value, ValueError)
    with pytest.raises(gs.ScenarioError, match="nowhere.toml") as wrong:
        gs.Scenario(tmp_path / "nowhere.toml")
    assert wrong.value.file.endswith("nowhere.toml") and wrong.value.key is None
    with pytest.raises(gs.ScenarioError, match="a: found None") as wrong:
        gs.Scenario({"a": None})
    assert wrong.value.key == "a"
    with pytest.raises(gs.ScenarioError):
        gs.Scenario.from_toml("title = ")


def test_numbers_of_numpy_and_strange_texts(growth):
    tables = gs.Scenario.from_toml(growth).to_dict()
    tables["title"] = 'quotes " and \\ and \t ends, <é>'
    tables["plan"]["vary"]["a"] = np.linspace(0.5, 1.0, 3)
    s = gs.Scenario(tables)
    assert s.title == tables["title"] and s.members == 6


def test_options_that_are_wrong(scenarios):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    for options, message in [
        ({"backend": "cuda"}, '"auto"'),
        ({"precision": "f16"}, '"f64"'),
        ({"arithmetic": "quick"}, '"exact"'),
        ({"resume": True, "force": True}, "either"),
        ({"members": 0}, "at least one member"),
    ]:
        with pytest.raises(gs.ScenarioError, match=message):
            s.run(progress=False, **options)
    with pytest.raises(gs.ScenarioError, match="manifest.json"):
        gs.open("nowhere")


def test_a_scenario_is_pickled_with_what_is_set(scenarios):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml").set("plan.members", 7).set("method.step", 5e-4)
    again = pickle.loads(pickle.dumps(s))
    assert again.to_toml() == s.to_toml() and again.members == 7
    for other in (s.function(outputs=["com.z"]), s.run(progress=False)):
        with pytest.raises(TypeError, match="pickle"):
            pickle.dumps(other)
