"""Scenarios as dictionaries: the text of a TOML file from the tables that it holds."""

import datetime
import re
from collections.abc import Mapping, Sequence
from typing import Any

from ._gyrosweep import ScenarioError

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def _wrong(key: str, message: str) -> ScenarioError:
    error = ScenarioError(f"{key}: {message}")
    error.key, error.file = key, None
    return error


def _key(name: Any, place: str) -> str:
    if not isinstance(name, str):
        raise _wrong(place, f"found the key {name!r}; accepted: keys that are texts")
    return name if _BARE.match(name) else _text(name)


def _text(value: str) -> str:
    def character(c: str) -> str:
        escapes = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
        if c in escapes:
            return escapes[c]
        return f"\\u{ord(c):04x}" if ord(c) < 0x20 or ord(c) == 0x7F else c

    return '"' + "".join(map(character, value)) + '"'


def value(found: Any, place: str) -> str:
    """Returns a value as TOML writes it; `place` names it in messages.

    Raises ScenarioError where TOML has no such value.
    """
    if hasattr(found, "tolist") and not isinstance(found, (str, bytes)):
        found = found.tolist()  # numbers and arrays of NumPy
    if isinstance(found, bool):
        return "true" if found else "false"
    if isinstance(found, int):
        return str(found)
    if isinstance(found, float):
        return repr(found)
    if isinstance(found, str):
        return _text(found)
    if isinstance(found, Mapping):
        inner = [f"{_key(k, place)} = {value(v, f'{place}.{k}')}" for k, v in found.items()]
        return "{ " + ", ".join(inner) + " }" if inner else "{}"
    if isinstance(found, Sequence) and not isinstance(found, (bytes, bytearray)):
        return "[" + ", ".join(value(v, f"{place}[{i}]") for i, v in enumerate(found)) + "]"
    kind = "a date" if isinstance(found, (datetime.date, datetime.time)) else f"{found!r} of {type(found).__name__}"
    raise _wrong(place, f"found {kind}; accepted: numbers, texts, truth values, lists and dicts of them")


def document(tables: Mapping[str, Any]) -> str:
    """Returns the text of a file that holds these tables."""
    lines: list[str] = []
    later: list[tuple[str, Any]] = []
    for name, found in tables.items():
        is_several = isinstance(found, Sequence) and not isinstance(found, (str, bytes)) and len(found) > 0
        if isinstance(found, Mapping) or (is_several and all(isinstance(one, Mapping) for one in found)):
            later.append((name, found))
        else:
            lines.append(f"{_key(name, 'the scenario')} = {value(found, str(name))}")
    for name, found in later:
        key = _key(name, "the scenario")
        for at, one in enumerate([found] if isinstance(found, Mapping) else found):
            place = name if isinstance(found, Mapping) else f"{name}[{at}]"
            lines.append(f"\n[{key}]" if isinstance(found, Mapping) else f"\n[[{key}]]")
            lines.extend(f"{_key(k, place)} = {value(v, f'{place}.{k}')}" for k, v in one.items())
    return "\n".join(lines).lstrip("\n") + "\n"
