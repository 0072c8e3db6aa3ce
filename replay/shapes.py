"""The JSON of the commands that keep people and matches: a contract, as in `reading`."""

from typing import Annotated

from msgspec import Meta, Struct


class PersonJson(Struct):
    """Somebody who plays."""

    name: Annotated[str, Meta(description="the name now; (forgotten) where there is none")]
    entered: Annotated[str | None, Meta(description="the name as first entered; null: forgotten")]
    id: Annotated[str, Meta(description="stands for the person in matches; a beginning names it")]
    matches: Annotated[int, Meta(description="how many matches are played or were")]
    won: Annotated[int, Meta(description="in how many the first rank was reached, shared or not")]
    unfinished: Annotated[int, Meta(description="how many are not over")]
    untold: Annotated[int, Meta(description="how many cannot be folded, so may be won or not over")]


class MatchSideJson(Struct):
    """A side of a match that is over."""

    players: Annotated[list[str], Meta(description="its players")]
    points: Annotated[int, Meta(description="its points")]
    rank: Annotated[int, Meta(description="1 is first; ties share a rank; 0: none")]


class MatchJson(Struct):
    """A match of the database."""

    match: Annotated[str, Meta(description="its name")]
    game: Annotated[str, Meta(description="the game's name")]
    players: Annotated[list[str], Meta(description="in clockwise order")]
    ply: Annotated[int, Meta(description="where main rests")]
    turn: Annotated[list[str], Meta(description="where it stands: round, phase, whose turn")]
    waits_for: Annotated[list[str], Meta(description="who owes a decision")]
    over: Annotated[str | None, Meta(description="why it ended, null while it goes on")]
    standing: Annotated[list[MatchSideJson], Meta(description="once it is over: best first")]
    rows: Annotated[int, Meta(description="how many rows its journal has")]
    played: Annotated[str, Meta(description="when anything was last done (UTC)")]
    untold: Annotated[str, Meta(description="why it cannot be folded, or empty")]
    flags: Annotated[list[int], Meta(description="the rows of its open flags")] = []


class CheckJson(Struct):
    """One thing that the doctor looked at."""

    name: Annotated[str, Meta(description="what was looked at")]
    state: Annotated[str, Meta(description="ok, warning or wrong")]
    what: Annotated[str, Meta(description="what was found")]
    todo: Annotated[str, Meta(description="what to do about it, or empty")]


class DoctorJson(Struct):
    """What the doctor found."""

    ok: Annotated[bool, Meta(description="whether nothing is wrong; warnings do not count")]
    file: Annotated[str, Meta(description="the database")]
    checks: Annotated[list[CheckJson], Meta(description="what was looked at, in order")]
