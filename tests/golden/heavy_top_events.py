"""Times at which the height of the heavy top passes given values, from its solution in elliptic functions.

The height u of the centre of mass over the pivot (arm 1 m, symmetry axis y) of the top of Table 3 in Holzinger,
Arnold, Gerstmayr (2024) obeys u'^2 = f(u) with a cubic f whose roots are the turning points. u = 0 is one of them,
since the top starts there without vertical velocity: there the height touches zero and does not change its sign, but
the vertical velocity does. 50 digits; every time is checked by putting the Jacobi functions back into u(t).

Run: python3 heavy_top_events.py > heavy_top_events.json
"""
import json
from mpmath import mp, mpf, sqrt, ellipk, ellipf, ellipfun, asin, polyroots

mp.dps = 50
M, ARM, G = mpf(15), mpf(1), mpf("9.81")
J_AXIS, J_ACROSS = mpf("0.46875"), mpf("0.234375")
SPIN = mpf(150)
J_PIVOT = J_ACROSS + M * ARM**2
DURATION = mpf(2)


def case(third, levels):
    wz = mpf(third)
    # conserved: energy without the axial part, momentum about the vertical (world z) and about the axis.
    # at the start the axis is horizontal, body and world frames coincide, Omega = (0, SPIN, wz)
    energy2 = J_PIVOT * wz**2  # twice the energy about the pivot, u = 0
    vertical = J_PIVOT * wz
    axial = J_AXIS * SPIN
    # u'^2 = f(u) = ((energy2 - 2 m g u) (1 - u^2) - (vertical - axial u)^2 / J) / J
    a = 2 * M * G * ARM
    c3, c2 = a, -(energy2 + axial**2 / J_PIVOT)
    c1, c0 = -a + 2 * vertical * axial / J_PIVOT, energy2 - vertical**2 / J_PIVOT
    coefficients = [c / J_PIVOT for c in (c3, c2, c1, c0)]
    roots = sorted(r.real for r in polyroots(coefficients, maxsteps=200, extraprec=200))
    u1, u2, u3 = roots
    modulus2 = (u2 - u1) / (u3 - u1)
    rate = sqrt(coefficients[0] * (u3 - u1)) / 2
    half_period = ellipk(modulus2) / rate
    # u = u1 + (u2 - u1) sn^2(rate (t - t1)); at t = 0 u = 0 is u1 or u2
    at_lower = abs(u1) < mpf(10) ** -40
    assert at_lower or abs(u2) < mpf(10) ** -40
    shift = mpf(0) if at_lower else -half_period

    def height(t):
        return u1 + (u2 - u1) * ellipfun("sn", rate * (t - shift), m=modulus2) ** 2

    events = {}
    for level in levels:
        s = sqrt((mpf(level) - u1) / (u2 - u1))
        part = ellipf(asin(s), modulus2) / rate
        times = []
        n = -2
        while True:
            candidates = [shift + 2 * n * half_period + part, shift + 2 * (n + 1) * half_period - part]
            if all(t > DURATION for t in candidates):
                break
            times += [t for t in candidates if 0 < t <= DURATION]
            n += 1
        for t in times:
            assert abs(height(t) - mpf(level)) < mpf(10) ** -40
        events["height " + level] = sorted(times)
    turns, n = [], 1
    while n * half_period <= DURATION:
        turns.append(n * half_period)
        n += 1
    events["vertical velocity 0"] = turns
    return {
        "omega_z": third,
        "turning_points": [mp.nstr(u1, 17), mp.nstr(u2, 17)],
        "events": {name: [float(mp.nstr(t, 17)) for t in times] for name, times in events.items()},
    }


print(json.dumps({
    "problem": "heavy top, times at which the height passes a value or the vertical velocity vanishes, 0 < t <= 2 s",
    "method": "closed form in elliptic functions, 50 digits (heavy_top_events.py)",
    "units": "m, s",
    "error_estimate": "1e-16 s, the rounding to binary64",
    "cases": [case("-4.61538", ["-0.5", "-0.1"]), case("4.61538", ["0.5", "0.1"])],
}, indent=1))
