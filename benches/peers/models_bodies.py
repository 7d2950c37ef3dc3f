"""Exudyn's side of models without constraints: springs, dampers and loads on bodies that move freely."""

from __future__ import annotations

import itertools

from models_exudyn import Explicit, World, exudyn, items, model, np, rotation, rotation_vector, spring_damper


@model(Explicit(1500), 'Cartesian spring-dampers between moving bodies: `bushing` with `axes = "world"`')
def cartesian_springs(w: World) -> None:
    """As cartesianSpringDamper.py, with bodies that turn at both ends."""
    w.add_bodies()
    for name in ("hanger", "link"):
        force = w.table("force", name)
        values = {key: force[key] for key in ("stiffness", "damping", "offset")}
        w.add(items.ObjectConnectorCartesianSpringDamper(markerNumbers=w.ends(force), **values))


@model(Explicit(2000), "spring force by a user function: `two_point`")
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


@model(Explicit(1500), "free body, body-fixed torque and forces at points")
def gyro(w: World) -> None:
    """As explicitLieGroupIntegratorTest.py and rigid3Dexample.py."""
    w.add_bodies()
    wheel, thrust, wind = (w.table("force", name) for name in ("wheel", "thrust", "wind"))
    frame = w.frame("body")
    w.system.AddLoad(items.LoadTorqueVector(markerNumber=frame, bodyFixed=True, loadVector=wheel["torque"]))
    for force, fixed in ((thrust, True), (wind, False)):
        frame = w.frame("body", force["point"])
        w.system.AddLoad(items.LoadForceVector(markerNumber=frame, bodyFixed=fixed, loadVector=force["force"]))


@model(Explicit(400), "six-component springs by a user function: `bushing` with rotational stiffness")
def rigid_springs(w: World) -> None:
    """As connectorRigidBodySpringDamperTest.py, with torques that follow from the rotation vector."""
    w.add_bodies()

    def added(name: str) -> None:
        force = w.table("force", name)
        k, d, kr, dr = (
            np.array(force[key], float)
            for key in ("stiffness", "damping", "rotational_stiffness", "rotational_damping")
        )

        relaxed = rotation(force.get("rest", [0, 0, 0]))

        def law(_, t, i, way, angles, velocity, omega, *rest):  # noqa: ANN001, ANN002, ANN202
            psi = rotation_vector(angles, relaxed)
            return np.append(k * way + d * velocity, torque_of(kr * psi, psi) + dr * omega)

        w.add(
            items.ObjectConnectorRigidBodySpringDamper(markerNumbers=w.ends(force), springForceTorqueUserFunction=law)
        )

    added("mount")
    added("link")


def torque_of(slope: np.ndarray, psi: np.ndarray) -> np.ndarray:
    """The torque, in the frame of the first body, of a potential with the derivative `slope` by the rotation vector:
    the slope times the inverse transpose of the tangent operator."""
    angle = np.linalg.norm(psi)
    factor = 1 / 12 if angle < 1e-4 else (1 - angle / 2 / np.tan(angle / 2)) / angle**2
    across = np.cross(psi, slope)
    return slope + across / 2 + factor * np.cross(psi, across)


@model(Explicit(1500), "rope over pulleys: `rope`")
def rope(w: World) -> None:
    """As reevingSystemSpringsTest.py, with sheaves without radius and without compression."""
    w.add_bodies()
    force = w.table("force", "rope")
    markers = [w.frame(body, point) for body, point in zip(force["bodies"], force["points"])]
    number = w.add(
        items.ObjectConnectorReevingSystemSprings(
            markerNumbers=markers,
            stiffnessPerLength=force["stiffness"] * force["length"],
            dampingPerLength=force["damping"] * force["length"],
            referenceLength=force["length"],
            regularizationForce=-1,
            sheavesAxes=exudyn.Vector3DList([[0, 0, 1]] * len(markers)),
            sheavesRadii=[0] * len(markers),
        )
    )
    w.read["tension"] = w.object(number, w.kind.ForceLocal)
    w.read["length"] = w.object(number, w.kind.Distance)


@model(Explicit(8000), "gravitation of masses")
def planets(w: World) -> None:
    """As connectorGravityTest.py, of masses that all move."""
    w.add_bodies()
    force = w.table("force", "gravity")
    for a, b in itertools.combinations(force["bodies"], 2):
        w.add(
            items.ObjectConnectorGravity(
                markerNumbers=[w.point(a), w.point(b)],
                gravitationalConstant=force["constant"],
                mass0=w.table("body", a)["mass"],
                mass1=w.table("body", b)["mass"],
            )
        )


