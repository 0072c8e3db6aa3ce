"""Notation: what is written is read again, what is typed by hand is understood, and no line is ever
answered with anything but a move or a refusal."""

import random
from collections.abc import Sequence
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct

from engine import fold
from engine.chance import Dice, Draw, Request, Weighted
from engine.errors import BadNotation, IllegalMove, IllegalOutcome
from engine.game import Agree, Concede, Game, Options, Picture, Standing, State, Turn
from engine.notation import (
    Line,
    alike,
    format_line,
    format_move,
    format_values,
    parse,
    read_values,
    squash,
)
from engine.words import Seat, led, name
from replay import packs
from replay.games import game_class
from tests.engine.games import events, every

GAMES = every()
LABELS = ["Ana María", "Ana", "林弘哲", "Mô-sîn-á", "o'Brien", "X9"]

Cell = Annotated[str, name("cell")]
Card = Annotated[str, name("card")]
CELLS = ["a1", "a2", "a10", "B 2", "-3"]
CARDS = [
    "Mô-sîn-á in Yellow Raincoats",
    "Two Suns",
    "Two",
    "獅暴雨",
    "獅暴",
    "Player's choice",
    "Alfvén's wave",
    "t1",
    "t10",
]


class Go(Struct, frozen=True, tag_field="verb", tag="go"):
    cell: Cell
    to: Cell


class Meet(Struct, frozen=True, tag_field="verb", tag="meet"):
    foe: Seat


class Pay(Struct, frozen=True, tag_field="verb", tag="pay-2"):
    amount: int


class Play(Struct, frozen=True, tag_field="verb", tag="play"):
    card: Card
    foe: Seat | None = None
    cell: Cell | None = None


class Push(Struct, frozen=True, tag_field="verb", tag="push"):
    one: Cell
    two: Cell | None = None
    three: Cell | None = None


class Use(Struct, frozen=True, tag_field="verb", tag="use"):
    foe: Seat | None = None
    die: Literal["grey", "black", "x9"] | None = None
    times: Literal[1, 2] | None = None


class Strike(Struct, frozen=True, tag_field="verb", tag="strike"):
    foe: Seat
    pounce: Annotated[str, led("cell")] | None = None


class StrikeBack(Struct, frozen=True, tag_field="verb", tag="strike-back"):
    card: Card


