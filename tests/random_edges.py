"""Draws small scenarios that run into what is not finite for `random_scenarios.py`."""

import ast
import math
import operator

from fuzz_expressions import FAR, ONE, TWO, clamp, divided, guarded, where
from random_methods import Methods
from random_monitored import mentions


class Edges(Methods):
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
        """Draws such an expression: finite at the start, as a scenario's must be, or of another name there."""
        # of scenarios with more of these, members of most have no outputs that could be compared
        if self.chance(0.3):
            late, name = f"t - {self.number(0.1, 0.9) * duration:.3g}", self.r.choice(names)
            # what depends on parameters alone must have a value
            laws = (self.edge(names) for _ in range(1000))
            return f"where({late}, {next(law for law in laws if mentions(law, [*names, 't']))}, {name})"
        return next(law for law in (self.edge(names) for _ in range(1000)) if math.isfinite(evaluated(law, self.values)))

    def text(self, name):
        r = self.r
        self.parameters = ["p0", "p1"]
        self.tables.append("[parameters]\np0 = { default = 1.0 }\np1 = { default = 0.7 }\n")
        duration = r.choice([0.05, 0.3, 1.0, self.number(0.1, 2)])
        variables = [f"u{i}" for i in range(r.randint(1, 4))]
        fall = self.number(0.2, 2) * duration
        self.values, rates = {"p0": 1.0, "p1": 0.7, "t": 0.0, "pi": math.pi, "e": math.e}, []
        for u in variables:
            start = r.choice(["0", "0", "0*p0", "-1*p0", repr(fall), f"{fall!r}*p1", "p0", "-0.0"])
            rate = r.choice(["0", f"0*{u}", f"0*t - {u}", "-1", "1", "-p0", f"p1 - {u}", f"{u}*{u}", f"sin(30*{u}) + 1"])
            self.values[u] = evaluated(start, self.values)
            rates.append((u, start, rate))
        for u, start, rate in rates:
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
            law = self.guarded(columns, duration)
            self.values[f"y{i}"] = evaluated(law, self.values)
            self.add("[output]", name=f"y{i}", quantity="expression", expression=law, over=reduced)
            columns += [] if reduced else [f"y{i}"]
        for i in range(r.randint(1, 3) if bodies else 0):
            quantity = r.choice(["position", "velocity", "rotation_vector", "angular_velocity", "rotation_matrix"])
            point = self.places(2) if quantity == "position" else None
            self.add("[output]", name=f"o{i}", quantity=quantity, body="b0", point=point, over=r.choice(["end", *over]))
        for i in range(r.choice([0, 0, 1, 2, 3])):
            law = r.choice([r.choice(variables), f"{r.choice(variables)} - 0.1", f"sin({self.number(10, 90)}*t)",
                            self.guarded(columns, duration)])
            # an event that nothing can pass is refused
            while not mentions(law, [*columns, "t"]):
                law = self.guarded(columns, duration)
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
        self.sampled_here = self.chance(0.7)
        if self.sampled_here:
            self.add("sampling", every=float(f"{duration / self.number(1.5, 30):.3g}"))
        if self.chance(0.2):
            self.add("[probability]", of=f"{r.choice(columns)} {r.choice('<>')} {r.choice(columns)} or p0 > 0.5")
        if self.chance(0.25):
            by_adjoint = not self.sampled_here and self.chance(0.4)
            self.add("sensitivity", parameters=r.choice(["all", ["p0"], ["p1"]]), method="adjoint" if by_adjoint else None)
        members = r.choice([1, 1, 2, 3, 4, 6])
        if members > 1:
            self.add("plan", kind="random", members=members, seed=r.randrange(1000))
            wide = r.choice([{"normal": [0, 1]}, {"choice": [0, 1, -1]}, {"uniform": [-0.5, 1]}])
            self.add("plan.vary", p0=wide, p1=self.distribution())
        return f'title = "{name}"\n\n' + "\n".join(self.tables)


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: divided}
FUNCTIONS = ONE | TWO | {"where": where, "clamp": clamp}
# functions of angles have no value of those that are farther than this, rad
FUNCTIONS |= {name: lambda x, f=ONE[name]: f(x) if abs(x) <= FAR else math.nan for name in ("sin", "cos", "tan")}


def power(a, b):
    """Returns a power as the program has it: of negative numbers with whole exponents alone."""
    return math.nan if a < 0 and b % 1 != 0 else guarded(math.pow)(a, b)


def evaluated(law, values):
    """Returns the value of an expression."""

    def of(node):
        if isinstance(node, ast.BinOp):
            a, b = of(node.left), of(node.right)
            return power(a, b) if isinstance(node.op, ast.Pow) else OPERATORS[type(node.op)](a, b)
        if isinstance(node, ast.UnaryOp):
            return -of(node.operand)
        if isinstance(node, ast.Call):
            return FUNCTIONS[node.func.id](*map(of, node.args))
        return values[node.id] if isinstance(node, ast.Name) else float(node.value)

    return of(ast.parse(law.replace("^", "**"), mode="eval").body)
