"""The fold: concessions and ranks, what the table decides, and that a replay is the play."""

import random
from typing import Any

import msgspec
import pytest

from engine import events as kinds
from engine import fold
from engine.chance import UNSEEN, private
from engine.errors import EngineError, IllegalMove, IllegalOutcome
from engine.events import Adjusted, Adjustment, Moved, Opened, Reseeded, Resolved, Ruled
from engine.game import UNSEEN_CARDS, Agree, Concede, Game, Standing
from engine.luck import ALGORITHM, Luck
from tests.engine.driver import NONCE, Table
from tests.engine.games import events, every, opened
from tests.engine.hidden import DrawCard, Hidden, Show

GAMES = {game.name: game for game in every()}
PIG, NOUGHTS = GAMES["pig"], GAMES["tic-tac-toe"]
HIDDEN = Hidden(None)
NAMES = ["ana", "bo", "cy", "di"]


def ranks(table: Table) -> dict[str, int]:
    return {
        NAMES[seat]: side.rank
        for side in fold.standing(table.game, table.state)
        for seat in side.seats
    }


def adjusted(table: Table, *values: tuple[list[str | int], Any]) -> Any:
    event = Adjusted([Adjustment(path, value) for path, value in values])
    fold.advance(table.game, table.position, [event])
    return table.state


# Concede and agree


def test_a_later_concession_ranks_above_an_earlier_one() -> None:
    table = Table(PIG, NAMES)
    table.do("ana: roll 6", "ana: hold", "bo: concede")
    assert table.state.ended == ""
    assert ranks(table) == {"ana": 1, "cy": 2, "di": 2, "bo": 4}
    table.do("ana: concede")
    assert ranks(table) == {"cy": 1, "di": 1, "ana": 3, "bo": 4}
    table.do("di: concede")
    assert table.state.ended == "conceded"
    assert ranks(table) == {"cy": 1, "di": 2, "ana": 3, "bo": 4}
    result = fold.result(PIG, table.state)
    assert result is not None
    assert [side.seats for side in result.standing] == [[2], [3], [0], [1]]


def test_the_last_one_left_wins_whatever_the_points() -> None:
    table = Table(PIG, ["ana", "bo"])
    table.do("roll 6", "roll 6", "hold", "ana: concede")
    assert ranks(table) == {"bo": 1, "ana": 2}


def test_who_conceded_is_skipped_and_does_nothing_more() -> None:
    table = Table(PIG, NAMES[:3])
    table.do("bo: concede", "roll 1")
    assert table.waits() == ["cy"]
    assert "out of the match" in table.refuses("bo: roll").reason
    assert "out of the match" in table.refuses("bo: concede").reason


def test_nobody_concedes_while_chance_is_due() -> None:
    table = Table(PIG, NAMES[:3])
    table.do("roll")
    for line in ("bo: concede", "ana: hold", "cy: agree"):
        with pytest.raises(IllegalMove, match="chance is due first"):
            fold.check(PIG, table.state, 1, {"b": Concede(), "a": None, "c": Agree()}[line[0]])
    assert fold.waits(PIG, table.state) == []
    assert fold.moves(PIG, table.state) == []


def test_agreed_to_stop_is_ranked_as_it_stands() -> None:
    table = Table(PIG, NAMES[:3])
    table.do("roll 6", "hold", "agree")
    assert table.state.ended == "agreed to stop"
    assert ranks(table) == {"ana": 1, "bo": 2, "cy": 2}


def test_when_the_match_is_over_nothing_is_legal() -> None:
    table = Table(NOUGHTS, ["ana", "bo"])
    table.do("mark a1", "mark b1", "mark a2", "mark b2", "mark a3")
    assert (table.state.ended, ranks(table)) == ("three in a row", {"ana": 1, "bo": 2})
    for line in ("mark c1", "ana: concede", "bo: agree"):
        assert table.refuses(line).rule == "table"
    assert (fold.moves(NOUGHTS, table.state), fold.waits(NOUGHTS, table.state)) == ([], [])
    with pytest.raises(IllegalOutcome, match="No chance is due"):
        fold.check_outcome(NOUGHTS, table.state, "s", ["1"])