class WordsState(State, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    due: str = ""


class Words(Game):
    """A game of nothing but words."""

    name, title, version, players = "words", "Words", "1", (2, 6)
    State, Options, Pack = WordsState, Options, None
    Moves = Go | Meet | Pay | Play | Push | Use | Strike | StrikeBack
    OPTIONS: dict[str, Any] = {}

    REQUESTS: dict[str, Request] = {
        "dice": Dice("dice", "s", [["1", "0"], ["1", "0"], ["10", "-1"]]),
        "draw": Draw("draw card", "s", {"Two": 1, "Two Suns": 1}, dict.fromkeys(CARDS, 1), 2, 0),
        "flip": Weighted("flip", "s", {"獅暴雨": 1, "獅暴": 2}),
    }

    def setup(self, players: int, options: Any) -> Any:
        return WordsState(options=options)

    def waits(self, state: Any) -> list[int]:
        return [0]

    def turn(self, state: Any) -> Turn:
        return Turn([])

    def chance(self, state: Any) -> Request | None:
        return self.REQUESTS.get(state.due)

    def moves(self, state: Any) -> list[tuple[int, Any]]:
        return [(0, Meet(1)), (0, Pay(3))]

    def check(self, state: Any, seat: int, move: Any) -> None: ...

    def play(self, state: Any, seat: int, move: Any) -> None: ...

    def resolve(self, state: Any, values: list[str]) -> None:
        state.due = ""

    def leave(self, state: Any, seats: Sequence[int]) -> None: ...

    def standing(self, state: Any) -> list[Standing]:
        return [Standing([seat], 0, 1) for seat in range(len(state.seating))]

    def broken(self, state: Any) -> list[str]:
        return []

    def view(self, state: Any, seat: int | None) -> Any:
        return state

    def names(self, state: Any, kind: str) -> list[str]:
        return {"cell": CELLS, "card": CARDS}[kind]

    def picture(self, state: Any, names: Sequence[str]) -> Picture:
        return Picture([], "")


WORDS = Words(None)


def at(due: str = "", seats: int = 6) -> Any:
    state = WORDS.setup(seats, Options())
    state.seating, state.due = list(range(seats)), due
    return state


def read(line: str, due: str = "") -> Line:
    return parse(WORDS, at(due), LABELS, line)


def refused(line: str, due: str = "") -> str:
    with pytest.raises(BadNotation) as refusal:
        read(line, due)
    return str(refusal.value)


# What is written is read again

cells, cards = st.sampled_from(CELLS), st.sampled_from(CARDS)
seats = st.integers(0, len(LABELS) - 1)
moves = st.one_of(
    st.builds(Go, cells, cells),
    st.builds(Meet, seats),
    st.builds(Pay, st.integers(-(10**9) + 1, 10**9 - 1)),
    st.builds(Play, cards, st.none() | seats, st.none() | cells),
    st.builds(Push, cells, st.none() | cells, st.none() | cells),
    st.builds(
        Use,
        st.none() | seats,
        st.none() | st.sampled_from(["grey", "black", "x9"]),
        st.none() | st.sampled_from([1, 2]),
    ),
    st.builds(Strike, seats, st.none() | cells),
    st.builds(StrikeBack, cards),
    st.just(Concede()),
    st.just(Agree()),
)


@given(seats, moves)
@settings(max_examples=400, deadline=None)
def test_what_is_written_is_read_again(seat: int, move: Any) -> None:
    assert read(format_line(LABELS, seat, move)) == Line(seat, move, [])


@given(seats, moves, st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_case_and_spaces_do_not_count(seat: int, move: Any, seed: int) -> None:
    rng = random.Random(seed)
    line = "".join(
        rng.choice([c.upper(), c.lower()]) + (" " * (rng.random() < 0.5) if c in ": " else "")
        for c in format_line(LABELS, seat, move)
    )
    assert read(f"  {line} ") == Line(seat, move, [])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_legal_move_of_random_matches_is_read_again(game: Game) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        for position, _ in events(game, seed, most=150, unseen=seed % 2 == 1):
            state = position.state
            labels = labels_of(game, state)
            legal = fold.moves(game, state)
            for seat, move in rng.sample(legal, min(len(legal), 12)):
                line = format_line(labels, seat, move)
                assert parse(game, state, labels, line) == Line(seat, move, []), line


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_outcome_of_random_matches_is_read_again(game: Game) -> None:
    for seed in range(3):
        for position, event in events(game, seed, most=150, unseen=seed == 2):
            request = fold.due(game, position)
            if request is None:
                continue
            labels = labels_of(game, position.state)
            line = format_values(request.verb, event.values)
            understood = parse(game, position.state, labels, line)
            assert understood.move is None
            assert read_values(request, understood.rest) == (event.values, [])


def labels_of(game: Game, state: Any) -> list[str]:
    players, seating = LABELS[: max(state.seating) + 1], state.seating
    roles = [game.role(state, seat) for seat in range(len(seating))]
    return [
        f"{players[player]}/{role}" if seating.count(player) > 1 else players[player]
        for player, role in zip(seating, roles, strict=True)
    ]


# What is typed by hand


def test_names_are_squashed_to_letters_and_digits() -> None:
    assert squash("Mô-sîn-á in Yellow Raincoats") == "mosinainyellowraincoats"
    assert squash("  o'Brien ") == "obrien"
    assert squash("獅暴雨") == "獅暴雨"
    assert squash("ＡＢ１２") == "ab12"
    assert squash("Straße") == "strasse"


def test_digits_that_stand_apart_are_two() -> None:
    assert squash("1 0") != squash("10")
    assert squash("1  0") == squash("1 0")
    assert squash("B 2") == squash("b2")
    assert squash("-1") != squash("1")


@given(st.text(max_size=30))
def test_squashing_twice_changes_nothing(text: str) -> None:
    assert squash(squash(text)) == squash(text)


def test_names_that_read_alike_are_found() -> None:
    assert alike(["Ana", "ÁNA", "Bo"]) == ("Ana", "ÁNA")
    assert alike(["Two Suns", "two-suns!"]) == ("Two Suns", "two-suns!")
    assert alike(["1 0", "10", "-1", "1"]) is None


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("go a1 b2", Go("a1", "B 2")),
        ("go a1 b 2", Go("a1", "B 2")),
        ("GO A1, B-2!", Go("a1", "B 2")),
        ("go a10 a1", Go("a10", "a1")),
        ("meet lin", None),
        ("meet 林", Meet(2)),
        ("meet Obrien", Meet(4)),
        ("meet mosin", Meet(3)),
        ("meet ana", Meet(1)),
        ("meet ana maria", Meet(0)),
        ("pay 7", Pay(7)),
        ("pay -7", Pay(-7)),
        ("play two", Play("Two")),
        ("play two suns", Play("Two Suns")),
        ("play two s", Play("Two Suns")),
        ("play mo sin a in yellow raincoats", Play("Mô-sîn-á in Yellow Raincoats")),
        ("play alfven’s WAVE", Play("Alfvén's wave")),
        ("play PLAYERS CHOICE obr", Play("Player's choice", 4)),
        ("play t1 a2", Play("t1", None, "a2")),
        ("play 獅暴雨 x9 a2", Play("獅暴雨", 5, "a2")),
        ("play two cell a1", Play("Two", None, "a1")),
        ("push a1 a2", Push("a1", "a2")),
        ("push a1 three a2", Push("a1", None, "a2")),
        ("push a1 a2 a10", Push("a1", "a2", "a10")),
        ("use", Use()),
        ("use grey", Use(None, "grey")),
        ("use 2", Use(None, None, 2)),
        ("use x9", Use(5)),
        ("use die x9", Use(None, "x9")),
        ("strike ana pounce a1", Strike(1, "a1")),
        ("strike ana", Strike(1)),
        ("strike back two", StrikeBack("Two")),
        ("strike-back two", StrikeBack("Two")),
        ("me ana", Meet(1)),
    ],
)
def test_typed(line: str, move: Any) -> None:
    if move is None:
        refused(line)
    else:
        assert read(line) == Line(0, move, [])


