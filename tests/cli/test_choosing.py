"""Choosing a game, the JSON contract, bots, one promise a test."""

import json
import re
import tomllib

import click
import msgspec
import pytest

from cli.main import retold
from replay.contract import CONTRACT
from replay.games import game_names
from replay.reading import GameJson
from replay.simulate import Simulation
from tests.cli.desk import ROOT, Desk


def test_games_lists_what_is_installed_and_what_is_recorded(desk: Desk) -> None:
    lines = desk.say("games").splitlines()
    assert lines[0].split() == ["game", "title", "players", "version"]
    assert any(re.match(r"pig +Pig +2-6 +1$", line) for line in lines)
    assert "Matches" not in desk.say("games")
    desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "friday")
    assert " ".join(desk.say("games").split()).endswith(": friday")


def test_rules_tell_the_moves_with_their_words_the_options_and_the_pack(desk: Desk) -> None:
    out = desk.say("rules", "taiwan-monsters-brawl")
    assert re.search(r"^  challenge FOE  +B: challenge another seat", out, re.MULTILINE)
    assert re.search(r"^  start a\|b  +Set-up", out, re.MULTILINE)
    assert re.search(r"^  cast SPELL \[TARGET\] \[CELL\]  +", out, re.MULTILINE)
    assert "  bonus = dice-margin | vp-difference; a new match gets dice-margin" in out
    assert re.search(r"\(ruling 32\)", out)
    assert re.search(r"^  spell: 13$", out, re.MULTILINE)
    assert re.search(r"^    mountain troll +copies 3, cost 3$", out, re.MULTILINE)
    assert re.search(r"^  digest [0-9a-f]{64}$", out, re.MULTILINE)
    pig = desk.say("rules", "pig")
    assert re.search(r"^  roll +Turns: roll the die\.$", pig, re.MULTILINE)
    assert "concede" in pig
    assert desk.json(GameJson, "rules", "pig").seats == [2, 6]


def test_rules_of_a_word_tell_what_it_is_how_it_is_typed_and_where_it_stands(desk: Desk) -> None:
    assert desk.say("rules", "taiwan-monsters-brawl", "mountain", "troll").splitlines() == [
        "mountain troll (Spell Card)",
        "  Your total of the duel is 1 more, once you have rolled in it. It costs 3",
        "  chi; the deck holds 3 copies.",
        "  Rulebook: Spell Card Descriptions: Mountain Troll",
    ]
    assert desk.say("rules", "taiwan-monsters-brawl", "bonus").splitlines() == [
        "bonus (option)",
        "  What the leader's bonus measures. A new match gets dice-margin.",
        "  Typed: bonus=dice-margin|vp-difference",
        "  Example: retold new taiwan-monsters-brawl -o bonus=vp-difference",
        "  Example: rule bonus=vp-difference",
        "  Ruling 32",
    ]
    both = desk.say("rules", "vale-dos-monstros", "watchman")
    assert "watchman (term)\n" in both
    assert "\n\nwatchman (option)\n" in both
    assert desk.say("rules", "pig", "roll", "--json") == (
        '[{"game":"pig","name":"roll","kind":"move","text":"Turns: roll the die.","rule":"Turns",'
        '"typed":"roll","examples":["Ana: roll"]}]\n'
    )
    assert "did you mean tornado" in desk.refuse("rules", "taiwan-monsters-brawl", "tornad0")
    assert not desk.db.exists()


def test_rules_list_the_words_of_a_game_by_what_they_are(desk: Desk) -> None:
    out = desk.say("rules", "vale-dos-monstros")
    assert "\n  visitor:          man, woman, child\n" in out
    assert "  Spell Card:       tornado, tsunami, " in desk.say("rules", "taiwan-monsters-brawl")


def test_rules_take_the_numbers_of_a_pack_of_ones_own(desk: Desk) -> None:
    pack = ROOT / "fixtures" / "packs" / "beasts-tame.toml"
    out = desk.say("rules", "esoteric-beasts", "fire stag", "--pack", str(pack))
    assert "life 1, attack 0" in out
    assert "no word" in desk.refuse("rules", "esoteric-beasts", "fire stag")


def test_rules_of_a_game_that_is_not_there_list_those_that_are(desk: Desk) -> None:
    assert "pig" in desk.refuse("rules", "chess")
    for name in ("", "\x00", "\udcff", "../games", "a" * 5000, "con.aux"):
        desk.refuse("rules", name)


def test_schema_documents_every_field_of_every_command(desk: Desk) -> None:
    out = desk.say("schema")
    _, parts = msgspec.json.schema_components(CONTRACT.values())
    for name in CONTRACT:
        assert f"retold {name} --json: " in out
    for name, part in parts.items():
        assert re.search(rf"^{name}: .", out, re.MULTILINE)
        for field in part["properties"].values():
            assert field["description"]
            assert field["description"].split()[-1] in out
    assert set(json.loads(desk.say("schema", "--json"))["commands"]) == {
        f"{name} --json" for name in CONTRACT
    }


