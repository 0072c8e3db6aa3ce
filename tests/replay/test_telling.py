"""What is told of a recording is what came of it, and only what the reader may see."""

import re
from collections.abc import Iterator

import pytest

from engine.game import Game
from eventstore import SQLiteStore
from replay import reading, telling
from replay.games import game_class, games
from replay.match import Match
from replay.reading import EVERYBODY, Viewer
from tests.replay.test_golden import RECORDED, imported
from tests.replay.test_transcript import played

ALL = Viewer(everything=True)


def told(match: Match, viewer: Viewer = EVERYBODY) -> Iterator[tuple[str, list[str]]]:
    """The texts of main's events, each with what came of it."""
    head = match.resolve()
    events = reading.log(match, head, viewer)
    for one, came in zip(events, telling.log(match, head, viewer), strict=True):
        yield one.entry.text, came


def came_of(match: Match, text: str) -> list[list[str]]:
    return [came for said, came in told(match) if said == text]


def test_a_duel_is_told_with_its_totals_and_what_it_is_worth(store: SQLiteStore) -> None:
    match = imported(store, "brawl-example-1")
    assert came_of(match, "Claudia: conclude") == [
        [
            "Claudia wins the duel against Sophia, 2 to 1: 2 VP for South Cape",
            "Sophia loses South Cape, which is discarded",
            "Claudia: 2 VP (+2)",
        ]
    ]
    assert came_of(match, "Erich: conclude") == [
        [
            "Erich wins the duel against Claudia, 4 to 2: 3 VP for North Shore and 2 more for "
            "beating the leader",
            "Claudia loses North Shore, which is discarded",
            "Erich: 5 VP (+5)",
        ]
    ]
    assert came_of(match, "Erich: cast mountain troll") == [
        ["Erich stands at 4", "Erich: 1 chi (-3), 0 spells in hand (-1)"]
    ]


def test_a_tie_an_injury_and_the_end_of_a_brawl_are_told(store: SQLiteStore) -> None:
    lines = [text for _, came in told(imported(store, "brawl-example-2")) for text in came]
    assert any(re.search(r"tie the duel, 3 to 3: both keep", line) for line in lines)
    lines = [text for _, came in told(imported(store, "brawl-2-players")) for text in came]
    assert "Ben loses the duel against Ana, 0 to 2" in lines
    assert "Ben is injured: 1 less on the total when challenged in this round" in lines
    assert lines[-3:] == [
        "Ana: 15 VP (+3)", "Ben: 9 VP (+2)", "Ana wins the match: 15 victory points reached",
    ]  # fmt: skip


def test_captures_damage_and_the_score_of_beasts_are_told(store: SQLiteStore) -> None:
    match = imported(store, "beasts-seeded")
    assert came_of(match, "flip Thunder Ibis") == [
        ["On top lies Thunder Ibis (air, Esoteric, life 2, attack 3), upside down"]
    ]
    assert list(told(match))[-1][1] == [
        "Sand Widow is captured, Esoteric Beast 6 of 20",
        "Ana: 0 in Set B (-1), -11 points (+1)",
        "The match is lost: energy empty",
    ]


def test_tents_visitors_and_monsters_of_the_valley_are_told(store: SQLiteStore) -> None:
    match = imported(store, "vale-2-players")
    assert came_of(match, "Ana/mummy: move i14 j12") == [
        [
            "Ana/mummy takes the tent j12: 12 of 12 are under control",
            "That was the last tent: the match ends with this turn",
            "Ana/mummy: 32 points (+3), 9 tokens (-5)",
        ]
    ]
    assert came_of(match, "Ben/skeleton: frighten e10 g11") == [
        [
            "Ben/skeleton frightens the child on e10 and the child on g11 away",
            "Ben/skeleton: 17 tokens (+1)",
        ]
    ]
    lines = [text for _, came in told(match) for text in came]
    assert any(re.match(r"In the tent \w+ camp .*, with(out)? a campfire$", line) for line in lines)


def test_health_deaths_and_blocks_of_taidian_are_told(store: SQLiteStore) -> None:
    match = imported(store, "taidian-2-against-2")
    assert list(told(match))[-2:] == [
        ("Ana: block Parry", ["Ana has blocked 5 points"]),
        (
            "Ana: take",
            [
                "Ana: 0 health (-5), 0 energy (-8)",
                "Ana is dead",
                "Ben and Dan win the match: every opponent is dead",
            ],
        ),
    ]


