"""Esoteric Beasts at random: at every position of matches under random rulings, the moves listed
are those that are legal, and nothing is broken."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args, get_type_hints
from xml.etree import ElementTree

import msgspec
import pytest

from engine import fold
from engine.errors import IllegalMove
from engine.events import Moved, Opened
from engine.game import Concede, Standing
from engine.games.esoteric_beasts import Beasts
from engine.games.esoteric_beasts.moves import Explore, Return, Subdue, Thrash
from engine.luck import ALGORITHM, Luck
from engine.notation import format_move, parse
from replay.packs import game_of, shipped

GAME: Any = game_of(Beasts.name, shipped(Beasts))
HEADINGS = ("SUBDUE", "ESO-THRASH", "EXPLORE")
CHOICES = {
    field: get_args(get_args(hint)[0])
    for field, hint in get_type_hints(Beasts.Options, include_extras=True).items()
}


def with_zeros() -> Any:
    """The same deck, in which a third of the lives and of the attacks is 0."""
    cards = [
        msgspec.structs.replace(
            card,
            life=card.life if place % 3 else 0,
            attack=card.attack if (place + place // 3) % 3 else 0,
        )
        for place, card in enumerate(GAME.pack.card)
    ]
    return Beasts(msgspec.structs.replace(GAME.pack, card=cards))


def harmless() -> Any:
    """The same deck without attacks, so that only captures use up Set B."""
    cards = [msgspec.structs.replace(card, attack=0) for card in GAME.pack.card]
    return Beasts(msgspec.structs.replace(GAME.pack, card=cards))


GAMES = {"house": GAME, "zeros": with_zeros(), "harmless": harmless()}


def rulings(random: Random) -> Any:
    """Random options; half of the matches keep half of the defaults."""
    values = {field: random.choice(values) for field, values in CHOICES.items()}
    kept = {field: value for field, value in GAME.OPTIONS.items() if random.random() < 0.5}
    return GAME.Options(**{**values, **kept})


def thinkable(game: Any, state: Any) -> Iterator[Any]:
    """Every move that can be written down, and some positions that there cannot be."""
    yield Subdue()
    for value in ("life", "attack"):
        yield Subdue(value)  # type: ignore[arg-type]
        for position in range(-1, 12):
            yield Explore(value, position)  # type: ignore[arg-type]
    for card in game.pack.card:
        yield Thrash(card.name)
    for position in range(-1, len(state.hand) + 3):
        yield Return(position)


def legal(game: Any, state: Any, move: Any) -> bool:
    refusal = None
    try:
        game.check(state, 0, move)
    except IllegalMove as error:
        refusal = error
    assert refusal is None or (refusal.rule in HEADINGS and refusal.reason)
    return refusal is None


def any_kind(game: Any, state: Any, moves: list[Any], random: Random) -> Any:
    """Mostly a thrash where one is legal, else a kind of move at random and one of it."""
    kinds = sorted({type(move).__name__ for move in moves})
    kind = "Thrash" if "Thrash" in kinds and random.random() < 0.8 else random.choice(kinds)
    return random.choice([move for move in moves if type(move).__name__ == kind])


def only_explore(game: Any, state: Any, moves: list[Any], random: Random) -> Any:
    return random.choice([move for move in moves if type(move) is Explore])


def capture_all(game: Any, state: Any, moves: list[Any], random: Random) -> Any:
    """Capture whatever leaves a card in both sets, for nothing rather than for cards."""
    for move in sorted(moves, key=lambda move: getattr(move, "pay", "") or ""):
        if type(move) is Subdue and leaves(game, state, move):
            return move
    return only_explore(game, state, moves, random)


def capture_beasts(game: Any, state: Any, moves: list[Any], random: Random) -> Any:
    """Capture Esoteric Beasts, and other cards only if that brings up two cards of Set B."""
    card = game.box.cards[state.hand[0][2:]]
    for move in sorted(moves, key=lambda move: getattr(move, "pay", None) != "life"):
        if type(move) is not Subdue or not leaves(game, state, move):
            continue
        if card.spell or (move.pay == "life" and card.life > 1):
            return move
    return only_explore(game, state, moves, random)


def leaves(game: Any, state: Any, move: Subdue) -> bool:
    """Whether a capture leaves a card in both sets."""
    if move.pay is None:
        return len(state.hand) > 2
    price = game.box.values[move.pay][state.hand[0]]
    return bool(price < len(state.energy) and len(state.hand) + price > 1)


Chooser = Callable[[Any, Any, list[Any], Random], Any]


def positions(
    game: Any, seed: int, options: Any = None, choose: Chooser = any_kind
) -> Iterator[tuple[fold.Position, Any]]:
    """A match at random, position by position, each with the event that led there."""
    random, luck = Random(seed), Luck(str(seed))
    options = options or GAME.Options(**GAME.OPTIONS)
    opened = Opened(game.name, "1", "", ["ana"], options, ALGORITHM, "00", str(seed))
    position, event = fold.begin(game, opened), None
    while True:
        yield position, event
        if position.state.ended or position.state.explores > 400:
            return
        given = fold.by_luck(game, position, luck)
        if given is not None:
            event = given[0]
        else:
            moves = [move for _, move in game.moves(position.state)]
            event = Moved(0, choose(game, position.state, moves, random))
        fold.advance(game, position, [event])


def played(game: Any, seed: int, choose: Chooser = any_kind) -> Any:
    """The state at the end of a match."""
    for position, _ in positions(game, seed, choose=choose):
        last = position.state
    return last


@pytest.mark.parametrize("pack", GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_the_moves_listed_are_those_that_are_legal(pack: str, seed: int) -> None:
    game = GAMES[pack]
    for position, _ in positions(game, seed, rulings(Random(seed))):
        state = position.state
        before = fold.state_bytes(state)
        listed = game.moves(state)
        going_on = not state.ended and game.chance(state) is None
        assert bool(listed) == going_on == (game.waits(state) == [0])
        if going_on:
            found = [move for move in thinkable(game, state) if legal(game, state, move)]
            assert Counter(listed) == Counter((0, move) for move in found)
        assert fold.state_bytes(state) == before


@pytest.mark.parametrize("pack", GAMES)
@pytest.mark.parametrize("seed", range(8))
def test_nothing_is_broken_and_a_clone_is_equal(pack: str, seed: int) -> None:
    game = GAMES[pack]
    keeper = fold.Keeper(game, "00")
    for position, event in positions(game, seed, rulings(Random(seed))):
        state = position.state
        assert game.broken(state) == [], event
        assert fold.state_bytes(keeper.clone(state)) == fold.state_bytes(state)
        assert fold.state_bytes(game.view(state, None)) == fold.state_bytes(state)


@pytest.mark.parametrize("seed", range(4))
def test_every_legal_move_reads_as_it_is_written(seed: int) -> None:
    for position, _ in positions(GAME, seed, rulings(Random(seed))):
        for seat, move in GAME.moves(position.state):
            line = parse(GAME, position.state, ["Ana"], format_move(["Ana"], move))
            assert (line.seat, line.move, line.rest) == (seat, move, [])


@pytest.mark.parametrize("seed", range(3))
def test_pictures_fit_a_terminal_and_are_well_formed(seed: int) -> None:
    for position, _ in positions(GAME, seed):
        if position.state.explores % 9 == 0:
            picture = GAME.picture(position.state, ["Ana & <Ben>"])
            widths = [sum(len(text) for text, _ in line) for line in picture.lines]
            assert max(widths) <= 80
            ElementTree.fromstring(picture.svg)


def test_a_match_of_many_rulings_in_the_middle_never_gets_stuck() -> None:
    for seed in range(40):
        random = Random(seed)
        for position, event in positions(GAMES["zeros"], seed, rulings(random)):
            field, values = random.choice(list(CHOICES.items()))
            setattr(position.state.options, field, random.choice(values))
            state = position.state
            if not state.ended and GAME.chance(state) is None:
                assert GAMES["zeros"].moves(state), (event, state)


def test_a_match_in_which_nothing_happens_is_over_after_60_explores() -> None:
    state = played(GAMES["harmless"], 1, only_explore)
    assert (state.ended, state.idle) == ("stalled", 60)


def test_every_ending_comes_up() -> None:
    harmless = GAMES["harmless"]
    ends = {played(GAME, seed).ended for seed in range(5)}
    ends |= {played(harmless, seed).ended for seed in range(5)}
    ends |= {played(harmless, seed, capture_all).ended for seed in range(5)}
    ends |= {played(harmless, seed, capture_beasts).ended for seed in range(5)}
    won, spoilt = "all captured", "all captured, score 0 or less"
    assert ends >= {"energy empty", "hand empty", won, spoilt}


def test_conceding_is_a_loss_without_rank() -> None:
    position, _ = next(positions(GAME, 1))
    given = fold.by_luck(GAME, position, Luck("1"))
    assert given is not None
    fold.advance(GAME, position, [given[0], Moved(0, Concede())])
    result = fold.result(GAME, position.state)
    assert result is not None
    assert (result.why, result.standing) == ("conceded", [Standing([0], 0, 0)])
