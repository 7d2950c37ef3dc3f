"""Writes random scenarios: mechanisms, forces, outputs, events, variables, methods and plans of every kind.

    python3 tests/random_scenarios.py DIR [--count 200] [--seed 1] [--family FAMILY]

A scenario depends on the seed, the family and its number alone. Families:
    any     trees of up to six bodies, and differential equations alone (the default)
    free    bodies without joints
    edges   small scenarios whose numbers leave the range of functions on their way: infinities, NaN, zeros of both signs,
            events at zeros, samples off the grid of steps, members that fail
    loops   closed loops, assembled and at rest at the start: linkages in a plane, and chains whose last joint leads back
            to the ground (programs that know trees only refuse these)

Every parameter is near 1 and scales other numbers, so that plans may vary all of them. Runs are short: dozens to
hundreds of steps. Only the standard library of Python is needed. `tests/compare_tables.py` runs these scenarios with two
binaries.
"""

import argparse
import math
import pathlib

from random_mechanisms import JOINTS, Parts, toml

FIXED_STEPS = (
    "euler midpoint midpoint_truncated heun2 heun2_truncated rk33 rk33_truncated rkmk4 rkmk4_truncated rk44 rk38 "
    "rk38_truncated rk67 cf3 cf4 cg3"
).split()
EMBEDDED = "ode23 ode23_truncated dopri5 dopri5_truncated tsit5 tsit5_truncated verner65 dop853".split()
SPLITTING = ["splitting2", "splitting4"]
# the default is drawn more often
FORMULATIONS = (
    "joint joint joint joint_matrix joint_rotation_vector euler_angles euler_angles_2 euler_parameters euler_parameters_2"
).split()
OVER = "end end end max min mean drift integral".split()
FAMILIES = ["any", "free", "edges", "loops"]


