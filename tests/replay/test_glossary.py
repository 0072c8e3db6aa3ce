"""Every thing of every game has a text, in words and numbers that are its own box's."""

import re
from functools import cache

import msgspec
import pytest

from engine.chance import UNSEEN
from engine.game import Game
from engine.notation import format_line, parse, squash, verbs
from eventstore import SQLiteStore
from replay import packs
from replay.errors import NotFound
from replay.games import game_class, games
from replay.glossary import PLAYERS, look_up, words
from replay.match import Match
from replay.options import options


@cache
def game(name: str) -> Game:
    kind = game_class(name)
    return packs.game_of(name, packs.shipped(kind))


BRAWL, BEASTS, VALE = map(game, ("taiwan-monsters-brawl", "esoteric-beasts", "vale-dos-monstros"))


def text(of: Game, word: str) -> str:
    (found,) = look_up(of, word)
    return found.text


@pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
def test_every_word_is_told_once_in_sentences(kind: type[Game]) -> None:
    found = words(game(kind.name))
    named = [(squash(word.name), word.kind) for word in found]
    assert len(set(named)) == len(named)
    for word in found:
        assert squash(word.name)
        assert word.text.endswith(".")
        assert word.text[0].isupper() or word.text[0].isdigit(), word
        assert re.search(r"[{}]|\bNone\b|\bTrue\b|  ", word.text) is None, word
        assert look_up(game(kind.name), word.name)


@pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
def test_every_move_and_every_option_is_a_word_with_an_example_that_is_read(
    kind: type[Game], store: SQLiteStore
) -> None:
    found = words(game(kind.name))
    moves = {word.name: word for word in found if word.kind == "move"}
    assert list(moves) == list(verbs(kind.Moves))
    players = min(max(3, kind.players[0]), kind.players[1])
    match = Match.new(store, kind.name, PLAYERS[:players])
    state = match.position().position.state
    for word in moves.values():
        assert word.typed.split()[0] == word.name
        assert word.examples
        for example in word.examples:
            labels = match.labels(state)
            read = parse(match.game, state, labels, example)
            assert format_line(labels, read.seat, read.move) == example
            assert read.rest == []
    assert [w.name for w in found if w.kind == "option"] == [o.name for o in options(kind)]
    for word in found:
        if word.kind == "option" and word.examples:
            given = word.examples[0].split()
            assert given[:3] == ["retold", "new", kind.name]
            assert Match.new(store, kind.name, PLAYERS[:players], choices=[given[4]])


def test_every_card_board_rune_and_symbol_of_brawl_has_a_text() -> None:
    known = {(word.name, word.kind) for word in words(BRAWL)}
    pack = BRAWL.pack
    assert known >= {(spell.name, "Spell Card") for spell in pack.spell}
    assert known >= {(card.name, "Territory Card") for card in pack.territory}
    assert known >= {(monster.name, "monster") for monster in pack.monster}
    assert known >= {(rune, "rune") for rune in ("ultimate", "chi", "spell", "upgrade", "reroll")}
    assert known >= {(f"{color} die", "die") for color in ("grey", "black", "red")}
    assert sum(kind == "symbol" for _, kind in known) == 5
    assert sum(kind == "phase" for _, kind in known) == 5
    (tempest,) = look_up(BRAWL, "tempest")
    assert tempest.rule == "Spell Card Descriptions: Tempest"
    assert tempest.text == (
        "An exhausted rune of your own board lies colored side up again; cast it in the clean-up, "
        "after the cards have scored. It costs 1 chi; the deck holds 3 copies."
    )
    assert text(BRAWL, "keelung") == "It is worth 3 VP and brings 2 chi when it is claimed."
    assert "Ultimate Power: 2 more red dice and +1 chi for you." in text(BRAWL, "two suns")


