"""Compare mechanisms of the kinds that Exudyn's examples have: the same model in Exudyn and as a scenario.

    python models.py --gyrosweep PATH [--only NAME ...] [--json FILE]

Every scenario of models/ is built in Exudyn by the function of its name in models_*.py, and all outputs at the end are
compared. Both get near the exact solution: where no constraints are solved by methods of order 6 and 8, elsewhere by
extrapolation of several runs, whose steps are halved, to steps of length zero. Beside the difference stands how far the
last two extrapolations (or, of methods of order 6 and 8, the last two runs) of each program are apart, which is more
than what the steps leave.

A difference is relative to the size of the quantity: the norm of all components of an output. Ends with 1 if one is
larger than TOLERANCE.

Times are CPU times of all runs that a row needs, on one core: of Exudyn the solver alone, without building the model; of
Gyrosweep one of many copies in one sweep, without the set-up, which stands in a column of its own (the whole command,
from reading the scenario to the written table, less the copies). They are not at equal errors: both are finer than
TOLERANCE asks for.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

sys.dont_write_bytecode = True

import numpy as np

import models_bodies  # noqa: F401
import models_joints  # noqa: F401
import models_locks
import models_trees  # noqa: F401
from models_exudyn import MODELS, Alpha, Model, World, solve

HERE = Path(__file__).resolve().parent / "models"
TOLERANCE = 1e-8
COPIES = 64, 1024, 16384  # the first that take SECONDS
SECONDS = 0.3
# The orders of the terms of the error, in the order in which extrapolation removes them.
ORDERS = {"generalized_alpha": (2, 3, 4, 5, 6), "rattle": (2, 4, 6, 8, 10)}
LEVELS = {"generalized_alpha": 5, "rattle": 4}

Values = dict[str, np.ndarray]


def extrapolated(runs: list[Values], orders: tuple[int, ...]) -> tuple[Values, Values]:
    """Values at steps of length zero from those of steps that are halved, and without the last run."""
    rows = runs
    before = rows[-1]
    for order in orders[: len(runs) - 1]:
        rows = [
            {name: fine[name] + (fine[name] - coarse[name]) / (2.0**order - 1) for name in fine}
            for coarse, fine in zip(rows, rows[1:])
        ]
        before = rows[-2] if len(rows) > 1 else before
    return rows[-1], before


def apart(a: Values, b: Values) -> Values:
    """Relative to the sizes of `b`."""
    return {name: np.linalg.norm(a[name] - b[name]) / max(np.linalg.norm(b[name]), 1e-300) for name in b}


def in_exudyn(model: Model, scenario: dict) -> tuple[Values, Values, float]:
    """Values, how far the last two are apart, and seconds."""
    way = model.way
    counts = (
        [way.steps * 2**k for k in range(way.levels)] if isinstance(way, Alpha) else [max(way.steps // 2, 1), way.steps]
    )
    runs, seconds = [], []
    for steps in counts:
        world = World(scenario)
        model.build(world)
        values, took = solve(world, way, steps, scenario["method"]["duration"])
        runs.append(values)
        seconds.append(took)
    if not isinstance(way, Alpha):
        return runs[-1], apart(*runs), seconds[-1]
    best, before = extrapolated(runs, ORDERS["generalized_alpha"])
    return best, apart(before, best), sum(seconds)


def swept(
    gyrosweep: Path, text: str, folder: Path, key: str, values: list[float], copies: int
) -> tuple[list[Values], float]:
    """The outputs at these values of a key of [method], and the CPU seconds of the command; all in copies."""
    text = re.sub(rf"(?m)^{key} = .*$", f'{key} = "of_run"', text)
    text += f"\n[parameters]\nof_run = {values[0]}\ncopy = 1\n\n[plan]\nkind = 'grid'\n"
    text += f"vary = {{ of_run = {values}, copy = {{ min = 1, max = {copies}, count = {copies} }} }}\n"
    (folder / "model.toml").write_text(text)
    command = [gyrosweep, "run", "model.toml", "--out", "results", "--force", "--format", "csv", "--threads", "1"]
    start = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
    seconds = sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) - start
    if done.returncode != 0:
        sys.exit(f"{command}: {done.returncode}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}")
    found = []
    for number, row in enumerate(csv.DictReader((folder / "results" / "members.csv").open())):
        if number % copies == 0:
            names = dict.fromkeys(output["name"] for output in tomllib.loads(text)["output"])
            of = {name: [c for c in row if c == name or c.startswith(f"{name}.")] for name in names}
            found.append({name: np.array([float(row[c]) for c in columns]) for name, columns in of.items()})
    return found, seconds


def in_gyrosweep(gyrosweep: Path, text: str, all_copies: Sequence[int]) -> tuple[Values, Values, float, float]:
    """Values, how far the last two are apart, seconds of one copy, and seconds of the set-up."""
    method = tomllib.loads(text)["method"]
    fixed = "step" in method
    if fixed:
        key, values = "step", [method["step"] / 2**k for k in range(LEVELS[method["integrator"]])]
    else:
        key, values = "tolerance", [100 * method["tolerance"], method["tolerance"]]
    timed = values if fixed else values[1:]
    with tempfile.TemporaryDirectory() as made:
        runs, _ = swept(gyrosweep, text, Path(made), key, values, 1)
        few = min(swept(gyrosweep, text, Path(made), key, timed, 1)[1] for _ in range(3))
        for copies in all_copies:
            _, many = swept(gyrosweep, text, Path(made), key, timed, copies)
            if many - few > SECONDS:
                break
    each = max(many - few, 0.0) / (copies - 1)
    best, before = extrapolated(runs, ORDERS[method["integrator"]]) if fixed else (runs[1], runs[0])
    return best, apart(before, best), each, few - each


def compared(gyrosweep: Path, model: Model, text: str, copies: Sequence[int] = COPIES) -> dict:
    """The row of a model and its scenario."""
    scenario = tomllib.loads(text)
    ours, our_steps, each, set_up = in_gyrosweep(gyrosweep, text, copies)
    theirs, their_steps, seconds = in_exudyn(model, scenario)
    differences = apart(ours, theirs)
    return {
        "model": model.name,
        "shows": model.shows,
        "differences": {k: float(v) for k, v in differences.items()},
        "steps of Exudyn": float(max(their_steps.values())),
        "steps of Gyrosweep": float(max(our_steps.values())),
        "Exudyn s": seconds,
        "Gyrosweep s": each,
        "set-up s": set_up,
        "values": {k: [ours[k].tolist(), theirs[k].tolist()] for k in ours},
    }


def every_lock(gyrosweep: Path) -> dict:
    """The row of all joints of models_locks.py: the largest differences, the sums of times."""
    scenarios = (models_locks.scenario(locked) for locked in models_locks.CHOICES)
    rows = [compared(gyrosweep, models_locks.MODEL, text, COPIES[:1]) for text in scenarios]
    joined = dict(rows[0])
    joined["differences"] = {k: max(row["differences"][k] for row in rows) for k in rows[0]["differences"]}
    for key in ("steps of Exudyn", "steps of Gyrosweep"):
        joined[key] = max(row[key] for row in rows)
    for key in ("Exudyn s", "Gyrosweep s", "set-up s"):
        joined[key] = sum(row[key] for row in rows)
    joined["values"] = {" ".join(locked): row["values"] for locked, row in zip(models_locks.CHOICES, rows)}
    return joined


def table(rows: list[dict]) -> str:
    """In Markdown."""
    head = ["model", "what it shows", "relative differences", "left by steps: Exudyn, Gyrosweep"]
    head += ["Exudyn, ms", "Gyrosweep, ms", "set-up, ms"]
    lines = [head, ["---"] * len(head)]
    for row in rows:
        each = ", ".join(f"{name} {value:.0e}" for name, value in row["differences"].items())
        steps = f"{row['steps of Exudyn']:.0e}, {row['steps of Gyrosweep']:.0e}"
        times = [f"{1e3 * row[key]:.3g}" for key in ("Exudyn s", "Gyrosweep s", "set-up s")]
        lines.append([f"`{row['model']}`", row["shows"], each, steps, *times])
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare models of Exudyn's kinds with Exudyn.")
    parser.add_argument("--gyrosweep", metavar="PATH", type=Path, required=True, help="the gyrosweep binary")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these models")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write all values here")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    rows, path = [], options.gyrosweep.resolve()
    for model in [*MODELS, models_locks.MODEL]:
        if options.only and model.name not in options.only:
            continue
        print(f"{model.name} ...", file=sys.stderr, flush=True)
        if model is models_locks.MODEL:
            rows.append(every_lock(path))
        else:
            rows.append(compared(path, model, (HERE / f"{model.name}.toml").read_text()))
        print(f"  {max(rows[-1]['differences'].values()):.0e}", file=sys.stderr, flush=True)
    print(table(rows))
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n")
    wrong = [row["model"] for row in rows if not max(row["differences"].values()) <= TOLERANCE]
    print(f"\n{len(rows) - len(wrong)} of {len(rows)} models agree to {TOLERANCE:.0e}", *wrong)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
