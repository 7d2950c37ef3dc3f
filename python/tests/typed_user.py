"""What a type checker makes of the package: it is checked by `test_types.py`, and never run.

A line with `type: ignore` must be refused without it: checkers report one that is not needed.
"""

from typing import Any, assert_type

import gyrosweep as gs
import numpy as np

s = gs.Scenario("scenarios/heavy_top_sweep.toml")
assert_type(s, gs.Scenario)
assert_type(gs.Scenario({"title": "top"}).set("mass", 14.0), gs.Scenario)
assert_type(s.parameters, dict[str, float])
assert_type(s.to_dict(), dict[str, Any])


def told(done: int, members: int, failed: int, left: float | None) -> None:
    print(done, members, failed, left)


r = s.run("results/top", members=8, precision="f32", statistics=["com.z=-1:0"], progress=told)
assert_type(r, gs.Results)
assert_type(r.outcomes, dict[str, int])
assert_type(r.members, gs.Table | None)
assert r.members is not None
assert_type(r.members["com.z"], np.ndarray)
assert_type(r.members.units, dict[str, str])
assert_type(gs.merge(["a", "b"], "c"), gs.Results)

f = s.function(inputs=["mass"], outputs=["com.z"], failed="raise")
assert_type(f, gs.Function)
assert_type(f.value_and_jacobian([15.0]), tuple[np.ndarray, np.ndarray])
assert_type(f.inputs, tuple[str, ...])

study = s.converge(integrators=["rkmk4"], steps=[1e-3])
assert_type(study.succeeded, bool)

try:
    f([15.0])
except gs.MembersFailed as error:
    assert_type(error.outcomes, np.ndarray)
except gs.ScenarioError as error:
    assert_type(error.key, str | None)

s.run(precision="f16")  # type: ignore
s.function(failed="ignore")  # type: ignore
s.set("method.step")  # type: ignore
r.members["com.z"].mena()  # type: ignore
s.members = 4  # type: ignore
