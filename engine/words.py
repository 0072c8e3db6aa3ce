"""How the fields of moves and options are spelled: what a word may be.

A move is a struct: its tag is the verb, its fields are the words that follow. A field's type says
what its word may be; these annotations say it where Python's own types cannot.
"""

from typing import Annotated

from msgspec import Meta

Seat = Annotated[int, Meta(ge=0, extra={"word": "seat"})]
"""A seat (0-based), typed and shown as its player's name."""

Whose = Annotated[int, Meta(extra={"word": "seat"})]
"""A seat in a state, which is told by its player's name. Not checked: old logs hold what they
hold."""


def name(kind: str) -> Meta:
    """What a field holds: one of the names which `Game.names(state, kind)` lists. Written
    `Cell = Annotated[str, name("cell")]`."""
    return Meta(extra={"word": kind})


def led(kind: str) -> Meta:
    """The same for an optional field that is always led by the field's name (`pounce c4`)."""
    return Meta(extra={"word": kind, "led": True})


def option(rule: str, text: str, *, set_up: bool = False) -> Meta:
    """What an option is for: the ruling or section it stands for, one line of help, and whether
    only `setup` reads it (such an option cannot be ruled later)."""
    return Meta(description=text, extra={"rule": rule, "set_up": set_up})
