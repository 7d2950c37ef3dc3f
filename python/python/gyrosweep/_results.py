"""The results of runs."""

import os
import warnings
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from . import _gyrosweep, _process
from ._study import Study
from ._tables import Table

Folder = str | os.PathLike[str]


class Results:
    """The tables of a run, and what its manifest says.

    `members` has a row for every member, `samples` and `events` one for each of theirs; they are None where there are none
    to be had (of a run with statistics alone, or where the scenario asks for none).
    """

    def __init__(self, native: _gyrosweep.Results) -> None:
        self._native = native

    @cached_property
    def manifest(self) -> dict[str, Any]:
        """What the run is, how far it came and what it found: `manifest.json`, as a dictionary."""
        import json

        manifest: dict[str, Any] = json.loads(self._native.manifest)
        return manifest

    @property
    def folder(self) -> Path | None:
        """The folder of the results; None where nothing was written."""
        return None if self._native.folder is None else Path(self._native.folder)

    @property
    def page(self) -> str:
        """What the run found, as Markdown; empty where results were opened."""
        return self._native.page

    @cached_property
    def members(self) -> Table | None:
        """The members, a row for each."""
        table = self._native.members
        return None if table is None else Table(table, self._axes())

    @cached_property
    def samples(self) -> Table | None:
        """The samples, member by member."""
        return None if self._native.samples is None else Table(self._native.samples)

    @cached_property
    def events(self) -> Table | None:
        """The events, member by member."""
        return None if self._native.events is None else Table(self._native.events)

    @cached_property
    def paths(self) -> Table | None:
        """The points of the paths of equilibria, member by member; None where the results are none of `statics`."""
        return None if self._native.path is None else Table(self._native.path)

    @cached_property
    def branches(self) -> Table | None:
        """The periodic motions along their branches, member by member; None where the results are none of `periodic`."""
        return None if self._native.periodic is None else Table(self._native.periodic)

    @cached_property
    def shapes(self) -> list[dict[str, Any]]:
        """The modes at the default values of the parameters, as `modes` finds them, by frequency: `frequency` (rad/s), `damping`,
        `exponent` (1/s), and `bodies`, the complex amplitudes of each by its name: of its centre of mass (m) and of its rotation (rad),
        an array (6,). Empty where the results are of something else.
        """
        import json

        text = self._native.files.get("shapes.json", '{"modes": []}')
        shapes = []
        for mode in json.loads(text)["modes"]:
            numbers = {body["body"]: np.array(body["translation"] + body["rotation"]) for body in mode["bodies"]}
            bodies = {name: both[:, 0] + 1j * both[:, 1] for name, both in numbers.items()}
            shapes.append({**mode, "exponent": complex(*mode["exponent"]), "bodies": bodies})
        return shapes

    @property
    def pose_means(self) -> dict[str, dict[str, Any]]:
        """The Fréchet means of outputs that are rotations or poses, by their names: `quaternion` (w, x, y, z) and of poses `position`,
        `covariance` in the tangent space at the mean (rad^2; of poses 6 x 6, translation first), `largest_angle` and `error`, rad."""
        return {pose["name"]: pose for pose in self.manifest.get("poses", [])}

    @property
    def outcomes(self) -> dict[str, int]:
        """How many members ended in which way; ways that none ended in are left out."""
        return {name: count for name, count in self.manifest["outcomes"].items() if count}

    @property
    def complete(self) -> bool:
        """True where all members were computed."""
        return bool(self.manifest["complete"])

    def sensitivity(self, *, accept_failed: float | None = None, chaos: bool | int = False) -> Study:
        """Returns which parameters matter over all members: the indices that the plan allows, under `indices`, each with its
        interval, and by the derivatives of the outputs, of a scenario with `[sensitivity]`, bounds on total Sobol' indices, and
        whether linear propagation would have done. Of plans of rows the share `accept_failed` of the members may have failed,
        0.01 where it is None. With `chaos` indices are found by sparse polynomial chaos as well, of that degree, or of the one whose error
        is least where it is True.

        Raises ScenarioError where members are not drawn from distributions, or more failed.
        """
        _process.use()
        degree = None if isinstance(chaos, bool) else chaos
        return Study(self._native.sensitivity(accept_failed, chaos is not False, degree))

    def report(
        self,
        out: Folder | None = None,
        *,
        columns: Sequence[str] = (),
        title: str | None = None,
        animate: str | int | None = None,
        force: bool = False,
    ) -> Path:
        """Writes the results as one HTML file to look at and to send, and returns its path.

        out      the file; `report.html` in the folder of the results, or in the current folder where they are in memory
        columns  the columns of the members that are shown, as names or patterns; all without any
        title    that of the scenario without one
        animate  the member in the animation: its number, "COLUMN:max" or "COLUMN:min", a second one after a comma as its
                 shadow, or "none"; both ends of the first output without one
        force    replaces a file that is there

        Raises ScenarioError where a column or member is not there, or the file is.
        """
        _process.use()
        file = None if out is None else Path(out)
        member = None if animate is None else str(animate)
        return Path(self._native.report(file, list(columns), title, member, force))

    def _axes(self) -> dict[str, list[float]]:
        """The values of the axes of a grid, the last of which changes fastest."""
        if self.manifest["plan"] != "grid" or self._native.members is None:
            return {}
        axes = {}
        for name in self.manifest["varied"]:
            values, _ = self._native.members.column(name)
            axes[name] = list(dict.fromkeys(values.tolist()))
        return axes

    def __repr__(self) -> str:
        where = "in memory" if self.folder is None else f"in {self.folder}"
        return f"<gyrosweep.Results of {self.manifest['members_written']} members, {where}: {self.outcomes}>"


class Member(Results):
    """The results of one member, with the poses of its bodies at the times of its samples."""

    def __init__(self, native: _gyrosweep.Results, poses: Callable[[], tuple[str, list[str], np.ndarray, np.ndarray]]) -> None:
        super().__init__(native)
        self._compute = poses

    @cached_property
    def _poses(self) -> tuple[list[str], np.ndarray, np.ndarray]:
        _, bodies, times, numbers = self._compute()
        return bodies, times, numbers.reshape(len(times), len(bodies), 7)

    @property
    def bodies(self) -> list[str]:
        """The names of the bodies."""
        return self._poses[0]

    @property
    def times(self) -> np.ndarray:
        """The times of the poses, s."""
        return self._poses[1]

    @property
    def poses(self) -> np.ndarray:
        """The poses (times, bodies, 7): position of the centre of mass, m, and unit quaternion world from body, scalar first.

        Of a member that failed these are the poses until then.
        """
        return self._poses[2]


def open(folder: Folder) -> Results:
    """Opens the results of a run in a folder: whole chunks, as far as the run has come.

    Raises ScenarioError where there is no manifest of a run, or a table cannot be read.
    """
    return Results(_gyrosweep.open_folder(Path(folder)))


def merge(folders: list[Folder], out: Folder, force: bool = False) -> Results:
    """Makes the results of one run of those of its shards, in the folder `out`, and opens them."""
    return open(_gyrosweep.merge([Path(folder) for folder in folders], Path(out), force))


def warn(native: _gyrosweep.Results, warned: list[str]) -> _gyrosweep.Results:
    """Warns of what a run warns of, and returns its results."""
    for text in warned:
        warnings.warn(text, stacklevel=4)
    return native
