"""The things of the valley in our own words, with the numbers of the pack."""

from collections.abc import Iterator

from engine.games.vale_dos_monstros.box import Box
from engine.games.vale_dos_monstros.news import campers
from engine.games.vale_dos_monstros.pack import Row
from engine.games.vale_dos_monstros.table import (
    ADDITIONAL,
    CAPTURING,
    FRIGHTENING,
    HOW_TO_PLAY,
    MOVE,
    MOVE_ABILITIES,
    PASSING,
    PLACING,
    REVEALING,
    SET_UP,
    VISITOR_ABILITIES,
    WATCHMAN,
)
from engine.glossary import Article
from engine.news import counted

SCORING = "Final Scoring and Winner"
ENDING = "End of the Game"


def glossary(box: Box) -> list[Article]:
    """Everything that has a name."""
    return [*_legions(box), *_visitors(box), *_terrain(box), *_things(box), *_phases(box),
            *_tables(box)]  # fmt: skip


def _legions(box: Box) -> Iterator[Article]:
    start, price, gain = box.pack.start, box.pack.price, box.pack.gain
    costs = [f"for {tokens}" if tokens else "for nothing" for tokens in price.refresh_mummy]
    for name, text, rule in (
        ("witch", f"A monster of this legion walks {start.witch_steps} steps at most, where "
         f"others walk {start.steps}.", MOVE_ABILITIES),
        ("ghost", "It passes through monsters, visitors and campfires, not through tents or "
         "mountains, and ends on a free space or on a tent that it takes.", MOVE_ABILITIES),
        ("werewolf", "Once a turn two of them drive an opponent's monster away, one of the two "
         f"having just moved: `move c4 d6 pounce e6`, for {counted(gain.pounce, 'token')}.",
         MOVE_ABILITIES),
        ("skeleton", "Once a turn one of them frightens two visitors beside it at once, for the "
         f"sum of their tokens less {gain.pair_less}: `frighten c4 c6`.", VISITOR_ABILITIES),
        ("vampire", "Once a turn, after a capture, its captor and the new monster go into two free "
         "bushes beside each other (`rise a1 a2`) instead of in front of the screen (`front`).",
         VISITOR_ABILITIES),
        ("mummy", f"It turns its action cards up again {counted(len(costs), 'time')}: "
         f"{', then '.join(costs)}; the others do it for {price.refresh[0]} tokens.", ADDITIONAL),
    ):  # fmt: skip
        yield Article(name, "legion", text, rule)


def _visitors(box: Box) -> Iterator[Article]:
    gain, things = box.pack.gain, box.pack.box
    for name, tokens, number in (
        ("man", gain.man, things.men),
        ("woman", gain.woman, things.women),
        ("child", gain.child, things.children),
    ):
        caught = "It is never captured." if name == "child" else "It can be captured."
        text = f"Frightened away it gives {counted(tokens, 'token')}. {caught} There are {number}."
        yield Article(name, "visitor", text, FRIGHTENING)


def _terrain(box: Box) -> Iterator[Article]:
    price, score = box.pack.price, box.pack.score
    for name, text, rule in (
        ("valley", "An open space: monsters walk here, and here visitors and campfires stand. A "
         f"monster in it scores {counted(score.valley, 'point')}.", SCORING),
        ("bush", "Where monsters begin and come back (`bush`, `enter`). From here nobody "
         "frightens, captures or reveals. A monster in it scores "
         f"{counted(score.bush, 'point')}.", PLACING),
        ("mountain", "Nobody steps on it or through it, a ghost neither.", MOVE),
        ("tent", f"There are {len(box.tents)}. Beside one it is revealed (`reveal`); when no "
         "visitor is beside it, a monster takes it with the last step of a move, for "
         f"{price.tent} tokens, {price.tent_with_fire} beside a campfire, and stays. It scores "
         f"{score.tent}, {score.tent_with_fire} beside a campfire.", MOVE),
        ("entrance", "A marked space of each side, where the watchman stands.", WATCHMAN),
    ):  # fmt: skip
        yield Article(name, "terrain", text, rule)