def test_a_name_typed_in_full_goes_before_one_that_is_only_begun() -> None:
    labels = ["Blackie", "Greta"]
    assert parse(WORDS, at(seats=2), labels, "use black").move == Use(None, "black")
    assert parse(WORDS, at(seats=2), labels, "use blackie").move == Use(0)
    assert parse(WORDS, at(seats=2), labels, "use gre black").move == Use(1, "black")


def test_words_left_over_are_values() -> None:
    assert read("meet ana 1 0 1") == Line(0, Meet(1), ["1", "0", "1"])
    assert read("play two suns 1 0") == Line(0, Play("Two Suns"), ["1", "0"])
    assert read("strike ana a1") == Line(0, Strike(1), ["a1"])
    # A field that is needed is not led, so its name can be a name.
    assert refused("go cell a1")


def test_the_seat_is_the_one_that_the_match_waits_for() -> None:
    assert read("pay 1").seat == 0
    assert read("林弘哲: pay 1").seat == 2
    assert read("ana m : pay 1").seat == 0
    assert read("ana: pay 1").seat == 1


def test_where_several_are_waited_for_the_name_is_needed() -> None:
    for waiting, said in (([1, 2], "Ana, 林弘哲"), ([], "Ana María, Ana, 林弘哲")):
        state = at()
        game = Words(None)
        game.waits = lambda state, waiting=waiting: waiting  # type: ignore[method-assign,misc]
        with pytest.raises(BadNotation, match="Say whose move it is") as refusal:
            parse(game, state, LABELS, "pay 1")
        assert said in str(refusal.value)
        assert parse(game, state, LABELS, "agree") == Line(0, Agree(), [])


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "The line is empty; legal now: meet, pay, concede, agree."),
        (" ?! ", "The line is empty"),
        ("dance", '"dance" is no move here; legal now: meet, pay, concede, agree.'),
        ("p 1", '"p" may be pay or play or push; type more of it.'),
        ("erich: pay 1", '"erich" names no player here; say one of: Ana María, Ana'),
        ("a: pay 1", '"a" may be Ana María or Ana; type more of the name.'),
        (": pay 1", "names no player here"),
        ("go a1", "`go CELL TO` needs a cell more: one of: a1, a2"),
        ("go a1 z9", '"z9" is no cell in `go CELL TO`; say one of: a1, a2, a10, B 2, -3.'),
        ("go a", '"a" may be a1, a2, a10; type more of it.'),
        ("pay", "`pay AMOUNT` needs a number more: a whole number."),
        ("pay lots", '"lots" is no number'),
        ("pay 1e3", '"1e3" is no number'),
        ("pay 12345678901", "is no number"),
        ("play", "`play CARD [FOE] [CELL]` needs a card more"),
        ("play t", '"t" may be Two Suns, Two, t1, t10; type more of it.'),
        ("meet a", '"a" may be Ana María, Ana'),
        ("x" * 3000, "A line has at most 2000 characters, this one 3000."),
    ],
)
def test_a_refusal_lists_what_would_have_been_understood(line: str, said: str) -> None:
    assert said in refused(line)


