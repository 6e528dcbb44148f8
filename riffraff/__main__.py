"""``python -m riffraff``: the command line without its script."""

import sys

from riffraff.cli import main

if __name__ == "__main__":
    sys.exit(main())
