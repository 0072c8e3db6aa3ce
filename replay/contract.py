"""The contract with programs: what each reading command prints with `--json`.

`retold schema` prints it with the documentation of every field; a test holds that no command with
`--json` is missing.
"""

from __future__ import annotations

from typing import Any

from replay.disputes import DisputeJson
from replay.glossary import WordJson
from replay.legality import WhyJson
from replay.reading import (
    AmendJson,
    DiffJson,
    GameJson,
    JournalJson,
    LogJson,
    MovesJson,
    RunJson,
    ShowJson,
    TimelineJson,
    VerifyJson,
)
from replay.shapes import DoctorJson, MatchJson, PersonJson
from replay.simulate import Simulation

CONTRACT: dict[str, Any] = {
    "games": list[GameJson],
    "rules GAME": GameJson,
    "rules GAME WORD": list[WordJson],
    "moves": MovesJson,
    "show": ShowJson,
    "log": list[LogJson],
    "log --journal": list[JournalJson],
    "replay": list[LogJson],
    "timelines": list[TimelineJson],
    "tree": list[RunJson],
    "diff": DiffJson,
    "amend": AmendJson,
    "why": WhyJson,
    "dispute": list[DisputeJson],
    "verify": VerifyJson,
    "people": list[PersonJson],
    "matches": list[MatchJson],
    "simulate": Simulation,
    "doctor": DoctorJson,
}
"""The JSON of each reading command."""
