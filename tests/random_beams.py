"""Draws scenarios with beams for `random_scenarios.py`: sections, lines, elements and supports of every kind, alone, beside each
other and with bodies at their tips."""

from random_methods import Methods


class Beams(Methods):
    """Makes one scenario with one or two beams."""

    def section(self):
        """Draws a section: a shape, six numbers, or matrices that couple stretch, shear, twist and bending."""
        r = self.r
        kind = r.choice(["rectangle", "circle", "tube", "six", "six", "full"])
        if kind in ("rectangle", "circle", "tube"):
            sizes = {"rectangle": ["width", "height"], "circle": ["radius"], "tube": ["radius"]}[kind]
            section = {"kind": kind} | {size: self.scaled(0.02, 0.06) for size in sizes}
            section |= {"thickness": self.number(0.002, 0.006)} if kind == "tube" else {}
            return section | {"youngs_modulus": self.scaled(1e7, 3e8), "poisson": r.choice([None, 0.25]), "density": self.scaled(500, 3000)}
        stiffness = [self.number(3e3, 1e5) for _ in range(3)] + [self.number(2, 60) for _ in range(3)]
        mass = [self.number(0.5, 3)] * 3 + [self.number(0.002, 0.03) for _ in range(3)]
        if kind == "six":
            return {"stiffness": self.multiplied(stiffness), "mass": self.multiplied(mass)}
        # less than what makes them lose their definiteness: rows of a correlation below 1/5
        couple = lambda all: [[x if i == j else 0.15 * self.number(-1, 1) * (all[i] * all[j]) ** 0.5 for j in range(6)]
                              for i, x in enumerate(all)]
        stiffness = couple(stiffness)
        for i in range(6):
            for j in range(i):
                stiffness[i][j] = stiffness[j][i]
        # the centre of mass beside the line: m c~ above, its mirror image below
        m, c = mass[0], self.places(0.03)
        offset = [[0, c[2], -c[1]], [-c[2], 0, c[0]], [c[1], -c[0], 0]]
        full = [[mass[i] if i == j else 0.0 for j in range(6)] for i in range(6)]
        own = [[m * (sum(x * x for x in c) * (i == j) - c[i] * c[j]) for j in range(3)] for i in range(3)]
        for i in range(3):
            for j in range(3):
                full[i][3 + j] = full[3 + j][i] = m * offset[i][j]
                full[3 + i][3 + j] += own[i][j]
        return {"stiffness": stiffness, "mass": full}

    def beam(self, i):
        """Adds a beam; says whether its nodes are rigid bodies."""
        r = self.r
        section = {key: value for key, value in self.section().items() if value is not None}
        lumped = self.chance(0.25)
        self.roots.append(self.places(1.0) if self.chance(0.7) else [0, 0, 0])
        keys = {"name": f"beam{i}", "position": self.roots[-1], "length": self.scaled(0.4, 1.5)}
        keys["rotation_vector"] = self.places(1.2) if self.chance(0.6) else None
        keys["curvature"] = self.triple(-0.6, 0.6) if self.chance(0.5) else None
        order = r.choice([1, 2, 2, 3, 4])
        keys |= {"elements": r.choice([1, 2, 3]) if order < 3 else 1, "order": order, "section": section}
        keys["places"] = [0.4] if self.chance(0.15) and keys["elements"] > 1 else None
        keys["damping"] = r.choice([None, None, self.scaled(1e-4, 1e-3), [self.number(0, 1e-3) for _ in range(6)]])
        keys["metric"] = r.choice([None, None, "matrix", "geodesic", "quaternion"])
        keys["form"] = r.choice([None, None, None, "thesis"])
        keys["quadrature"] = r.choice([None, None, None, "gauss_lobatto"])
        keys["inertia"] = "lumped" if lumped else None
        self.add("[beam]", **keys)

    def support(self, name, parent, i, freely):
        """Adds a joint at the root of a beam, where it is."""
        kind = self.r.choice(["fixed", "fixed", "revolute", "spherical", *([None] if freely else [])])
        if kind:
            keys = {} if kind == "fixed" else {"at": self.roots[i]}
            keys |= {"axis": self.direction()} if kind == "revolute" else {}
            self.add("[joint]", name=name, kind=kind, between=[parent, f"beam{i}.0"], **keys)

    def text(self, name):
        """Returns the scenario."""
        r = self.r
        self.implicit = self.absolute = True
        self.mass, self.roots = None, []
        duration = self.number(0.01, 0.04)
        self.tables.append("[parameters]\n" + "".join(f"{p} = {{ default = {self.number(0.95, 1.05)!r} }}\n" for p in self.parameters))
        if self.chance(0.7):
            self.add("gravity", acceleration=[0, 0, -9.81] if self.chance(0.5) else self.triple(-10, 10))
        count = r.choice([1, 1, 2])
        for i in range(count):
            self.beam(i)
            parent = "beam0.1" if i and self.chance(0.6) else "ground"
            self.support(f"foot{i}", parent, i, freely=parent == "ground")
        frames = [f"beam{i}.{end}" for i in range(count) for end in ("1", "node.1")]
        if self.chance(0.3):
            at = self.body(0, False, False, False)
            kind = r.choice(["fixed", "spherical"])
            keys = {} if kind == "fixed" else {"at": at}
            self.add("[joint]", name="end", kind=kind, between=[f"beam{count - 1}.1", "b0"], **keys)
            frames.append("b0")
        for i in range(r.randint(0, 2)):
            law = [self.formula(["t"], 2) if self.chance(0.6) else "0" for _ in range(3)]
            self.add("[force]", name=f"f{i}", kind="expression_force", body=r.choice(frames), force=law)
        if self.chance(0.5):
            law = [f"{self.scaled(-5, 5)}*sin({self.number(1, 9)}*t)*(1 + s)" if self.chance(0.7) else "0" for _ in range(3)]
            self.add("[force]", name="load", kind="distributed", beam="beam0", force=law, frame=r.choice([None, "section"]))
        columns = []
        for i, frame in enumerate(r.sample(frames, min(len(frames), 2))):
            quantity = r.choice(["position", "velocity", "angular_velocity", "rotation_vector"])
            self.add("[output]", name=f"o{i}", quantity=quantity, body=frame, over=r.choice([None, None, "max", "mean"]))
            columns.append(f"o{i}.x")
        for i in range(r.randint(1, 3)):
            quantity = r.choice(["strain", "section_force", "section_moment"])
            place = {"along": r.choice(["max", "min"])} if self.chance(0.3) else {"at": r.choice([0, 1, self.number(0, 1)])}
            self.add("[output]", name=f"s{i}", quantity=quantity, beam=f"beam{r.randrange(count)}", **place,
                     over=r.choice([None, None, "max", "min"]))
        self.add("[output]", name="energy", quantity="energy")
        if self.chance(0.3):
            self.add("[event]", name="e0", expression=f"sin({self.number(50, 400)}*t) - 0.3", direction="rising")
        keys = {"formulation": r.choice(["absolute"] * 4 + ["absolute_matrix", "absolute_rotation_vector"]),
                "integrator": "generalized_alpha", "rho_inf": self.number(0.4, 0.9), "start": r.choice([None, None, "plain"])}
        if self.chance(0.2):
            keys |= {"tolerance": r.choice([1e-3, 1e-4]), "step_limit": 400}
        else:
            keys["step"] = float(f"{duration / r.choice([12, 20, 40]):.3g}")
        self.add("method", duration=duration, **keys)
        if self.chance(0.15):
            self.add("sensitivity", parameters=r.sample(self.parameters, 1))
        self.plan(name)
        if self.sampled:
            self.add("sampling", every=float(f"{duration / r.choice([3, 7.3]):.4g}"))
        return f'title = "{name}"\n\n' + "\n".join(self.tables)
