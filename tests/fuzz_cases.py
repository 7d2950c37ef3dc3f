"""What `fuzz.py` tries: changed scenarios, random expressions, damaged tables, variants of random scenarios."""

import csv
import itertools
import math
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import random_scenarios
from compare_tables import ROOT, WITHOUT_MACHINE_CODE, difference, tables
from fuzz_expressions import Expression

# what `run` says where some members did not complete
SOME_FAILED = 3
# a check that takes longer hangs; a run may be long, s
LIMIT = {"check": 20, "plot": 30, "run": 60}
MEMORY = 6 << 30
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
# how a run's outputs may differ from statistics, relative
ROUNDING = 1e-12


class Machine:
    """Runs the program."""

    def __init__(self, program, gpu):
        self.program, self.gpu = program, gpu
        self.env = {"XDG_RUNTIME_DIR": tempfile.gettempdir(), "RUST_BACKTRACE": "0"} | os.environ
        self.resumes = "--resume" in self.run("run", "--help")[1]

    def run(self, *arguments, tapes=False):
        """Returns the exit code, or nothing where there is no end, and what was said."""
        command = [self.program, *map(str, arguments)]
        if tapes:
            command = [sys.executable, "-ISc", WITHOUT_MACHINE_CODE, *command]
        limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        try:
            done = subprocess.run(command, env=self.env, capture_output=True, check=False, stdin=subprocess.DEVNULL,
                                  timeout=LIMIT.get(arguments[0], 60), preexec_fn=limit if not self.gpu else None)
        except subprocess.TimeoutExpired as expired:
            return None, (expired.stdout or b"").decode(errors="replace") + (expired.stderr or b"").decode(errors="replace")
        return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def complaints(code, said, allowed, name=None):
    """What is wrong with an answer: nothing where it is as documented. `name` must be in a refusal."""
    wrong = []
    if code is None:
        return ["no end"]
    if code < 0 or code > 100 or "panicked at" in said or "memory allocation of" in said:
        wrong.append(f"ended by a panic, an abort or a signal: exit code {code}")
    elif code not in allowed:
        wrong.append(f"exit code {code}; documented: {', '.join(map(str, allowed))}")
    elif code in (1, 2):
        errors = [line for line in said.splitlines() if line.startswith("error: ")]
        if not errors:
            wrong.append(f"exit code {code} without a line that begins with error:")
        elif name and not any(name in line for line in errors):
            wrong.append(f"the message does not name {name}")
    if found := CONTROL.search(said):
        wrong.append(f"control character {found.group()!r} in what is said")
    return wrong


# ---- scenarios ----

WORDS = ("0 -1 1 1e308 -1e308 1e-308 nan inf -inf 1e400 0.1 99999999999999999999 1_000 0x10 true false [] {} [[]] \"\" \"t\" "
         "\"x\" \"1/0\" \"sqrt(-1)\" \"p\" \"\\u0000\" \"\\u001b[31m\" \"\u202e\" '' [0,0,0] [1e200,0,0] [1e-160,0,0] [nan,0,0] "
         "\"((((((((((((((((((((1))))))))))))))))))))\" \"1+1+1+1+1+1+1+1\" 1979-05-27 \"ground\" [\"ground\",\"ground\"] = # . , ] [ }").split(" ")


