"""Runs on executors: what a worker does, and how many workers there are."""

import os
from typing import Any

from . import _gyrosweep, _process


def part(job: Any, first: int, count: int, values: bytes) -> bytes:
    """Computes some members on a worker, and returns their results as bytes."""
    _process.use()
    return _gyrosweep.compute_part(job, first, count, values)


def workers(executor: Any) -> int:
    """Returns how many tasks an executor works on at once, as far as it says so."""
    known = getattr(executor, "_max_workers", None)
    if isinstance(known, int):
        return max(known, 1)
    # that of Dask asks its scheduler
    client = getattr(executor, "_client", None)
    if client is not None:
        return max(len(client.scheduler_info(n_workers=-1)["workers"]), 1)
    return os.cpu_count() or 1