def _things(box: Box) -> Iterator[Article]:
    things, start, score, gain = box.pack.box, box.pack.start, box.pack.score, box.pack.gain
    for name, text, rule in (
        ("campfire", f"There are {things.fires}. Some tents bring one: it is put first, on a free "
         "valley space beside the tent that is not beside a bush, a mountain or a tent under "
         "control (`fire`); where all such are taken, on somebody (`burn`).", REVEALING),
        ("token", f"A scary token: {start.tokens} at the start, {things.tokens} in the box. Tokens "
         f"pay for tents; at the end {score.tokens_a_point} are a point.", SCORING),
        ("action card", f"Each legion has {things.cards}. After the three actions one may be "
         "turned down for one more (`extra`), once a turn.", ADDITIONAL),
        ("tile", f"The numbers 1 to {len(box.tiles)} under the tents: the row of the visitors' "
         "table says who camps there. Typed `tile 7`, or right behind `reveal`.", REVEALING),
        ("reserve", "Monsters that only a capture brings into the match; they score nothing.",
         CAPTURING),
        ("screen", "In front of it lie monsters that were driven away or have captured; they come "
         f"back with `enter` and score {counted(score.front, 'point')} each.", SCORING),
        ("surround", "At the end of a move every opponent's monster beside three or more of the "
         f"moved legion is driven away, for {counted(gain.surround, 'token')} each.", MOVE),
        ("watchman", "A variant (option `watchman`): from the bushes of his side nobody enters the "
         "valley, none is placed there, and they score nothing. After a reveal he is moved for "
         f"nothing, else for {counted(box.pack.price.watchman, 'token')} (`watch`).", WATCHMAN),
        ("tie", "More monsters in the valley, those on tents too, then more tokens, else the place "
         "is shared.", SCORING),
    ):  # fmt: skip
        yield Article(name, "term", text, rule)


def _phases(box: Box) -> Iterator[Article]:
    points, steps = box.pack.start.points, box.pack.start.steps
    for name, text, rule in (
        ("Set Up", "In seat order all choose a legion, then place four monsters in bushes, one on "
         "each side.", SET_UP),
        ("turn", f"{points} actions, the same as often as wanted; then perhaps an additional one; "
         "then `end`.", HOW_TO_PLAY),
        ("A. Move", f"A monster walks up to {steps} spaces, through nothing that stands there; "
         "attacks and the control of a tent follow from where it ends.", MOVE),
        ("B. Revealing a Tent", "A monster in the valley turns the tile of a tent beside it, and "
         "its player places the campfire and the visitors around it.", REVEALING),
        ("C. Frightening a Visitor", "A monster in the valley sends a visitor beside it away, for "
         "tokens.", FRIGHTENING),
        ("D. Capturing a Visitor", "A monster in the valley and a man or woman beside it leave the "
         "board; both lie in front of the screen as monsters.", CAPTURING),
        ("E. Placing a Monster", "A monster in front of the screen goes into a free bush.",
         PLACING),
        ("F. Pass", "An action goes by.", PASSING),
        ("Additional Action", "After the three actions, once a turn, for an action card.",
         ADDITIONAL),
        ("End of the Game", "The match is over with the turn in which the last tent comes under "
         "control; most points win.", ENDING),
    ):  # fmt: skip
        yield Article(name, "phase", text, rule)


def _tables(box: Box) -> Iterator[Article]:
    for number, table in enumerate(box.pack.table, start=1):
        rows = "; ".join(f"{tile}: {_row(row)}" for tile, row in enumerate(table.row, start=1))
        text = f"Visitors' table {number} (option `table={number}`). {rows}."
        yield Article(table.name, "visitors' table", text, SET_UP)


def _row(row: Row) -> str:
    return (campers(row) or "nobody") + (", campfire" if row.fire else "")