class Generator(Parts):
    """Makes one scenario."""

    def outputs(self, bodies, joints, variables, forces, controls, events):
        """Adds outputs: their columns that formulas may use."""
        r = self.r
        moving = [(name, kind) for name, kind in joints if kind != "fixed"]
        kinds = []
        if bodies:
            kinds += ["position", "velocity", "acceleration", "rotation_vector", "quaternion", "rotation_matrix",
                      "angular_velocity", "angular_acceleration", "kinetic_energy", "potential_energy", "energy", "power",
                      "linear_momentum", "angular_momentum"]
        kinds += ["joint_position", "joint_velocity", "joint_acceleration", "joint_force"] if moving else []
        kinds += ["trajectory", "trajectory_velocity", "trajectory_acceleration", "tracking_error"] if controls else []
        kinds += ["time_of", "count_of"] if events else []
        kinds += ["variable"] if variables else []
        columns = []
        xyz, started = [".x", ".y", ".z"], []
        wanted = [r.choice(kinds) for _ in range(r.randint(1, 7))] + ["expression"] * r.choice([0, 0, 1, 2])
        for i, kind in enumerate(["position" if bodies else "variable", *wanted]):
            name, suffixes = f"o{i}", [""]
            keys = {"name": name, "quantity": kind, "over": None if i == 0 and self.sampled else r.choice(OVER)}
            body = r.choice(bodies)[0] if bodies else None
            if kind in ("position", "velocity", "acceleration"):
                keys |= {"body": body, "point": self.triple(-0.3, 0.3) if i and self.chance(0.4) else None}
                suffixes = xyz
            elif kind in ("rotation_vector", "quaternion", "rotation_matrix"):
                keys |= {"body": body}
                suffixes = xyz if kind == "rotation_vector" else [".w", *xyz] if kind == "quaternion" else []
            elif kind in ("angular_velocity", "angular_acceleration"):
                keys |= {"body": body, "frame": r.choice([None, "body", "world"])}
                suffixes = xyz
            elif kind in ("kinetic_energy", "linear_momentum", "angular_momentum"):
                keys |= {"body": r.choice([None, body])}
                suffixes = [""] if kind == "kinetic_energy" else xyz
            elif kind == "power":
                keys |= {"force": r.choice([None, *forces])}
            elif kind.startswith("joint_"):
                joint, of = r.choice(moving)
                degrees = JOINTS[of][0] + 3 * JOINTS[of][1]
                component = r.randint(1, degrees) if self.chance(0.4) else None
                keys |= {"joint": joint, "component": component}
                suffixes = [""] if component or degrees == 1 else []
            elif kind.startswith("tra"):
                keys |= {"control": r.choice(controls)}
            elif kind in ("time_of", "count_of"):
                keys |= {"event": r.choice(events), "over": None}
                keys |= {"which": r.choice([None, "first", "last"])} if kind == "time_of" else {}
                suffixes = []
            elif kind == "variable":
                keys |= {"variable": r.choice(variables)}
            elif kind == "expression":
                keys |= {"expression": self.formula(["t", *columns]), "unit": r.choice([None, "m"])}
            self.add("[output]", **keys)
            columns += [name + suffix for suffix in suffixes]
            if i == 0 and bodies:
                started = dict(bodies)[body]
        return columns, started

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
            self.add("[event]", name=name, expression=law, direction=r.choice(["rising", "falling", "both"]),
                     terminal=True if self.chance(0.15) else None)

    def method(self, duration, simple):
        """Adds the method."""
        r = self.r
        formulation = r.choice(["joint", "joint_matrix"]) if simple else r.choice(FORMULATIONS)
        keys = {"formulation": None if formulation == "joint" and self.chance(0.5) else formulation}
        adaptive = not simple and self.chance(0.35)
        keys["integrator"] = r.choice(SPLITTING if simple else EMBEDDED if adaptive else FIXED_STEPS + EMBEDDED)
        keys["duration"] = f"{duration!r}*{r.choice(self.parameters)}" if self.chance(0.1) else duration
        if not adaptive:
            step = duration / (20 if self.wild else r.choice([20, 37.3, 64, 100, 150, 250]))
            step = float(f"{step:.3g}")
            keys["step"] = f"{step!r}*{r.choice(self.parameters)}" if self.chance(0.1) else step
        else:
            if self.chance(0.7):
                keys["tolerance"] = r.choice([1e-4, 1e-6, 1e-8, "1e-7*p0"])
            else:
                keys |= {"absolute_tolerance": 1e-7, "relative_tolerance": r.choice([1e-4, 1e-6])}
            keys |= {"first_step": r.choice([None, None, duration / 50]),
                     "smallest_step": r.choice([None, None, None, duration / 2000]),
                     "largest_step": r.choice([None, None, duration / 7]), "step_limit": 60 if self.wild else r.choice([400, 3000]),
                     "control": r.choice([None, "pi", "i", "pid"]), "safety": r.choice([None, None, 0.8]),
                     "shrink": r.choice([None, None, 0.3]), "growth": r.choice([None, None, 4])}
        self.add("method", **keys)

    def distribution(self):
        """Draws a distribution near 1; a few leave the range in which a mechanism exists."""
        r = self.r
        if self.chance(0.4 if self.wild else 0.02):
            return {"normal": [1, 0.7]}
        return r.choice([
            {"uniform": [0.8, self.number(1, 1.3)]},
            {"normal": [1, self.number(0.01, 0.1)]},
            {"truncated_normal": [1, 0.3, 0.6, self.number(1.1, 1.5)]},
            {"truncated_normal": [1, 0.3, 0.7, math.inf]},
            {"lognormal": [0, self.number(0.01, 0.2)]},
            {"triangular": [0.7, self.number(0.8, 1.1), 1.2]},
            {"choice": [self.number(0.8, 1.2) for _ in range(r.randint(1, 4))]},
        ])

    def plan(self, name):
        """Adds the plan, and the table that it reads."""
        r = self.r
        kind = r.choice(["one", "grid", "random", "latin_hypercube", "halton", "sobol", "table"])
        varied = r.sample(self.parameters, r.randint(1, len(self.parameters)))
        if kind == "one":
            if self.chance(0.5):
                self.add("plan", kind=kind)
        elif kind == "table":
            rows = [",".join(varied)]
            rows += [",".join(repr(self.number(0.8, 1.2)) for _ in varied) for _ in range(r.randint(1, 90))]
            self.csv = "\n".join(rows) + "\n"
            self.add("plan", kind=kind, file=f"{name}.csv", columns=varied if self.chance(0.3) else None)
        elif kind == "grid":
            most = int(200 ** (1 / len(varied)))
            values = {}
            for p in varied:
                listed = [self.number(0.8, 1.2) for _ in range(r.randint(1, min(most, 8)))]
                spaced = {"min": 0.8, "max": self.number(0.9, 1.2), "count": r.randint(1, most)}
                values[p] = r.choice([listed, spaced])
            self.add("plan", kind=kind)
            self.add("plan.vary", **values)
        else:
            members = r.choice([1, 7, 64, 65, 128, r.randint(2, 200)])
            self.add("plan", kind=kind, members=members, seed=r.choice([None, r.randrange(1000)]))
            self.add("plan.vary", **{p: self.distribution() for p in varied})

    def text(self, name):
        """Returns the scenario."""
        r = self.r
        alone = self.family == "any" and self.chance(0.06)
        simple = not alone and self.family != "loops" and self.chance(0.1)
        duration = self.number(0.02, 0.4)
        variables = [] if simple else [f"u{i}" for i in range(r.choice([1, 2, 3] if alone else [0, 0, 0, 1, 2]))]
        self.tables.append("[parameters]\n" + "".join(
            f"{p} = {{ default = {self.number(0.95, 1.05)!r}{r.choice(['', f', unit = {toml(chr(109))}'])} }}\n"
            for p in self.parameters))
        bodies, joints = ([], []) if alone else self.loop() if self.family == "loops" else self.mechanism(simple)
        forces, controls = self.forces(bodies, joints, variables, duration, simple) if bodies else ([], [])
        events = [f"e{i}" for i in range(r.choice([0, 0, 1, 1, 2, 3]))]
        columns, started = self.outputs(bodies, joints, variables, forces, controls, events)
        for u in variables:
            law = self.formula(["t", *variables, *(columns if self.chance(0.3) else [])])
            self.add("[variable]", name=u, initial=self.scaled(-1, 1), rate=f"{law} - {u}", unit=r.choice([None, "m"]))
        self.events(events, columns, started, duration)
        self.method(duration, simple)
        self.plan(name)
        if self.sampled:
            self.add("sampling", every=float(f"{duration / r.choice([3, 7.3, 10, 25]):.4g}"))
        return f'title = "{name}"\n\n' + "\n".join(self.tables)