def test_every_reading_command_keeps_to_its_contract(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold", "ben: roll 3")
    friday.say("undo", "friday")
    friday.say("branch", "friday", "what-if", "--at", "2")
    friday.say("flag", "friday", "the die was cocked", "--at", "2")
    friday.say("settle", "friday", "it counts")
    args = {
        "games": ["games"],
        "moves": ["moves", "friday"],
        "show": ["show", "friday"],
        "log": ["log", "friday"],
        "log --journal": ["log", "friday", "--journal"],
        "timelines": ["timelines", "friday"],
        "diff": ["diff", "friday", "main", "what-if"],
        "amend": ["amend", "friday", "2", "die 4", "--dry-run"],
        "verify": ["verify", "friday"],
        "people": ["people"],
        "matches": ["matches"],
        "doctor": ["doctor"],
        "rules GAME": ["rules", "pig"],
        "rules GAME WORD": ["rules", "pig", "roll"],
        "why": ["why", "friday", "roll", "--at", "0"],
        "dispute": ["dispute", "friday"],
        "replay": ["replay", "friday"],
        "tree": ["tree", "friday"],
        "simulate": ["simulate", "pig", "-n", "2"],
    }
    assert set(args) == set(CONTRACT)
    for name, words in args.items():
        text = friday.say(*words, "--json")
        assert text.count("\n") == 1
        found = msgspec.json.decode(text, type=CONTRACT[name], strict=True)
        assert msgspec.json.decode(msgspec.json.encode(found)) == json.loads(text)


def test_every_command_that_prints_json_is_in_the_contract() -> None:
    ctx = click.Context(retold)
    named = {
        name
        for name in retold.list_commands(ctx)
        if (command := retold.get_command(ctx, name)) is not None
        and any("--json" in param.opts for param in command.params)
    }
    # `schema --json` prints the contract itself.
    assert named - {"schema"} == {name.split()[0] for name in CONTRACT}


def test_a_tree_names_events_by_their_heads_only(friday: Desk) -> None:
    friday.say("record", "friday", "roll 5", "hold", "ben: roll 3")
    friday.say("branch", "friday", "what-if", "--at", "2")
    runs = json.loads(friday.say("tree", "friday", "--json"))
    assert [(run["first"], run["ply"]) for run in runs] == [(0, 2), (3, 5)]
    assert (runs[0]["parent"], runs[1]["parent"]) == (None, runs[0]["head"])
    assert not {"id", "last", "start", "end"} & set(runs[0])


def test_our_games_are_entry_points_by_their_folders() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = set(project["entry-points"]["retold.games"])
    folders = {path.parent.name.replace("_", "-") for path in ROOT.glob("engine/games/*/rules.py")}
    assert named <= folders


# simulate


def test_simulate_shows_bots_and_seats_with_their_intervals(desk: Desk) -> None:
    lines = desk.say("simulate", "pig", "-n", "4", "--seed", "1").splitlines()
    assert lines[0].split()[:4] == ["bot", "played", "wins", "share"]
    assert [line.split()[0] for line in lines[1:3]] == ["greedy", "random"]
    assert re.match(r"greedy +4 +\d\.\d +\d+\.\d% +\d+\.\d% to \d+\.\d% ", lines[1])
    assert any(re.match(r"4 matches of pig, [\d.]+ plies each, \d+ matches/s", x) for x in lines)
    assert not desk.db.exists()


def test_simulate_gives_the_same_again(desk: Desk) -> None:
    args = ("simulate", "pig", "-n", "3", "--seed", "x", "--bots", "random")
    assert desk.json(Simulation, *args) == desk.json(Simulation, *args)


def test_simulate_saves_its_matches(desk: Desk) -> None:
    out = desk.say("simulate", "pig", "-n", "2", "--save", "--bots", "random")
    assert "Saved as pig-1 to pig-2." in out
    assert "over" in desk.say("show", "pig-2")
    assert "as recorded" in desk.say("verify", "--all")


@pytest.mark.parametrize(
    "args", [["--bots", "deep"], ["--bots", ""], ["--players", "9"], ["-o", "x=1"]]
)
def test_a_simulation_that_cannot_be_is_refused(desk: Desk, args: list[str]) -> None:
    desk.refuse("simulate", "pig", "-n", "2", *args)


def test_games_and_rules_fit_80_columns(friday: Desk) -> None:
    for number in range(30):
        friday.say("new", "pig", "-p", "A", "-p", "B", "--as", f"a-long-name-{number}")
    listed = friday.say("games")
    assert "... (`retold matches` lists them)" in " ".join(listed.split())
    outputs = [listed, *(friday.say("rules", name) for name in game_names())]
    assert [line for text in outputs for line in text.splitlines() if len(line) > 80] == []


def test_what_a_pack_draws_in_rows_is_shown_in_rows(desk: Desk) -> None:
    lines = desk.say("rules", "vale-dos-monstros").splitlines()
    at = lines.index("    map")
    assert all(re.fullmatch(r"      [ #\w.]+( [#\w.])+", line) for line in lines[at + 1 : at + 14])
