"""Runs the command: `python -m ludex.ray`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
