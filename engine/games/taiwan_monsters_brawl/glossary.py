"""The things of the box in our own words, with the numbers of the pack."""

from collections import Counter
from collections.abc import Iterator

from engine.games.taiwan_monsters_brawl.box import RUNES, Box
from engine.games.taiwan_monsters_brawl.duel import BONUS
from engine.games.taiwan_monsters_brawl.moves import Rune
from engine.games.taiwan_monsters_brawl.pack import TAKEN, Effect, MonsterBoards, StartOption
from engine.games.taiwan_monsters_brawl.table import (
    CARDS,
    CELLS,
    CONCLUDING,
    GOAL,
    LINES,
    PHASE_A,
    PHASE_B,
    PHASE_C,
    POWERS,
    RUNE_DIE,
    STEPS,
)
from engine.glossary import Article
from engine.news import counted, joined

PARTS = "Game Components Description"
END = "Game End"


def glossary(box: Box) -> list[Article]:
    """Everything that has a name."""
    return [*_spells(box), *_territories(box), *_monsters(box), *_runes(box), *_dice(box),
            *_cells(), *_phases(), *_words(box), *_outcomes(box)]  # fmt: skip


# Cards

SPELLS = {
    "Tornado": "Anybody, you too, gives up 2 chi, or what there is of it.",
    "Tsunami": "Every other player who has a spell puts one of his own choice on the discards, "
    "face up (`discard SPELL`).",
    "Wildfire": "A colored rune of another player goes back to the supply; name the player and the "
    "cell.",
    "Aegis": "The total of a duellist who has rolled is 1 less, until the duel is concluded.",
    "Volcanic Eruption": "Anybody, you too, drops by 1 VP, never below 0.",
    "Explosion": "Anybody, you too, drops by 2 VP, never below 0.",
    "Thunder Beast": "The roller throws the misses of his kept roll again, before `keep`; what "
    "they show stands.",
    "Chi Replenishment": "You gain 3 chi.",
    "Eye of the Monster": "The defender of the duel that is going on gains 1 VP.",
    "Spell": "The Rune Die is rolled, and the power of that rune acts at once; no rune is taken or "
    "turned. A face of choice is answered with `pick RUNE`.",
    "Tempest": "An exhausted rune of your own board lies colored side up again; cast it in the "
    "clean-up, after the cards have scored.",
    "Treasure Sack": "Two runes by the Rune Die, placed at once; one that no cell takes is 1 chi.",
    "Mountain Troll": "Your total of the duel is 1 more, once you have rolled in it.",
}
"""What each card does."""


def _spells(box: Box) -> Iterator[Article]:
    for name, copies in box.spells.items():
        printed, cost = box.printed[name], box.costs[name]
        price = f"It costs {cost} chi" if cost else "It costs nothing"
        text = f"{SPELLS[printed]} {price}; the deck holds {counted(copies, 'copy', 'copies')}."
        yield Article(name, "Spell Card", text, f"Spell Card Descriptions: {printed}")


def _territories(box: Box) -> Iterator[Article]:
    for name, card in box.territories.items():
        gains = [counted(card.chi, "chi", "chi")] if card.chi else []
        gains += [_runes_text(card.runes)] if card.runes else []
        brings = f" and brings {joined(gains)} when it is claimed" if gains else ""
        yield Article(name, "Territory Card", f"It is worth {card.vp} VP{brings}.", PHASE_A)


def _runes_text(runes: list[Rune]) -> str:
    return joined(
        [
            f"{'an' if rune[0] in 'aeiou' else 'a'} {rune} rune"
            if copies == 1
            else f"{copies} {rune} runes"
            for rune, copies in Counter(runes).items()
        ]
    )


# Monsters


def _monsters(box: Box) -> Iterator[Article]:
    for name, board in box.boards.items():
        entry = board.entry
        text = (
            f"Boards {entry.letter}. Start a: {_start(entry.a)}; start b: {_start(entry.b)}. "
            f"Ultimate Power: {_power(entry)}. Its board has {board.rows} rows of {board.columns} "
            f"cells: {' / '.join(entry.board)} (`.` takes any rune, U C S G R an Ultimate, Chi, "
            "Spell, Upgrade or Reroll, g b r give a die, numbers points, # is empty)."
        )
        yield Article(name, "monster", text, "Set-Up 6")


def _start(option: StartOption) -> str:
    gains = [_runes_text(option.runes)] if option.runes else []
    gains += [counted(option.chi, "chi", "chi")] if option.chi else []
    return joined(gains) or "nothing"


def _power(entry: MonsterBoards) -> str:
    return joined([_effect(effect) for effect in entry.ultimate])


WHOM = {"self": "you", "foe": "the foe of the duel", "chosen": "a player of your choice"}
WORDS = {"points": "on the total", "vp": "VP", "chi": "chi", "runes": "of the Rune Die",
         "spells": "from the spell deck"}  # fmt: skip


def _effect(effect: Effect) -> str:
    if effect.effect == "dice":
        return f"{effect.amount} more {effect.color} {'die' if effect.amount == 1 else 'dice'}"
    if effect.effect == "upgrade":
        return counted(effect.amount, "upgrade of a die", "upgrades of dice")
    if effect.effect == "reroll":
        return counted(effect.amount, "reroll")
    return f"{effect.amount:+d} {WORDS[effect.effect]} for {WHOM[effect.whom or 'self']}"