class Edges(Generator):
    """Makes one scenario of a few members that run into what is not finite."""

    def edge(self, names, depth=3):
        """Draws an expression over names that cross zero; it may be anything on the way."""
        r = self.r
        if depth == 0 or self.chance(0.12):
            return r.choice([*names, *names, "t", *self.parameters, "0", "1", "-1", "0.5", "1e-200", "1e200", "3"])
        a, b, c = (self.edge(names, depth - 1) for _ in range(3))
        return r.choice([
            f"{a} + {b}", f"{a} - {b}", f"({a})*({b})", f"({a})/({b})", f"-({a})", f"0*({a})", f"({a}) - ({a})", f"0 - ({a})",
            f"({a}) + 0", f"1/({a})", f"sqrt({a})", f"ln({a})", f"log10({a})", f"exp({a})", f"exp(800*({a}))", f"abs({a})",
            f"sign({a})", f"step({a})", f"floor({a})", f"min({a}, {b})", f"max({a}, {b})", f"where({a}, {b}, {c})",
            f"clamp({a}, -1, {b})", f"clamp({a}, {b}, {c})", f"mod({a}, {b})", f"atan2({a}, {b})", f"asin({a})", f"acos({a})",
            f"tan({a})", f"tanh(1e3*({a}))", f"({a})^({b})", f"({a})^2", f"({a})^-1", f"({a})^0", f"({a})^0.5", f"smoothstep({a})",
            f"sin(1e9*({a}))", f"cosh({a})", f"atan({a})",
        ])

    def guarded(self, names, duration):
        """Draws such an expression, mostly finite at the start."""
        law = self.edge(names)
        late = f"t - {self.number(0.1, 0.9) * duration:.3g}"
        return f"where({late}, {law}, {self.r.choice(names)})" if self.chance(0.6) else law

    def text(self, name):
        r = self.r
        self.parameters = ["p0", "p1"]
        self.tables.append("[parameters]\np0 = { default = 1.0 }\np1 = { default = 0.7 }\n")
        duration = r.choice([0.05, 0.3, 1.0, self.number(0.1, 2)])
        variables = [f"u{i}" for i in range(r.randint(1, 4))]
        fall = self.number(0.2, 2) * duration
        for u in variables:
            start = r.choice(["0", "0", "0*p0", "-1*p0", repr(fall), f"{fall!r}*p1", "p0", "-0.0"])
            rate = r.choice(["0", f"0*{u}", f"0*t - {u}", "-1", "1", "-p0", f"p1 - {u}", f"{u}*{u}", f"sin(30*{u}) + 1"])
            rate = self.guarded(["t", *variables], duration) if self.chance(0.15) else rate
            self.add("[variable]", name=u, initial=start, rate=rate)
        bodies, joints = [], []
        if self.chance(0.5):
            self.add("gravity", acceleration=[0, 0, -9.81])
            kind = r.choice([None, None, "revolute", "spherical", "universal"])
            if kind:
                joints.append(("j0", kind))
                self.joint("j0", kind, "ground", "b0", velocities=self.chance(0.7))
            bodies.append(("b0", self.body(0, False, kind is None, kind in (None, "spherical") and not joints)))
        over = ["end", "max", "min", "mean", "drift", "integral"]
        for u in variables:
            self.add("[output]", name=u, quantity="variable", variable=u)
        columns = list(variables)
        for i in range(r.randint(1, 5)):
            reduced = None if self.chance(0.6) else r.choice(over)
            self.add("[output]", name=f"y{i}", quantity="expression", expression=self.guarded(columns, duration), over=reduced)
            columns += [] if reduced else [f"y{i}"]
        for i in range(r.randint(1, 3) if bodies else 0):
            quantity = r.choice(["position", "velocity", "rotation_vector", "angular_velocity", "rotation_matrix"])
            point = self.places(2) if quantity == "position" else None
            self.add("[output]", name=f"o{i}", quantity=quantity, body="b0", point=point, over=r.choice(["end", *over]))
        for i in range(r.choice([0, 0, 1, 2, 3])):
            law = r.choice([r.choice(variables), f"{r.choice(variables)} - 0.1", f"sin({self.number(10, 90)}*t)",
                            self.guarded(columns, duration)])
            self.add("[event]", name=f"e{i}", expression=law, direction=r.choice(["rising", "falling", "both"]),
                     terminal=True if self.chance(0.15) else None)
        keys = {"formulation": r.choice(["joint", "joint_rotation_vector", "joint_rotation_vector", "euler_parameters"])}
        if self.chance(0.35):
            keys |= {"integrator": r.choice(["ode23", "dopri5", "tsit5"]), "tolerance": r.choice([1e-4, 1e-6]),
                     "step_limit": r.choice([100, 1000])}
        else:
            keys |= {"integrator": r.choice(["euler", "heun2", "rk33", "rkmk4", "cf3"]),
                     "step": float(f"{duration / self.number(3, 40):.3g}")}
        self.add("method", duration=duration, **keys)
        if self.chance(0.85):
            self.add("sampling", every=float(f"{duration / self.number(1.5, 30):.3g}"))
        members = r.choice([1, 1, 2, 3, 4, 6])
        if members > 1:
            self.add("plan", kind="random", members=members, seed=r.randrange(1000))
            wide = r.choice([{"normal": [0, 1]}, {"choice": [0, 1, -1]}, {"uniform": [-0.5, 1]}])
            self.add("plan.vary", p0=wide, p1=self.distribution())
        return f'title = "{name}"\n\n' + "\n".join(self.tables)


def write(folder, count, seed=1, family="any"):
    """Writes scenarios, and tables beside them; returns their files."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number in range(count):
        name = f"{family}_{seed}_{number:03}"
        generator = (Edges if family == "edges" else Generator)(seed, number, family)
        files.append(folder / f"{name}.toml")
        files[-1].write_text(generator.text(name))
        if generator.csv:
            (folder / f"{name}.csv").write_text(generator.csv)
    return files


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", choices=FAMILIES, default="any")
    given = parser.parse_args()
    print(len(write(given.dir, given.count, given.seed, given.family)), "scenarios in", given.dir)


if __name__ == "__main__":
    main()
