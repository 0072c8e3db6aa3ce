"""What the kernel tells of every game: pure, with seats that there are, in a few words."""

import re

import pytest

from engine import fold, news
from engine.events import Moved
from engine.game import Agree, Concede, Game
from tests.engine.games import NONCE, events, every, opened

GAMES = every()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_news_of_every_event_name_seats_that_there_are_and_change_nothing(game: Game) -> None:
    keeper = fold.Keeper(game, NONCE)
    told = 0
    for position, event in events(game, 3, most=120):
        before = keeper.clone(position.state)
        after = keeper.clone(position.state)
        fold.advance(game, fold.Position(after), [event])
        kept = fold.state_bytes(before), fold.state_bytes(after)
        lines = news.news(game, before, after, event)
        assert (fold.state_bytes(before), fold.state_bytes(after)) == kept
        assert lines == news.news(game, before, after, event)
        for line in lines:
            assert line
            assert not line.endswith(".")
            assert "None" not in line
            seats = [int(seat) for seat in re.findall(r"\{(\d+)\}", line)]
            assert all(seat < len(after.seating) for seat in seats)
            assert re.sub(r"\{\d+\}", "", line).isprintable()
        told += bool(lines)
    assert told


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("move", [Concede(), Agree()], ids=["concede", "agree"])
def test_who_leaves_and_how_a_match_ends_is_told_in_every_game(game: Game, move: object) -> None:
    keeper = fold.Keeper(game, NONCE)
    position = fold.begin(game, opened(game, game.players[0], None))
    before = keeper.clone(position.state)
    fold.advance(game, position, [Moved(0, move)])
    lines = news.news(game, before, position.state, Moved(0, move))
    ended = position.state.ended
    assert lines[-1].endswith(f": {ended}")
    assert any("left the match" in line for line in lines) == isinstance(move, Concede)
    back = list(news.difference(game, position.state, before))
    assert back[-1] == "The match goes on"


def test_numbers_and_names_are_told_as_people_say_them() -> None:
    assert news.joined([]) == ""
    assert news.joined(["a"]) == "a"
    assert news.joined(["a", "b", "c"]) == "a, b and c"
    assert news.named([2, 0]) == "{2} and {0}"
    assert news.counted(1, "point") == "1 point"
    assert news.counted(0, "man", "men") == "0 men"
    assert news.changed(3, 7, "point") == "7 points (+4)"
    assert news.changed(0, -1, "point") == "-1 point (-1)"
    assert list(news.counts(1, [("VP", "VP", 2), ("chi", "chi", 3)], [2, 1])) == ["{1}: 1 chi (-2)"]
    assert list(news.counts(1, [("VP", "VP", 2)], [2])) == []
