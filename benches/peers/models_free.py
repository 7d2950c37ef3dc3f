"""Exudyn's side of models without constraints: springs, dampers and loads on bodies that move freely."""

from __future__ import annotations

from models_exudyn import Explicit, World, items, model, np


@model(Explicit(4000), "Cartesian spring-dampers between moving bodies: `bushing` with `axes = \"world\"`")
def cartesian_springs(w: World) -> None:
    """As cartesianSpringDamper.py, with bodies that turn at both ends."""
    w.add_bodies()
    for name in ("hanger", "link"):
        force = w.table("force", name)
        values = {key: force[key] for key in ("stiffness", "damping", "offset")}
        w.add(items.ObjectConnectorCartesianSpringDamper(markerNumbers=w.ends(force), **values))


@model(Explicit(4000), "spring force by a user function: `two_point`")
def nonlinear_spring(w: World) -> None:
    """As springDamperUserFunctionTest.py and springDamperTutorialNew.py, between bodies that turn."""
    w.add_bodies()
    laws = {
        "upper": lambda x, v: 300 * (x - 0.6) + 4000 * (x - 0.6) ** 3 + 2 * v + 0.5 * v**3,
        "lower": lambda x, v: 200 * (x - 0.5) * np.sqrt(1 + 20 * (x - 0.5) ** 2) + 3 * v,
    }
    for name, law in laws.items():
        # what is called has the length less the reference length, here zero
        number = w.add(
            items.ObjectConnectorSpringDamper(
                markerNumbers=w.ends(w.table("force", name)),
                springForceUserFunction=lambda _, t, i, x, v, k, d, f, law=law: float(law(x, v)),
            )
        )
    w.read["tension"] = w.object(number, w.kind.ForceLocal)


@model(Explicit(6000), "free body, body-fixed torque and forces at points")
def gyro(w: World) -> None:
    """As explicitLieGroupIntegratorTest.py and rigid3Dexample.py."""
    w.add_bodies()
    wheel, thrust, wind = (w.table("force", name) for name in ("wheel", "thrust", "wind"))
    frame = w.frame("body")
    w.system.AddLoad(items.LoadTorqueVector(markerNumber=frame, bodyFixed=True, loadVector=wheel["torque"]))
    for force, fixed in ((thrust, True), (wind, False)):
        frame = w.frame("body", force["point"])
        w.system.AddLoad(items.LoadForceVector(markerNumber=frame, bodyFixed=fixed, loadVector=force["force"]))