def test_every_card_of_beasts_and_every_step_has_a_text() -> None:
    known = {(word.name, word.kind) for word in words(BEASTS)}
    assert known >= {(card.name, "card") for card in BEASTS.pack.card}
    assert known >= {(element.name, "element") for element in BEASTS.pack.element}
    phases = {"SIGHT", "AWAKEN", "ENCOUNTER", "SUBDUE", "ESO-THRASH", "EXPLORE"}
    assert {name for name, kind in known if kind == "phase"} == phases
    assert text(BEASTS, "pyre") == (
        "An Esoteric Beast (its spell is Ring of Embers) of fire, life 2, attack 2: upright on top "
        "of Set A it takes 2 of Set B; without a match below it, its capture costs 2 of Set B."
    )


def test_every_legion_visitor_and_terrain_of_the_valley_has_a_text() -> None:
    known = {(word.name, word.kind) for word in words(VALE)}
    legions = {"witch", "ghost", "werewolf", "skeleton", "vampire", "mummy"}
    assert {name for name, kind in known if kind == "legion"} == legions
    assert {name for name, kind in known if kind == "visitor"} == {"man", "woman", "child"}
    assert {name for name, kind in known if kind == "terrain"} >= {
        "valley", "bush", "mountain", "tent", "entrance",
    }  # fmt: skip
    assert {table.name for table in VALE.pack.table} == {
        name for name, kind in known if kind == "visitors' table"
    }
    assert (
        text(VALE, "witch")
        == "A monster of this legion walks 4 steps at most, where others walk 3."
    )


def test_every_card_character_and_power_up_of_taidian_has_a_text() -> None:
    taidian = game("taking-of-taidian")
    known = {(word.name, word.kind) for word in words(taidian)}
    assert known >= {(card.name, f"{card.color} card") for card in taidian.pack.card}
    assert known >= {(one.name, "character") for one in taidian.pack.character}
    assert known >= {(power.name, "power-up") for power in taidian.pack.power}
    assert text(taidian, "whirlwind") == (
        "It hits everybody declared in the batch with 10 points, with the symbol Agility. It costs "
        "5 money; its stack holds 6."
    )


def test_the_numbers_are_those_of_the_pack() -> None:
    other = packs.shipped(type(VALE)).replace('"witch_steps":4', '"witch_steps":6')
    assert "walks 6 steps" in text(packs.game_of(VALE.name, other), "witch")
    tree = msgspec.json.decode(packs.shipped(type(BRAWL)))
    tree["spell"][0]["cost"], tree["spell"][0]["copies"] = 0, 1
    mine = packs.game_of(BRAWL.name, msgspec.json.encode(tree).decode())
    assert text(mine, "tornado").endswith("It costs nothing; the deck holds 1 copy.")


def test_a_beginning_or_a_word_of_the_name_is_enough_where_it_is_the_only_one() -> None:
    assert look_up(BRAWL, "VOLC")[0].name == "volcanic eruption"
    assert look_up(BRAWL, "raincoats")[0].name == "Mô-sîn-á in Yellow Raincoats"
    assert look_up(VALE, "quiet")[0].name == "A Quiet Weekend"
    assert look_up(VALE, "pounce")[0].name == "move"
    assert [word.kind for word in look_up(BRAWL, "spell")] == ["Spell Card", "rune"]
    with pytest.raises(NotFound, match=r"^\"set\" may be Set A or Set B; type more of it\.$"):
        look_up(BEASTS, "set")


def test_a_word_that_is_not_there_is_refused_with_the_nearest() -> None:
    with pytest.raises(NotFound, match="did you mean tornado"):
        look_up(BRAWL, "tornad0")
    with pytest.raises(NotFound, match="retold rules pig` lists its words"):
        look_up(game("pig"), "xyzzy")
    for typed in ("", " ", "?", UNSEEN, "\x00", "{0}", "a" * 9000):
        with pytest.raises(NotFound):
            look_up(BRAWL, typed)


def test_a_game_that_tells_nothing_has_what_its_pack_gives_names_to() -> None:
    articles = Game.glossary(BRAWL)
    tornado = next(one for one in articles if one.name == "tornado")
    assert (tornado.kind, tornado.text) == ("spell", "Spell: cost 1, copies 3.")
