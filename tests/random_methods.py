"""Draws methods, plans and distributions for `random_scenarios.py`."""

import math

from random_monitored import Monitored

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
# of implicit methods
ABSOLUTE = "absolute absolute absolute absolute_matrix absolute_rotation_vector absolute_euler_angles absolute_euler_parameters".split()
IMPLICIT_JOINT = "joint joint_matrix joint_rotation_vector euler_angles_2".split()


class Methods(Monitored):
    """Draws how one scenario is integrated, and of which members."""

    def method(self, duration, simple):
        """Adds the method."""
        r = self.r
        if self.implicit:
            return self.implicit_method(duration)
        formulation = r.choice(["joint", "joint_matrix"]) if simple else r.choice(FORMULATIONS)
        keys = {"formulation": None if formulation == "joint" and self.chance(0.5) else formulation}
        adaptive = not simple and self.chance(0.35)
        keys["integrator"] = r.choice(SPLITTING if simple else EMBEDDED if adaptive else FIXED_STEPS + EMBEDDED)
        keys["duration"] = self.moved(duration)
        if not adaptive:
            step = duration / (20 if self.wild else r.choice([20, 37.3, 64, 100, 150, 250]))
            step = float(f"{step:.3g}")
            keys["step"] = self.moved(step)
        else:
            if self.chance(0.7):
                keys["tolerance"] = r.choice([1e-4, 1e-6, 1e-8, 1e-7 if self.moves_times is None else "1e-7*p0"])
            else:
                keys |= {"absolute_tolerance": 1e-7, "relative_tolerance": r.choice([1e-4, 1e-6])}
            keys |= {"first_step": r.choice([None, None, duration / 50]),
                     "smallest_step": r.choice([None, None, None, duration / 2000]),
                     "largest_step": r.choice([None, None, duration / 7]), "step_limit": 60 if self.wild else r.choice([400, 3000]),
                     "control": r.choice([None, "pi", "i", "pid"]), "safety": r.choice([None, None, 0.8]),
                     "shrink": r.choice([None, None, 0.3]), "growth": r.choice([None, None, 4])}
        self.add("method", **keys)

    def moved(self, time):
        """Returns a time, now and then in proportion to a parameter."""
        if not self.chance(0.1):
            return time
        self.moves_times = True
        return f"{time!r}*{self.r.choice(self.parameters)}"

    def implicit_method(self, duration):
        """Adds an implicit method and what [start] has to do."""
        r = self.r
        symplectic = self.absolute and not self.rotors and self.chance(0.4)
        formulations = (ABSOLUTE[:5] if symplectic else ABSOLUTE) if self.absolute else IMPLICIT_JOINT
        keys = {"formulation": r.choice(formulations), "integrator": "rattle" if symplectic else "generalized_alpha",
                "duration": self.moved(duration)}
        adaptive = keys["integrator"] == "generalized_alpha" and self.chance(0.3)
        if adaptive:
            keys |= {"tolerance": r.choice([1e-3, 1e-4, 1e-5]), "step_limit": 60 if self.wild else 3000,
                     "first_step": r.choice([None, None, duration / 50]), "largest_step": r.choice([None, None, duration / 7])}
        else:
            keys["step"] = self.moved(float(f"{duration / (12 if self.wild else r.choice([12, 20, 37.3, 64, 100])):.3g}"))
        if keys["integrator"] == "generalized_alpha":
            damping = r.choice([None, None, "rho_inf", "hht_alpha", "newmark"])
            if damping:
                keys[damping] = {"rho_inf": self.number(0.5, 1), "hht_alpha": self.number(-0.3, 0), "newmark": [0.3, 0.55]}[damping]
            form = "geometric" if adaptive else r.choice(["geometric"] * 4 + ["linear", "residual"])
            if form != "geometric":
                keys |= {"form": form, "increment": r.choice([None, "conformal_rotation_vector", "rotation_vector"])}
            elif not adaptive:
                keys |= {"index": r.choice([None, None, 3, 2]), "start": r.choice([None, None, "optimal", "plain"])}
        newton = r.choice([None] * 6 + [
            {"relative": 1e-10, "absolute": 1e-12}, {"criterion": "increment"}, {"iterations": 40}, {"tangent": "neglected"},
            {"stiffness": "applied"}, {"kind": "modified"}, {"kind": "quasi"}])
        # kept matrices are of the scalar code, which takes long
        self.slow = bool(newton) and "kind" in newton
        self.add("method", **keys, newton=newton)
        if self.start:
            self.add("start", **self.start)

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
        known = [*self.parameters, *([self.mass] if self.mass else [])]
        varied = r.sample(known, r.randint(1, len(known)))
        if kind == "one":
            if self.chance(0.5):
                self.add("plan", kind=kind)
        elif kind == "table":
            rows = [",".join(varied)]
            rows += [",".join(repr(self.number(0.8, 1.2)) for _ in varied) for _ in range(r.randint(1, 4 if self.slow else 90))]
            self.csv = "\n".join(rows) + "\n"
            self.add("plan", kind=kind, file=f"{name}.csv", columns=varied if self.chance(0.3) else None)
        elif kind == "grid":
            most = int((4 if self.slow else 200) ** (1 / len(varied)))
            values = {}
            for p in varied:
                listed = [self.number(0.8, 1.2) for _ in range(r.randint(1, min(most, 8)))]
                spaced = {"min": 0.8, "max": self.number(0.9, 1.2), "count": r.randint(min(2, most), most)}
                values[p] = r.choice([listed, spaced])
            self.add("plan", kind=kind)
            self.add("plan.vary", **values)
        else:
            members = r.randint(1, 4) if self.slow else r.choice([1, 7, 64, 65, 128, r.randint(2, 200)])
            self.add("plan", kind=kind, members=members, seed=r.choice([None, r.randrange(1000)]))
            self.add("plan.vary", **{p: self.distribution() for p in varied})
