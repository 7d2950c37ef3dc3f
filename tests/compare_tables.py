"""Compares the result tables of two programs byte for byte.

    python3 tests/compare_tables.py BEFORE AFTER [--random 60] [--seed 1] [--backends cpu,tapes,statistics,gpu]
    python3 tests/compare_tables.py --same PROGRAM [--family edges] [--backends chunks,tapes,exact,adjoint,gpu,interpreted]

Both programs run every scenario of scenarios/ and tests/scenarios/ and random ones of all families
(tests/random_scenarios.py), with

    cpu         machine code where the processor has it
    tapes       the CPU while the system refuses executable pages (Linux 6.3 and later), so that tapes are run
    statistics  --statistics instead of a row per member (every fourth scenario)
    gpu         --backend gpu --precision f64 (a few scenarios of a few members: software devices compile slowly)

With --same, one program runs all of them on its CPU in one chunk and again

    chunks      in chunks and on threads that differ from scenario to scenario
    tapes       as above
    exact       in exact arithmetic, as tapes in chunks beside machine code in one
    gpu         on a GPU in f64, with a kernel as text, beside exact arithmetic
    interpreted on a GPU in f64, with a kernel that interprets

which must not change a bit, and

    adjoint     derivatives by the adjoint beside the direct ones, both in exact arithmetic, so that steps are the same: the
                same but for rounding, and missing where these are

Without --same, chunks and threads differ from scenario to scenario. Exit codes and all tables have to be the same. What
differs is told with its table and first line, and the exit code is 1. A random scenario that both programs refuse is no
agreement: it is counted apart, and where more than 5 % of a family are refused, a family has no comparison at all, or most
comparisons are of tables without any output, the exit code is 1, too. The files of a difference stay in the folder that is
named at the end (--keep DIR: all files, in DIR). `--spoil` changes a digit of every table of AFTER, which must be found.
Only the standard library of Python is needed.
"""

import argparse
import collections
import concurrent.futures
import csv
import itertools
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import random_scenarios

ROOT = pathlib.Path(__file__).resolve().parent.parent
BACKENDS = ["cpu", "tapes", "statistics", "gpu"]
# what one program is compared with its CPU on
VARIANTS = ["chunks", "tapes", "exact", "adjoint", "gpu", "interpreted"]
GPU = ("gpu", "interpreted")
# a run that takes longer counts as failed, s
LIMIT = 600
# exit codes of runs with tables: all members completed, some did not
FINISHED = (0, 3)
REFUSED = 2
# what happens, and is counted
SAME, EMPTY, UNCOMPARED = "the same", " without any output", "not compared, as "
# how derivatives by two methods may differ, in parts of the largest component of any member, and where all are zero but for
# rounding
NEAR, ROUNDING = 1e-6, 1e-8
# those of an extreme on both sides of a kink, in parts of the output: as much as the program takes for one; what is zero but for
# rounding
SIDES, NOTHING = 1e-3, 1e-12
# functions that jump
JUMPS = r"\b(floor|sign|step|mod|where|atan2)\("
# becomes a program whose memory, once written, may not become executable: prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN)
WITHOUT_MACHINE_CODE = """
import ctypes, os, sys
if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0:
    sys.exit("this system cannot refuse executable pages; Linux 6.3 and later can")
os.execv(sys.argv[1], sys.argv[1:])
"""


