"""Interpolation of motions beside SciPy and Sophus, on one core: nanoseconds per interpolated motion.

Gyrosweep and Sophus interpolate 4,096 members, each between four poses of its own (the formula of
`benches/interpolation.rs`). SciPy gets what it is best at: one curve through four rotations, made once, at a million
parameters, with positions by `numpy.interp`; and the members as well, each with a curve of its own.

    interpolation.py --gyrosweep target/release/deps/interpolation-... --sophus DIRECTORY_OF_ITS_HEADERS [--clang clang++]
"""

from __future__ import annotations

import argparse
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np
import scipy
from scipy.spatial.transform import Rotation, RotationSpline, Slerp

MEMBERS = 4096
NODES = np.array([-1.0, -1.0 / 3.0, 1.0 / 3.0, 1.0])


def number(member: int, i: np.ndarray) -> np.ndarray:
    return np.sin(1.7 * (member * 50 + i) + 0.3)


def member(m: int) -> tuple[float, np.ndarray, np.ndarray]:
    """Parameter, positions and rotation vectors."""
    k = 6 * np.arange(4)[:, None] + np.arange(3)
    return 0.8 * float(number(m, np.array(49))), 2.0 * number(m, k), 0.35 * number(m, k + 3)


def least(function, count: int, rounds: int = 5) -> float:
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        function()
        times.append(time.perf_counter() - start)
    return min(times) * 1e9 / count


def scipy_rows() -> list[str]:
    _, positions, vectors = member(0)
    rotations, eta = Rotation.from_rotvec(vectors), np.linspace(-1.0, 1.0, 1_000_000)
    rows = []
    for kind in (Slerp, RotationSpline):
        curve = kind(NODES, rotations)

        def one(curve=curve):
            return curve(eta), [np.interp(eta, NODES, positions[:, i]) for i in range(3)]

        rows.append(f"{kind.__name__} scipy_{scipy.__version__}_one_curve {least(one, eta.size):.1f} ns")
        members = [member(m) for m in range(256)]

        def each(kind=kind, members=members):
            for at, positions, vectors in members:
                kind(NODES, Rotation.from_rotvec(vectors))(at)
                [np.interp(at, NODES, positions[:, i]) for i in range(3)]

        rows.append(f"{kind.__name__} scipy_{scipy.__version__}_curve_per_member {least(each, len(members)):.1f} ns")
    return rows


def sophus_rows(clang: str, headers: Path) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "sophus"
        source = Path(__file__).with_name("sophus_interpolation.cpp")
        flags = ["-O3", "-march=native", "-std=c++17", "-I/usr/include/eigen3", f"-I{headers}"]
        subprocess.run([clang, *flags, str(source), "-o", str(program)], check=True)
        runs = [[], ["newton"]]
        return [subprocess.run([program, *r], check=True, capture_output=True, text=True).stdout.strip() for r in runs]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyrosweep", type=Path, required=True, help="the benchmark `interpolation`, built")
    parser.add_argument("--sophus", type=Path, required=True, help="the folder of Sophus' se3.hpp")
    parser.add_argument("--clang", default="clang++")
    options = parser.parse_args()
    ours = subprocess.run([options.gyrosweep], check=True, capture_output=True, text=True).stdout.splitlines()
    print("\n".join(ours + sophus_rows(options.clang, options.sophus) + scipy_rows()))


if __name__ == "__main__":
    main()
