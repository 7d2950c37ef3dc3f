"""JAX: the classical Runge-Kutta method of order 4 under `lax.fori_loop`, for members in a batch.

Two forms are measured, each at its fastest batch size: `jax.vmap` of one member, and the same code applied to arrays
whose last axis is the member, which XLA vectorises better.
"""

from __future__ import annotations

import numpy as np

from common import CHECK_MEMBERS, STEP, STEPS, Clock, check_positions, ensemble, position_error
from jax_top import field, initial, jax, parameters, position
from rows import STEP_TASK, Row, emit, emit_at_target

PEER = f"JAX {jax.__version__}"
BATCHES = (64, 128, 256, 1024, 4096)


def integrate(mass: jax.Array, arm: jax.Array, spin: jax.Array) -> jax.Array:
    """End positions, shape (3, ...)."""
    given = parameters(mass, arm, spin)

    def step(_: int, y: jax.Array) -> jax.Array:
        k1 = field(y, given)
        k2 = field(y + STEP / 2 * k1, given)
        k3 = field(y + STEP / 2 * k2, given)
        k4 = field(y + STEP * k3, given)
        return y + STEP / 6 * (k1 + 2.0 * (k2 + k3) + k4)

    return position(jax.lax.fori_loop(0, STEPS, step, initial(spin)), arm)


def main() -> None:
    clock = Clock.from_arguments()
    search = Clock(3, 0.05)
    forms = [
        ("quaternions, vmap", jax.jit(jax.vmap(integrate, out_axes=1))),
        ("quaternions, members last", jax.jit(integrate)),
    ]
    rows = []
    for method, compiled in forms:

        def rates(batch: int, with_clock: Clock) -> tuple[float, float]:
            members = [jax.device_put(values) for values in ensemble(batch)]
            return with_clock.rates(lambda: compiled(*members).block_until_ready(), batch * STEPS)

        batch = max(BATCHES, key=lambda size: rates(size, search)[0])
        cpu, wall = rates(batch, clock)
        end = np.asarray(compiled(*ensemble(batch)))
        error, problem = position_error(end), check_positions(end[:, :CHECK_MEMBERS])
        note = f"{batch} members at once"
        rows.append(Row(STEP_TASK, PEER, method, cpu, wall, cpu / STEPS, STEPS, error, problem, note))
        emit(rows[-1])
    emit_at_target(rows)


if __name__ == "__main__":
    main()
