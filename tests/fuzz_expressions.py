"""Random expressions and their values, for `fuzz.py`: a second evaluation that shares nothing with the program's."""

import math
import random

EPSILON = 2.0**-53
INFINITY = math.inf
# below, numbers have fewer digits; above, the sum of two of them may be infinite
SUBNORMAL = 2.0**-1022
HUGE = 2.0**1022
# angles up to which sines are known, rad
FAR = 1.6e9


def divided(a, b):
    if b == 0 or math.isnan(a) or math.isnan(b):
        return math.nan if a == 0 or math.isnan(a) or math.isnan(b) else math.copysign(INFINITY, a) * math.copysign(1, b)
    return a / b


def guarded(function, overflow=INFINITY):
    """A function of the library with NaN instead of an error outside of its range, and what it overflows to."""

    def of(*x):
        if any(math.isnan(v) for v in x):
            return math.nan
        try:
            return function(*x)
        except OverflowError:
            return overflow(*x) if callable(overflow) else overflow
        except ValueError:
            return math.nan

    return of


def sign(x):
    return x if math.isnan(x) else float((x > 0) - (x < 0))


def step(x):
    return x if math.isnan(x) else float(x >= 0)


def floor(x):
    return x if math.isnan(x) or math.isinf(x) else float(math.floor(x))


def smoothstep(x):
    return x if math.isnan(x) else 0.0 if x <= 0 else 1.0 if x >= 1 else x * x * (3 - 2 * x)


def logarithm(function):
    return lambda x: -INFINITY if x == 0 else INFINITY if x == INFINITY else guarded(function)(x)


def least(a, b):
    return math.nan if math.isnan(a) or math.isnan(b) else min(a, b)


def most(a, b):
    return math.nan if math.isnan(a) or math.isnan(b) else max(a, b)


def where(c, a, b):
    return math.nan if math.isnan(c) else a if c > 0 else b


def clamp(x, low, high):
    return most(least(x, high), low)


def modulo(a, b):
    return a - b * floor(divided(a, b))


def of_sign(x):
    return math.copysign(INFINITY, x)


ONE = {
    "sqrt": guarded(math.sqrt), "exp": guarded(math.exp), "ln": logarithm(math.log), "log10": logarithm(math.log10),
    "sin": guarded(math.sin), "cos": guarded(math.cos), "tan": guarded(math.tan), "asin": guarded(math.asin),
    "acos": guarded(math.acos), "atan": guarded(math.atan), "sinh": guarded(math.sinh, of_sign), "cosh": guarded(math.cosh),
    "tanh": guarded(math.tanh), "abs": abs, "sign": sign, "step": step, "floor": floor, "smoothstep": smoothstep,
}
TWO = {"min": least, "max": most, "atan2": guarded(math.atan2), "mod": modulo}
EXACT = {"abs", "sign", "step", "floor", "min", "max"}