class Job:
    """One scenario on one backend."""

    def __init__(self, number, scenario, backend, given):
        self.scenario, self.backend, self.given = scenario, backend, given
        self.random = scenario.parent.name == "random"
        self.family = scenario.stem.split("_")[0] if self.random else "the project's"
        # derivatives of both methods are of runs without samples
        self.scenarios = [scenario] * 2
        self.name = f"{scenario.parent.name}_{scenario.stem}"
        self.members = members_of(scenario, min(given.members or 6, 6) if backend in GPU else given.members)
        chunks = ["--chunk", str(5 + number % 90), "--threads", str(1 + number % 2)]
        on_cpu = ["--backend", "cpu"] + (["--statistics"] if backend == "statistics" else [])
        on_cpu += chunks if number % 3 == 1 and not given.same else []
        on_gpu = ["--backend", "gpu", "--precision", "f64"] + (["--adapter", given.adapter] if given.adapter else [])
        on_gpu += ["--kernel", "interpreted"] if backend == "interpreted" else []
        chosen = on_gpu if backend in GPU else ["--backend", "cpu", *chunks] if backend in ("chunks", "exact") else on_cpu
        if backend == "exact":
            chosen += ["--arithmetic", "exact"]
        if given.same and backend in ("exact", "adjoint", *GPU):
            on_cpu = on_cpu + ["--arithmetic", "exact"]
            chosen = on_cpu if backend == "adjoint" else chosen
        both = ["--format", "csv"] + (["--members", str(self.members)] if self.members else [])
        self.options = {"before": both + (on_cpu if given.same else chosen), "after": both + chosen}
        # who runs without machine code
        self.tapes = () if backend not in ("tapes", "exact") else ("after",) if given.same else ("before", "after")
        if backend == "adjoint":
            self.scenarios = both_methods(scenario, given.folder / "methods")

    def run(self, which, program):
        """Runs the scenario with a program: its exit code, its folder and what it said."""
        out = self.given.folder / self.backend / self.name / which
        shutil.rmtree(out, ignore_errors=True)
        out.parent.mkdir(parents=True, exist_ok=True)
        command = [program, "run", str(self.scenarios[which == "after"]), "--out", str(out), *self.options[which]]
        if which in self.tapes:
            command = [sys.executable, "-ISc", WITHOUT_MACHINE_CODE, *command]
        # what one program has cached is not for the other, but for compiled shaders, which depend on their text alone
        cache = os.environ.get("XDG_CACHE_HOME", str(pathlib.Path.home() / ".cache"))
        env = {"MESA_SHADER_CACHE_DIR": cache} | os.environ
        env["XDG_CACHE_HOME"] = str(self.given.folder / f"cache_{which}")
        env.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
        try:
            done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LIMIT, check=False)
        except subprocess.TimeoutExpired:
            return f"none after {LIMIT} s", out, ""
        said = done.stdout + done.stderr
        (out.parent / f"{which}.txt").write_text(said)
        return done.returncode, out, said

    def run_patiently(self, which, program):
        """Runs it again where a software device was still compiling at the time limit of a dispatch."""
        result = self.run(which, program)
        slow = self.backend in GPU and result[0] not in FINISHED and "time limit" in result[2]
        return self.run(which, program) if slow else result

    def timed(self):
        """Compares, and keeps the time that it took."""
        start = time.monotonic()
        result = self.compare()
        self.seconds = time.monotonic() - start
        return result

    def compare(self):
        """Returns what happened, and what differs in words."""
        (code, before, said), (other, after, said_after) = (
            self.run_patiently(which, program)
            for which, program in [("before", self.given.before), ("after", self.given.after)]
        )
        if self.backend in GPU and "time limit" in last(said_after):
            return UNCOMPARED + "the device compiled for too long", []
        if self.backend in GPU and other == REFUSED and "the CPU" in last(said_after):
            return UNCOMPARED + "the CPU alone computes it", []
        if self.backend == "adjoint" and other == REFUSED and "adjoint" in last(said_after):
            return UNCOMPARED + "the adjoint has none", []
        if code != other:
            return "differs", [f"exit code {code} before, {other} after", f"before: {last(said)}", f"after: {last(said_after)}"]
        if code not in FINISHED:
            # what a random scenario asks for may be impossible, what the project's own ones ask for is not
            happened = "refused" if code == REFUSED and self.random else "failed"
            return happened, [f"exit code {code}: {last(said)}"]
        for which, words in [("before", said), ("after", said_after)]:
            if which in self.tapes and not re.search(r"tapes| 1 lanes?\b", words):
                return "differs", [f"{which} did not run tapes"]
        names = tables(before)
        differences = []
        if not names:
            differences.append("no tables")
        if names != tables(after):
            differences.append(f"tables {', '.join(names)} before, {', '.join(tables(after))} after")
        for name in names:
            if (after / name).exists():
                if self.given.spoil:
                    spoil(after / name)
                how = [of_kinks(self.scenario.read_text())] if self.backend == "adjoint" else []
                differences += (near if how else difference)(before / name, after / name, *how)
        if differences:
            return "differs", differences
        return (SAME if code == 0 else SAME + " with members that failed" if has_outputs(before) else SAME + EMPTY), []