def test_a_number_is_never_cut_in_two() -> None:
    assert "is no cell" in refused("go a1 a100")
    assert read("play t1").move == Play("t1")
    with pytest.raises(BadNotation, match="cannot come up"):
        read_values(Words.REQUESTS["dice"], ["1", "0", "1"])


def test_chance_is_typed_with_its_verb() -> None:
    assert read("dice 1 0 10", "dice") == Line(-1, None, ["1", "0", "10"])
    assert read("d 1 0 10", "dice") == Line(-1, None, ["1", "0", "10"])
    assert read("draw card ? two suns", "draw") == Line(-1, None, ["?", "two", "suns"])
    assert read("ana: draw ? two", "draw") == Line(1, None, ["?", "two"])
    assert "chance is due: type `dice` and what came up" in refused("dance", "dice")


def test_values_are_read_by_the_request() -> None:
    dice, cards, flip = Words.REQUESTS.values()
    assert read_values(dice, ["1", "0", "-1", "more"]) == (["1", "0", "-1"], ["more"])
    assert read_values(dice, ["0", "1", "10"]) == (["0", "1", "10"], [])
    assert read_values(cards, ["two", "suns", "?", "x"]) == (["Two Suns", "?"], ["x"])
    assert read_values(cards, ["two", "two", "suns"]) == (["Two", "Two Suns"], [])
    assert read_values(flip, ["獅暴"]) == (["獅暴"], [])
    with pytest.raises(BadNotation, match="needs 3 values, 1 is there; the next is one of: 1, 0"):
        read_values(dice, ["1"])
    with pytest.raises(BadNotation, match='"7" cannot come up in `dice`; it is one of: 1, 0'):
        read_values(dice, ["7"])


def test_a_later_shape_of_a_move_has_the_same_verb() -> None:
    assert format_move(LABELS, Pay(3)) == "pay 3"


def test_a_field_that_would_be_read_as_another_is_led() -> None:
    assert format_move(LABELS, Push("a1", None, "a2")) == "push a1 three a2"
    assert format_move(LABELS, Use(None, "x9")) == "use die x9"
    assert format_move(LABELS, Use(None, "grey")) == "use grey"
    assert format_move(LABELS, Strike(1, "a1")) == "strike Ana pounce a1"


