"""What a row of the journal may have done, in one table: a closed list."""

from __future__ import annotations

from msgspec import Struct


class Deed(Struct, frozen=True):
    """What is so of every row that did a thing."""

    rests: bool = False
    """It leaves the head where it is."""
    walks: bool = False
    """It moves the head along a line, and adds nothing."""
    tells: bool = False
    """It is told with its events: those that it added, or moved the head over."""
    remedy: bool | None = False
    """Whether something is put right by it. None: that depends on what it recorded."""


DEEDS = {
    "open": Deed(),
    "import": Deed(),
    "record": Deed(tells=True, remedy=None),
    "undo": Deed(walks=True, tells=True, remedy=None),
    "redo": Deed(walks=True, tells=True, remedy=None),
    "branch": Deed(tells=True, remedy=None),
    "amend": Deed(tells=True, remedy=True),
    "adopt": Deed(remedy=True),
    "note": Deed(rests=True),
    "flag": Deed(rests=True),
    "settle": Deed(rests=True),
}

RESTING = frozenset(word for word, deed in DEEDS.items() if deed.rests)
WALKING = frozenset(word for word, deed in DEEDS.items() if deed.walks)
TELLING = frozenset(word for word, deed in DEEDS.items() if deed.tells)
REMEDY = frozenset(word for word, deed in DEEDS.items() if deed.remedy)
IDLE = frozenset(word for word, deed in DEEDS.items() if deed.remedy is False)
"""By which nothing is put right."""
REMARKS = RESTING | WALKING
"""Which do not say where their timeline is going."""