class Scenarios:
    """Files that are changed."""

    def __init__(self, machine):
        files = sorted((ROOT / "scenarios").rglob("*.toml")) + sorted((ROOT / "tests" / "scenarios").rglob("*.toml"))
        self.texts = [f.read_text() for f in files]
        names = re.findall(r"^# \w+ (\w+)$", machine.run("list", "--examples")[1], flags=re.MULTILINE)
        self.texts += [machine.run("list", "--examples", name)[1] for name in names]
        lines = [line for text in self.texts for line in text.splitlines()]
        pairs = [re.match(r"^(\w+) *= *(.+)$", line) for line in lines]
        self.keys = [m[1] for m in pairs if m]
        self.values = [m[2] for m in pairs if m] + WORDS
        self.lines = [line for line in lines if line.strip()]
        self.parts = [part for text in self.texts for part in re.split(r"^(?=\[\[)", text, flags=re.MULTILINE)[1:]]

    def changed(self, r):
        text = r.choice(self.texts)
        for _ in range(r.choice([1, 1, 1, 2, 3, 6])):
            how = r.choice([self.line, self.key, *[self.value] * 6, *[self.number] * 5, self.part, self.part, self.token])
            text = (self.character if r.random() < 0.03 else how)(r, text)
        data = text.encode(errors="surrogatepass") if r.random() < 0.995 else text.encode("utf-16")
        for _ in range(r.choice([*[0] * 30, 1, 3])):
            at = r.randrange(len(data) + 1)
            data = data[:at] + bytes([r.randrange(256)]) + data[at + r.randrange(2):]
        return data if r.random() < 0.99 else data[: r.randrange(len(data) + 1)]

    def line(self, r, text):
        lines = text.splitlines()
        at = r.randrange(len(lines) + 1)
        how = r.randrange(4)
        if how == 0:
            del lines[at : at + r.randint(1, 4)]
        elif how == 1:
            lines[at:at] = lines[at : at + r.randint(1, 8)]
        elif how == 2:
            lines.insert(at, r.choice(self.lines))
        else:
            r.shuffle(lines) if r.random() < 0.1 else lines.insert(at, r.choice(lines))
        return "\n".join(lines) + "\n"

    def key(self, r, text):
        return self.replaced(r, text, r"^\w+(?= *=)", r.choice(self.keys))

    def value(self, r, text):
        return self.replaced(r, text, r"(?<== ).+$", r.choice(self.values))

    def number(self, r, text):
        by = r.choice([*WORDS[:12], repr(r.uniform(-9, 9)), repr(10.0 ** r.randint(-320, 308)), str(r.randint(-3, 300)), "1e-7", "1e7"])
        return self.replaced(r, text, r"(?<![\w.])-?\d[\d.e+-]*", by)

    def part(self, r, text):
        lines = re.split(r"^(?=\[)", text, flags=re.MULTILINE)
        at = r.randrange(len(lines) + 1)
        if r.random() < 0.4:
            return "".join(lines[:at] + lines[at + 1 :])
        return "".join([*lines[:at], r.choice(self.parts), *lines[at:]])

    def token(self, r, text):
        return self.replaced(r, text, r"[\w.+-]+|\S", r.choice([*WORDS, "", r.choice(self.keys), repr(r.uniform(-9, 9)), "é" * 3]))

    def character(self, r, text):
        return self.replaced(r, text, r"(?s).", r.choice(["", "\x1b", "\0", "\"", "'", "\\", "]", "\n", "\t", "\x9b", "\u2028", "9" * 40, "a" * 70_000]))

    @staticmethod
    def replaced(r, text, pattern, by):
        found = list(re.finditer(pattern, text, flags=re.MULTILINE))
        if not found:
            return text
        one = r.choice(found)
        return text[: one.start()] + by + text[one.end() :]

    def case(self, machine, r, folder):
        file = folder / "changed.toml"
        file.write_bytes(self.changed(r))
        code, said = machine.run("check", file)
        wrong = complaints(code, said, (0, 2), file.name)
        happened = "accepted" if code == 0 else "refused"
        if code == 0 and not wrong and r.random() < 0.5:
            code, said = machine.run("run", file, "--backend", "cpu", "--out", folder / "out", "--format", "csv", "--statistics")
            # a run may take as long as it likes
            wrong = [] if code is None else complaints(code, said, (0, 1, 2, SOME_FAILED))
            happened = "long" if code is None else "run"
        return happened, wrong, said


# ---- expressions ----

NUMBERS = [0.0, 1.0, -1.0, 0.5, 2.0, 3.0, math.pi / 2, math.pi, -math.pi, 1e-8, 1e-20, 1e8, 1e15, 1e22, 7.5, -0.3, 100.0, 709.5,
           710.0, -745.0, 1e-300, 1e-310]


