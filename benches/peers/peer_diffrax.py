"""Diffrax: its methods of high order at the accuracy of the comparison, `jax.vmap` over members."""

from __future__ import annotations

from collections.abc import Callable

import diffrax
import numpy as np

from common import (
    CHECK_MEMBERS,
    DURATION,
    STEP,
    Clock,
    cheapest,
    check_positions,
    ensemble,
    position_error,
    step_counts,
)
from jax_top import field, initial, jax, parameters, position
from rows import TARGET_TASK, Row, emit

PEER = f"Diffrax {diffrax.__version__}"
BATCH = 256
MOST_STEPS = 4096
SOLVERS = {"Dopri8": diffrax.Dopri8(), "Tsit5": diffrax.Tsit5()}

Solve = Callable[..., tuple[jax.Array, jax.Array]]


def solve(solver: diffrax.AbstractSolver, adaptive: bool) -> Solve:
    """A function of mass, arm, spin and of the number of steps or the tolerance, to end positions (3, members) and the
    steps of every member."""

    def one(mass: jax.Array, arm: jax.Array, spin: jax.Array, setting: jax.Array) -> tuple[jax.Array, jax.Array]:
        pid, fixed = diffrax.PIDController(rtol=setting, atol=setting), diffrax.ConstantStepSize()
        controller = pid if adaptive else fixed
        first = STEP if adaptive else DURATION / setting
        solution = diffrax.diffeqsolve(
            diffrax.ODETerm(lambda t, y, given: field(y, given)), solver, 0.0, DURATION, first, initial(spin),
            args=parameters(mass, arm, spin), stepsize_controller=controller, saveat=diffrax.SaveAt(t1=True),
            max_steps=MOST_STEPS, throw=False,
        )  # fmt: skip
        return position(solution.ys[0], arm), solution.stats["num_steps"]

    return jax.jit(jax.vmap(one, in_axes=(0, 0, 0, None), out_axes=(1, 0)))


def main() -> None:
    clock = Clock.from_arguments()
    members = [jax.device_put(values) for values in ensemble(BATCH)]
    first = [values[:CHECK_MEMBERS] for values in members]
    tolerances = [10.0**-exponent for exponent in np.arange(6.0, 12.1, 0.25)]
    for name, solver in SOLVERS.items():
        for method, settings, compiled in (
            (f"{name}, fixed step", [float(n) for n in step_counts()], solve(solver, False)),
            (f"{name}, adaptive", tolerances, solve(solver, True)),
        ):
            found = cheapest(settings, lambda setting: position_error(np.asarray(compiled(*first, setting)[0])))
            if found is None:
                emit(Row(TARGET_TASK, PEER, method, note="no setting meets the error"))
                continue
            setting, _ = found
            end, steps = compiled(*members, setting)
            total = int(np.asarray(steps).sum())
            cpu, wall = clock.rates(lambda: jax.block_until_ready(compiled(*members, setting)), total)
            note = f"{BATCH} members at once" + (f", tolerance {setting:.1e}" if "adaptive" in method else "")
            problem = check_positions(np.asarray(end)[:, :CHECK_MEMBERS])
            error = position_error(np.asarray(end))
            emit(Row(TARGET_TASK, PEER, method, cpu, wall, cpu / total * BATCH, int(steps[0]), error, problem, note))


if __name__ == "__main__":
    main()
