"""What is shown of a run while it goes on."""

import sys
import time
from collections.abc import Callable
from typing import Any

Told = Callable[[int, int, int, float | None], Any]


class Progress:
    """Hears how many members are done, and shows it: to a function, with tqdm, or as a line."""

    def __init__(self, shown: bool | Told) -> None:
        self._shown = shown
        self._began = time.monotonic()
        self._said = self._began
        self._bar: Any = None
        self._first: int | None = None

    def __call__(self, done: int, members: int, failed: int) -> None:
        now = time.monotonic()
        if self._first is None:
            self._first, self._began = done, now
        if callable(self._shown):
            new = done - self._first
            left = None if new == 0 else (now - self._began) / new * (members - done)
            self._shown(done, members, failed, left)
        elif now - self._said > 0.5 or self._bar is not None:
            self._said = now
            self._show(done, members, failed)

    def _show(self, done: int, members: int, failed: int) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            if sys.stderr is not None and sys.stderr.isatty():
                print(f"\r{done:,} of {members:,} members, {failed:,} failed", end="", file=sys.stderr, flush=True)
                self._bar = False
            return
        if self._bar is None:
            self._bar = tqdm(total=members, initial=done, unit=" members")
        self._bar.n = done
        self._bar.set_postfix(failed=failed)

    def close(self) -> None:
        """Ends the bar or the line."""
        if self._bar is False:
            print(file=sys.stderr)
        elif self._bar is not None:
            self._bar.close()
