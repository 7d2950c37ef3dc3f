"""What is not safe in a process that was forked."""

import os
import sys

_used_by: int | None = None


def use() -> None:
    """Notes that this process computes; fails in a child that was forked from one that has.

    Threads do not live on in a child, so that what waits for them would wait for ever.
    """
    global _used_by
    here = os.getpid()
    if _used_by is None:
        _used_by = here
        if sys.platform == "linux":
            import tempfile

            # Mesa's layer of Vulkan asks for it, and complains where it is absent
            os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    elif _used_by != here:
        raise RuntimeError(
            "this process was forked from one that has computed with gyrosweep, whose threads it has not; "
            'accepted: multiprocessing.get_context("spawn")'
        )