# Runes, dice, cells


def _runes(box: Box) -> Iterator[Article]:
    does = {
        "ultimate": "It fires the Ultimate Power of its monster, at most once a duel.",
        "chi": f"It gives {box.chi_rune} chi.",
        "spell": "It draws a Spell Card.",
        "upgrade": "It makes a grey die black or a black die red for this roll (`use b2 grey`).",
        "reroll": "After the roll all dice may be rolled once more (`reroll`); the higher sum "
        "stays, of equal ones the earlier.",
    }
    for rune in RUNES:
        text = f"{does[rune]} It acts when it lies colored in the announced line and is turned "
        text += f"over (`use CELL`). The box has {box.pack.supply.runes} of each kind."
        yield Article(rune, "rune", text, POWERS)


def _dice(box: Box) -> Iterator[Article]:
    for color, faces in box.faces.items():
        text = f"The box has {box.dice[color]}, each with the faces {' '.join(faces)} (0 is a miss)"
        lifted = {"grey": "an Upgrade makes it black", "black": "an Upgrade makes it red"}
        more = lifted.get(color, "nothing lifts it higher")
        yield Article(f"{color} die", "die", f"{text}; {more}.", "Game Components Description 7")
    text = f"Its faces are {', '.join(box.rune_die)}; `choice` is answered with `pick RUNE`. It "
    text += "decides the runes of `forage`, the Treasure Sack, the Spell card and Ultimate Powers."
    yield Article("Rune Die", "die", text, RUNE_DIE)


def _cells() -> Iterator[Article]:
    for name, text in (
        ("Blank Cell", "It takes a rune of any kind."),
        ("Designated Cell", "It takes only the kind of rune that is printed on it."),
        ("Empty Space", "It takes nothing, and no line runs through it."),
        ("Die Cell", "It takes no rune; in an announced line it gives a die of its color for this "
         "roll, or the next lower color that is left."),
        ("Points Cell", "It takes no rune; in an announced line it adds its points to this total."),
    ):  # fmt: skip
        yield Article(name, "symbol", text, CELLS)


# The round


def _phases() -> Iterator[Article]:
    for name, text, rule in (
        ("Resource Phase", "One Territory Card more than there are players is revealed; in turn "
         "order each claims one (`claim`), takes its chi and places its runes or trades them for 1 "
         "chi each (`place`, `trade`). What is left over is discarded.", PHASE_A),
        ("Challenge Phase", "In turn order each player acts once: with a territory `challenge` or "
         "`pass`, without one `draw` or `forage`.", PHASE_B),
        ("duel", "First the challenger, then the defender takes three grey dice, may announce a "
         "line and rolls; then the totals are compared.", STEPS),
        ("Clean-Up Phase", "Every marker on a card scores its VP (`score`), runes may be turned "
         "back at 3 chi each (`refresh`), and after the last `done` the exhausted ones go back.",
         PHASE_C),
        ("Starting Player Change Phase", "The first player card passes clockwise.",
         "D: Starting Player Change Phase"),
    ):  # fmt: skip
        yield Article(name, "phase", text, rule)


def _words(box: Box) -> Iterator[Article]:
    for name, text, rule in (
        ("valid line", "At least two neighbouring cells of one row or column without a gap: the "
         "whole run up to empty spaces or the edge. Every cell in it that takes a rune holds one, "
         "and at least one of these lies colored. It is named by its ends: `line a2-c2`.", LINES),
        ("colored", "A rune that lies colored side up: it acts when its line is used.", LINES),
        ("exhausted", "A rune that was turned over in this round: it fills a line but does not "
         "act.", LINES),
        ("total", f"The hits of at least {TAKEN} dice and the points of the line, of spells and "
         "Ultimate Powers; 1 less for a defender who is injured. The higher one wins; of equal "
         "ones nobody scores.", CONCLUDING),
        ("injured", "A challenger who loses: his totals as a defender are 1 less until his marker "
         "leaves its card.", CONCLUDING),
        ("leader bonus", "A challenger who is not first in VP and beats one who is gains, beside "
         f"the card's VP, the difference of the totals, at most {BONUS} (option `bonus`).",
         CONCLUDING),
        ("chi", f"It pays for spells, and for runes that are turned back. The box has "
         f"{box.pack.supply.chi} tokens.", f"{PARTS} 4"),
        ("VP", f"Victory points. With two players {GOAL} win at once; with more the match ends "
         "after as many rounds as there are players, and most win.", END),
        ("tie", "More colored runes, then more whole threes of chi, else the place is shared.",
         END),
    ):  # fmt: skip
        yield Article(name, "term", text, rule)


def _outcomes(box: Box) -> Iterator[Article]:
    first = list(box.territories)[:3]
    for name, text, rule in (
        ("dice", "What the dice showed, grey before black before red: `dice 1 0 1`, or right "
         "behind the move, `roll 1 0 1`.", STEPS),
        ("reveal", f"The Territory Cards that were turned up: `reveal {' '.join(first)}`.",
         PHASE_A),
        ("draw", "The spell that was drawn, `?` if only its owner saw it: `draw ?`.",
         CARDS),
        ("rune", "What the Rune Die showed: `rune chi choice`.", RUNE_DIE),
    ):  # fmt: skip
        yield Article(name, "outcome", text, rule)
