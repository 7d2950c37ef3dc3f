"""Functions of scenarios in other packages: JAX, OpenTURNS, SALib."""

from typing import Any

import numpy as np

from ._function import Function
from ._scenario import Scenario


def jax(f: Function) -> Any:
    """Returns a function for JAX, of (inputs,) or (n, inputs), that `jax.grad` and `jax.vmap` go through.

    Values and derivatives are those of `f`, in float64: JAX must have it enabled (`jax_enable_x64`).
    """
    import jax as _jax
    import jax.numpy as jnp

    if not _jax.config.read("jax_enable_x64"):
        raise ValueError('JAX rounds to float32; accepted: jax.config.update("jax_enable_x64", True) before')
    count, width = len(f.outputs), len(f.inputs)

    def shape(x: Any, further: tuple[int, ...] = ()) -> Any:
        return _jax.ShapeDtypeStruct((*x.shape[:-1], count, *further), jnp.float64)

    def rows(of: Any) -> Any:
        def call(x: Any) -> Any:
            x = np.asarray(x)
            flat = of(x.reshape(-1, width))
            return flat.reshape(*x.shape[:-1], *flat.shape[1:])

        return call

    @_jax.custom_vjp
    def function(x: Any) -> Any:
        return _jax.pure_callback(rows(f), shape(x), x, vmap_method="expand_dims")

    def forward(x: Any) -> Any:
        return function(x), x

    def backward(x: Any, weights: Any) -> Any:
        jacobian = _jax.pure_callback(rows(f.jacobian), shape(x, (width,)), x, vmap_method="expand_dims")
        return (jnp.einsum("...o,...oi->...i", weights, jacobian),)

    function.defvjp(forward, backward)
    return function


def openturns(f: Function) -> Any:
    """Returns an `openturns.PythonFunction` with gradients by the inputs, and second ones where the outputs have them."""
    import openturns as ot

    def gradient(x: Any) -> Any:
        return f.jacobian(np.asarray(x, dtype=float)).T.tolist()

    def hessian(x: Any) -> Any:
        return np.moveaxis(f.hessian(np.asarray(x, dtype=float)), 0, 2).tolist()

    # without second derivatives OpenTURNS takes differences of gradients
    second: dict[str, Any] = {"hessian": hessian} if f.has_hessian else {}
    function = ot.PythonFunction(
        len(f.inputs),
        len(f.outputs),
        func=lambda x: f(np.asarray(x, dtype=float)).tolist(),
        func_sample=lambda x: f(np.asarray(x, dtype=float)).tolist(),
        gradient=gradient,
        **second,
    )
    function.setInputDescription(list(f.inputs))
    function.setOutputDescription(list(f.outputs))
    return function


def salib(s: Scenario) -> dict[str, Any]:
    """Returns the problem of SALib: what the plan varies, with the distributions that SALib has.

    Raises ValueError where a parameter has another.
    """
    vary = s.to_dict().get("plan", {}).get("vary", {})
    bounds, kinds = [], []
    for name in s.varied:
        entry = vary.get(name, {})
        (kind, numbers), *_ = entry.items() if isinstance(entry, dict) and entry else [("a list of values", [])]
        if kind == "uniform":
            known = ("unif", list(numbers))
        elif kind == "normal":
            known = ("norm", list(numbers))
        elif kind == "truncated_normal":
            mean, deviation, low, high = numbers
            known = ("truncnorm", [low, high, mean, deviation])
        elif kind == "triangular":
            low, mode, high = numbers
            known = ("triang", [low, high, (mode - low) / (high - low)])
        elif kind == "lognormal":
            known = ("lognorm", list(numbers))
        else:
            raise ValueError(
                f"{name}: SALib has no distribution for {kind}; accepted: uniform, normal, truncated_normal, triangular, lognormal"
            )
        kinds.append(known[0])
        bounds.append(known[1])
    return {"num_vars": len(bounds), "names": list(s.varied), "bounds": bounds, "dists": kinds}
