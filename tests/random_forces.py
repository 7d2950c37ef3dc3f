"""Draws forces for `random_scenarios.py`."""

from random_mechanisms import JOINTS, Parts, coordinates


class Forces(Parts):
    """Draws the forces of one scenario."""

    def some(self, names):
        """Draws at most two names."""
        return self.r.sample(names, min(len(names), self.r.choice([0, 0, 1, 2])))

    def trajectory(self, duration):
        """Draws a prescribed motion."""
        hold = True
        times = [0, float(f"{duration * 0.4:.4g}"), float(f"{duration * 0.8:.4g}")]
        return self.r.choice([
            {"kind": "accelerations", "times": times, "accelerations": [self.scaled(-9, 9), self.number(-9, 9)],
             "position": self.scaled(-0.2, 0.2), "velocity": self.number(-1, 1), "hold": hold},
            {"kind": "polynomial", "breaks": times, "coefficients": [self.triple(-1, 1), [self.scaled(-1, 1), 0.5]],
             "hold": hold},
            {"kind": "point_to_point", "from": self.number(-0.2, 0.2), "to": self.scaled(-1, 1), "speed": self.scaled(1, 5),
             "acceleration": self.number(5, 90), "start": self.r.choice([0, duration / 10]), "hold": hold},
            {"kind": "expression", "position": f"0.2*({self.formula(['t'], 2)})"},
        ])

    def forces(self, bodies, joints, variables, duration, simple):
        """Adds forces: their names, and those of controllers."""
        r = self.r
        # the scalar coordinates of joints, with how many coordinates these joints have
        axes = [(name, k + 1, JOINTS[kind][0] + 3 * JOINTS[kind][1]) for name, kind in joints for k in range(JOINTS[kind][0])]
        balls = [name for name, kind in joints if kind == "spherical"]
        # what motors may depend on besides their own coordinates
        others = [name for joint, kind in joints for name in coordinates(joint, kind)]
        names, controls = [], []
        kinds = ["force", "torque", "expression_force", "expression_torque", "spring_damper", "rotational_spring_damper",
                 "bushing", "two_point", "rope", "gravitation", "contact"]
        if simple:
            kinds = ["force", "expression_force", "spring_damper", "rotational_spring_damper", "bushing"]
        if axes and not simple:
            kinds += ["joint_spring_damper", "joint_limit", "joint_torque", "joint_control", "joint_control", "joint_friction"]
        if balls and not simple:
            kinds += ["joint_torque"]
        for i in range(r.choice([0, 1, 1, 2, 3, 4])):
            kind, (body, place) = r.choice(kinds), r.choice(bodies)
            other = r.choice([b for b, _ in bodies if b != body] + ["ground"])
            pair = [body, other] if self.chance(0.5) else [other, body]
            frame = None if simple else r.choice([None, "space", "body"])
            damping = None if simple or self.chance(0.3) else self.scaled(0, 0.5)
            keys = {"name": f"f{i}", "kind": kind}
            motion = ["t", "x", "y", "z"] + ([] if simple else ["vx", "vy", "vz", *variables])
            if kind == "force":
                keys |= {"body": body, "force": self.triple(-5, 5), "point": None if simple else self.places(0.3), "frame": frame}
            elif kind == "torque":
                keys |= {"body": body, "torque": self.triple(-1, 1), "frame": frame}
            elif kind == "expression_force":
                keys |= {"body": body, "force": [self.formula(motion) for _ in range(3)], "point": self.places(0.3),
                         "frame": frame}
            elif kind == "expression_torque":
                law = ["t", "wx", "wy", "wz", *variables]
                keys |= {"body": body, "torque": [f"0.1*({self.formula(law)})" for _ in range(3)], "frame": frame}
            elif kind == "spring_damper":
                keys |= {"between": pair, "points": [self.places(0.5), self.places(0.5)], "stiffness": self.scaled(1, 80),
                         "damping": damping, "length": r.choice([None, self.scaled(0.2, 1)])}
            elif kind == "rotational_spring_damper":
                keys |= {"between": pair, "stiffness": self.scaled(0.1, 5), "damping": damping,
                         "rest": r.choice([None, self.triple(-0.5, 0.5)])}
            elif kind == "bushing":
                keys |= {"body": body, "point": self.places(0.3), "at": place} if self.chance(0.6) else {
                    "between": pair, "points": [self.places(0.5), self.places(0.5)]}
                keys |= {"stiffness": self.triple(1, 90),
                         "damping": None if damping is None else self.triple(0, 0.5)}
                if not simple and self.chance(0.5):
                    keys |= {"axes": r.choice([None, "body", "world"]), "offset": r.choice([None, self.places(0.3)]),
                             "rotational_stiffness": self.triple(0.1, 5), "rotational_damping": self.triple(0, 0.2),
                             "rest": r.choice([None, self.triple(-0.5, 0.5)])}
            elif kind == "two_point":
                keys |= {"between": pair, "points": [self.places(0.5), self.places(0.5)],
                         "force": self.formula(["t", "l", "v", *variables]),
                         "potential": self.formula(["l"], 2) if self.chance(0.4) else None}
            elif kind == "rope":
                over = [body, *(r.choice([b for b, _ in bodies] + ["ground"]) for _ in range(r.choice([1, 2, 3])))]
                keys |= {"bodies": over, "points": [self.places(0.5) for _ in over], "stiffness": self.scaled(1, 80),
                         "damping": damping, "length": self.scaled(0.2, 2)}
            elif kind == "contact":
                of_plane = self.chance(0.4)
                of = "plane" if of_plane else r.choice(["sphere", "cylinder", "profile"])
                surface = {of: {"normal": self.direction(), "at": self.places(0.3)} if of_plane else
                           {"height": f"{self.number(0.05, 0.3)}*sin({self.number(0.5, 2)}*x)"} if of == "profile" else
                           {"radius": self.scaled(0.1, 0.5)}}
                law = r.choice([None, "kelvin_voigt"])
                keys |= {"between": pair, "radius": self.scaled(0.2, 1), **surface, "normal_law": law, "stiffness": self.scaled(10, 80),
                         "exponent": r.choice([None, 1.5, self.number(1, 2)]), "friction": r.choice([None, self.scaled(0.1, 0.5)]),
                         "velocity": 0.1}
                keys |= {"damping": damping} if self.chance(0.5) else {"restitution": self.number(0.1, 1), "impact_velocity": self.scaled(0.5, 2)}
                if keys["friction"] is None:
                    del keys["velocity"]
            elif kind == "gravitation":
                several = len(bodies) > 1
                keys |= {"bodies": [b for b, _ in bodies], "constant": self.scaled(0.1, 2)} if several else {
                    "kind": "force", "body": body, "force": self.triple(-5, 5)}
            elif kind == "joint_torque" and balls and (not axes or self.chance(0.5)):
                law = ["t", "q.1", "q.2", "q.3", "v.1", "v.2", "v.3", *others, *variables]
                keys |= {"joint": r.choice(balls), "torque": [f"0.1*({self.formula(law)})" for _ in range(3)]}
            else:
                joint, component, count = r.choice(axes)
                keys |= {"joint": joint, "component": component if count > 1 or self.chance(0.3) else None}
                if kind == "joint_spring_damper":
                    keys |= {"stiffness": self.scaled(1, 40), "damping": damping, "rest": self.scaled(-0.3, 0.3)}
                elif kind == "joint_limit":
                    lower, upper = self.chance(0.7), self.chance(0.6)
                    keys |= {"lower": self.scaled(-0.2, -0.01) if lower else None,
                             "upper": self.scaled(0.01, 0.2) if upper or not lower else None,
                             "stiffness": self.scaled(50, 900), "damping": damping, "depth": r.choice([None, 0.01])}
                elif kind == "joint_torque":
                    keys |= {"torque": self.formula(["t", "q", "v", *self.some(others), *variables])}
                elif kind == "joint_friction":
                    coulomb, factor = self.number(0.05, 1), r.choice([None, None, 1.4])
                    p = r.choice(self.parameters)
                    keys |= {"coulomb": f"{coulomb!r}*{p}", "static": factor and f"{coulomb * factor!r}*{p}",
                             "velocity": self.scaled(0.2, 0.6), "stribeck": factor and 0.9,
                             "viscous": self.scaled(0, 0.3) if self.chance(0.5) else None}
                else:
                    law = ["t", "q", "v", "qd", "vd", "ad", *self.some(others), *variables]
                    keys |= {"trajectory": self.trajectory(duration), "proportional": self.scaled(5, 90),
                             "derivative": self.scaled(0.1, 2), "limit": r.choice([None, None, self.scaled(1, 9)]),
                             "feed_forward": self.formula(law) if self.chance(0.4) else None}
                    controls.append(f"f{i}")
            self.add("[force]", **keys)
            names.append(f"f{i}")
        return names, controls
