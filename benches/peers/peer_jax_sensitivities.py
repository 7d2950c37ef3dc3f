"""JAX and Diffrax: forward-mode derivatives of the heavy top by P of its seven parameters, and the motion alone.

JAX has the classical Runge-Kutta method of order 4, in two forms, each at its fastest batch size: `jax.jvp` of the
whole integration under `jax.vmap` over the tangents (the motion is computed once), and the tangents of every step one
after another in the body of the loop, where XLA shares what they have in common. States as tuples of arrays were two
to three times slower. Diffrax has Dopri5 with a tolerance and its `ForwardMode`. Members lie along the last axis. The
equations are those of a body without symmetry, since three of the parameters are its inertias.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import diffrax
import jax_top
import numpy as np
import sensitivities
from common import DURATION, OMEGA_Z, STEP, STEPS, Clock
from jax_top import jax, jnp
from rows import SENSITIVITY_ADAPTIVE_TASK, SENSITIVITY_TASK, SENSITIVITY_TOLERANCE, Row
from sensitivities import COUNTS, NAMES

BATCHES = (32, 64, 128, 256, 1024)
Integrate = Callable[[jax.Array], jax.Array]


def coefficients(given: jax.Array) -> jax.Array:
    """Of the equations of motion about the fixed point, shape (5, ...)."""
    m, arm, jxx, jyy, jzz, g, _ = given
    jx, jz = jxx + m * arm**2, jzz + m * arm**2
    weight = m * g * arm
    return jnp.stack([(jyy - jz) / jx, (jz - jx) / jyy, (jx - jyy) / jz, weight / jx, weight / jz])


def initial(given: jax.Array) -> jax.Array:
    """Quaternion and angular velocity at the start, shape (7, ...)."""
    zero = jnp.zeros_like(given[0])
    return jnp.stack([zero + 1.0, zero, zero, zero, zero, given[6], zero + OMEGA_Z])


def field(state: jax.Array, c: jax.Array) -> jax.Array:
    q0, q1, q2, q3, wx, wy, wz = state
    return jnp.stack(
        [
            -0.5 * (q1 * wx + q2 * wy + q3 * wz),
            0.5 * (q0 * wx + q2 * wz - q3 * wy),
            0.5 * (q0 * wy + q3 * wx - q1 * wz),
            0.5 * (q0 * wz + q1 * wy - q2 * wx),
            c[0] * wy * wz - c[3] * (q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3),
            c[1] * wz * wx,
            c[2] * wx * wy + c[4] * 2.0 * (q1 * q3 - q0 * q2),
        ]
    )


def step(y: jax.Array, c: jax.Array) -> jax.Array:
    k1 = field(y, c)
    k2 = field(y + STEP / 2 * k1, c)
    k3 = field(y + STEP / 2 * k2, c)
    k4 = field(y + STEP * k3, c)
    return y + STEP / 6 * (k1 + 2.0 * (k2 + k3) + k4)


def end(state: jax.Array, given: jax.Array) -> jax.Array:
    return jax_top.position(state, given[1])


def integrate(given: jax.Array) -> jax.Array:
    c = coefficients(given)
    return end(jax.lax.fori_loop(0, STEPS, lambda _, y: step(y, c), initial(given)), given)


def solve(tolerance: float, given: jax.Array) -> jax.Array:
    """One member by Dopri5."""
    controller = diffrax.PIDController(rtol=tolerance, atol=tolerance)
    solution = diffrax.diffeqsolve(
        diffrax.ODETerm(lambda t, y, c: field(y, c)), diffrax.Dopri5(), 0.0, DURATION, STEP, initial(given),
        args=coefficients(given), stepsize_controller=controller, saveat=diffrax.SaveAt(t1=True), max_steps=4096,
        adjoint=diffrax.ForwardMode(),
    )  # fmt: skip
    return jnp.concatenate([end(solution.ys[0], given), solution.stats["num_steps"][None].astype(float)])


def directions(count: int, given: jax.Array) -> jax.Array:
    """The unit tangents of the first parameters, shape (count, 7, ...)."""
    unit = jnp.eye(len(NAMES))[:count].reshape(count, len(NAMES), *(1,) * (given.ndim - 1))
    return jnp.broadcast_to(unit, (count, *given.shape))


def whole(count: int, integrate: Integrate) -> Integrate:
    """End positions and derivatives, shape (1 + count, 3, ...), by jvp of the whole integration."""

    def run(given: jax.Array) -> jax.Array:
        if not count:
            return integrate(given)[None]
        push = lambda tangent: jax.jvp(integrate, (given,), (tangent,))
        value, derivatives = jax.vmap(push, out_axes=(None, 0))(directions(count, given))
        return jnp.concatenate([value[None], derivatives])

    return run


def stepwise(count: int) -> Integrate:
    """The derivatives of every step in the body of the loop."""

    def run(given: jax.Array) -> jax.Array:
        tangents = directions(count, given)
        c, start = coefficients(given), initial(given)
        slopes = [jax.jvp(coefficients, (given,), (tangent,))[1] for tangent in tangents]
        starts = [jax.jvp(initial, (given,), (tangent,))[1] for tangent in tangents]

        def body(_: int, carry: tuple[jax.Array, list[jax.Array]]) -> tuple[jax.Array, list[jax.Array]]:
            y, moved = carry
            return step(y, c), [jax.jvp(step, (y, c), (s, d))[1] for s, d in zip(moved, slopes)]

        y, moved = jax.lax.fori_loop(0, STEPS, body, (start, starts))
        return jnp.stack(
            [end(y, given), *(jax.jvp(end, (y, given), (s, t))[1] for s, t in zip(moved, tangents))]
        )

    return run


def fixed_steps(clock: Clock, method: str, form: Callable[[int], Integrate]) -> None:
    search, runs, checks, sizes = Clock(2, 0.05), {}, {}, {}
    members = max(BATCHES)
    for count in COUNTS:
        compiled = jax.jit(form(count))

        def run(batch: int, compiled: Callable[[jax.Array], jax.Array] = compiled) -> Callable[[], object]:
            given = jax.device_put(sensitivities.members(batch))
            return lambda: compiled(given).block_until_ready()

        batch = max(BATCHES, key=lambda size: search.rates(run(size), size)[0])
        call = run(batch)
        loops, parts = sensitivities.loops_for(call, clock), members / batch
        runs[count] = partial(scaled, call, loops, parts)
        checks[count] = sensitivities.check(np.asarray(compiled(sensitivities.members(batch)))[1:, :, 0])
        sizes[count] = batch
    times = sensitivities.in_turn(runs, clock.repeats)
    note = "members at once, by P: " + ", ".join(map(str, sizes.values()))
    about = Row(SENSITIVITY_TASK, f"JAX {jax.__version__}", method, note=note)
    sensitivities.emit_costs(about, members, STEPS, times, checks)


def scaled(call: Callable[[], object], loops: int, parts: float) -> tuple[float, float]:
    """Times of `parts` calls, from those of `loops`."""
    cpu, wall = sensitivities.timed(call, loops)
    return cpu * parts, wall * parts


def adaptive(clock: Clock) -> None:
    runs, checks, batch, steps = {}, {}, 256, 0
    given = jax.device_put(sensitivities.members(batch))
    one = partial(solve, SENSITIVITY_TOLERANCE)
    for count in COUNTS:
        compiled = jax.jit(jax.vmap(whole(count, one), in_axes=1, out_axes=2))
        found = np.asarray(compiled(given))
        steps = steps or int(found[0, 3, 0])
        checks[count] = sensitivities.check(found[1:, :3, 0])
        call = partial(lambda compiled: compiled(given).block_until_ready(), compiled)
        runs[count] = partial(scaled, call, sensitivities.loops_for(call, clock), 1.0)
    times = sensitivities.in_turn(runs, clock.repeats)
    peer = f"Diffrax {diffrax.__version__}"
    about = Row(SENSITIVITY_ADAPTIVE_TASK, peer, "Dopri5, ForwardMode, quaternions", note=f"{batch} members at once")
    sensitivities.emit_costs(about, batch, steps, times, checks)


def main() -> None:
    clock = Clock.from_arguments()
    fixed_steps(clock, "quaternions, tangents of every step", stepwise)
    fixed_steps(clock, "quaternions, jvp of the integration", lambda count: whole(count, integrate))
    adaptive(clock)


if __name__ == "__main__":
    main()