def test_of_any_game_the_points_who_is_out_and_who_won_are_told(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Ben", "Cy"])
    match.record(["Ana: roll", "die 6"])
    assert telling.news(match, match.record(["Ana: hold"])) == [
        "Ana: 6 points (+6)", "Now turn 2, Ben",
    ]  # fmt: skip
    assert telling.news(match, match.record(["Ben: concede"])) == [
        "Ben has left the match", "Now turn 3, Cy",
    ]  # fmt: skip
    assert telling.news(match, match.record(["Cy: concede"])) == [
        "Cy has left the match", "Ana wins the match: conceded",
    ]  # fmt: skip
    assert telling.news(match, match.undo()) == [
        "Cy is back in the match", "The match goes on",
    ]  # fmt: skip
    assert telling.news(match, match.undo(3)) == [
        "Ana: 0 points (-6)", "Ben is back in the match", "Now turn 1, Ana",
    ]  # fmt: skip
    assert telling.news(match, match.redo(2)) == ["Ana: 6 points (+6)", "Now turn 2, Ben"]
    assert telling.news(match, match.note("hm")) == []


def test_a_line_that_is_adopted_is_told_by_what_it_changes(store: SQLiteStore) -> None:
    match = Match.new(store, "pig", ["Ana", "Ben"])
    match.branch("other")
    match.record(["roll", "die 6", "hold"])
    match.record(["roll", "die 2", "hold"], timeline="other")
    assert telling.news(match, match.adopt("other")) == ["Ana: 2 points (-4)"]


@pytest.mark.parametrize("kind", games(), ids=lambda kind: kind.name)
@pytest.mark.parametrize("viewer", [EVERYBODY, Viewer(0), ALL], ids=["public", "seat", "all"])
def test_a_mark_tells_what_the_log_tells_and_changes_nothing(
    kind: type[Game], viewer: Viewer, store: SQLiteStore
) -> None:
    match = played(store, kind, 4, luck=False, moves=60)
    head = match.resolve()
    steps = match.steps(head)
    copy = Match.new(store, kind.name, match.players)
    for step, came in zip(steps, list(telling.log(match, head, viewer))[1:], strict=True):
        before = telling.mark(copy)
        done = copy.record([reading.text(step)])
        kept = copy.at(done.row.after)
        news = telling.news(copy, done, viewer, before)
        assert news[: len(came)] == came
        assert [text for text in news[len(came) :] if not text.startswith("Now ")] == []
        assert telling.news(copy, done, viewer) == news
        assert copy.at(done.row.after) is kept
        assert copy.keeper.digest(kept.position.state) == copy.store.event(done.row.after).state


@pytest.mark.parametrize("name", RECORDED)
def test_every_old_log_is_told_in_short_sentences(name: str, store: SQLiteStore) -> None:
    for _, came in told(imported(store, name), ALL):
        for text in came:
            assert re.search(r"[{}]|^$|\bNone\b", text) is None, text
            assert len(text) < 140


def test_what_comes_in_turn_adds_up(store: SQLiteStore) -> None:
    sums: dict[str, int] = {}
    for _, came in told(imported(store, "brawl-3-players")):
        for text in came:
            for name, vp, more in re.findall(r"^(\w+): (\d+) VP \(([+-]\d+)\)", text):
                sums[name] = sums.get(name, 0) + int(more)
                assert sums[name] == int(vp)
    assert sums


def test_a_state_that_the_table_set_by_hand_never_stands_in_the_way(store: SQLiteStore) -> None:
    match = played(store, game_class("taiwan-monsters-brawl"), 4, luck=False, moves=60)
    done = match.adjust(["seats.0.vp=9"])
    assert telling.news(match, done) == ["Ana: 9 VP (+5)"]
    done = match.adjust(["ended=the lights went out"])
    assert telling.news(match, done) == ["Ana wins the match: the lights went out"]


GLANCES = {
    "brawl-example-1": (
        43,
        ["Claudia: 3 VP, 2 chi", "Erich: 5 VP, 1 chi, East Rift", "Sophia: 2 chi, 1 spell in hand"],
    ),
    "vale-werewolf": (
        29,
        ["Ana: 8 points, 6 tokens, 4 in reserve, 3 action cards, on a2 d1 m4 g14",
         "Ben: 6 points, 3 tokens, 4 in reserve, 3 action cards, on a4 f1 m5 h13",
         "Cai: 5 points, 3 tokens, 4 in reserve, 3 action cards, on a5 h1 b14 m6",
         "Visitors: woman h12, woman g12, child i12",
         "3 action points left"],
    ),
    "taidian-overflow": (
        18,
        ["Ana: 60 health, 2 energy, 3 cards in hand, Strength 2",
         "Ben: 60 health, 1 energy, 5 cards in hand, Calm 1",
         "To spend: 1 money"],
    ),
    "beasts-kitchen-table": (138, ["Ana: 34 cards in Set A, 16 points, 20 of 20 Esoteric Beasts"]),
}  # fmt: skip


@pytest.mark.parametrize("name", GLANCES)
def test_a_glance_tells_what_the_table_looks_like(name: str, store: SQLiteStore) -> None:
    ply, told = GLANCES[name]
    match = imported(store, name)
    state = reading.viewed(match, match.position(at=str(ply)).position.state, reading.EVERYBODY)
    assert [text.format(*match.labels(state)) for text in match.game.glance(state)] == told


def test_the_end_of_the_set_up_brings_no_points(store: SQLiteStore) -> None:
    bushes = [came for text, came in told(imported(store, "vale-werewolf")) if ": bush" in text]
    assert len(bushes) == 12
    assert not any("point" in text for came in bushes for text in came)
