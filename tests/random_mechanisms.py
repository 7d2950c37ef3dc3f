"""Draws numbers, expressions, mechanisms and forces for `random_scenarios.py`."""

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
    "fixed": (0, False),
    "free": (3, True),
}


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
    """Draws the parameters, bodies, joints and forces of one scenario."""

    def __init__(self, seed, number, family):
        self.r = random.Random(f"{seed}/{family}/{number}")
        self.family = family
        self.tables = []
        self.parameters = [f"p{i}" for i in range(self.r.randint(1, 4))]
        self.csv = None
        self.sampled = self.chance(0.45)
        # fast turning, few steps, wide distributions: some members fail in one way or another
        self.wild = self.chance(0.12)

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

    def body(self, i, simple, velocity, turning, position=None):
        """Adds a body; says where it is. A velocity and a turning are given where its joint allows any."""
        initial = {"position": position or self.places(1.0)}
        kind = self.r.random()
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
        self.add("[body]", name=f"b{i}", mass=self.scaled(0.2, 4), inertia=inertia, inertia_kind=kind, initial=initial)
        return initial["position"]

    def joint(self, name, kind, parent, child, velocities=True, at=None, axis=None):
        """Adds a joint."""
        scalars, ball = JOINTS[kind]
        degrees = scalars + 3 * ball
        keys = {"name": name, "kind": kind, "between": [parent, child]}
        if self.chance(0.1):
            keys["between"].reverse()
        if kind in ("revolute", "cylindrical", "universal", "planar") or kind == "spherical" and self.chance(0.9):
            keys["at"] = at or self.places(1.0)
        if kind in ("revolute", "prismatic", "cylindrical", "planar"):
            keys["axis"] = axis or self.direction()
        if kind == "universal":
            a = self.places(1.0)
            keys["axes"] = [a, cross(a, self.places(1.0))] if self.chance(0.7) else [[1, 0, 0], [0, 0, 2]]
        if kind in ("revolute", "prismatic") and self.chance(0.3):
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
        self.add("[joint]", **keys)
        return "velocities" in initial or "velocity" in initial

    def mechanism(self, simple):
        """Adds bodies and joints: names of bodies with places, and joints with kinds."""
        r = self.r
        bodies, joints = [], []
        if self.chance(0.9):
            self.add("gravity", acceleration=[0, 0, -9.81] if self.chance(0.6) else self.triple(-9, 9))
        if self.family == "any" and not simple and self.chance(0.2):
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
        return bodies, joints

    def loop(self):
        """Adds bodies and joints with one closed loop, at rest."""
        r = self.r
        if self.chance(0.9):
            self.add("gravity", acceleration=[0, 0, -9.81])
        count = r.choice([3, 3, 4, 5, 6])
        planar = self.chance(0.5)
        # pivots from the ground along the chain and back to the ground, none on the line of its neighbours
        pivots = []
        for i in range(count + 1):
            angle = math.pi * (1 - i / count) + r.uniform(-0.1, 0.1)
            depth = 0.0 if planar else self.number(-0.3, 0.3)
            pivots.append([float(f"{math.cos(angle):.4g}"), depth, float(f"{0.8 * math.sin(angle) + 0.1 * (i % 2):.4g}")])
        bodies, joints = [], []
        for i, pivot in enumerate(pivots):
            child = f"b{i}" if i < count else "ground"
            parent = f"b{i - 1}" if i else "ground"
            kind, axis = "revolute", [0, 1, 0] if planar else None
            if not planar:
                kind = "revolute" if i == 0 else "universal" if i == count else "spherical"
            self.joint(f"j{i}", kind, parent, child, velocities=False, at=pivot, axis=axis)
            joints.append((f"j{i}", kind))
            if i < count:
                middle = [(a + b) / 2 for a, b in zip(pivot, pivots[i + 1])]
                bodies.append((f"b{i}", self.body(i, False, False, False, middle)))
        return bodies, joints

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
        axes = [(name, k + 1, JOINTS[kind][0]) for name, kind in joints for k in range(JOINTS[kind][0])]
        names, controls = [], []
        kinds = ["force", "torque", "expression_force", "expression_torque", "spring_damper", "rotational_spring_damper",
                 "bushing"]
        if simple:
            kinds = ["force", "expression_force", "spring_damper", "rotational_spring_damper", "bushing"]
        if axes and not simple:
            kinds += ["joint_spring_damper", "joint_limit", "joint_torque", "joint_control", "joint_control"]
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
                keys |= {"body": body, "point": self.places(0.3), "at": place, "stiffness": self.triple(1, 90),
                         "damping": None if damping is None else self.triple(0, 0.5)}
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
                    keys |= {"torque": self.formula(["t", "q", "v", *variables])}
                else:
                    law = ["t", "q", "v", "qd", "vd", "ad"]
                    keys |= {"trajectory": self.trajectory(duration), "proportional": self.scaled(5, 90),
                             "derivative": self.scaled(0.1, 2), "limit": r.choice([None, None, self.scaled(1, 9)]),
                             "feed_forward": self.formula(law) if self.chance(0.4) else None}
                    controls.append(f"f{i}")
            self.add("[force]", **keys)
            names.append(f"f{i}")
        return names, controls