def test_a_seat_that_is_not_there_is_refused() -> None:
    table = Table(PIG, ["ana", "bo"])
    for seat in (-1, 2):
        with pytest.raises(IllegalMove, match=f"there is no seat {seat}"):
            fold.check(PIG, table.state, seat, Concede())


class Pairs(type(PIG)):  # type: ignore[misc]
    """Pig in which every player holds two seats, whose points count together."""

    def seating(self, players: int) -> list[int]:
        return [*range(players), *range(players)]

    def setup(self, players: int, options: Any) -> Any:
        return super().setup(2 * players, options)

    def role(self, state: Any, seat: int) -> str:
        return "north" if seat < len(state.points) // 2 else "south"

    def standing(self, state: Any) -> list[Standing]:
        half = len(state.points) // 2
        points = [state.points[seat] + state.points[seat + half] for seat in range(half)]
        sides = [
            Standing([seat, seat + half], points[seat], 1 + sum(p > points[seat] for p in points))
            for seat in range(half)
        ]
        return sorted(sides, key=lambda side: side.rank)


def test_a_player_leaves_with_every_seat_that_he_holds() -> None:
    table = Table(Pairs(PIG.pack), NAMES[:3])
    assert table.labels[4] == "bo/south"
    table.do("bo/south: concede")
    assert table.state.conceded == [1, 4]
    table.do("roll 1")
    assert table.waits() == ["cy"]
    table.do("ana/north: concede")
    assert table.state.ended == "conceded"
    assert ranks_of_seats(table) == {2: 1, 5: 1, 0: 2, 3: 2, 1: 3, 4: 3}


def ranks_of_seats(table: Table) -> dict[int, int]:
    return {s: side.rank for side in fold.standing(table.game, table.state) for s in side.seats}


def test_a_match_of_one_side_is_lost_by_conceding_it() -> None:
    table = Table(PIG, ["ana"])
    table.do("concede")
    assert table.state.ended == "conceded"
    assert [side.rank for side in fold.standing(PIG, table.state)] == [0]


# What the table decides


def full_board(*before: Any) -> Table:
    table = Table(NOUGHTS, ["ana", "bo"])
    for event in before:
        table.event(event)
    cells = ["a1", "b1", "c1", "b2", "a2", "c2", "b3", "a3", "c3"]
    table.do(*[f"mark {cell}" for cell in cells])
    return table


def test_a_ruling_holds_from_there_on() -> None:
    assert ranks(full_board()) == {"ana": 1, "bo": 1}
    ruled = full_board(Ruled("full", "second"))
    assert ranks(ruled) == {"bo": 1, "ana": 2}
    assert ruled.state.options.full == "second"
    assert ruled.opened.options.full == "draw"


def test_what_stood_is_set_and_marked() -> None:
    table = Table(NOUGHTS, ["ana", "bo"])
    table.do("mark a1")
    adjusted(table, (["marks", "b2"], 0), (["marks", "c3"], 1))
    assert table.state.marks == {"a1": 0, "b2": 0, "c3": 1}
    assert table.position.irregular == 1
    assert isinstance(table.state, NOUGHTS.State)
    adjusted(table, (["conceded", 0], 1))
    assert (table.state.conceded, table.position.irregular) == ([1], 2)


def test_a_part_at_its_default_can_be_set() -> None:
    table = Table(NOUGHTS, ["ana", "bo"])
    adjusted(table, (["marks", "a1"], 1), (["won"], 1), (["ended"], "by hand"))
    assert (table.state.marks, table.state.won, table.state.ended) == ({"a1": 1}, 1, "by hand")
    adjusted(table, (["won"], None), (["ended"], ""))
    assert (table.state.won, table.state.ended) == (None, "")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ([], 1),
        (["nowhere"], 1),
        (["points", "a"], 1),
        (["points", 7], 1),
        (["points", -1], 1),
        (["points", 0, "x"], 1),
        ([0], 1),
        (["turn", 0], 1),
        (["points", 0], "many"),
        (["points", 0], 1.5),
        (["points", 0], float("nan")),
        (["points", 0], True),
        (["points", 0], None),
        (["points"], None),
        (["points"], {"a": 1}),
        (["ended"], "\ud800"),
        (["rolling"], 1),
        (["options", "full"], "draw"),
        (["conceded", 1], 0),
    ],
)
def test_what_does_not_fit_the_state_is_refused_and_changes_nothing(
    path: list[str | int], value: Any
) -> None:
    table = Table(PIG, ["ana", "bo"])
    before = fold.state_bytes(table.state)
    event = Adjusted([Adjustment(["points", 0], 5), Adjustment(path, value)])
    with pytest.raises(EngineError) as refusal:
        fold.adjust(PIG, table.state, event)
    assert "\n" not in str(refusal.value)
    assert fold.state_bytes(table.state) == before