# Whatever is typed

WORDS_TYPED = [*CELLS, *CARDS, *LABELS, "go", "use", "pay", "push", "three", "dice", "?", ":", "1"]
junk = st.text(max_size=12) | st.sampled_from(["\0", "\ud800", "::", "…", "-", "٣", "½", "1 0"])
lines = st.lists(st.sampled_from(WORDS_TYPED) | junk, max_size=8).map(" ".join)


@given(st.lists(lines, min_size=60, max_size=80), st.sampled_from(["", "dice", "draw", "flip"]))
@settings(max_examples=150, deadline=None)
def test_no_line_gives_anything_but_a_move_or_a_refusal(typed: list[str], due: str) -> None:
    state = at(due)
    before = fold.state_bytes(state)
    for line in typed:
        answered(WORDS, state, LABELS, line)
    assert fold.state_bytes(state) == before


def answered(game: Game, state: Any, labels: list[str], line: str) -> None:
    try:
        understood = parse(game, state, labels, line)
        if understood.move is not None:
            fold.check(game, state, understood.seat, understood.move)
        request = None if state.ended else game.chance(state)
        if request is not None:
            values, _ = read_values(request, understood.rest)
            fold.check_outcome(game, state, request.stream, values)
    except (BadNotation, IllegalMove, IllegalOutcome) as refusal:
        text = str(refusal)
    else:
        return
    assert text.isprintable()
    assert len(text) < 2000


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_line_harms_a_game(game: Game) -> None:
    rng = random.Random(game.name)
    for position, _ in events(game, 5, most=120):
        state = position.state
        labels = labels_of(game, state)
        before = fold.state_bytes(state)
        legal = fold.moves(game, state)
        for _ in range(80):
            line = format_line(labels, *rng.choice(legal)) if legal else "dice 1 0 1"
            answered(game, state, labels, mangled(rng, line))
        assert fold.state_bytes(state) == before


def mangled(rng: random.Random, line: str) -> str:
    words = line.split(" ")
    for _ in range(rng.randint(0, 3)):
        place = rng.randrange(len(words))
        change = rng.randrange(5)
        if change == 0:
            words[place] = words[place][: rng.randint(0, 3)]
        elif change == 1:
            words.insert(place, rng.choice(words))
        elif change == 2:
            words[place] = rng.choice(["?", "-1", "99999", "\0", "\ud800", ":", "é", "1 0"])
        elif change == 3 and len(words) > 1:
            del words[place]
        else:
            rng.shuffle(words)
    return " ".join(words)


def test_a_long_line_is_answered_at_once() -> None:
    for word in ("a ", ". ", "1 ", "ana ", "two "):
        for verb in ("push ", "use ", "play ", "strike "):
            answered(WORDS, at(), LABELS, (verb + word * 990)[:2000])


def test_the_ends_of_a_line_may_be_typed_in_either_order() -> None:
    kind = game_class("taiwan-monsters-brawl")
    brawl = packs.game_of(kind.name, packs.shipped(kind))
    state = brawl.setup(2, brawl.Options(**brawl.OPTIONS))
    state.seating = [0, 1]
    for typed in ("ana: line a1-c1", "ana: line C1-A1", "ana: line c1a1"):
        assert (
            format_move(["Ana", "Ben"], parse(brawl, state, ["Ana", "Ben"], typed).move)
            == "line a1-c1"
        )
    with pytest.raises(BadNotation):
        parse(brawl, state, ["Ana", "Ben"], "ana: line c1-a")


def test_unseen_cards_that_nobody_asks_for_are_no_empty_line() -> None:
    kind = game_class("taiwan-monsters-brawl")
    brawl = packs.game_of(kind.name, packs.shipped(kind))
    state = brawl.setup(2, brawl.Options(**brawl.OPTIONS))
    state.seating = [0, 1]
    with pytest.raises(BadNotation, match="No card is asked for now; legal now: choose"):
        parse(brawl, state, ["Ana", "Ben"], "? ? ?")
