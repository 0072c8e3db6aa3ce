"""Nothing hidden is shown: cards of others, seeds, the nonce."""

import json
import re

import pytest

from replay.reading import MovesJson
from tests.cli.desk import Desk

GAME = "taiwan-monsters-brawl"
SEED = "quiet-seed-93"


def begun(desk: Desk, name: str, *cards: str) -> None:
    """A table match whose players drew these spells; everything else is the first legal move."""
    desk.say("new", GAME, "-p", "Erich", "-p", "Claudia", "--as", name)
    left = list(cards)
    while left:
        found = desk.json(MovesJson, "moves", name)
        if found.chance is None:
            desk.say("record", name, found.moves[0].text)
        else:
            assert found.chance.verb == "draw"
            desk.say("record", name, f"draw {left.pop(0)}", "--all")
    assert desk.json(MovesJson, "moves", name).chance is not None
    desk.say("flag", name, "that card was mine", "--at", "7", "--by", "Erich")
    desk.say("flag", name, "and that one", "--by", "Claudia")


def masked(text: str, name: str) -> str:
    """A text without what is another one in every match: its name, digests, receipts, times."""
    text = re.sub(r"\b[0-9a-f]{10}\b|[0-9A-Z]{4}(-[0-9A-Z]{4}){3}", "#", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[0-9:]+Z", "@", text).replace(name, "match")


READING = [
    ["show", "M"],
    ["show", "M", "--json"],
    ["log", "M"],
    ["log", "M", "--json"],
    ["log", "M", "--journal"],
    ["moves", "M"],
    ["moves", "M", "--json"],
    ["tree", "M"],
    ["replay", "M"],
    ["diff", "M", "2", "main"],
    ["diff", "M", "2", "main", "--json"],
    ["export", "M", "--public"],
    ["export", "M", "--text"],
    ["dispute", "M"],
    ["dispute", "M", "--json"],
    ["dispute", "M", "--flag", "#10"],
    ["amend", "M", "1", "choose kaka giant", "--dry-run"],
    ["amend", "M", "1", "choose kaka giant", "--dry-run", "--json"],
    ["undo", "M"],
    ["redo", "M"],
    ["record", "M", "reveal Alishan Yushan Taroko"],
    ["branch", "M", "other"],
    ["amend", "M", "1", "choose kaka giant", "-t", "other"],
    ["amend", "M", "1", "-t", "other"],
    ["log", "M", "--journal", "--json"],
]


@pytest.mark.parametrize("seat", [None, "Erich"])
def test_another_hidden_card_changes_no_byte_of_what_is_shown(desk: Desk, seat: str | None) -> None:
    begun(desk, "evening-a", "aegis", "tornado")
    begun(desk, "evening-b", "aegis", "tsunami")
    for words in READING:
        if seat is not None and words[-1] == "--public":
            words = words[:-1]
        more = ["--seat", seat] if seat is not None else []
        shown = [
            masked(desk.say(*(name if word == "M" else word for word in words), *more), name)
            for name in ("evening-a", "evening-b")
        ]
        assert shown[0] == shown[1], words
        assert "tornado" not in shown[0] or words[0] in ("moves", "show", "diff")
    everything = [desk.say("log", name, "--all") for name in ("evening-a", "evening-b")]
    assert "draw tornado" in everything[0]
    assert "draw tsunami" in everything[1]


def test_a_seat_sees_its_own_card_and_others_do_not(desk: Desk) -> None:
    begun(desk, "one", "aegis", "tornado")
    assert "draw aegis" in desk.say("log", "one", "--seat", "Erich")
    assert "draw aegis" not in desk.say("log", "one", "--seat", "Claudia")
    assert "draw aegis" not in desk.say("log", "one")
    assert "saw: " not in desk.say("undo", "one").replace("saw: draw ?", "")


def test_neither_seed_nor_nonce_is_ever_shown(desk: Desk) -> None:
    out = [desk.say("new", GAME, "-p", "Erich", "-p", "Claudia", "--seed", SEED, "--as", "m")]
    for _ in range(12):
        move = desk.json(MovesJson, "moves", "m", "--all").moves[0].text
        out.append(desk.say("record", "m", move, "--all"))
    out.append(desk.say("reseed", "m", f"{SEED}-2"))
    out.append(desk.say("flag", "m", "that seed!", "--at", "3"))
    out.append(desk.say("undo", "m", "-n", "2", "--all"))
    out += [desk.say("dispute", "m", "--all", *more) for more in ([], ["--json"])]
    out.append(desk.invoke("why", "m", "place chi a1", "--all", "--json").stdout)
    out.append(desk.say("settle", "m", "it stays"))
    out.append(desk.say("redo", "m", "--all"))
    out.append(desk.say("branch", "m", "other", "--seed", f"{SEED}-3", "--all"))
    out += [
        desk.say(*("m" if word == "M" else word for word in words), "--all")
        for words in READING[:13]
        if words[-1] != "--public"
    ]
    out += [desk.say("verify", "m"), desk.say("timelines", "m"), desk.say("games")]
    out.append(desk.refuse("new", GAME, "-p", "Erich", "--seed", SEED))
    out.append(desk.say("export", "m", "--public"))
    root = json.loads(json.loads(desk.say("export", "m").splitlines()[4])["body"])
    assert root["seed"] == SEED
    for text in out:
        assert SEED not in text
        assert root["nonce"] not in text
        assert root["nonce"][:10] not in text
