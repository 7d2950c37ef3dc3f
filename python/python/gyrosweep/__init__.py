"""Parallel ensembles of multibody systems on Lie groups.

A `Scenario` is a mechanism with a plan of members; `Scenario.run` integrates them all and returns `Results`, whose tables
NumPy, pandas, polars and Arrow see without copying. `Scenario.function` makes a function of some parameters that is
compiled once, with derivatives.
"""

from . import interop
from ._function import Function
from ._gyrosweep import Interrupted, MembersFailed, RunError, ScenarioError, __version__
from ._results import Member, Results, merge, open
from ._scenario import Scenario
from ._study import Study
from ._tables import Table

__all__ = [
    "Function",
    "Interrupted",
    "Member",
    "MembersFailed",
    "Results",
    "RunError",
    "Scenario",
    "ScenarioError",
    "Study",
    "Table",
    "__version__",
    "interop",
    "merge",
    "open",
]