@model(Explicit(6000), "hydraulic cylinder with its pressures: `[[variable]]` and `two_point`")
def hydraulic(w: World) -> None:
    """As hydraulicActuatorSimpleTest.py."""
    w.add_bodies()
    support, cylinder = w.table("force", "support"), w.table("force", "cylinder")
    values = {key: support[key] for key in ("stiffness", "damping")}
    w.add(items.ObjectConnectorCartesianSpringDamper(markerNumbers=w.ends(support), **values))
    start = [w.table("variable", name)["initial"] for name in ("p0", "p1")]
    node = w.system.AddNode(
        items.NodeGenericODE1(referenceCoordinates=[0, 0], initialCoordinates=start, numberOfODE1Coordinates=2)
    )
    number = w.add(
        items.ObjectConnectorHydraulicActuatorSimple(
            markerNumbers=w.ends(cylinder),
            nodeNumbers=[node],
            offsetLength=0.5,
            strokeLength=2,
            chamberCrossSection0=2e-3,
            chamberCrossSection1=1.5e-3,
            hoseVolume0=1e-3,
            hoseVolume1=8e-4,
            valveOpening0=0.5,
            valveOpening1=-0.7,
            actuatorDamping=400,
            oilBulkModulus=1e8,
            nominalFlow=2e-8,
            systemPressure=1e7,
            tankPressure=1e5,
        )
    )
    w.read["cylinder_rate"] = w.object(number, w.kind.VelocityLocal)
    for i in range(2):
        w.read[f"p{i}"] = w.coordinate_of(node, w.kind.Coordinates, i)


@model(Explicit(400), "full matrices of stiffness and damping by a user function: `bushing` with 6 x 6")
def coupled_springs(w: World) -> None:
    """As connectorRigidBodySpringDamperTest.py, with matrices of 6 x 6."""
    w.add_bodies()
    force = w.table("force", "mount")
    k, d, relaxed = np.array(force["stiffness"]), np.array(force["damping"]), rotation(force["rest"])

    def law(_, t, i, way, angles, velocity, omega, *rest):  # noqa: ANN001, ANN002, ANN202
        psi = rotation_vector(angles, relaxed)
        slope, drag = k @ [*way, *psi], d @ [*velocity, *omega]
        return np.append(slope[:3], torque_of(slope[3:], psi)) + drag

    w.add(items.ObjectConnectorRigidBodySpringDamper(markerNumbers=w.ends(force), springForceTorqueUserFunction=law))


@model(Explicit(2000), "net of point masses and springs")
def net(w: World) -> None:
    """As SpringDamperMasspointSystem.py, in space."""
    for body in w.scenario["body"]:
        start = body["initial"]
        node = items.NodePoint(referenceCoordinates=start["position"], initialVelocities=start["velocity"])
        point = items.ObjectMassPoint(mass=body["mass"], nodeNumber=w.system.AddNode(node))
        w.bodies[body["name"]] = w.add(point)
        w.add_weight(body["name"])
    for force in w.scenario["force"]:
        spring_damper(w, force["name"])


@model(Explicit(100_000), "balls in a bowl: contacts with restitution and friction")
def contacts(w: World) -> None:
    """As contactSphereSphereTest.py: the law of Hunt and Crossley, whose damping is that of an impact velocity which
    the least one sets, 5 m/s, and fast slip."""
    w.add_bodies()
    for contact in w.scenario["contact"]:
        a, b = contact["between"]
        data = items.NodeGenericData(numberOfDataCoordinates=4, initialCoordinates=[0, 0, 0, 0])
        sphere, impact = contact["sphere"], 5.0
        w.add(
            items.ObjectContactSphereSphere(
                markerNumbers=[w.frame(a), w.frame(b)],
                nodeNumber=w.system.AddNode(data),
                spheresRadii=[contact["radius"], sphere["radius"]],
                isHollowSphere1=sphere.get("inside", False),
                contactStiffness=contact["stiffness"],
                contactStiffnessExponent=1.5,
                impactModel=1,
                restitutionCoefficient=1 - contact["damping"] * impact / 1.5,
                minimumImpactVelocity=impact,
                dynamicFriction=contact["friction"],
                frictionProportionalZone=contact["velocity"],
            )
        )
