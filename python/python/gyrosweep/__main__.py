"""The command line: `gyrosweep`, or `python -m gyrosweep`."""

import signal
import sys

from . import _gyrosweep, _process


def main() -> int:
    """Runs the command line with the arguments of the process and returns its exit code."""
    _process.use()
    # the command line hears of Ctrl-C itself
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _gyrosweep.command(["gyrosweep", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