class Expressions:
    """Expressions with values that are known."""

    def case(self, machine, r, folder):
        given = {f"u{i}": r.choice(NUMBERS) if r.random() < 0.6 else r.uniform(-10, 10) for i in range(3)}
        text = "[method]\nintegrator = \"euler\"\nstep = 1\nduration = 1\n[sampling]\nevery = 1\n"
        if r.random() < 0.5:
            text += "[parameters]\nk = { default = 1.0 }\n[plan]\nkind = \"random\"\nmembers = 5\n[plan.vary]\nk = { choice = [1, 2] }\n"
        for name, value in given.items():
            text += f"[[variable]]\nname = \"{name}\"\ninitial = {value!r}\nrate = 0\n"
            text += f"[[output]]\nname = \"{name}\"\nquantity = \"variable\"\nvariable = \"{name}\"\n"
        expressions = [Expression(r, list(given), r.randint(1, 4)) for _ in range(12)]
        # before the end they are finite
        for i, expression in enumerate(expressions):
            law = f"where(t - 0.5, {expression.text()}, 0)"
            text += f"[[output]]\nname = \"y{i}\"\nquantity = \"expression\"\nexpression = \"{law}\"\n"
        file = folder / "expressions.toml"
        file.write_text(text)
        code, said = machine.run("run", file, "--backend", "cpu", "--format", "csv", "--out", folder / "out")
        wrong = complaints(code, said, (0, 2, SOME_FAILED), file.name)
        if code == 2:
            return "refused", wrong, said
        if wrong:
            return "run", wrong, said
        with open(folder / "out" / "samples.csv", newline="") as table:
            rows = [row for row in csv.DictReader(table) if float(row["time"]) == 1.0]
        for i, expression in enumerate(expressions):
            expected = expression.expected(given, 1)
            if expected is None:
                continue
            value, tolerance = expected
            for row in rows:
                found = float(row[f"y{i}"] or "nan")
                # a cell that holds no finite number is empty
                alike = math.isnan(found) and not math.isfinite(value) or found == value or abs(found - value) <= tolerance
                if not alike:
                    wrong.append(f"{expression.text()} is {found!r} instead of {value!r} (accepted: {tolerance:.1e}) with {given}")
                    break
        return "compared", wrong, said


# ---- tables ----


class Tables:
    """Results that are damaged."""

    TEXT = """
[parameters]
m = { default = 1.0 }
[[body]]
name = "b"
mass = "m"
inertia = [1, 2, 2.5]
initial = { velocity = [0, 0, 1], angular_velocity = [1, 2, 3] }
[[event]]
name = "passage"
expression = "sin(40*t)"
direction = "both"
[method]
integrator = "rkmk4"
step = 0.05
duration = 1
[sampling]
every = 0.2
[plan]
kind = "random"
members = 40
[plan.vary]
m = { uniform = [1, 2] }
[[output]]
name = "p"
quantity = "position"
body = "b"
[[output]]
name = "e"
quantity = "energy"
"""

    def __init__(self, machine):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz_tables_"))
        self.scenario = self.folder / "whole.toml"
        self.scenario.write_text(self.TEXT)
        self.formats = ["csv", "parquet"]
        for of in self.formats:
            code, said = machine.run("run", self.scenario, "--backend", "cpu", "--format", of, "--chunk", "16", "--out", self.folder / of)
            if code != 0:
                sys.exit(f"the scenario whose results are damaged does not run: {said}")

    def case(self, machine, r, folder):
        of = r.choice(self.formats)
        out = folder / "results"
        shutil.copytree(self.folder / of, out)
        for _ in range(r.choice([1, 1, 2])):
            self.damage(r, r.choice(sorted(f for f in out.rglob("*") if f.is_file()) or [out / "nothing"]))
        if machine.resumes and r.random() < 0.5:
            arguments = ["run", self.scenario, "--backend", "cpu", "--format", of, "--chunk", "16", "--out", out, "--resume"]
        else:
            arguments = ["plot", out, *r.choice([["--x", "m", "--y", "p.x"], ["--y", "e", "--samples"], ["--x", "p.y", "--y", "e", "--colour", "m"]]),
                         "--out", folder / "plot.svg"]
        code, said = machine.run(*arguments)
        wrong = complaints(code, said, (0, 1, 2, SOME_FAILED), out.name)
        return f"{arguments[0]}: {'read' if code in (0, SOME_FAILED) else 'refused'}", wrong, said

    @staticmethod
    def damage(r, file):
        if not file.exists():
            return
        data = bytearray(file.read_bytes())
        how = r.randrange(7)
        at = r.randrange(len(data)) if data else 0
        if how == 0:
            del data[at:]
        elif how == 1:
            file.unlink()
            return
        elif how == 2:
            data[at : at + r.randint(1, 40)] = bytes(r.randrange(256) for _ in range(r.randint(0, 40)))
        elif how == 3 and data:
            data[at] ^= 1 << r.randrange(8)
        elif how == 4:
            # the ends of files are what readers look at first
            for _ in range(3):
                data[-r.randint(1, min(len(data), 300)) if data else 0 :][:1] = bytes([r.randrange(256)])
        elif how == 5:
            text = data.decode(errors="surrogateescape")
            text = Scenarios.replaced(r, text, r"[\w.+-]+", r.choice(WORDS + ["\x1b[31m", "-9223372036854775809", "1e999"]))
            data = bytearray(text.encode(errors="surrogateescape"))
        else:
            data += data[at:]
        file.write_bytes(data)