def last(said):
    """Returns the last line of what a program said."""
    return (said.strip().splitlines() or [""])[-1]


def tables(folder):
    """Returns the names of the files with results; a manifest tells of times and machines."""
    files = folder.iterdir() if folder.exists() else []
    return sorted(f.name for f in files if not f.name.startswith("manifest"))


def difference(before, after):
    """Says which line of two files is the first to differ, if any does."""
    a, b = before.read_bytes(), after.read_bytes()
    if a == b:
        return []
    a, b = (text.decode(errors="replace").splitlines() for text in (a, b))
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    x, y = (lines[at] if at < len(lines) else "(end)" for lines in (a, b))
    cells = [(p, q) for p, q in zip(x.split(","), y.split(",")) if p != q]
    cell = f": {cells[0][0]} before, {cells[0][1]} after" if cells else ""
    column = next((i for i, (p, q) in enumerate(zip(x.split(","), y.split(","))) if p != q), None)
    names = a[0].split(",") if a else []
    column = f", column {names[column]}" if column is not None and column < len(names) else ""
    return [f"{before.name}: line {at + 1}{column}{cell} ({len(a)} lines before, {len(b)} after)"]


def of_kinks(text):
    """Returns the outputs whose extremes may be kinks: a force that jumps makes one of what follows from it.

    Derivatives on both sides of a kink count as one where they differ by less than SIDES, and either method may take another.
    """
    if not re.search(JUMPS, text):
        return set()
    outputs = [part for part in re.split(r"(?=^\[)", text, flags=re.MULTILINE) if re.search(r'^over = "(max|min|drift)"', part, re.MULTILINE)]
    return {re.search(r'^name = "(.*)"', part, re.MULTILINE)[1] for part in outputs}


def near(before, after, kinks):
    """Says which columns of two tables differ by more than rounding, and how often; at kinks derivatives may differ by more."""
    if before.name != "members.csv":
        return []
    with open(before, newline="") as a, open(after, newline="") as b:
        a, b = list(csv.DictReader(a)), list(csv.DictReader(b))
    if len(a) != len(b) or a and list(a[0]) != list(b[0]):
        return [f"{before.name}: {len(a)} rows before, {len(b)} after, or other columns"]
    found, sizes, columns = [], collections.defaultdict(float), collections.defaultdict(float)
    # a component may be zero but for the rounding of others
    kind = lambda name: re.sub(r"\.\w+", "", name)
    for row in a + b:
        for name, text in row.items():
            if math.isfinite(number(text)):
                sizes[kind(name)] = max(sizes[kind(name)], abs(number(text)))
                columns[name] = max(columns[name], abs(number(text)))
    for name in a[0] if a else []:
        pairs = [(p[name], q[name]) for p, q in zip(a, b)]
        of = (re.findall(r"^d\((.*)\)/d\(", name) or [None])[0]
        limit = NEAR * sizes[kind(name)] + ROUNDING
        limit += SIDES * sizes[kind(of)] if of and kind(of) in kinks else 0.0
        wrong = [(p, q) for p, q in pairs if p != q and not abs(number(p) - number(q)) <= limit]
        # the places of extremes of what is zero but for rounding are alike by chance, and only where they are there is a derivative
        if of in columns and columns[of] <= NOTHING * (1.0 + sizes[kind(of)]):
            wrong = [(p, q) for p, q in wrong if p and q or not abs(number(p or q)) <= ROUNDING]
        if wrong:
            one, other = (x or "empty" for x in wrong[0])
            found.append(f"{before.name}: column {name}: {one} direct, {other} by the adjoint, so in {len(wrong)} of {len(pairs)} members")
    return found


def number(text):
    """Returns the number of a field, or NaN."""
    try:
        return float(text)
    except ValueError:
        return math.nan


def has_outputs(folder):
    """Tells whether any member has outputs."""
    if not (folder / "members.csv").exists():
        return True
    with open(folder / "members.csv", newline="") as table:
        return any(row["outcome"] in ("completed", "event") for row in csv.DictReader(table))


