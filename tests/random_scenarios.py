"""Writes random scenarios: mechanisms, forces, outputs, events, variables, methods and plans of every kind.

    python3 tests/random_scenarios.py DIR [--count 200] [--seed 1] [--family FAMILY] [--check PROGRAM]

A scenario depends on the seed, the family and its number alone. Families:
    any     trees of up to six bodies by explicit and implicit methods, in joint and in absolute coordinates, and
            differential equations alone (the default)
    free    bodies without joints
    edges   small scenarios whose numbers leave the range of functions on their way: infinities, NaN, zeros of both signs,
            events at zeros, samples off the grid of steps, members that fail
    loops   closed loops in absolute coordinates by generalized_alpha and rattle: linkages in a plane, chains whose last joint
            or rod leads back to the ground, links that are assembled, couplings, prescribed motions
    beams   one or two beams, clamped, hinged, free or beside each other, some with a body at a tip

Every parameter is near 1 and scales other numbers, so that plans may vary all of them. Runs are short: dozens to
hundreds of steps. With --check, a program's `check` must accept them: what it refuses is counted by its words, and the exit
code is 1 where that is more than 5 %. Only the standard library of Python is needed. `tests/compare_tables.py` runs these
scenarios with two binaries.
"""

import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys

from random_beams import Beams
from random_edges import Edges
from random_methods import Methods

FAMILIES = ["any", "free", "edges", "loops", "beams"]
# how many of a family may be refused: what is drawn may happen to have no value, or no motion
REFUSED = 0.05


class Generator(Methods):
    """Makes one scenario."""

    def text(self, name):
        """Returns the scenario."""
        r = self.r
        alone = self.family == "any" and self.chance(0.06)
        self.implicit = not alone and (self.family == "loops" or self.chance(0.2))
        self.absolute = self.implicit and (self.family == "loops" or self.chance(0.7))
        simple = not alone and not self.implicit and self.chance(0.12)
        duration = self.number(0.02, 0.4)
        variables = [] if simple else [f"u{i}" for i in range(r.choice([1, 2, 3] if alone else [0, 0, 0, 1, 2]))]
        self.tables.append("[parameters]\n" + "".join(
            f"{p} = {{ default = {self.number(0.95, 1.05)!r} }}\n"
            for p in self.parameters) + (f"m0 = {{ default = {self.number(0.9, 1.1)!r}, unit = \"kg\" }}\n" if self.mass else ""))
        bodies, joints = ([], []) if alone else self.loop() if self.family == "loops" else self.mechanism(simple)
        forces, controls = self.forces(bodies, joints, variables, duration, simple) if bodies else ([], [])
        events = [f"e{i}" for i in range(r.choice([0, 0, 1, 1, 2, 3]))]
        columns, finals, started = self.outputs(bodies, joints, variables, forces, controls, events)
        for u in variables:
            law = self.formula(["t", *variables, *(columns if self.chance(0.3) else [])])
            self.add("[variable]", name=u, initial=self.scaled(-1, 1), rate=f"{law} - {u}", unit=r.choice([None, "m"]))
        self.events(events, columns, started, duration)
        self.method(duration, simple)
        self.probabilities(columns, finals)
        self.sensitivity(bodies, events, 0.3)
        self.plan(name)
        if self.sampled:
            self.add("sampling", every=float(f"{duration / r.choice([3, 7.3, 10, 25]):.4g}"))
        self.switches(random.Random(name), events, duration)
        return f'title = "{name}"\n\n' + "\n".join(self.tables)

    def switches(self, r, events, duration):
        """Makes a joint or a constraint act for a part of the run; other scenarios stay what they are."""
        own = [at for at, table in enumerate(self.tables) if table.startswith(("[[joint]]", "[[constraint]]"))
               and 'kind = "point_on_curve"' not in table]
        alone = any(table.startswith("[sensitivity]") or "\norder = 4" in table for table in self.tables)
        if not self.absolute or alone or not own or r.random() > 0.25:
            return
        begin, end = sorted(f"{r.uniform(0.05, 0.95) * duration:.4g}" for _ in range(2))
        at = r.choice(own)
        # a constraint of velocities may begin to act anywhere
        later = 'kind = "velocity"' in self.tables[at]
        keys = [f"to = {end}"] + ([f"from = {begin}", f"from = {begin}\nto = {end}"] if later else [])
        keys += [f'until = "{r.choice(events)}"'] if events else []
        head, line, rest = self.tables[at].partition("\n")
        self.tables[at] = f"{head}{line}{r.choice(keys)}\n{rest}"


def write(folder, count, seed=1, family="any"):
    """Writes scenarios, and tables beside them; returns their files."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number in range(count):
        name = f"{family}_{seed}_{number:03}"
        generator = {"edges": Edges, "beams": Beams}.get(family, Generator)(seed, number, family)
        files.append(folder / f"{name}.toml")
        files[-1].write_text(generator.text(name))
        if generator.csv:
            (folder / f"{name}.csv").write_text(generator.csv)
    return files


def refusals(files, program):
    """Returns what a program's `check` refuses: the file and the message."""
    found = []
    for file in files:
        done = subprocess.run([program, "check", str(file)], capture_output=True, text=True, check=False)
        if done.returncode:
            found.append((file, (done.stderr.strip().splitlines() or ["nothing is said"])[-1]))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dir")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--family", choices=FAMILIES, default="any")
    parser.add_argument("--check", metavar="PROGRAM", help="a program that must accept them")
    given = parser.parse_args()
    files = write(given.dir, given.count, given.seed, given.family)
    print(len(files), "scenarios in", given.dir)
    if given.check:
        refused = refusals(files, given.check)
        kinds = collections.defaultdict(list)
        for file, words in refused:
            kinds[re.sub(r"[-\w./]*\.toml:\d+|\d[\d.e+-]*", "#", words)].append(f"{file.name}: {words}")
        for lines in sorted(kinds.values(), key=len, reverse=True):
            print(f"{len(lines)} like {lines[0]}")
        print(f"{len(refused)} of {len(files)} refused ({100 * len(refused) / len(files):.1f} %)")
        sys.exit(1 if len(refused) > REFUSED * len(files) else 0)


if __name__ == "__main__":
    main()
