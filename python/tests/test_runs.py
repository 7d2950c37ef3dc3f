"""Runs: in memory and in folders, stopped and gone on with, in processes that were forked."""

import hashlib
import multiprocessing
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import gyrosweep as gs
import numpy as np
import pytest


def sha256(path: pathlib.Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_memory_and_folder_hold_the_same(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    kept = s.run(members=300, progress=False)
    assert kept.folder is None and list(tmp_path.iterdir()) == []
    written = s.run(tmp_path / "out", members=300, progress=False)
    assert written.complete and written.outcomes == {"completed": 300} == kept.outcomes
    again = gs.open(tmp_path / "out")
    for table in (written.members, again.members):
        assert table.names == kept.members.names and table.units == kept.members.units
        for name in table.names:
            assert np.array_equal(table[name], kept.members[name]), name
    assert kept.page.startswith("# Heavy top")
    with pytest.raises(gs.ScenarioError, match="--force"):
        s.run(tmp_path / "out", members=300, progress=False)
    assert s.run(tmp_path / "out", members=20, force=True, progress=False).members.rows == 20


def test_samples_events_and_one_member(scenarios):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    one = s.member(3)
    assert one.members.rows == 1 and one.samples.rows == 201 and one.events is None
    whole = s.run(members=s.members, progress=False)
    assert one.members["com.z"][0] == whole.members["com.z"][3]
    with pytest.raises(gs.ScenarioError, match="16383"):
        s.member(16384)


def test_statistics_alone(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    r = s.run(tmp_path / "out", members=2048, statistics=True, progress=False)
    assert r.members is None
    (z,) = [output for output in r.manifest["outputs"] if output["name"] == "com.z"]
    assert z["mean"] == pytest.approx(-0.1493, abs=1e-3)


def test_rotations_have_means(scenarios):
    q = '[[output]]\nname = "q"\nquantity = "quaternion"\nbody = "top"\n'
    s = gs.Scenario.from_toml(gs.Scenario(scenarios / "heavy_top_sweep.toml").to_toml() + q)
    kept = s.run(members=300, progress=False)
    mean = kept.pose_means["q"]
    assert np.linalg.norm(mean["quaternion"]) == pytest.approx(1)
    assert np.shape(mean["covariance"]) == (3, 3) and 0 < mean["largest_angle"] < np.pi
    (w,) = [output for output in kept.manifest["outputs"] if output["name"] == "q.w"]
    assert w["mean"] is None and w["min"] is not None


def test_verification_is_in_the_manifest(scenarios):
    r = gs.Scenario(scenarios / "heavy_top_sweep.toml").run(members=64, verify=0.1, progress=False)
    assert r.manifest["verification"]["members"] == 7


def test_progress_tells_how_far_a_run_is(scenarios):
    told = []
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    s.run(members=20_000, chunk=500, threads=1, progress=lambda *now: told.append(now))
    assert told and all(members == 20_000 and failed == 0 for _, members, failed, _ in told)
    assert [done for done, *_ in told] == sorted(done for done, *_ in told)

    def refuse(*_):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        s.run(members=200_000, chunk=500, threads=1, progress=refuse)


STOPPED = """
import signal, sys
import gyrosweep as gs
# a process that was begun in the background may ignore it
signal.signal(signal.SIGINT, signal.default_int_handler)
s = gs.Scenario(sys.argv[1]).set("method.duration", 20.0)
out = sys.argv[2] if len(sys.argv) > 2 else None
print("begins", flush=True)
try:
    s.run(out, members=400_000, chunk=512, threads=1, progress=False)
except gs.Interrupted as stopped:
    r = stopped.results
    print(r.members.rows, r.manifest["state"], r.manifest["members_written"], flush=True)
    sys.exit(7)
"""


@pytest.mark.parametrize("where", ["memory", "folder"])
def test_ctrl_c_leaves_whole_chunks(scenarios, tmp_path, where):
    arguments = [scenarios / "heavy_top_sweep.toml"] + ([tmp_path / "out"] if where == "folder" else [])
    program = subprocess.Popen([sys.executable, "-c", STOPPED, *arguments], stdout=subprocess.PIPE, text=True)
    assert program.stdout.readline() == "begins\n"
    time.sleep(3)
    program.send_signal(signal.SIGINT)
    rows, state, written = program.stdout.readline().split()
    program.wait(60)
    assert state == "stopped" and int(rows) == int(written) and int(rows) % 512 == 0
    assert program.returncode == 7


def test_a_run_goes_on_to_the_same_bits(scenarios, tmp_path):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    s.run(tmp_path / "whole", members=20_000, progress=False)

    def stop(done, *_):
        if done >= 1000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as stopped:
        s.run(tmp_path / "parts", members=20_000, chunk=500, threads=1, progress=stop)
    kept = stopped.value.results
    assert 1000 <= kept.members.rows < 20_000 and not kept.complete
    assert kept.manifest["state"] == "stopped"
    r = s.run(tmp_path / "parts", members=20_000, resume=True, progress=False)
    assert r.complete
    assert sha256(tmp_path / "parts" / "members.parquet") == sha256(tmp_path / "whole" / "members.parquet")


def in_child(path: pathlib.Path, answer) -> None:
    try:
        gs.Scenario(path).run(members=4, progress=False)
        answer.put("no error")
    except RuntimeError as error:
        answer.put(str(error))


def test_a_forked_child_says_to_spawn(scenarios):
    path = scenarios / "heavy_top_sweep.toml"
    gs.Scenario(path).run(members=4, progress=False)
    for kind, expected in [("fork", "spawn"), ("spawn", "no error")]:
        context = multiprocessing.get_context(kind)
        answer = context.Queue()
        child = context.Process(target=in_child, args=(path, answer))
        child.start()
        assert expected in answer.get(timeout=60)
        child.join(60)
        assert child.exitcode == 0


def test_other_threads_go_on(scenarios):
    ticks = []
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    gs.Scenario(scenarios / "heavy_top_sweep.toml").run(members=40_000, threads=1, progress=False)
    done.set()
    thread.join()
    assert len(ticks) > 3, "the lock of the interpreter was held"


def test_shards_are_merged(scenarios, tmp_path):
    program = [sys.executable, "-m", "gyrosweep", "run", scenarios / "heavy_top_sweep.toml", "--members", "100"]
    for shard in (1, 2):
        subprocess.run([*program, "--shard", f"{shard}/2", "--out", tmp_path / str(shard)], check=True, capture_output=True)
    merged = gs.merge([tmp_path / "1", tmp_path / "2"], tmp_path / "merged")
    whole = gs.Scenario(scenarios / "heavy_top_sweep.toml").run(tmp_path / "whole", members=100, progress=False)
    assert np.array_equal(merged.members["com.z"], whole.members["com.z"])
    with pytest.raises(gs.ScenarioError):
        gs.merge([tmp_path / "a", tmp_path / "b"], tmp_path / "out")


def test_memory_does_not_grow(growth):
    s = gs.Scenario.from_toml(growth)

    def resident() -> int:
        return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    if not pathlib.Path("/proc/self/statm").exists():
        pytest.skip("needs /proc")
    f = s.function(inputs=["a"])
    for _ in range(100):
        s.run(progress=False)
        f([1.0])
    before = resident()
    for _ in range(1000):
        s.run(progress=False)
        f([1.0])
    # a manifest alone, kept of every run, would be as much
    assert resident() - before < 4e6