def test_an_adjusted_state_shares_nothing() -> None:
    table = Table(PIG, ["ana", "bo"])
    before = table.state
    value = [7, 8]
    after = adjusted(table, (["points"], value))
    value[0] = 99
    assert (before.points, after.points) == ([0, 0], [7, 8])
    assert after.options is not before.options


def test_from_a_new_seed_on_luck_decides() -> None:
    table = Table(PIG, ["ana", "bo"])
    table.do("roll 6")
    assert fold.by_luck(PIG, table.position, Luck("7")) is None
    table.event(Reseeded("7"))
    table.do("roll")
    assert table.events[-1] == Resolved("turn 0/0", [str(table.state.pot - 6)], luck=True)
    table.event(Reseeded(None))
    table.do("roll")
    assert table.due() == "die"


def test_requests_are_counted_whoever_answered() -> None:
    table = Table(PIG, ["ana", "bo"])
    table.do("roll 6", "roll 5")
    table.event(Reseeded("7"))
    table.do("roll")
    assert table.position.asked == {"turn 0/0": 3}
    face = Luck("7").below(6, "turn 0/0", 2, 0)[0] + 1
    assert table.state.pot in (11 + face, 0)


# Unseen cards, when luck takes over


def at_a_table(moves: list[Any], players: int = 2) -> fold.Position:
    position = fold.begin(HIDDEN, opened(HIDDEN, players, None))
    for seat, event in enumerate(moves):
        fold.check(HIDDEN, position.state, seat % players, event)
        fold.advance(HIDDEN, position, [Moved(seat % players, event)])
        request = fold.due(HIDDEN, position)
        if request is not None:
            fold.advance(HIDDEN, position, [Resolved(request.stream, [UNSEEN])])
    return position


def test_when_luck_takes_over_unseen_cards_are_dealt_first() -> None:
    position = at_a_table([DrawCard(), DrawCard(), DrawCard()])
    assert [hand.unseen for hand in position.state.hands] == [2, 1]
    assert fold.due(HIDDEN, position) is None
    fold.advance(HIDDEN, position, [Reseeded("7")])
    seers = []
    while (given := fold.by_luck(HIDDEN, position, Luck("7"))) is not None:
        event, request = given
        assert event.stream == UNSEEN_CARDS
        seers.append(private(request))
        fold.advance(HIDDEN, position, [event])
    assert seers == [0, 0, 1]
    assert [hand.unseen for hand in position.state.hands] == [0, 0]
    assert HIDDEN.broken(position.state) == []
    assert fold.due(HIDDEN, position) is None


def test_the_deal_comes_before_the_chance_that_is_due() -> None:
    position = at_a_table([DrawCard(), DrawCard()])
    fold.advance(HIDDEN, position, [Moved(0, DrawCard()), Reseeded("7")])
    streams = []
    while (given := fold.by_luck(HIDDEN, position, Luck("7"))) is not None:
        streams.append(given[0].stream)
        fold.advance(HIDDEN, position, given[:1])
    assert streams == [UNSEEN_CARDS, UNSEEN_CARDS, "cards"]
    assert [hand.size for hand in position.state.hands] == [2, 1]