def both_methods(scenario, folder):
    """Writes a scenario without samples and second derivatives, with direct ones and with those by the adjoint.

    An extreme at a jump has no derivative, of which either method sees another side: outputs that may jump, as rotation vectors
    beyond half a turn do and what comes after a jump of a law, are left at the end.
    """
    text = re.sub(r"^\[sampling\]\n(.+\n)+", "", scenario.read_text(), flags=re.MULTILINE)
    parts = re.split(r"(?=^\[)", text, flags=re.MULTILINE)
    jumps = re.search(JUMPS, text)
    turns = [jumps or re.search('"(rotation_vector|quaternion|joint_position)"', part) for part in parts]
    text = "".join(re.sub(r'^over = "(max|min|drift)"\n', "", p, flags=re.MULTILINE) if t else p for p, t in zip(parts, turns))
    text = re.sub(r"^(second|method) = .*\n", "", text, flags=re.MULTILINE)
    files = []
    for method in ("direct", "adjoint"):
        (folder / method).mkdir(parents=True, exist_ok=True)
        files.append(folder / method / scenario.name)
        files[-1].write_text(text.replace("[sensitivity]\n", f'[sensitivity]\nmethod = "{method}"\n'))
        for table in scenario.parent.glob(f"{scenario.stem}.csv"):
            shutil.copy(table, folder / method)
    return files


def spoil(file):
    """Changes the last digit of a file."""
    text = file.read_text()
    at = max(text.rfind(digit) for digit in "0123456789")
    if at >= 0:
        file.write_text(text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :])


def members_of(scenario, wanted):
    """Returns what to replace the members of a plan by, or nothing where it has no more than wanted."""
    found = re.search(r"^members = (\d+)", scenario.read_text(), re.MULTILINE)
    return wanted if found and wanted and int(found[1]) > wanted else None


def shortened(scenario, folder):
    """Writes a copy of a scenario with a small grid and a short run; returns the copy."""
    text = scenario.read_text()
    text = re.sub(r"count = (\d+)", lambda m: f"count = {min(int(m[1]), 3)}", text)
    text = re.sub(r"^duration = ([0-9.e-]+)$", lambda m: f"duration = {float(m[1]) / 10}", text, flags=re.MULTILINE)
    folder.mkdir(parents=True, exist_ok=True)
    copy = folder / scenario.name
    copy.write_text(text)
    for table in scenario.parent.glob("*.csv"):
        shutil.copy(table, folder)
    return copy


