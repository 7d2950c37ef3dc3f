#!/usr/bin/env python3
"""What `gyrosweep validate` costs beside as many plain members: a heavy top with ten parameters.

    python3 tests/validate_cost.py target/release/gyrosweep [--duration 1.0] [--repeat 5]

Ten parameters, four stencils and twelve perturbations share 721 runs; `run` integrates 721 members of a plan that varies
the ten parameters. Each is timed as a whole process, and the smallest of several times counts.
"""
import argparse
import pathlib
import subprocess
import tempfile
import time

NAMES = {"mass": 15.0, "arm": 1.0, "spin": 150.0, "fall": -4.61538, "g": 9.81, "jx": 0.234375, "jy": 0.3,
         "jz": 0.24, "torque": 0.1, "lean": 0.2}
TOP = """[parameters]
{parameters}
[gravity]
acceleration = [0, 0, "-g"]
[[body]]
name = "top"
mass = "mass"
inertia = ["jx", "jy", "jz"]
initial = {{ position = [0, "arm", 0], angular_velocity = ["lean", "spin", "fall"] }}
[[joint]]
name = "pivot"
kind = "spherical"
between = ["ground", "top"]
at = [0, 0, 0]
[[force]]
name = "drive"
kind = "torque"
body = "top"
torque = ["torque", 0, 0]
[method]
integrator = "rkmk4"
step = 1e-4
duration = {duration}
[[output]]
name = "com"
quantity = "position"
body = "top"
[[output]]
name = "omega"
quantity = "angular_velocity"
body = "top"
"""
PLAN = """[plan]
kind = "random"
members = 721
[plan.vary]
"""


def seconds(command, repeat):
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        done = subprocess.run(command, capture_output=True, text=True)
        best = min(best, time.perf_counter() - start)
        if done.returncode != 0:
            raise SystemExit(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--duration", type=float, default=1.0, help="of every run, s")
    parser.add_argument("--repeat", type=int, default=5)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder)
        parameters = "\n".join(f"{name} = {{ default = {value} }}" for name, value in NAMES.items())
        text = TOP.format(parameters=parameters, duration=arguments.duration)
        ranges = "".join(f"{n} = {{ uniform = [{min(0.99 * v, 1.01 * v)}, {max(0.99 * v, 1.01 * v)}] }}\n"
                         for n, v in NAMES.items())
        (path / "top.toml").write_text(text)
        (path / "sweep.toml").write_text(text + PLAN + ranges)
        plain = seconds([arguments.program, "run", str(path / "sweep.toml"), "--backend", "cpu", "--out",
                         str(path / "out"), "--force"], arguments.repeat)
        for name, more in [("four stencils", []), ("with a complex step", ["--complex-step"])]:
            command = [arguments.program, "validate", str(path / "top.toml"), "--backend", "cpu", *more]
            taken = seconds(command, arguments.repeat)
            print(f"{name}: {taken:.3f} s, {taken / plain:.2f} times the {plain:.3f} s of 721 plain members")


if __name__ == "__main__":
    main()