def test_an_unseen_card_put_there_by_hand_is_dealt_too() -> None:
    position = fold.begin(HIDDEN, opened(HIDDEN, 2, "7"))
    put = [
        Adjustment(["hands", 0, "held", "0"], ["?"]),
        Adjustment(["deck", "pools", "0", "left"], 7),
    ]
    fold.advance(HIDDEN, position, [Adjusted(put)])
    request = fold.due(HIDDEN, position)
    assert request is not None
    assert request.stream == UNSEEN_CARDS


def test_at_a_table_unseen_cards_stay_unseen() -> None:
    position = at_a_table([DrawCard(), DrawCard()])
    fold.advance(HIDDEN, position, [Reseeded(None)])
    assert fold.due(HIDDEN, position) is None
    with pytest.raises(IllegalMove, match="cannot hold ten"):
        fold.check(HIDDEN, position.state, 0, Show("ten"))


def table_match(seed: int) -> tuple[Opened[Any], list[Any]]:
    """A random match at a table in which luck takes over, leaves off and takes over again."""
    rng = random.Random(seed)
    root = opened(HIDDEN, rng.randint(2, 3), None)
    position, path = fold.begin(HIDDEN, root), []
    for turn in range(60):
        if position.state.ended:
            break
        event: Any
        request = fold.due(HIDDEN, position)
        if turn in (20, 30, 45):
            event = Reseeded(None if turn == 30 else str(seed))
        elif request is None:
            seat, move = rng.choice(HIDDEN.moves(position.state))
            fold.check(HIDDEN, position.state, seat, move)
            event = Moved(seat, move)
        elif position.seed is not None:
            given = fold.by_luck(HIDDEN, position, Luck(position.seed))
            assert given is not None
            event = given[0]
        else:
            event = Resolved(request.stream, [UNSEEN])
        path.append(event)
        fold.advance(HIDDEN, position, [event])
        assert HIDDEN.broken(position.state) == []
    return root, path


def test_a_match_that_changes_between_table_and_luck_is_sound() -> None:
    for seed in range(25):
        root, path = table_match(seed)
        step, whole = fold.begin(HIDDEN, root), fold.begin(HIDDEN, root)
        for event in path:
            fold.advance(HIDDEN, step, [event])
        fold.advance(HIDDEN, whole, path)
        assert fold.state_bytes(step.state) == fold.state_bytes(whole.state)
        assert step.asked == whole.asked


# A replay is the play


@pytest.mark.parametrize("game", [*GAMES.values(), HIDDEN], ids=lambda game: game.name)
def test_the_fold_of_the_stored_bodies_is_the_play(game: Game) -> None:
    for seed in range(3):
        path, last = [], None
        for position, event in events(game, seed, most=150, unseen=seed == 2):
            path.append(event)
            last = position
        assert last is not None
        players = max(last.state.seating) + 1
        root = opened(game, players, str(seed))
        text = b"[" + b",".join(map(kinds.encode, [root, *path])) + b"]"
        read = kinds.decoder(game.Options, game.Moves | Concede | Agree).decode(text)
        assert [kinds.encode(event) for event in read] == list(map(kinds.encode, [root, *path]))
        position = fold.begin(game, read[0])
        fold.advance(game, position, read[1:])
        assert fold.state_bytes(position.state) == fold.state_bytes(last.state)
        assert position.asked == last.asked


def test_a_state_keeps_its_own_options() -> None:
    root = opened(NOUGHTS, 2, None)
    state = fold.begin(NOUGHTS, root).state
    assert state.options == root.options
    assert state.options is not root.options


def test_a_digest_is_keyed_by_the_nonce() -> None:
    state = fold.begin(PIG, opened(PIG, 2, None)).state
    keeper, other = fold.Keeper(PIG, NONCE), fold.Keeper(PIG, "11" * 16)
    clone = keeper.clone(state)
    assert clone == state
    assert clone is not state
    assert keeper.digest(clone) == keeper.digest(state)
    assert keeper.digest(state) != other.digest(state)
    clone.points[0] = 1
    assert keeper.digest(clone) != keeper.digest(state)
    assert len(keeper.digest(state)) == 32


def test_luck_has_a_name_in_the_root() -> None:
    assert msgspec.json.decode(kinds.encode(opened(PIG, 2, "s")))["luck"] == ALGORITHM
