"""Packs: provenance for each value, and errors that name the file and the line."""

from pathlib import Path

import msgspec
import pytest

from engine.game import Game
from eventstore import SQLiteStore, pack_digest
from replay import packs
from replay.errors import ReplayError
from replay.games import game_class, game_names, games
from replay.match import Match
from replay.proof import verify

BRAWL = "taiwan-monsters-brawl"


def text_of(name: str) -> str:
    folder = Path(__import__(game_class(name).__module__.rpartition(".")[0] or name,
                             fromlist=["x"]).__file__ or "").parent  # fmt: skip
    return (folder / "pack.toml").read_text("utf-8")


def line_with(text: str, words: str) -> int:
    return next(n for n, line in enumerate(text.splitlines(), start=1) if words in line)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.name)
def test_every_shipped_pack_is_playable_and_says_where_its_values_come_from(
    game: type[Game],
) -> None:
    body = packs.shipped(game)
    assert packs.game_of(game.name, body).pack == msgspec.json.decode(body, type=game.Pack)
    assert msgspec.json.encode(msgspec.json.decode(body), order="sorted").decode() == body


def test_our_games_are_found_by_folder_and_by_entry_point_alike() -> None:
    folder = Path(packs.__file__).parents[1] / "engine" / "games"
    ours = {p.parent.name.replace("_", "-") for p in folder.glob("*/__init__.py")}
    declared = {name for name in game_names() if game_class(name).__module__.startswith("engine.")}
    assert declared == ours


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cost = 3", "cost = -1", "cost"),
        ("cost = 3", 'cost = "three"', "cost"),
        ("cost = 3", "cost = 3.5", "cost"),
        ("cost = 3", "price = 3", "price"),
        ('name = "Two Suns"', 'name = "two  suns!"\nnick = "x"', "nick"),
        ('name = "Kaka Giant"', 'name = "two suns"', "reads like"),
    ],
)
def test_an_error_names_the_line(old: str, new: str, words: str) -> None:
    text = text_of(BRAWL)
    assert old in text
    changed = text.replace(old, new, 1)
    with pytest.raises(ReplayError) as refusal:
        packs.read(game_class(BRAWL), changed, "box.toml")
    said = str(refusal.value)
    assert said.startswith("box.toml, line ")
    number = int(said.split("line ")[1].split()[0].rstrip(":"))
    wanted = line_with(changed, new.split("\n")[0])
    assert abs(number - wanted) <= 3, said
    assert words in said or "name" in said
    assert "\n" not in said


NESTED = """
name = "x"
[limits]
cards = 3
[[deck]]
cards = [
  { card = "punch" },
  { card = "kick" },
]
[[card]]
card = "punch"
[[card]]
card = "kick"
[[monster]]
name = "a"
[[monster.ultimate]]
effect = "dice"
[[monster]]
name = "b"
[[monster.ultimate]]
effect = "dice"
[[monster.ultimate]]
effect = "vp"
"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("name", 2),
        ("limits.cards", 4),
        ("deck[0].cards[1].card", 8),
        ("card[1].card", 13),
        ("monster[1].name", 19),
        ("monster[1].ultimate[1].effect", 23),
        ("monster[0].ultimate[0].amount", 16),
        ("monster[7].name", 1),
        ("nothing", 1),
        ("", 1),
    ],
)
def test_the_line_of_a_path(path: str, line: int) -> None:
    assert packs.line_of(NESTED, path) == line


def test_a_value_without_provenance_is_refused() -> None:
    text = text_of("pig").replace('source = "public"\n', "")
    with pytest.raises(ReplayError, match="source"):
        packs.read(game_class("pig"), text, "pad.toml")


@pytest.mark.parametrize(
    "text", ["", "x", "= 3", "[[[", "a = 1\na = 2", "name = 1979-05-27", "\x00", "a=" + "[" * 5000]
)
def test_what_is_no_pack_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(text)
    with pytest.raises(ReplayError) as refusal:
        packs.load(game_class(BRAWL), path)
    assert str(refusal.value).count("\n") == 0


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path / "absent.toml", tmp_path):
        with pytest.raises(ReplayError, match="cannot be read"):
            packs.load(game_class(BRAWL), path)
    (tmp_path / "latin.toml").write_bytes(b'name = "Sai-pak-h\xf4"')
    with pytest.raises(ReplayError, match="UTF-8"):
        packs.load(game_class(BRAWL), tmp_path / "latin.toml")


def test_a_match_replays_against_the_pack_that_it_was_opened_with(store: SQLiteStore) -> None:
    text = text_of("pig").replace("target = 100", "target = 10")
    body = packs.read(game_class("pig"), text, "short.toml")
    match = Match.new(store, "pig", ["Ana", "Bo"], name="short", pack=body)
    other = Match.new(store, "pig", ["Ana", "Bo"], name="long")
    for each in (match, other):
        each.record(["roll 6", "roll 5", "hold"])
    assert match.position().position.state.ended == "10 points"
    assert not other.position().position.state.ended
    assert verify(Match.open(store, "short")).ok
    assert store.pack(pack_digest(body)) == body


def test_the_line_of_a_value_is_not_that_of_its_source() -> None:
    text = """[[card]]
source = { name = "rulebook", color = "house", price = "house" }
name = "Punch"
color = "pink"
price = 1000
effects = [{ effect = "health", amount = 20 }]
"""
    paths = ("card[0].name", "card[0].color", "card[0].price", "card[0].effects[0].amount")
    assert [packs.line_of(text, path) for path in paths] == [3, 4, 5, 6]
