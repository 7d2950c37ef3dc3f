"""Writes angle_functions.json: the functions of a rotation angle to 40 digits.

The closed forms are evaluated as they are printed, in so many digits that their cancellation does
not matter: the angle 1e-160 cancels up to 960 of 1300 digits. Nothing of the crate is used, neither
its polynomials nor its rearranged formulas.

    pip install mpmath==1.3.0
    python3 angle_functions.py > angle_functions.json
"""

import json
import math
import random
import struct
import sys

import mpmath
from mpmath import mp, mpf

WORKING_DIGITS = 1300
CHECK_DIGITS = 1700
DIGITS = 40


def functions_of_s(s):
    """a, b and their derivatives, s = y^2 = (|psi|/2)^2."""
    if s == 0:
        return {"a": mpf(1) / 6, "b": mpf(1) / 2, "da_ds": -mpf(1) / 120, "db_ds": -mpf(1) / 24}
    y = mp.sqrt(s)
    sin, cos = mp.sin(y), mp.cos(y)
    da_dy = -(cos / y - sin / y**2) / y**2 - 2 * (1 - sin / y) / y**3
    db_dy = sin / y**2 - 2 * (1 - cos) / y**3
    return {
        "a": (1 - sin / y) / y**2,
        "b": (1 - cos) / y**2,
        "da_ds": da_dy / (2 * y),
        "db_ds": db_dy / (2 * y),
    }


def functions_of_x(x):
    """The functions of x = |psi|; the slopes are derivatives with respect to x^2."""
    if x == 0:
        limits = {
            "f1": -mpf(1) / 2, "f2": mpf(1) / 6, "f3": mpf(1) / 12,
            "df1": mpf(1) / 24, "df2": -mpf(1) / 120, "df3": mpf(1) / 720,
        }
        return {"sinc": mpf(1), "cos": mpf(1), "sin": mpf(0), "cos_minus_one": mpf(0)} | limits
    y = x / 2
    sin, cos = mp.sin(x), mp.cos(x)
    cot = mp.cot(y)
    h, dh = y * cot, cot / 2 - y / (2 * mp.sin(y) ** 2)
    return {
        "sinc": mp.sin(y) / y,
        "cos": mp.cos(y),
        "sin": mp.sin(y),
        "cos_minus_one": mp.cos(y) - 1,
        "f1": (cos - 1) / x**2,
        "f2": (x - sin) / x**3,
        "f3": (1 - h) / x**2,
        "df1": (-sin / x**2 - 2 * (cos - 1) / x**3) / (2 * x),
        "df2": ((1 - cos) / x**3 - 3 * (x - sin) / x**4) / (2 * x),
        "df3": (-dh / x**2 - 2 * (1 - h) / x**3) / (2 * x),
    }


def conditions(functions, at):
    """|x f'/f| of every function: how many times larger the relative error of the result is than
    that of the argument. By a central difference with a relative step of 1e-30."""
    if at == 0:
        return {name: 0.0 for name in functions(at)}
    step = mpf(10) ** -30
    below, here, above = functions(at * (1 - step)), functions(at), functions(at * (1 + step))
    return {k: float(mp.nstr(abs((above[k] - below[k]) / (2 * step * here[k])), 4)) for k in here}


def single(x):
    """x rounded to binary32."""
    return struct.unpack("<f", struct.pack("<f", x))[0]


def angles():
    """The angles |psi|: named ones in both precisions, then pseudo-random ones."""
    named = [0.0, 1e-160, 1e-20, 1e-12, 1e-8, 1e-5, 1e-4, 1e-3, 0.01, 0.02, 0.05]
    named += [i / 10 for i in range(1, 31)] + [3.05, 3.1, 3.14]
    near = [1e-15, 1e-12, 1e-9, 1e-6, 1e-3, 1e-1]
    named += [math.pi - d for d in near] + [math.pi] + [math.pi + d for d in near]
    named += [3.2, 3.5, 4.0, 4.5, 5.0, 5.5, 6.0, 2 * math.pi - 0.1]
    generator = random.Random(20240229)
    for _ in range(150):
        named.append(generator.uniform(0.0, 3.0))
    for _ in range(40):
        named.append(10.0 ** generator.uniform(-9.0, 0.0))
    for _ in range(60):
        named.append(generator.uniform(3.0, 2 * math.pi - 0.1))
    chosen = set(named) | {single(x) for x in named[::2] + named[:60]}
    return sorted(chosen)


def table(digits):
    mp.dps = digits
    points = []
    for x in angles():
        s = x * x * 0.25  # rounded to binary64: the functions of s are evaluated at this number
        values = functions_of_s(mpf(s)) | functions_of_x(mpf(x))
        condition = conditions(functions_of_s, mpf(s)) | conditions(functions_of_x, mpf(x))
        points.append((x, s, {k: [mp.nstr(v, DIGITS), condition[k]] for k, v in values.items()}))
    return points


def main():
    points = table(WORKING_DIGITS)
    if points != table(CHECK_DIGITS):
        sys.exit("the working precision is too low")
    provenance = {
        "what": "functions of a rotation angle, to test that no digit is lost at any angle",
        "who": "angle_functions.py of this directory",
        "how": f"closed forms in mpmath {mpmath.__version__}, no series and nothing of the crate",
        "precision": f"{WORKING_DIGITS} digits in work, {DIGITS} digits written",
        "error_estimate": f"5e-41 relative, the rounding to {DIGITS} digits; all of them, and all "
        f"condition numbers, agree with an evaluation in {CHECK_DIGITS} digits",
        "angles": "named ones, also rounded to binary32, and pseudo-random ones by "
        "random.Random(20240229)",
    }
    conventions = {
        "x": "|psi| in rad, exactly a binary64 number, written with the fewest digits that identify it",
        "s": "x * x * 0.25 in binary64; a, b, da_ds, db_ds are evaluated at exactly this number",
        "y": "x / 2; all other functions are evaluated at exactly x",
        "a": "(1 - sin(y)/y)/s", "b": "(1 - cos(y))/s",
        "da_ds": "da/ds", "db_ds": "db/ds",
        "sinc": "sin(y)/y", "cos": "cos(y)", "sin": "sin(y)", "cos_minus_one": "cos(y) - 1",
        "f1": "(cos x - 1)/x^2", "f2": "(x - sin x)/x^3", "f3": "(1 - (x/2) cot(x/2))/x^2",
        "df1": "df1/d(x^2)", "df2": "df2/d(x^2)", "df3": "df3/d(x^2)",
        "values": "[value as a decimal string, condition number |x f'/f| to 4 digits]; with s in "
        "place of x for a, b, da_ds, db_ds",
    }
    print("{")
    print(f'"provenance": {json.dumps(provenance, indent=1)},')
    print(f'"conventions": {json.dumps(conventions, indent=1)},')
    print('"points": [')
    rows = [json.dumps({"x": x, "s": s} | v) for x, s, v in points]
    print(",\n".join(rows))
    print("]\n}")


if __name__ == "__main__":
    main()
