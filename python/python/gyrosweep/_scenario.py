"""Scenarios."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from . import _executor, _gyrosweep, _process, _toml
from ._function import Function
from ._progress import Progress, Told
from ._results import Folder, Member, Results, warn
from ._study import Study


class Scenario:
    """A mechanism, a method and a plan of members.

    A scenario never changes: `set` returns a changed copy. Units are those of the file, see `docs/scenario.md`.
    """

    def __init__(self, source: str | os.PathLike[str] | Mapping[str, Any]) -> None:
        """Reads a file, or the tables of one as a dictionary; files that these name are in the current folder.

        Raises ScenarioError where something in it is wrong.
        """
        if isinstance(source, Mapping):
            path, text = Path("scenario.toml"), _toml.document(source)
        else:
            path = Path(source)
            try:
                text = path.read_bytes().decode()
            except (OSError, UnicodeDecodeError) as error:
                wrong = _gyrosweep.ScenarioError(f"cannot read the scenario {path}: {error}")
                wrong.file, wrong.key = str(path), None
                raise wrong from error
        self._native = _gyrosweep.Scenario(path, text, [])

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (*self._native.source, self._native.replaced)

    @classmethod
    def _of(cls, native: _gyrosweep.Scenario) -> "Scenario":
        scenario = cls.__new__(cls)
        scenario._native = native
        return scenario

    @classmethod
    def from_toml(cls, text: str, folder: Folder = ".") -> "Scenario":
        """Reads the text of a scenario; files that it names are in `folder`."""
        return cls._of(_gyrosweep.Scenario(Path(folder) / "scenario.toml", text, []))

    @property
    def title(self) -> str:
        """The title of the scenario, or its name."""
        return self._native.title

    @property
    def members(self) -> int:
        """The number of members of the plan."""
        return self._native.members

    @property
    def parameters(self) -> dict[str, float]:
        """The defaults of the parameters, each in its unit."""
        return {name: default for name, default, _ in self._native.parameters}

    @property
    def units(self) -> dict[str, str]:
        """The units of parameters and outputs that have one."""
        units = {name: unit for name, _, unit in self._native.parameters if unit}
        return units | {name: unit for name, unit in self._native.outputs if unit}

    @property
    def varied(self) -> list[str]:
        """The parameters that the plan varies."""
        return self._native.varied

    @property
    def outputs(self) -> list[str]:
        """The columns of the outputs."""
        return [name for name, _ in self._native.outputs]

    def check(self) -> list[str]:
        """Returns what is likely not meant, in words; a scenario that cannot be run is refused when it is made."""
        return self._native.advice

    def set(self, key: str, value: Any) -> "Scenario":
        """Returns a copy in which a parameter has another default, or a key of a table another value.

        A key is written with its tables, as `method.step` or `plan.vary.mass.uniform`, and one of a table of which there are
        several with its name: `body.top.mass`. A text is what the file would have in quotes: an expression.

        Raises ScenarioError where there is no such key, with the nearest one, or the value does not fit.
        """
        is_parameter = "." not in key
        text = f"{value}" if is_parameter and isinstance(value, (str, int, float)) else _toml.value(value, key)
        path, source = self._native.source
        others = [(name, old) for name, old in self._native.replaced if name != key]
        return self._of(_gyrosweep.Scenario(path, source, [*others, (key, text)]))

    def to_toml(self) -> str:
        """Returns the text of the scenario as it is run."""
        return self._native.toml

    def to_dict(self) -> dict[str, Any]:
        """Returns the tables of the scenario as it is run."""
        import tomllib

        return tomllib.loads(self._native.toml)

    def run(
        self,
        out: Folder | None = None,
        *,
        members: int | None = None,
        seed: int | None = None,
        backend: str = "auto",
        precision: Literal["f32", "df64", "f64", "auto"] = "f64",
        arithmetic: Literal["exact", "fused"] | None = None,
        threads: int | None = None,
        chunk: int | None = None,
        resume: bool = False,
        extend: bool = False,
        force: bool = False,
        statistics: bool | Sequence[str] = False,
        verify: float | None = None,
        progress: bool | Told = True,
        executor: Any = None,
    ) -> Results:
        """Integrates all members.

        out         the folder of the results; without one nothing is written
        members     the number of members of a sampled plan; seed: its seed
        backend     "auto", "cpu", "gpu", "cpu,gpu" or "all"
        precision   that of the members
        arithmetic  "exact" for the bits that devices have in f64
        threads     of the CPU, or of each worker of an executor (1 where it is not given)
        chunk       members that are computed at a time, or by a task of an executor
        resume      goes on with the results in `out`; extend, too, with more members than they are of; force replaces them
        statistics  True, or bounds of histograms as "OUTPUT=MIN:MAX": no row per member
        verify      the share of the members that is run again with finer steps
        progress    True shows it (with tqdm where that is installed), False does not; or a function of how many members are
                    done, of how many, how many failed, and the seconds left (None where that is not known)
        executor    any `concurrent.futures.Executor`, whose workers compute: of processes that are spawned, or Dask's
                    `client.get_executor(retries=3, pure=False)`. Results, their order and their hashes are those of a run
                    here. Workers of another version, commit or arithmetic are refused

        Raises ScenarioError where what is asked for cannot be, RunError where members cannot be computed, and Interrupted on
        Ctrl-C, whose `results` are those of all whole chunks. The interpreter's lock is free meanwhile. That a member failed
        is its outcome, and no error.
        """
        given = None
        if executor is not None:
            given = {"executor": executor, "workers": _executor.workers(executor), "part": _executor.part}
        return self._run(
            {
                "out": _folder(out),
                "members": members,
                "seed": seed,
                "backend": backend,
                "precision": precision,
                "arithmetic": arithmetic,
                "threads": threads,
                "chunk": chunk,
                "resume": resume,
                "extend": extend,
                "force": force,
                "statistics": _bounds(statistics),
                "verify": verify,
                "executor": given,
            },
            progress,
        )

    def member(self, number: int, samples: int | None = None) -> Member:
        """Integrates one member of the plan, with samples over time and the poses of its bodies.

        There are so many samples beside that of the start, equally far apart; without a number those that the scenario asks
        for, or 200.

        Raises ScenarioError where the plan has no such member.
        """
        if samples is not None and not 1 <= samples <= 1_000_000:
            raise ValueError(f"samples: found {samples}; accepted: 1 to 1,000,000")
        native, warned = self._native_run({"member": number, "samples": samples, "backend": "cpu"}, None)
        return Member(warn(native, warned), lambda: _gyrosweep.poses(self._native, number, samples))

    def _native_run(
        self, given: dict[str, Any], told: Progress | None, verb: str = "run"
    ) -> tuple[_gyrosweep.Results, list[str]]:
        options: dict[str, Any] = dict.fromkeys(
            "out members seed member samples arithmetic threads chunk statistics verify executor".split()
        )
        options |= {"backend": "auto", "precision": "f64", "resume": False, "extend": False, "force": False, **given}
        _process.use()
        return _gyrosweep.run(self._native, options, told, verb)

    def _run(self, options: dict[str, Any], progress: bool | Told, verb: str = "run") -> Results:
        told = Progress(progress) if progress else None
        try:
            return Results(warn(*self._native_run(options, told, verb)))
        except _gyrosweep.Interrupted as stopped:
            if isinstance(stopped.results, _gyrosweep.Results):
                stopped.results = Results(stopped.results)
            raise
        finally:
            if told is not None:
                told.close()

    def validate(self, member: int | None = None, complex_step: bool = False, of: str = "run") -> Study:
        """Judges the derivatives of the outputs by finite differences of many perturbed runs, at a member or at the defaults.

        Outputs are those `of` a "run", of "statics" (with limit and buckling loads) or of "modes" (frequencies and damping).
        """
        _process.use()
        return Study(_gyrosweep.validate(self._native, member, complex_step, of))

    def optimise(self, out: Folder | None = None, force: bool = False) -> Study:
        """Finds the parameters that `[design]` looks for.

        The folder of the results is `out`, or else `results/` and the name of the scenario with `_design`.
        """
        _process.use()
        return Study(_gyrosweep.optimise(self._native, None if out is None else Path(out), force))

    def reliability(self, out: Folder | None = None, force: bool = False) -> Study:
        """Finds the probability of the failure that `[reliability]` describes.

        The folder of the results is `out`, or else `results/` and the name of the scenario with `_reliability`. The study has the keys of
        `reliability.json`.
        """
        _process.use()
        return Study(_gyrosweep.reliability(self._native, None if out is None else Path(out), force))

    def modes(
        self,
        out: Folder | None = None,
        *,
        members: int | None = None,
        seed: int | None = None,
        member: int | None = None,
        threads: int | None = None,
        chunk: int | None = None,
        resume: bool = False,
        force: bool = False,
        statistics: bool | Sequence[str] = False,
        progress: bool | Told = True,
    ) -> Results:
        """Finds the frequencies and damping of the motions near the start, or an equilibrium, of every member, as `[modes]` says.

        Arguments are those of `run`: nothing is written without a folder. `member` is the number of one member of the plan that is
        found alone. `shapes` of the results are those at the default values of the parameters.
        """
        return self._analyse(
            "modes", (out, members, seed, member, threads, chunk, resume, force, statistics), progress
        )

    def statics(
        self,
        out: Folder | None = None,
        *,
        members: int | None = None,
        seed: int | None = None,
        member: int | None = None,
        threads: int | None = None,
        chunk: int | None = None,
        resume: bool = False,
        force: bool = False,
        statistics: bool | Sequence[str] = False,
        progress: bool | Told = True,
    ) -> Results:
        """Follows the static equilibria of every member under growing loads, as `[statics]` says.

        Arguments are those of `modes`; `paths` of the results are the points on the way.
        """
        return self._analyse(
            "statics", (out, members, seed, member, threads, chunk, resume, force, statistics), progress
        )

    def periodic(
        self,
        out: Folder | None = None,
        *,
        members: int | None = None,
        seed: int | None = None,
        member: int | None = None,
        threads: int | None = None,
        chunk: int | None = None,
        resume: bool = False,
        force: bool = False,
        statistics: bool | Sequence[str] = False,
        progress: bool | Told = True,
    ) -> Results:
        """Finds the periodic motions of every member, their multipliers and branches, as `[periodic]` says.

        Arguments are those of `modes`; `branches` of the results are the motions, `samples` outputs over the period.
        """
        return self._analyse(
            "periodic", (out, members, seed, member, threads, chunk, resume, force, statistics), progress
        )

    def _analyse(self, verb: str, asked: tuple[Any, ...], progress: bool | Told) -> Results:
        names = "out", "members", "seed", "member", "threads", "chunk", "resume", "force", "statistics"
        given: dict[str, Any] = dict(zip(names, asked, strict=True))
        given |= {"out": _folder(given["out"]), "statistics": _bounds(given["statistics"]), "backend": "cpu"}
        return self._run(given, progress, verb)

    def converge(
        self,
        out: Folder | None = None,
        *,
        member: int | None = None,
        integrators: Sequence[str] = (),
        steps: Sequence[float] = (),
        elements: Sequence[int] = (),
        of: Literal["run", "statics", "modes", "periodic"] = "run",
        error: float | None = None,
        seconds: float = 60.0,
        force: bool = False,
    ) -> Study:
        """Compares methods, their errors over steps, and what they cost; or numbers of elements of beams.

        out          the folder of the results; `results/` and the name of the scenario with `_convergence` without one
        member       that is integrated; the default parameters without one
        integrators  all without any; steps: s
        elements     of each beam, which are compared in place of methods; `of` says what outputs are of
        error        that is wanted, in the unit of the outputs
        seconds      that may be spent
        """
        _process.use()
        folder = None if out is None else Path(out)
        answer = _gyrosweep.converge(
            self._native,
            folder,
            member,
            list(integrators),
            [float(h) for h in steps],
            list(elements),
            of,
            error,
            float(seconds),
            force,
        )
        return Study(answer)

    def function(
        self,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        failed: Literal["nan", "raise"] = "nan",
        threads: int | None = None,
        verb: Literal["run", "statics", "modes", "periodic"] = "run",
    ) -> Function:
        """Returns the scenario as a function from some parameters to some outputs, compiled once.

        Without `inputs` these are what the plan varies, without `outputs` all. Other parameters keep their defaults. Outputs are
        the columns that a `verb` finds: those of "run", of "statics" with `limit_load` and `buckling_load`, of "modes"
        `frequency_1`, `damping_1` and so on, of "periodic" `period`, `max_multiplier` and `growth` beside those over the period.
        """
        inputs = list(self.varied if inputs is None else inputs)
        if outputs is None and verb == "run":
            outputs = self.outputs
        return Function(self._native, inputs, None if outputs is None else list(outputs), failed, threads, verb)

    def __repr__(self) -> str:
        return f"<gyrosweep.Scenario {self.title!r}: {self.members} members, varied {', '.join(self.varied) or 'nothing'}>"


def _folder(folder: Folder | None) -> Path | None:
    return None if folder is None else Path(folder)


def _bounds(statistics: bool | Sequence[str]) -> list[str] | None:
    """Returns the bounds of histograms; None where every member has a row."""
    if statistics is False:
        return None
    return [] if statistics is True else list(statistics)


def _restored(path: Path, text: str, replaced: list[tuple[str, str]]) -> Scenario:
    """Returns a scenario that was pickled; files that it names are read again."""
    return Scenario._of(_gyrosweep.Scenario(path, text, replaced))