# ---- variants ----


class Variants:
    """One scenario by all ways."""

    def __init__(self, machine, seed):
        self.seed = seed

    def case(self, machine, r, folder):
        family = r.choice(["any", "edges", "edges", "free", "loops"])
        [file] = random_scenarios.write(folder / "scenario", 1, r.randrange(1 << 40), family)
        sampled = "members = " in file.read_text()
        text = re.sub(r"^members = \d+", "members = 70", file.read_text(), flags=re.MULTILINE)
        file.write_text(text)

        def run(name, *options, tapes=False):
            out = folder / name
            code, said = machine.run("run", file, "--format", "csv", "--out", out, *options, tapes=tapes)
            return code, said, out

        cpu = ["--backend", "cpu"]
        code, said, whole = run("whole", *cpu, "--threads", "1")
        wrong = complaints(code, said, (0, 2, SOME_FAILED), file.name)
        if code is None:
            return "long", [], said
        if code == 2 or wrong:
            return "refused", wrong, said
        ways = [("chunks", [*cpu, "--chunk", str(r.choice([1, 3, 7, 64])), "--threads", "2"], False), ("tapes", cpu, True)]
        if machine.gpu:
            form = r.choice(["unrolled", "unrolled", "interpreted"])
            ways.append((form, ["--backend", "gpu", "--precision", "f64", "--kernel", form], False))
        for name, options, tapes in ways:
            other, said, out = run(name, *options, tapes=tapes)
            if "time limit" in said and other == 1:
                continue
            if other != code:
                wrong.append(f"{name}: exit code {other} instead of {code}: {said.strip().splitlines()[-1:]}")
                continue
            if tables(whole) != tables(out):
                wrong.append(f"{name}: tables {tables(out)} instead of {tables(whole)}")
            else:
                wrong += [f"{name}: {line}" for table in tables(whole) for line in difference(whole / table, out / table)]
        # other plans of other sizes have other members
        for members in [1, 3, 4] if sampled and 'kind = "random"' in text else []:
            other, said, out = run(f"of_{members}", *cpu, "--members", members)
            wrong += complaints(other, said, (0, SOME_FAILED))
            wrong += [f"{members} of 70 members: {line}" for line in self.beginning(whole, out, members)] if not wrong else []
        other, said, out = run("statistics", *cpu, "--statistics")
        wrong += complaints(other, said, (code,)) or self.statistics(whole, out)
        return "compared", wrong, said

    @staticmethod
    def beginning(whole, part, members):
        """What differs of the first members."""
        wrong = []
        for table in tables(whole):
            with open(whole / table, newline="") as a, open(part / table, newline="") as b:
                first = [row for row in csv.reader(a) if not row[0].isdigit() or int(row[0]) < members]
                pairs = itertools.zip_longest(first, csv.reader(b))
                wrong += next(([f"{table}: {p} instead of {q}"[:400]] for q, p in pairs if p != q), [])
        return wrong

    @staticmethod
    def statistics(whole, out):
        """What differs between statistics and the table of members."""
        wrong = []
        with open(whole / "members.csv", newline="") as table:
            rows = list(csv.DictReader(table))
        with open(out / "statistics.csv", newline="") as table:
            figures = list(csv.DictReader(table))
        for figure in figures:
            name = figure["output"]
            values = [float(row[name]) for row in rows if row.get(name)]
            values = [v for v in values if not math.isnan(v)]
            if int(figure["count"]) != len(values):
                wrong.append(f"statistics: count of {name} is {figure['count']} instead of {len(values)}")
            elif values and all(map(math.isfinite, values)):
                if (float(figure["min"]), float(figure["max"])) != (min(values), max(values)):
                    wrong.append(f"statistics: bounds of {name} are {figure['min']} and {figure['max']} instead of {min(values)} and {max(values)}")
                mean, size = math.fsum(v / len(values) for v in values), max(map(abs, values))
                if size < 1e300 and abs(float(figure["mean"]) - mean) > ROUNDING * size:
                    wrong.append(f"statistics: the mean of {name} is {figure['mean']} instead of {mean}")
        return wrong
