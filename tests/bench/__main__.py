"""`python -m tests.bench [part ...]`: the parts are the keys of PARTS."""

import sys

from tests.bench import neighbours, recording, replaying, sitting, starting

PARTS = {
    "recording": recording,
    "replaying": replaying,
    "starting": starting,
    "sitting": sitting,
    "neighbours": neighbours,
}


def main() -> None:
    print(f"{'medians of one run':<64} {'median':>12} {'':<9} {'lowest .. highest':>24}   bar")
    for part in sys.argv[1:] or PARTS:
        for figure in PARTS[part].figures():
            print(figure, flush=True)


main()
