"""Looks for inputs that break the program.

    python3 tests/fuzz.py PROGRAM [--seconds 60] [--seed 1] [--only MODE[:NUMBER]] [--out DIR] [--gpu] [--jobs 2]

    scenarios    files with bytes, words, lines, keys and values changed, read by `check`, some by `run`: a panic, a
                 signal, no end, another exit code than documented, a message that does not name the file or has control
                 characters in it
    expressions  random expressions of values near and far: their values by Python's library (fuzz_expressions.py), whether
                 they are finite and numbers
    tables       results that are damaged, read by `plot` and, where there is such an option, by `run --resume`: as for
                 scenarios
    variants     random scenarios (random_scenarios.py) of 1, 3, 4 and 70 members, in chunks, as tapes, with statistics,
                 and with --gpu on a GPU: the same bits
A case depends on the seed, its mode and its number alone: --only scenarios:17 runs it again. Inputs that break something
are written to a folder with what the program said. The exit code is 1 where there are any. Only the standard library of
Python is needed.
"""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import random
import shutil
import sys
import tempfile
import threading
import time

from fuzz_cases import Expressions, Machine, Scenarios, Tables, Variants

# shares of the time
SHARES = {"scenarios": 4, "expressions": 2, "tables": 2, "variants": 3}


class Work:
    """What is done, shared by threads."""

    def __init__(self, given):
        self.given, self.lock = given, threading.Lock()
        self.machine = Machine(given.program, given.gpu)
        made = {"scenarios": lambda: Scenarios(self.machine), "expressions": Expressions, "tables": lambda: Tables(self.machine),
                "variants": lambda: Variants(self.machine, given.seed)}
        self.modes = {mode: made[mode]() for mode in given.modes}
        self.next = dict.fromkeys(given.modes, given.number or 0)
        self.spent = dict.fromkeys(given.modes, 0.0)
        self.happened = {mode: collections.Counter() for mode in given.modes}
        self.found = {mode: [] for mode in given.modes}
        self.end = time.monotonic() + given.seconds

    def go_on(self):
        """Does case after case until the time is over."""
        while time.monotonic() < self.end:
            with self.lock:
                mode = min(self.modes, key=lambda m: self.spent[m] / SHARES[m])
                number = self.next[mode]
                if number >= (self.given.number + 1 if self.given.number is not None else self.given.count):
                    return
                self.next[mode] += 1
                # others that choose meanwhile choose something else
                self.spent[mode] += 0.05
            self.do(mode, number)

    def do(self, mode, number):
        start = time.monotonic()
        folder = pathlib.Path(tempfile.mkdtemp(prefix="fuzz_"))
        try:
            happened, wrong, said = self.modes[mode].case(self.machine, random.Random(f"{self.given.seed}/{mode}/{number}"), folder)
            if wrong:
                kept = self.given.out / f"{mode}_{self.given.seed}_{number}"
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(folder, kept)
                (kept / "said.txt").write_text("\n".join([*wrong, "", said]), errors="replace")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        with self.lock:
            self.spent[mode] += time.monotonic() - start - 0.05
            self.happened[mode][happened] += 1
            if wrong:
                self.found[mode].append(number)
                print(f"{mode}:{number}: {wrong[0]!a}"[:300], flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--count", type=int, default=sys.maxsize, help="at most so many cases of a mode")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="a mode, or modes separated by commas, or a mode and the number of a case")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("fuzz_findings"), help="where findings go [fuzz_findings]")
    parser.add_argument("--gpu", action="store_true", help="variants on a GPU, too: software devices compile slowly")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    given = parser.parse_args()
    only, _, number = (given.only or ",".join(SHARES)).partition(":")
    given.modes, given.number = only.split(","), int(number) if number else None
    if unknown := set(given.modes) - set(SHARES):
        parser.error(f"--only: unknown {', '.join(sorted(unknown))}; accepted: {', '.join(SHARES)}")
    given.program = os.path.abspath(shutil.which(given.program) or parser.error(f"{given.program} is no program"))
    work = Work(given)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        for done in [pool.submit(work.go_on) for _ in range(given.jobs)]:
            done.result()
    print(f"{'mode':<12}{'cases':>8}{'findings':>10}{'seconds':>9}  what happened")
    for mode in given.modes:
        what = ", ".join(f"{n} {what}" for what, n in sorted(work.happened[mode].items()))
        print(f"{mode:<12}{work.happened[mode].total():>8}{len(work.found[mode]):>10}{work.spent[mode]:>9.0f}  {what}")
    if any(work.found.values()):
        print("findings in", given.out)
        sys.exit(1)


if __name__ == "__main__":
    main()
