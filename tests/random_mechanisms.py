"""Draws numbers, expressions, bodies, joints and constraints for `random_scenarios.py`."""

import math
import random

# kind of joint: number of scalar coordinates, whether a rotation follows
JOINTS = {
    "spherical": (0, True),
    "revolute": (1, False),
    "prismatic": (1, False),
    "cylindrical": (2, False),
    "universal": (2, False),
    "planar": (3, False),
    "point_on_line": (1, True),
    "fixed": (0, False),
    "free": (3, True),
    "generic": (2, False),
    "point": (3, False),
}


def coordinates(joint, kind):
    """Returns the names of a joint's coordinates and velocities in expressions."""
    scalars, ball = JOINTS[kind]
    degrees = scalars + 3 * ball
    return [f"{joint}.{s}" if degrees == 1 else f"{joint}.{s}.{k + 1}" for s in "qv" for k in range(degrees)]


def vector(x):
    """Returns a list as TOML."""
    return "[" + ", ".join(vector(v) if isinstance(v, (list, tuple)) else toml(v) for v in x) + "]"


def toml(x):
    """Returns a value as TOML."""
    if isinstance(x, bool):
        return "true" if x else "false"
    if isinstance(x, str):
        return '"' + x + '"'
    if isinstance(x, dict):
        return "{ " + ", ".join(f"{k} = {toml(v)}" for k, v in x.items()) + " }"
    return vector(x) if isinstance(x, (list, tuple)) else repr(x)


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def turned(q):
    """Returns the rotation matrix of a quaternion of any length."""
    n = math.sqrt(sum(x * x for x in q))
    w, x, y, z = (c / n for c in q)
    return [
        [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
        [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
        [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
    ]


class Parts:
    """Draws the parameters, bodies, joints and constraints of one scenario."""

    def __init__(self, seed, number, family):
        self.r = random.Random(f"{seed}/{family}/{number}")
        self.family = family
        self.tables = []
        self.parameters = [f"p{i}" for i in range(self.r.randint(1, 4))]
        # a parameter with a unit stands alone for what has this unit
        self.mass = "m0" if family != "edges" and self.chance(0.2) else None
        self.csv = None
        self.sampled = self.chance(0.45)
        # what [start] has to do
        self.start = {}
        # a method of the scalar code, an implicit one, absolute coordinates, a parameter that moves times, an event that ends runs, formulas over what is
        # known at the end only
        self.slow = self.implicit = self.absolute = self.moves_times = self.terminal = self.of_finals = self.rotors = self.extremes = False
        # the joints that constraints act along
        self.bound = set()
        # fast turning, few steps, wide distributions: some members fail in one way or another
        self.wild = self.chance(0.04 if family == "loops" else 0.12)

    # ---- numbers and expressions ----

    def chance(self, p):
        return self.r.random() < p

    def number(self, low, high):
        """Draws a number, mostly of few digits."""
        x = self.r.uniform(low, high)
        return x if self.chance(0.1) else float(f"{x:.4g}")

    def scaled(self, low, high):
        """Draws a number, often as an expression over the parameters."""
        x = self.number(low, high)
        p = self.r.choice(self.parameters)
        forms = [f"{x!r}*{p}", f"{p}*{x!r}", f"{x!r}*({p} + 1)/2", f"{x!r} * {p}^2", f"{x!r}*sqrt({p})"]
        return self.r.choice(forms) if self.chance(0.3) else x

    def triple(self, low, high):
        return [self.scaled(low, high) for _ in range(3)]

    def places(self, size):
        return [self.number(-size, size) for _ in range(3)]

    def direction(self):
        if self.chance(0.4):
            axis = [0, 0, 0]
            axis[self.r.randrange(3)] = self.r.choice([1, -1])
            return axis
        return self.places(1.0)

    def formula(self, names, depth=3):
        """Draws an expression that is finite and bounded for moderate values of the names."""
        r, p = self.r, self.r.choice(self.parameters)
        if depth == 0 or self.chance(0.15):
            atoms = [*names, *names, *names, p, "pi", "e", repr(self.number(-2, 2)), str(r.randint(1, 9))]
            atoms += [f"{self.number(0.01, 3):.2e}", "0.5"]
            return r.choice(atoms)
        a, b, c = (self.formula(names, depth - 1) for _ in range(3))
        return r.choice([
            f"{a} + {b}", f"{a} - {b}", f"{a} - ({b} - {c})", f"{a}*sin({b})", f"cos({a})*{p}", f"-({a})", f"-{p}^2*({a})",
            f"({a})/(2 + sin({b}))", f"({a})/{p}/3", f"tan(0.3*sin({a}))", f"asin(0.4*cos({a}))", f"acos(0.9*sin({a}))",
            f"atan({a})", f"sinh(sin({a}))", f"cosh(cos({a}))", f"tanh({a})", f"exp(-abs({a}))", f"ln(1 + abs({a}))",
            f"log10(2 + ({a})^2)", f"sqrt(0.1 + ({a})^2)", f"abs({a})", f"floor(3*tanh({a}))", f"sign({a})*{p}",
            f"step({a})", f"smoothstep({a})", f"atan2({a}, 2 + cos({b}))", f"min({a}, {b})", f"max({a}, min({b}, {c}))",
            f"mod({a}, 1.5)", f"where({a}, {b}, {c})", f"clamp({a}, -1, {p} + 1)", f"(1 + tanh({a})^2)^0.5",
            f"(1.5 + sin({a}))^cos({b})", f"2^3^0.5*tanh({a})", f"{p}*-1*tanh({a})", f"2 ^ -1*({a})", f"(({a}))",
        ])

    # ---- parts ----

    def add(self, table, **keys):
        lines = "".join(f"{key} = {toml(value)}\n" for key, value in keys.items() if value is not None)
        self.tables.append(f"[{table}]\n{lines}")

    def inertia(self, size, simple):
        """Draws moments of inertia of a body, with a rotated frame where it is not simple."""
        s = [self.number(0.02, 1) * size for _ in range(3)]
        moments = [s[1] + s[2], s[0] + s[2], s[0] + s[1]]
        if simple or self.chance(0.4):
            return self.multiplied([float(f"{m:.6g}") for m in moments])
        m = turned([self.r.gauss(0, 1) for _ in range(4)])
        j = [[sum(m[i][k] * moments[k] * m[l][k] for k in range(3)) for l in range(3)] for i in range(3)]
        for i, l in [(0, 1), (0, 2), (1, 2)]:
            j[l][i] = j[i][l]
        six = [j[0][0], j[1][1], j[2][2], j[0][1], j[0][2], j[1][2]]
        return j if self.chance(0.2) else self.multiplied(six)

    def multiplied(self, numbers):
        p = self.r.choice(self.parameters)
        return [f"{x!r}*{p}" for x in numbers] if self.chance(0.25) else numbers

    def body(self, i, simple, velocity, turning, position=None, turned=True):
        """Adds a body; says where it is. A velocity and a turning are given where its joint allows any."""
        initial = {"position": position or self.places(1.0)}
        kind = self.r.random() if turned else 1
        if kind < 0.4:
            initial["rotation_vector"] = self.places(1.2)
        elif kind < 0.6:
            q = [self.r.gauss(0, 1) for _ in range(4)]
            n = math.sqrt(sum(x * x for x in q))
            initial["quaternion"] = [x / n for x in q]
        if velocity and self.chance(0.7):
            initial["velocity"] = self.triple(-2, 2)
        if turning and self.chance(0.7):
            initial["angular_velocity"] = self.triple(-400, 400) if self.wild else self.triple(-8, 8)
        identified = self.chance(0.03) and not simple
        inertia = [0.1, 0.2, 0.35] if identified else self.inertia(self.r.choice([0.01, 0.1, 1.0]), simple)
        kind = "identified" if identified else self.r.choice([None, None, None, "rigid_body"])
        mass = self.mass if self.mass and self.chance(0.5) else self.scaled(0.2, 4)
        self.add("[body]", name=f"b{i}", mass=mass, inertia=inertia, inertia_kind=kind, initial=initial)
        return initial["position"]

    def joint(self, name, kind, parent, child, velocities=True, at=None, axis=None, at_bodies=None):
        """Adds a joint; says whether it gives velocities. With `velocities`, its start may be away from the assembly."""
        scalars, ball = JOINTS[kind]
        degrees = scalars + 3 * ball
        keys = {"name": name, "kind": kind, "between": [parent, child]}
        if at_bodies:
            keys["at_bodies"] = at_bodies
        elif kind in ("revolute", "cylindrical", "generic", "universal", "planar", "point_on_line") or kind == "spherical" and (at or self.chance(0.9)):
            keys["at"] = at or self.places(1.0)
        if self.chance(0.1):
            for key in {"between", "at_bodies"} & set(keys):
                keys[key].reverse()
        if kind in ("revolute", "prismatic", "cylindrical", "planar", "point_on_line"):
            keys["axis"] = axis or self.direction()
        if kind == "universal":
            a = self.places(1.0)
            keys["axes"] = [a, cross(a, self.places(1.0))] if self.chance(0.7) else [[1, 0, 0], [0, 0, 2]]
        if kind == "generic":
            # what no other kind locks
            keys["locked"] = self.r.choice([["y", "z", "rx", "ry"], ["x", "z", "rx", "rz"], ["x", "y", "z", "ry"]])
        if kind in ("revolute", "prismatic") and self.chance(0.2):
            self.rotors = True
            keys["rotor_inertia"] = self.scaled(0.01, 0.3)
        initial = {}
        one = degrees == 1
        for word, size, wanted in [("coordinate", 0.5, self.chance(0.3)), ("velocity", 3, self.chance(0.6))]:
            if degrees and wanted and velocities:
                key = word if one else {"coordinate": "coordinates", "velocity": "velocities"}[word]
                size *= 60 if self.wild and word == "velocity" else 1
                values = [self.scaled(-size, size) for _ in range(degrees)]
                initial[key] = values[0] if one else values
        if initial:
            keys["initial"] = initial
        if scalars and not ball and self.family != "edges" and self.chance(0.12):
            keys |= self.inside(scalars)
        self.add("[joint]", **keys)
        return "velocities" in initial or "velocity" in initial

    def inside(self, scalars):
        """Draws forces in a joint by its own keys."""
        draw = {"stiffness": lambda: self.scaled(1, 40), "rest": lambda: self.scaled(-0.3, 0.3), "damping": lambda: self.scaled(0, 0.5),
                "friction": lambda: self.scaled(0.05, 0.5), "torque": lambda: self.formula(["t", "q", "v"])}
        found = self.r.choice([["stiffness"], ["stiffness", "rest"], ["damping"], ["stiffness", "damping"], ["friction"], ["torque"]])
        values = {key: [draw[key]() for _ in range(scalars)] for key in found}
        if "friction" in values:
            values["friction"] = [{"coulomb": f, "velocity": 0.5} for f in values["friction"]]
        return {key: value[0] if scalars == 1 else value for key, value in values.items()}

    def mechanism(self, simple):
        """Adds bodies and joints: names of bodies with places, and joints with kinds."""
        r = self.r
        bodies, joints = [], []
        if self.chance(0.9):
            self.add("gravity", acceleration=[0, 0, -9.81] if self.chance(0.6) else self.triple(-9, 9))
        if self.family == "any" and not simple and not self.absolute and self.chance(0.2):
            rotation = {"axis": self.direction(), "angle": f"0.3*sin(4*t*{r.choice(self.parameters)})"}
            position = [f"{self.number(-0.1, 0.1)}*sin(5*t)", self.scaled(-0.1, 0.1), f"0.05*{self.formula(['t'], 2)}"]
            self.add("base", position=position if self.chance(0.7) else None, rotation=rotation if self.chance(0.7) else None)
        count = r.choice([1, 1, 2, 2, 3, 3, 4, 5, 6])
        shape = r.choice(["chain", "branches", "mixed", "free"])
        for i in range(count):
            loose = self.family == "free" or shape == "free" or simple or shape == "mixed" and self.chance(0.3)
            if loose:
                kind = None
                if simple and self.chance(0.2):
                    kind = "prismatic"
            elif i == 0:
                kind = r.choice([k for k in JOINTS if k != "fixed" or count > 1])
            else:
                kind = r.choice(list(JOINTS))
            parent = "ground" if i == 0 or simple or loose else f"b{i - 1 if shape == 'chain' else r.randrange(i)}"
            moves = False
            if kind:
                moves = self.joint(f"j{i}", kind, parent, f"b{i}")
                joints.append((f"j{i}", kind))
            any_motion = not moves and kind in (None, "free")
            turning = not moves and kind in (None, "free", "spherical")
            bodies.append((f"b{i}", self.body(i, simple, any_motion, turning)))
        if all(kind == "fixed" for _, kind in joints) and len(joints) == len(bodies):
            bodies.append((f"b{count}", self.body(count, simple, True, True)))
        if self.absolute and self.family == "any":
            self.constraints(joints, 2, False)
        return bodies, joints

    def loop(self):
        """Adds bodies and joints with one closed loop, at rest or moving as its constraints allow."""
        r = self.r
        if self.chance(0.9):
            self.add("gravity", acceleration=[0, 0, -9.81])
        count = r.choice([3, 3, 4, 5, 6])
        planar = self.chance(0.5)
        moves, rod, drive = self.chance(0.6), self.chance(0.2), self.chance(0.25)
        # links whose lengths depend on a parameter are assembled at the start
        scale = r.choice(self.parameters) if self.chance(0.3) else None
        # pivots from the ground along the chain and back to the ground, none on the line of its neighbours
        pivots = []
        for i in range(count + 1):
            angle = math.pi * (1 - i / count) + r.uniform(-0.1, 0.1)
            depth = 0.0 if planar else self.number(-0.3, 0.3)
            pivots.append([float(f"{math.cos(angle):.4g}"), depth, float(f"{0.8 * math.sin(angle) + 0.1 * (i % 2):.4g}")])
        middles = [[(a + b) / 2 for a, b in zip(*ends)] for ends in zip(pivots, pivots[1:])]

        def place(pivot, body):
            """Returns a place in a body that is not turned."""
            if not 0 <= body < count:
                return pivot
            local = [float(f"{a - b:.6g}") for a, b in zip(pivot, middles[body])]
            return [f"{x!r}*{scale}" if x else x for x in local] if scale else local

        bodies, joints = [], []
        for i, pivot in enumerate(pivots):
            child = f"b{i}" if i < count else "ground"
            parent = f"b{i - 1}" if i else "ground"
            kind, axis = "revolute", [0, 1, 0] if planar else None
            if not planar:
                kind = "revolute" if i == 0 else "universal" if i == count else "spherical"
            places = [place(pivot, i - 1), place(pivot, i)]
            if i == count and rod:
                over = [pivot[0], pivot[1], pivot[2] - 0.6]
                self.add("[constraint]", name="rod", kind="distance", between=[parent, "ground"], points=[places[0], over],
                         length=self.scaled(0.55, 0.65) if self.chance(0.5) else None)
                break
            # joints by places in bodies begin as the bodies do, and where a drive has the first joint
            self.joint(f"j{i}", kind, parent, child, velocities=moves and i == 0 and not scale and not drive, at=pivot, axis=axis,
                       at_bodies=places if scale else None)
            joints.append((f"j{i}", kind))
            if i < count:
                bodies.append((f"b{i}", self.body(i, False, False, False, middles[i], turned=scale is None and not rod)))
        freedoms = (count - 1 if rod else count - 2) if planar else 3
        self.constraints(joints[:1] if drive or not planar else joints[:2], freedoms, drive)
        if moves:
            self.start["project_velocities"] = True
        return bodies, joints

    def constraints(self, joints, freedoms, drive):
        """Adds a coupling, or a prescribed motion of a joint that begins assembled; velocities give way to them."""
        r = self.r
        scalar = [(name, JOINTS[kind][0]) for name, kind in joints if JOINTS[kind] in [(1, False), (2, False)]]
        if len(scalar) > 1 and freedoms > 1 and not drive and self.chance(0.3):
            pair = r.sample(scalar, 2)
            self.bound = {name for name, _ in pair}
            self.add("[constraint]", name="gears", kind="coupling", joints=[name for name, _ in pair],
                     components=[r.randint(1, count) for _, count in pair] if max(c for _, c in pair) > 1 else None,
                     factors=[1, self.number(0.5, 2) * r.choice([1, -1])])
            self.start["project_velocities"] = True
        elif scalar and freedoms and drive:
            name, count = r.choice(scalar)
            self.bound = {name}
            law = f"{self.scaled(-3, 3)}*t + {self.number(-2, 2)}*t^2*{r.choice(self.parameters)}"
            self.add("[constraint]", name="drive", kind="motion", joint=name, component=r.randint(1, count) if count > 1 else None,
                     position=law)
            self.start["project_velocities"] = True
