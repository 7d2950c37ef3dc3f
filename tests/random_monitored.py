"""Draws outputs, events, probabilities and sensitivities for `random_scenarios.py`."""

import re

from random_forces import Forces
from random_mechanisms import JOINTS

OVER = "end end end max min mean drift integral".split()
XYZ = [".x", ".y", ".z"]


class Monitored(Forces):
    """Draws what is monitored in one scenario."""

    def kinds(self, bodies, moving, variables, controls, events):
        """Returns the quantities that outputs may be of."""
        kinds = []
        if bodies:
            kinds += ["position", "velocity", "acceleration", "rotation_vector", "quaternion", "rotation_matrix",
                      "angular_velocity", "angular_acceleration", "kinetic_energy", "potential_energy", "energy", "power",
                      "linear_momentum", "angular_momentum"]
        kinds += ["joint_position", "joint_velocity", "joint_acceleration", "joint_force"] if moving else []
        kinds += ["trajectory", "trajectory_velocity", "trajectory_acceleration", "tracking_error"] if controls else []
        kinds += ["time_of", "count_of"] if events else []
        kinds += ["variable"] if variables else []
        if self.absolute and moving:
            kinds += ["reaction_force", "reaction_torque"] * 2 + ["constraint_residual"]
        return kinds

    def outputs(self, bodies, joints, variables, forces, controls, events):
        """Adds outputs: the columns that have a value at every instant, those of one value a run, and where a body of the first
        one starts."""
        r = self.r
        moving = [(name, kind) for name, kind in joints if kind != "fixed"]
        kinds = self.kinds(bodies, moving, variables, controls, events)
        instants, finals, started, self.scalars = [], [], [], []
        wanted = [r.choice(kinds) for _ in range(r.randint(1, 7))] + ["expression"] * r.choice([0, 0, 1, 2])
        for i, kind in enumerate(["position" if bodies else "variable", *wanted]):
            name, suffixes = f"o{i}", [""]
            # events and formulas need one that has a value at every instant
            keys = {"name": name, "quantity": kind, "over": None if i == 0 else r.choice(OVER)}
            body = r.choice(bodies)[0] if bodies else None
            if kind in ("position", "velocity", "acceleration"):
                keys |= {"body": body, "point": self.triple(-0.3, 0.3) if i and self.chance(0.4) else None}
                suffixes = XYZ
            elif kind in ("rotation_vector", "quaternion", "rotation_matrix"):
                keys |= {"body": body}
                suffixes = XYZ if kind == "rotation_vector" else [".w", *XYZ] if kind == "quaternion" else []
            elif kind in ("angular_velocity", "angular_acceleration"):
                keys |= {"body": body, "frame": r.choice([None, "body", "world"])}
                suffixes = XYZ
            elif kind in ("kinetic_energy", "linear_momentum", "angular_momentum"):
                keys |= {"body": r.choice([None, body])}
                suffixes = [""] if kind == "kinetic_energy" else XYZ
            elif kind == "power":
                keys |= {"force": r.choice([None, *forces])}
            elif kind.startswith("joint_"):
                joint, of = r.choice(moving)
                # where a constraint acts and no force, there is no joint force
                if kind == "joint_force" and joint in self.bound:
                    keys["quantity"] = "joint_velocity"
                degrees = JOINTS[of][0] + 3 * JOINTS[of][1]
                component = r.randint(1, degrees) if self.chance(0.4) else None
                keys |= {"joint": joint, "component": component}
                suffixes = [""] if component or degrees == 1 else []
            elif kind.startswith("reaction_"):
                keys |= {"joint": r.choice(joints)[0], "frame": r.choice([None, "world", "body"]),
                         "undetermined": r.choice([None, "empty", *["minimum_norm"] * 4])}
                # what may be undetermined is in no formula
                suffixes = []
            elif kind == "constraint_residual":
                keys |= {"level": r.choice([None, "position", "velocity", "acceleration"])}
                suffixes = []
            elif kind.startswith("tra"):
                keys |= {"control": r.choice(controls)}
            elif kind in ("time_of", "count_of"):
                keys |= {"event": r.choice(events), "over": None}
                keys |= {"which": r.choice([None, "first", "last"])} if kind == "time_of" else {}
                suffixes = [""] if kind == "count_of" else []
            elif kind == "variable":
                keys |= {"variable": r.choice(variables)}
            elif kind == "expression":
                of_finals = bool(finals) and self.chance(0.4)
                law = self.formula(["t", *instants, *(finals if of_finals else [])])
                of_finals = of_finals and mentions(law, finals)
                keys |= {"expression": law, "unit": r.choice([None, "m"]), "over": None if of_finals else keys["over"]}
                self.of_finals = self.of_finals or of_finals
            if "joint" in keys and kind.startswith(("joint_p", "joint_v", "reaction")) and self.chance(0.06):
                keys |= {"name": f"{name}_*", "joint": "*"}
                keys.pop("component", None)
                suffixes = []
            self.extremes = self.extremes or keys["over"] in ("max", "min", "drift")
            self.add("[output]", **keys)
            final = kind in ("time_of", "count_of") or keys["over"] not in (None, "end") or kind == "expression" and of_finals
            (finals if final else instants).extend(name + suffix for suffix in suffixes)
            if suffixes == [""] and kind != "count_of" and not (kind == "expression" and of_finals):
                self.scalars.append(name)
            if i == 0 and bodies:
                started = dict(bodies)[body]
        return instants, finals, started

    def events(self, names, columns, started, duration):
        """Adds events, most of which happen in some members."""
        r = self.r
        for name in names:
            rate = float(f"{r.uniform(1, 12) / duration:.4g}")
            wave = f"sin({rate}*t*{r.choice(self.parameters)} + {self.number(0.1, 1)})"
            laws = [wave, f"{wave} + 0.2*tanh({r.choice(columns)})", f"t - {self.scaled(0.2, 1.2)}*{duration}",
                    f"0.01*({self.formula(columns, 2)}) + {wave}"]
            if started:
                k = r.randrange(3)
                laws += [f"o0.{'xyz'[k]} - ({started[k]!r} + {self.number(-0.01, 0.01)})"] * 3
            law = r.choice(laws).replace('"', "")
            terminal = self.chance(0.15)
            self.terminal = self.terminal or terminal
            self.add("[event]", name=name, expression=law, direction=r.choice(["rising", "falling", "both"]),
                     terminal=True if terminal else None)

    def probabilities(self, instants, finals):
        """Adds conditions on outputs and parameters."""
        r = self.r
        columns = [*instants, *finals, *self.parameters]
        for i in range(r.choice([0, 0, 0, 1, 2])):
            one, other = (f"{r.choice(columns)} {r.choice(['<', '<=', '>', '>='])} {self.number(-1, 1.2)}" for _ in range(2))
            more = f"{self.formula(columns, 1)} > 0.5*{r.choice(columns)}"
            of = r.choice([one, f"{one} and {other}", f"({one} or {other}) and {more}", f"{one} or {more}"])
            self.add("[probability]", of=of, name=r.choice([None, f"P{i}"]) if i == 0 else f"P{i}")

    def sensitivity(self, bodies, events, often):
        """Adds derivatives, direct or by the adjoint."""
        r = self.r
        if not self.chance(often):
            return
        known = [*self.parameters, *([self.mass] if self.mass else [])]
        keys = {"parameters": "all" if self.chance(0.3) else r.sample(known, r.randint(1, min(3, len(known))))}
        if not self.sampled and not (self.of_finals and self.terminal) and self.chance(0.45):
            keys["method"] = "adjoint"
        elif self.scalars and len(bodies) < 3 and not (events or self.extremes or self.moves_times) and self.chance(0.4):
            keys["second"] = r.sample(self.scalars, 1)
        self.add("sensitivity", **keys)


def mentions(law, names):
    """Tells whether an expression uses any of some names."""
    return not set(names).isdisjoint(re.findall(r"[A-Za-z_][\w.]*", law))
