"""Runs on executors: results are those of a run here."""

import concurrent.futures as futures
import hashlib
import multiprocessing
import os
import pathlib
import signal
import threading

import pytest

import gyrosweep as gs

SPAWN = multiprocessing.get_context("spawn")


def sha256(folder: pathlib.Path) -> str:
    return hashlib.sha256((folder / "members.parquet").read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def pool():
    with futures.ProcessPoolExecutor(2, mp_context=SPAWN) as executor:
        yield executor


def test_files_are_those_of_a_run_here(scenarios, tmp_path, pool):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    s.run(tmp_path / "here", members=4000, progress=False)
    r = s.run(tmp_path / "there", members=4000, executor=pool, chunk=300, progress=False)
    assert r.complete and "executor of 2 workers" in r.manifest["backend"]
    assert sha256(tmp_path / "there") == sha256(tmp_path / "here")
    ours = s.run(members=4000, statistics=True, progress=False)
    theirs = s.run(members=4000, statistics=True, executor=pool, chunk=1024, progress=False)
    assert ours.manifest["outputs"] == theirs.manifest["outputs"]


def test_samples_events_and_plans_from_tables_come_back(scenarios, tmp_path, pool):
    for name in ("rotor_cases.toml", "double_pendulum_map.toml", "heavy_top_uncertain.toml", "four_bar_study.toml"):
        s = gs.Scenario(scenarios / name)
        members = None if name == "rotor_cases.toml" or "grid" in s.to_toml() else 64
        ours = s.run(members=members, progress=False)
        theirs = s.run(members=members, executor=pool, chunk=16, progress=False)
        for table in ("members", "samples", "events"):
            a, b = getattr(ours, table), getattr(theirs, table)
            assert (a is None) == (b is None)
            if a is not None:
                assert a.to_arrow().equals(b.to_arrow()), (name, table)


def test_a_stopped_run_goes_on(scenarios, tmp_path, pool):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    s.run(tmp_path / "here", members=4000, progress=False)

    def stop(done, *_):
        if done >= 600:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        s.run(tmp_path / "there", members=4000, executor=pool, chunk=200, progress=stop)
    r = s.run(tmp_path / "there", members=4000, executor=pool, chunk=200, resume=True, progress=False)
    assert r.complete and sha256(tmp_path / "there") == sha256(tmp_path / "here")


class Executor:
    """Runs a task here, and changes what comes back."""

    _max_workers = 1

    def __init__(self, change):
        self.change, self.calls = change, 0

    def submit(self, function, *arguments):
        self.calls += 1
        future = futures.Future()
        try:
            future.set_result(self.change(self.calls, function, arguments))
        except Exception as error:
            future.set_exception(error)
        return future


def test_a_task_that_fails_is_tried_once_more(scenarios):
    def fail(calls, function, arguments):
        if calls == 2:
            raise OSError("the worker is gone")
        return function(*arguments)

    executor = Executor(fail)
    r = gs.Scenario(scenarios / "heavy_top_sweep.toml").run(members=400, executor=executor, chunk=100, progress=False)
    assert r.complete and executor.calls == 5
    [fault] = r.manifest["faults"]
    assert "the worker is gone" in fault["what"] and fault["action"] == "retried"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda *_: (_ for _ in ()).throw(OSError("the worker is gone")), "the worker is gone"),
        (lambda *_: b"nothing", "what is no result"),
        (lambda calls, f, a: f(a[0], 0, 8, a[3][: 8 * len(a[3]) // a[2]]) if calls == 2 else f(*a), "results of members 0 to 7"),
        (lambda calls, f, a: f({**a[0], "version": "0.0.1"}, *a[1:]), "0.0.1"),
        (lambda calls, f, a: f({**a[0], "commit": "another"}, *a[1:]), "another"),
        (lambda calls, f, a: f({**a[0], "arithmetic": "decimal"}, *a[1:]), "decimal"),
    ],
)
def test_tasks_that_fail_or_come_twice_are_said(scenarios, change, words):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    with pytest.raises((gs.RunError, gs.ScenarioError), match=words):
        s.run(members=400, executor=Executor(change), chunk=100, progress=False)


def test_devices_are_not_those_of_workers(scenarios):
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml")
    with pytest.raises(gs.ScenarioError, match="accepted: \"cpu\" in \"f64\""):
        s.run(members=4, executor=Executor(None), backend="gpu", progress=False)


def test_workers_of_dask_may_die(scenarios, tmp_path):
    distributed = pytest.importorskip("distributed")
    s = gs.Scenario(scenarios / "heavy_top_sweep.toml").set("method.duration", 1.0)
    s.run(tmp_path / "here", members=20_000, progress=False)
    with (
        distributed.LocalCluster(2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        over, killed = threading.Event(), []

        def kill():
            # the first one at once, however fast the run is
            pause = 0.05
            while not over.wait(pause):
                pause = 1.0
                # the other one always gets on, however long a worker takes to begin
                process = cluster.workers[0].process and cluster.workers[0].process.pid
                if process:
                    os.kill(process, signal.SIGKILL)
                    killed.append(process)

        killer = threading.Thread(target=kill)
        killer.start()
        executor = client.get_executor(retries=3, pure=False)
        try:
            r = s.run(tmp_path / "there", members=20_000, executor=executor, chunk=512, progress=False)
        finally:
            over.set()
            killer.join()
    assert r.complete and killed
    assert sha256(tmp_path / "there") == sha256(tmp_path / "here")
