"""The heavy top's equations for JAX and Diffrax, and the settings of JAX that both use.

State: the unit quaternion (scalar first, world from body) and the angular velocity about the body's x and z axes; its
y component is constant because the top is symmetric. Members lie along the last axis of every array.
"""

from __future__ import annotations

import os

# One thread; read when JAX makes its CPU client.
os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax
import jax.numpy as jnp

from common import GRAVITY, INERTIA, OMEGA_Z

jax.config.update("jax_enable_x64", True)
JX, JY, _ = INERTIA

Parameters = tuple[jax.Array, jax.Array, jax.Array]


def parameters(mass: jax.Array, arm: jax.Array, spin: jax.Array) -> Parameters:
    """Spin, (Jx + m l^2 - Jy) / (Jx + m l^2), and m g l / (Jx + m l^2)."""
    inertia = JX + mass * arm**2
    return spin, (inertia - JY) / inertia, mass * GRAVITY * arm / inertia


def initial(spin: jax.Array) -> jax.Array:
    """The state at the start, shape (6, ...)."""
    zero = jnp.zeros_like(spin)
    return jnp.stack([zero + 1.0, zero, zero, zero, zero, zero + OMEGA_Z])


def field(state: jax.Array, given: Parameters) -> jax.Array:
    """Time derivative of the state, shape (6, ...)."""
    q0, q1, q2, q3, wx, wz = state
    spin, gyroscopic, weight = given
    return jnp.stack(
        [
            -0.5 * (q1 * wx + q2 * spin + q3 * wz),
            0.5 * (q0 * wx + q2 * wz - q3 * spin),
            0.5 * (q0 * spin + q3 * wx - q1 * wz),
            0.5 * (q0 * wz + q1 * spin - q2 * wx),
            -gyroscopic * spin * wz - weight * (q0 * q0 - q1 * q1 - q2 * q2 + q3 * q3),
            gyroscopic * spin * wx + weight * 2.0 * (q1 * q3 - q0 * q2),
        ]
    )


def position(state: jax.Array, arm: jax.Array) -> jax.Array:
    """Position of the centre of mass (m), shape (3, ...)."""
    q0, q1, q2, q3 = state[:4]
    return arm * jnp.stack(
        [2.0 * (q1 * q2 - q0 * q3), q0 * q0 - q1 * q1 + q2 * q2 - q3 * q3, 2.0 * (q2 * q3 + q0 * q1)]
    )
