"""A scenario as a function of some parameters."""

from typing import Any, Literal

import numpy as np

from . import _gyrosweep, _process


class Function:
    """A function from some parameters of a scenario to some of its outputs, compiled once.

    Rows are members: `f(X)` has the shape (n, outputs) for X of the shape (n, inputs), and (outputs,) for (inputs,). Values
    are in the units of the scenario. `outcomes` holds what became of the rows of the last call. A row that fails is NaN, or
    raises MembersFailed where the function was made with failed="raise"; a row with a NaN is `invalid`, and the others are not.
    """

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    failed: Literal["nan", "raise"]
    outcomes: np.ndarray

    def __init__(
        self,
        scenario: _gyrosweep.Scenario,
        inputs: list[str],
        outputs: list[str] | None,
        failed: Literal["nan", "raise"],
        threads: int | None = None,
        verb: str = "run",
    ) -> None:
        if failed not in ("nan", "raise"):
            raise ValueError(f'failed: found {failed!r}; accepted: "nan", "raise"')
        if verb != "run":
            _process.use()  # it looks at the defaults
        self._native = _gyrosweep.Function(scenario, inputs, outputs, threads, verb)
        self.inputs, self.outputs = tuple(inputs), tuple(self._native.outputs)
        self.failed = failed
        self._has_slopes = verb != "periodic"
        self.outcomes = np.empty(0, dtype=str)

    def _rows(self, x: Any) -> tuple[np.ndarray, bool]:
        rows = np.asarray(x, dtype=np.float64)
        is_one = rows.ndim == 1
        if rows.ndim not in (1, 2) or rows.shape[-1] != len(self.inputs):
            raise ValueError(
                f"X: found the shape {rows.shape}; accepted: (n, {len(self.inputs)}) or ({len(self.inputs)},), "
                f"with the columns {', '.join(self.inputs)}"
            )
        return np.ascontiguousarray(np.atleast_2d(rows)), is_one

    def _evaluate(self, rows: np.ndarray, order: int) -> np.ndarray:
        _process.use()
        self._native.check(order)
        if len(rows) == 0:
            self.outcomes = np.empty(0, dtype=str)
            return np.empty((0, len(self.outputs) * (1 + (len(self.inputs) ** order if order else 0))))
        values, outcomes, times = self._native.evaluate(rows, order)
        self.outcomes = np.array(outcomes, dtype=str)
        if self.failed == "raise":
            self._refuse(rows, values, times)
        return values

    def _with_differences(self, rows: np.ndarray) -> np.ndarray:
        values = self._evaluate(rows, 0)
        count, width = rows.shape
        slopes = np.empty((count, len(self.outputs), width))
        if count > 0:
            steps = 1e-3 * np.where(rows == 0.0, 1.0, np.abs(rows))
            weights = {-2: 1 / 12, -1: -2 / 3, 1: 2 / 3, 2: -1 / 12}
            for k in range(width):
                by = np.zeros(width)
                by[k] = 1.0
                moved = np.vstack([rows + place * steps * by for place in weights])
                found, _, _ = self._native.evaluate(np.ascontiguousarray(moved), 0)
                parts = found.reshape(len(weights), count, len(self.outputs))
                slopes[:, :, k] = np.tensordot(list(weights.values()), parts, 1) / steps[:, [k]]
        return np.hstack([values, slopes.reshape(count, len(self.outputs) * width)])

    def _refuse(self, rows: np.ndarray, values: np.ndarray, times: np.ndarray) -> None:
        failed = np.flatnonzero(np.isnan(values[:, : len(self.outputs)]).any(axis=1))
        if len(failed) == 0:
            return
        first = int(failed[0])
        reason = self._native.reason(rows[first].tolist(), str(self.outcomes[first]))
        if reason is None:
            missing = [name for name, value in zip(self.outputs, values[first]) if np.isnan(value)]
            reason = f"no value of {', '.join(missing)}"
        error = _gyrosweep.MembersFailed(
            f"{len(failed)} of {len(values)} rows have no value of some output: row {first} ended as {self.outcomes[first]} "
            f"at t = {times[first]} s: {reason}"
        )
        error.outcomes = self.outcomes
        error.reason = reason
        raise error

    def __call__(self, x: Any) -> np.ndarray:
        """Returns the outputs, (n, outputs) or (outputs,)."""
        rows, is_one = self._rows(x)
        values = self._evaluate(rows, 0)
        return values[0] if is_one else values

    def value_and_jacobian(self, x: Any) -> tuple[np.ndarray, np.ndarray]:
        """Returns the outputs, and their derivatives by the inputs: (n, outputs, inputs) or (outputs, inputs).

        Of periodic motions these are five-point differences of motions that are found anew, with steps of 1e-3 of the inputs.
        """
        rows, is_one = self._rows(x)
        all_values = self._evaluate(rows, 1) if self._has_slopes else self._with_differences(rows)
        values, slopes = np.split(all_values, [len(self.outputs)], axis=1)
        jacobian = slopes.reshape(len(rows), len(self.outputs), len(self.inputs))
        return (values[0], jacobian[0]) if is_one else (values, jacobian)

    def jacobian(self, x: Any) -> np.ndarray:
        """Returns the derivatives of the outputs by the inputs: (n, outputs, inputs) or (outputs, inputs)."""
        return self.value_and_jacobian(x)[1]

    def vjp(self, x: Any, w: Any) -> np.ndarray:
        """Returns the derivatives of the sums of outputs with weights w, shaped as the outputs: (n, inputs) or (inputs,)."""
        jacobian = self.jacobian(x)
        weights = np.asarray(w, dtype=np.float64)
        if weights.shape != jacobian.shape[:-1]:
            raise ValueError(f"W: found the shape {weights.shape}; accepted: {jacobian.shape[:-1]}, that of the outputs")
        product: np.ndarray = np.einsum("...o,...oi->...i", weights, jacobian)
        return product

    @property
    def has_hessian(self) -> bool:
        """True where all outputs have second derivatives."""
        try:
            self._native.check(2)
        except _gyrosweep.ScenarioError:
            return False
        return True

    def hessian(self, x: Any) -> np.ndarray:
        """Returns the second derivatives of the outputs by the inputs: (n, outputs, inputs, inputs) or (outputs, inputs, inputs).

        Raises ScenarioError where an output has none, as one of several components.
        """
        rows, is_one = self._rows(x)
        count = len(self.inputs)
        _, all_values = np.split(self._evaluate(rows, 2), [len(self.outputs)], axis=1)
        hessian = all_values.reshape(len(rows), len(self.outputs), count, count)
        return hessian[0] if is_one else hessian

    def __repr__(self) -> str:
        return f"<gyrosweep.Function of {', '.join(self.inputs)}: {', '.join(self.outputs)}>"
