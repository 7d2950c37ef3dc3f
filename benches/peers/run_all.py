"""Measure Gyrosweep and its peers on one core of this machine, one after the other, and print one table.

    python run_all.py [--gyrosweep PATH] [--core N] [--only NAME ...] [--quick] [--markdown] [--out FILE] [--force]

Writes the file of `--out` (peers.json) and nothing else. Ends with 1 if an accuracy check failed, otherwise with 0; a
peer that is not installed is a row that says so.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import json
import math
import os
import platform
import subprocess
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from rows import SECOND_ORDER_TASKS, SENSITIVITY_TASKS, TARGET_TASK, TASKS, Row, rows_of

HERE = Path(__file__).resolve().parent
PEERS = ("exudyn", "exudyn_implicit", "jax", "diffrax", "numba", "lorenz", "jax_sensitivities")
# What Gyrosweep is measured with beside these peers; beside the others it is "gyrosweep".
BESIDE = {"exudyn_implicit": "gyrosweep_implicit", "jax_sensitivities": "gyrosweep_sensitivities"}
TIME_LIMIT = 1800  # s, for one peer

# Every library that starts threads by itself gets one.
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
    "RAYON_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}

HEADER = ("peer", "method", "steps / CPU s", "steps / wall s", "members / CPU s", "steps", "error", "check", "")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure Gyrosweep and its peers on one core of this machine.")
    parser.add_argument("--gyrosweep", metavar="PATH", type=Path, help="the gyrosweep binary (a release build)")
    parser.add_argument("--core", type=int, help="the core that everything runs on [default: the last one allowed]")
    parser.add_argument(
        "--only", nargs="+", choices=PEERS, default=PEERS, metavar="NAME", help=f"peers: {', '.join(PEERS)}"
    )
    parser.add_argument("--quick", action="store_true", help="shorter and fewer repetitions, to see that all works")
    parser.add_argument("--markdown", action="store_true", help="print the table in Markdown")
    parser.add_argument(
        "--out", type=Path, default=Path("peers.json"), help="where the figures go [default: peers.json]"
    )
    parser.add_argument("--force", action="store_true", help="replace the file of --out if it is there already")
    options = parser.parse_args()
    if options.out.exists() and not options.force:
        parser.error(f"--out: {options.out} exists; --force replaces it, or name another file")
    if not options.out.resolve().parent.is_dir():
        parser.error(f"--out: the folder of {options.out} does not exist")
    if options.gyrosweep and not os.access(options.gyrosweep, os.X_OK):
        parser.error(
            f"--gyrosweep: {options.gyrosweep} is not a program; give the path of the binary of `cargo build --release`"
        )
    return options


def pin(core: int | None) -> str:
    """Bind this process and its children to one core; says which, or that this system cannot."""
    if not hasattr(os, "sched_setaffinity"):
        return "not pinned to a core: this system does not offer it"
    allowed = os.sched_getaffinity(0)
    if core is not None and core not in allowed:
        sys.exit(f"--core: {core} is not one of the cores that this process may use: {sorted(allowed)}")
    chosen = max(allowed) if core is None else core
    os.sched_setaffinity(0, {chosen})
    return f"core {chosen}"


def machine(pinned: str) -> dict[str, str]:
    """What the figures depend on."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "pinned": pinned,
        "load before": load,
        "system": platform.platform(),
        "python": platform.python_version(),
        "date": datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC"),
    }


def measure(name: str, extra: list[str]) -> list[Row]:
    """Run one peer's script; a script that cannot run becomes a row that says why."""
    command = [sys.executable, str(HERE / f"peer_{name}.py"), *extra]
    environment = {**os.environ, **ONE_THREAD}
    try:
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=TIME_LIMIT)
        output, words, failed = done.stdout, done.stderr.strip().splitlines(), done.returncode != 0
    except subprocess.TimeoutExpired as expired:
        output = expired.stdout.decode() if isinstance(expired.stdout, bytes) else expired.stdout or ""
        words, failed = [f"stopped after {TIME_LIMIT} s"], True
    rows = rows_of(output)
    if failed:
        why = words[-1] if words else "it ended without a message"
        installed = "not installed: " if why.startswith("ModuleNotFoundError") else "not measured: "
        rows.append(Row("", name, "", note=installed + why))
    return rows


