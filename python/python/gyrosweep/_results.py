"""The results of runs."""

import os
import warnings
from functools import cached_property
from pathlib import Path
from typing import Any

from . import _gyrosweep
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

        return json.loads(self._native.manifest)

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

    @property
    def outcomes(self) -> dict[str, int]:
        """How many members ended in which way; ways that none ended in are left out."""
        return {name: count for name, count in self.manifest["outcomes"].items() if count}

    @property
    def complete(self) -> bool:
        """True where all members were computed."""
        return bool(self.manifest["complete"])

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


def open(folder: Folder) -> Results:
    """Opens the results of a run in a folder: whole chunks, as far as the run has come.

    Raises ScenarioError where there is no manifest of a run, or a table cannot be read.
    """
    return Results(_gyrosweep.open_folder(Path(folder)))


def merge(folders: list[Folder], out: Folder, force: bool = False) -> Results:
    """Makes the results of one run of those of its shards, in the folder `out`, and opens them."""
    return open(_gyrosweep.merge([Path(folder) for folder in folders], Path(out), force))


def of_run(found: tuple[_gyrosweep.Results, list[str]]) -> Results:
    """Returns the results of a run, and warns of what it warns of."""
    native, warned = found
    for text in warned:
        warnings.warn(text, stacklevel=3)
    return Results(native)
