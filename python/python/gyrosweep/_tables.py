"""Result tables."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from . import _gyrosweep


class Table:
    """A table of columns by name, in the order of the members.

    A column of numbers is an array that cannot be written to and shares the memory of the table: float64 with NaN where a
    value is missing, or uint64. A column of words is an array of texts. Values are in the units of `units`; those that are
    missing are null in Arrow, polars and pandas.
    """

    def __init__(self, native: _gyrosweep.Table, axes: dict[str, list[float]] | None = None) -> None:
        self._native = native
        self._axes = axes or {}

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return self._native.names

    @property
    def units(self) -> dict[str, str]:
        """The units of the columns that have one, by name."""
        return self._native.units

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self._native)

    def __getitem__(self, name: str) -> np.ndarray:
        try:
            values, words = self._native.column(name)
        except KeyError:
            raise KeyError(f"there is no column {name!r}; there are {', '.join(self.names)}") from None
        return values if words is None else np.array(words, dtype=str)[values] if len(words) else np.empty(0, dtype=str)

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __repr__(self) -> str:
        return f"<gyrosweep.Table of {self.rows} rows: {', '.join(self.names)}>"

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        """Returns the table as a stream of the Arrow PyCapsule interface, without copying."""
        return self._native.__arrow_c_stream__(requested_schema)

    def __arrow_c_schema__(self) -> object:
        """Returns the schema of the Arrow PyCapsule interface."""
        return self._native.__arrow_c_schema__()

    def to_arrow(self) -> Any:
        """Returns a `pyarrow.Table` that shares the memory of the numbers."""
        import pyarrow

        return pyarrow.table(self)

    def to_polars(self) -> Any:
        """Returns a `polars.DataFrame`."""
        import polars

        return polars.DataFrame(self)

    def to_pandas(self) -> Any:
        """Returns a `pandas.DataFrame`, whose missing numbers are NaN; `attrs["units"]` holds the units."""
        import pandas

        columns = {}
        for name in self.names:
            values, words = self._native.column(name)
            columns[name] = values if words is None else pandas.Categorical.from_codes(values, words)
        frame = pandas.DataFrame(columns, copy=False)
        frame.attrs["units"] = self.units
        return frame

    def to_xarray(self) -> Any:
        """Returns an `xarray.Dataset`: the axes of a grid are its dimensions, else the members.

        Every variable has its unit as the attribute `units`.
        """
        import xarray

        units = self.units
        shape = [len(values) for values in self._axes.values()]
        is_grid = bool(shape) and int(np.prod(shape)) == self.rows
        dims = list(self._axes) if is_grid else ["member"]
        coords = {name: np.asarray(values) for name, values in self._axes.items()} if is_grid else {}
        variables = {}
        for name in self.names:
            if name in coords or (name == "member" and not is_grid):
                continue
            values = self[name].reshape(shape) if is_grid else self[name]
            variables[name] = (dims, values, {"units": units[name]} if name in units else {})
        dataset = xarray.Dataset(variables, coords if is_grid else {"member": self["member"]})
        for name in coords:
            if name in units:
                dataset[name].attrs["units"] = units[name]
        return dataset