def cells(row: Row) -> tuple[str, ...]:
    """A row of the printed table."""

    def rate(value: float | None) -> str:
        return "" if value is None else f"{value:.3g}" if value < 1000 else f"{value:.2e}".replace("e+0", "e")

    check = "failed" if row.problem else "" if row.error is None else "passed"
    error = "" if row.error is None else f"{row.error:.2e}"
    count = "" if row.step_count is None else str(row.step_count)
    figures = (rate(row.steps_per_cpu_second), rate(row.steps_per_wall_second), rate(row.members_per_cpu_second))
    return (row.peer, row.method, *figures, count, error, check, "; ".join(filter(None, (row.problem, row.note))))


def at_equal_error(rows: list[Row]) -> str:
    """How many times as many runs per CPU second the best row of Gyrosweep makes as the best of the others, where each takes
    the number of steps that gives the same error: of order 2 it is as the root of the error."""
    measured = [row for row in rows if row.steps_per_cpu_second and row.error and row.step_count and not row.problem]
    runs = [(row.steps_per_cpu_second / row.step_count / math.sqrt(row.error), row) for row in measured]
    own = [run for run in runs if run[1].peer.startswith("Gyrosweep")]
    others = [run for run in runs if not run[1].peer.startswith("Gyrosweep")]
    if not own or not others:
        return ""
    (ours, our), (theirs, their) = (max(of, key=lambda run: run[0]) for of in (own, others))
    return f"at equal error {ours / theirs:.3g} times the runs per CPU second: {our.method} beside {their.peer}, {their.method}"


def table(rows: list[Row], about: dict[str, str], markdown: bool) -> str:
    """All rows by task, fastest first; derivatives in the order of their number."""
    lines = [
        "Measured on " + ", ".join(f"{key} {value}" if key != "processor" else value for key, value in about.items()),
        "",
    ]
    for task in (*TASKS, ""):
        chosen = [row for row in rows if row.task == task]
        if not chosen:
            continue
        by_members = task == TARGET_TASK
        if task not in SENSITIVITY_TASKS:
            chosen.sort(
                key=lambda row: -((row.members_per_cpu_second if by_members else row.steps_per_cpu_second) or 0.0)
            )
        title = task or "Not measured"
        grid = [HEADER, *(cells(row) for row in chosen)]
        if markdown:
            lines += [f"**{title}**", ""]
            lines += ["| " + " | ".join(line) + " |" for line in grid]
            lines.insert(len(lines) - len(grid) + 1, "|---" * len(HEADER) + "|")
        else:
            widths = [max(len(line[i]) for line in grid) for i in range(len(HEADER))]
            lines += [title]
            lines += [
                "  " + "  ".join(cell.ljust(width) for cell, width in zip(line, widths)).rstrip() for line in grid
            ]
        equal = at_equal_error(chosen) if task in SECOND_ORDER_TASKS else ""
        lines += ["", equal] if equal else []
        lines.append("")
    return "\n".join(lines)


def main() -> int:
    options = arguments()
    about = machine(pin(options.core))
    quick = ["--quick"] if options.quick else []
    jobs = []
    if options.gyrosweep:
        beside = dict.fromkeys(BESIDE.get(name, "gyrosweep") for name in options.only)
        jobs = [(name, [str(options.gyrosweep), *quick]) for name in beside]
    jobs += [(name, quick) for name in options.only]
    rows: list[Row] = []
    for name, extra in jobs:
        print(f"measuring {name} ...", file=sys.stderr, flush=True)
        rows += measure(name, extra)
        # Written after every peer, so that an interruption loses one of them at most.
        options.out.write_text(
            json.dumps({"machine": about, "rows": [dataclasses.asdict(row) for row in rows]}, indent=1) + "\n"
        )
    print(table(rows, about, options.markdown))
    return 1 if any(row.problem for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