def jobs(given):
    """Returns what is to be run."""
    ours = sorted((ROOT / "scenarios").glob("*.toml")) + sorted((ROOT / "tests" / "scenarios").rglob("*.toml"))
    drawn = [random_scenarios.write(given.folder / "random", given.random, given.seed, family) for family in given.families]
    wanted = [f for f in itertools.chain([] if given.no_project else ours, *drawn) if not given.only or given.only in f.stem]
    for backend in given.backends:
        for number, scenario in enumerate(wanted):
            is_random = scenario.parent.name == "random"
            if backend == "statistics" and number % 4 and not given.only:
                continue
            if backend == "adjoint" and (not is_random or "[sensitivity]" not in scenario.read_text()):
                continue
            if backend in GPU:
                if is_random and number % max(1, given.random // given.gpu_random) and not given.only:
                    continue
                if '"adjoint"' in scenario.read_text():
                    continue
                if not is_random:
                    scenario = shortened(scenario, given.folder / "shortened")
            yield Job(number, scenario, backend, given)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", nargs="?", help="a program: the one that is trusted")
    parser.add_argument("after", nargs="?", help="a program")
    parser.add_argument("--same", metavar="PROGRAM", help="one program: its variants are compared")
    parser.add_argument("--random", type=int, default=60, help="number of random scenarios of a family [60]")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random scenarios [1]")
    parser.add_argument("--family", help=f"some of {','.join(random_scenarios.FAMILIES)} [all]")
    parser.add_argument("--no-project", action="store_true", help="random scenarios alone, none of the project's own")
    parser.add_argument("--backends", help=f"some of {','.join(BACKENDS)}, with --same of {','.join(VARIANTS)} [all]")
    parser.add_argument("--members", type=int, help="at most so many members of a sampled plan")
    parser.add_argument("--gpu-random", type=int, default=12, help="number of random scenarios of a family on the GPU [12]")
    parser.add_argument("--adapter", help="the GPU [the first real one, else a software device]")
    parser.add_argument("--only", help="only scenarios whose name contains this, on all backends")
    parser.add_argument("--keep", type=pathlib.Path, help="keep all files in this folder")
    parser.add_argument("--jobs", type=int, default=2, help="comparisons at a time [2]")
    parser.add_argument("--spoil", action="store_true", help="change a digit of every table of AFTER: must be found")
    given = parser.parse_args()
    if given.same:
        if given.before:
            parser.error("--same takes one program and compares its variants")
        given.before = given.after = given.same
    known = VARIANTS if given.same else BACKENDS
    given.backends = given.backends.split(",") if given.backends else known
    if unknown := set(given.backends) - set(known):
        parser.error(f"--backends: unknown {', '.join(sorted(unknown))}; accepted: {', '.join(known)}")
    given.families = given.family.split(",") if given.family else random_scenarios.FAMILIES
    if unknown := set(given.families) - set(random_scenarios.FAMILIES):
        parser.error(f"--family: unknown {', '.join(sorted(unknown))}; accepted: {', '.join(random_scenarios.FAMILIES)}")
    for program in ("before", "after"):
        path = shutil.which(getattr(given, program) or "")
        if path is None:
            parser.error(f"{program}: {getattr(given, program)} is no program")
        setattr(given, program, os.path.abspath(path))
    given.gpu_random = max(1, given.gpu_random)
    given.folder = given.keep or pathlib.Path(tempfile.mkdtemp(prefix="compare_tables_"))

    start, counts = time.monotonic(), {}
    todo = list(jobs(given))
    if not todo:
        parser.error("no scenario is left to compare; --only: no scenario may have such a name")
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for job, (happened, lines) in zip(todo, pool.map(Job.timed, todo)):
            counts.setdefault((job.backend, job.family), collections.Counter())[happened] += 1
            if happened in ("differs", "failed"):
                for line in lines:
                    print(f"{happened}: {job.name}, {job.backend}: {line}")
                print(f"    {job.scenario} {' '.join(job.options['after'])}", flush=True)
            elif not given.keep:
                shutil.rmtree(given.folder / job.backend / job.name, ignore_errors=True)
    for (backend, family), happened in counts.items():
        what = ", ".join(f"{n} {what}" for what, n in sorted(happened.items()))
        print(f"{backend}, {family}: {what}")
    longest = max(todo, key=lambda job: job.seconds)
    total = sum(counts.values(), collections.Counter())
    bad = total["differs"] + total["failed"]
    compared = sum(happened_so(happened) for happened in counts.values())
    print(f"{compared} comparisons: {total['differs']} differ; {total['failed']} runs failed, {total['refused']} were refused by "
          f"both; {time.monotonic() - start:.0f} s (longest: {longest.name}, {longest.backend}, {longest.seconds:.1f} s)")
    little = [line for key, happened in counts.items() for line in too_little(*key, happened)]
    print("".join(f"too little is compared: {line}\n" for line in little), end="")
    if bad or given.keep:
        print("files in", given.folder)
    else:
        shutil.rmtree(given.folder)
    sys.exit(1 if bad or little else 0)


def happened_so(happened):
    """Counts comparisons that took place."""
    return sum(n for what, n in happened.items() if what.startswith(SAME) or what == "differs")


def too_little(backend, family, happened):
    """Says why the comparisons of a family tell nothing."""
    refused, compared = happened["refused"], happened_so(happened)
    if refused > random_scenarios.REFUSED * happened.total():
        yield f"{backend}, {family}: {refused} of {happened.total()} are refused; accepted: {100 * random_scenarios.REFUSED:.0f} %"
    if not compared:
        yield f"{backend}, {family}: no comparison"
    elif compared >= 10 and happened[SAME + EMPTY] > compared / 2:
        yield f"{backend}, {family}: {happened[SAME + EMPTY]} of {compared} comparisons are of tables without any output"


if __name__ == "__main__":
    main()