class Expression:
    """One random expression over names: its text, and its value with every rounding drawn anew."""

    def __init__(self, r, names, depth=4):
        self.tree = self.draw(r, names, depth)

    def draw(self, r, names, depth):
        if depth == 0 or r.random() < 0.12:
            literal = r.choice(["0", "1", "2", "-1", "0.5", "3", "1e-9", "1e5", "1e200", "1e-200", "1e15", "0.1", "710", "1e22"])
            return ("literal", literal) if r.random() < 0.3 else ("name", r.choice(names))
        below = lambda: self.draw(r, names, depth - 1)
        kind = r.choice(["+", "-", "*", "/", "-x", "one", "one", "one", "two", "where", "clamp", "whole", "power"])
        if kind in "+-*/":
            return (kind, below(), below())
        if kind == "-x":
            return (kind, below())
        if kind == "one":
            return ("call", r.choice(list(ONE)), below())
        if kind == "two":
            return ("call", r.choice(list(TWO)), below(), below())
        if kind == "where":
            return ("call", "where", below(), below(), below())
        if kind == "clamp":
            low, high = sorted(r.choice([-3, -1, 0, 0.5, 1, 7]) for _ in range(2))
            return ("call", "clamp", below(), ("literal", repr(low)), ("literal", repr(high)))
        if kind == "whole":
            return ("whole", below(), r.choice([-3, -2, -1, 0, 1, 2, 3, 5]))
        return ("power", below(), r.choice(["0.5", "1.5", "-0.5", "0.3"]))

    def text(self):
        return self.write(self.tree)

    def write(self, tree):
        kind, *rest = tree
        if kind == "literal":
            return f"({rest[0]})" if rest[0].startswith("-") else rest[0]
        if kind == "name":
            return rest[0]
        if kind == "call":
            return f"{rest[0]}({', '.join(self.write(x) for x in rest[1:])})"
        if kind == "-x":
            return f"(-{self.write(rest[0])})"
        if kind == "whole":
            return f"({self.write(rest[0])})^{rest[1]}"
        if kind == "power":
            return f"(abs({self.write(rest[0])}))^{rest[1]}"
        return f"({self.write(rest[0])} {kind} {self.write(rest[1])})"

    def value(self, given, r=None):
        return self.evaluate(self.tree, given, r)

    def evaluate(self, tree, given, r):
        kind, *rest = tree
        if kind == "literal":
            return float(rest[0])
        if kind == "name":
            return given[rest[0]]
        units = 1.0
        if kind == "call":
            name, *operands = rest
            x = [self.evaluate(o, given, r) for o in operands]
            value = ONE[name](*x) if name in ONE else TWO[name](*x) if name in TWO else where(*x) if name == "where" else clamp(*x)
            if name in ("sin", "cos", "tan") and abs(x[0]) > FAR and r is not None:
                # beyond a limit the program may say that it does not know
                value = r.choice([value, math.nan])
            units = 0.0 if name in EXACT or name in ("where", "clamp") else 4.0
            if name == "mod" and math.isfinite(x[0]):
                # the product may be rounded by as much as the dividend
                value += 0 if r is None else r.uniform(-2, 2) * EPSILON * abs(x[0])
        elif kind in ("whole", "power"):
            x, exponent = self.evaluate(rest[0], given, r), float(rest[1])
            value = self.power(x if kind == "whole" else abs(x), exponent)
            large = abs(math.log(abs(x))) if math.isfinite(x) and x != 0 else 0
            units = 4.0 * (1 + (abs(exponent) * large if kind == "power" else abs(exponent)))
        else:
            x = [self.evaluate(o, given, r) for o in rest]
            value = {"+": lambda: x[0] + x[1], "-": lambda: x[0] - x[1], "*": lambda: x[0] * x[1],
                     "/": lambda: divided(*x), "-x": lambda: -x[0]}[kind]()
            units = 0.0 if kind == "-x" else 1.0
        if r is not None and units and math.isfinite(value):
            value *= 1 + r.uniform(-units, units) * EPSILON
            if abs(value) < SUBNORMAL:
                value += r.uniform(-units, units) * 2.0**-1074
            elif abs(value) > HUGE and kind == "call":
                # a sum on the way, of which this is the half, may be out of range
                value = r.choice([value, math.copysign(INFINITY, value)])
        return value

    @staticmethod
    def power(x, exponent):
        if math.isnan(x):
            return x
        if exponent == 0:
            return 1.0
        if x == 0:
            odd = exponent % 2 == 1
            zero = x if odd else 0.0
            return divided(1.0, zero) if exponent < 0 else zero
        try:
            return math.pow(x, exponent)
        except OverflowError:
            return -INFINITY if x < 0 and exponent % 2 == 1 else INFINITY

    def expected(self, given, seed):
        """The value and how far off a good evaluation may be, or nothing where rounding decides what it is."""
        value = self.value(given)
        r = random.Random(seed)
        others = [self.value(given, r) for _ in range(12)]

        def kind(x):
            return "nan" if math.isnan(x) else x if math.isinf(x) else "number"

        if any(kind(x) != kind(value) for x in others):
            return None
        if kind(value) != "number":
            return value, 0.0
        spread = max(abs(x - value) for x in others)
        return value, 64 * spread + 8 * EPSILON * abs(value) + 1e-290
