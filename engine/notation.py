"""Moves as people type and read them, made from the move structs and not by a parser per game.

The struct's tag is the verb, its fields are the words: `erich: challenge claudia`, `move c4 d6`.
A field's type says what its word may be: a seat, a number, one of a Literal, or a name of a kind
that `Game.names` lists. Case, accents, spaces and punctuation do not count, an unambiguous
beginning is enough, names may have spaces and the longest match wins. Optional fields are told
apart by kind or led by the field's name. `parse(format(move)) == move` for every legal move.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields

from engine import fold
from engine.chance import UNSEEN, Dice, Draw, Request
from engine.errors import BadNotation
from engine.game import Agree, Concede, Game

LONGEST_LINE = 2000
"""Characters of a line that a person can have meant; a longer one is refused unread."""
MOST_READINGS = 500
"""Ways to read one line that are compared; a person types none that has more."""
SHOWN = 16
"""How many names a refusal lists before it says how many more there are."""


class Word(Struct, frozen=True):
    """One field of a move: its name, what its word may be (`seat`, `number`, `literal`, or a kind
    of `Game.names`), the literals, and whether it may be left out or must be led by its name."""

    field: str
    kind: str
    literals: tuple[Any, ...] = ()
    optional: bool = False
    led: bool = False


class Line(Struct, frozen=True):
    """A line that was understood: the seat, its move (None for a bare outcome), and the words left
    over, which are values of the chance that is due then."""

    seat: int
    move: Any
    rest: list[str]


def squash(text: str) -> str:
    """What counts of a name: letters and digits without case, accents, spaces, punctuation.

    A space between two digits does count, so that the dice `1 0` are not the face `10`.

    >>> squash("Mô-sîn-á in Yellow Raincoats"), squash("1 0"), squash("B 2")
    ('mosinainyellowraincoats', '1 0', 'b2')
    """
    if text.isascii():
        plain = re.sub(r"[^a-z0-9]", " ", text.lower())
    else:
        plain = "".join(
            c if unicodedata.category(c)[0] in "LMN" else " "
            for c in unicodedata.normalize("NFKD", text).casefold()
            if not unicodedata.combining(c)
        )
    kept = re.sub(r"(?<!\d) +| +(?!\d)", "", re.sub(r" +", " ", plain.strip()))
    # A sign in front of a number does count: -1 is not the face 1.
    return "-" + kept if re.match(r"\s*-\d", text) else kept


_key = lru_cache(maxsize=4096)(squash)
"""How a name of a game reads; a table has the same few hundred in all its lines."""


def alike(names: Iterable[str]) -> tuple[str, str] | None:
    """Two names that read alike, or None. Names of one kind must not."""
    seen: dict[str, str] = {}
    for name in names:
        key = squash(name)
        if key in seen:
            return seen[key], name
        seen[key] = name
    return None


def verb_of(move: type) -> str:
    """The verb of a move struct: its tag, without the number that a later shape of it carries."""
    return re.sub(r"-\d+$", "", str(move.__struct_config__.tag))  # type: ignore[attr-defined]


@lru_cache(maxsize=64)
def verbs(moves: Any) -> dict[str, tuple[type, tuple[Word, ...]]]:
    """The move structs of a game by verb (the latest shape of each), with their words."""
    kinds = get_args(moves) if get_origin(moves) in (Union, UnionType) else (moves,)
    return {verb_of(kind): (kind, _words(kind)) for kind in (*kinds, Concede, Agree)}


@lru_cache(maxsize=512)
def _words(kind: Any) -> tuple[Word, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(_word(f.name, hints[f.name], not f.required) for f in fields(kind))


def _word(field: str, hint: Any, optional: bool) -> Word:
    if get_origin(hint) in (Union, UnionType):
        (hint,) = (arg for arg in get_args(hint) if arg is not type(None))
    extra: dict[str, Any] = {}
    if get_origin(hint) is Annotated:
        hint, *notes = get_args(hint)
        for note in notes:
            extra.update((note.extra or {}) if isinstance(note, Meta) else {})
    led = bool(extra.get("led"))
    if get_origin(hint) is Literal:
        return Word(field, "literal", get_args(hint), optional, led)
    return Word(field, extra.get("word", "number"), (), optional, led)


# Reading


def parse(game: Game, state: Any, labels: Sequence[str], line: str) -> Line:
    """Understand a line typed where the match stands at `state`; `labels` names the seats.

    Raises BadNotation. Whether the move is legal is not asked here.
    """
    if len(line) > LONGEST_LINE:
        raise BadNotation(f"A line has at most {LONGEST_LINE} characters, this one {len(line)}.")
    seat, text = _speaker(game, state, labels, line)
    tokens = text.split()
    request = None if state.ended else game.chance(state)
    if request is None and tokens and set(tokens) == {UNSEEN}:
        raise BadNotation(f"No card is asked for now; {_expected(game, state, request)}")
    if not tokens or not squash(text):
        raise BadNotation(f"The line is empty; {_expected(game, state, request)}")
    if request is not None and (led := leads(tokens, request.verb)):
        return Line(-1 if seat is None else seat, None, tokens[led:])
    kind, words, tokens = _verb(game, state, request, tokens)
    names = _Vocabulary(game, state, labels)
    readings = islice(_fields(names, words, tokens), MOST_READINGS)
    # What leaves the fewest words over, and of these what was typed in full.
    best = min(readings, key=lambda reading: (len(reading.rest), reading.begun), default=None)
    if best is None:
        raise BadNotation(names.failure(verb_of(kind), words))
    if seat is None:
        seat = _only(game, labels, fold.waits(game, state), kind, state, due=request is not None)
    return Line(seat, kind(**best.values), best.rest)


def _speaker(game: Game, state: Any, labels: Sequence[str], line: str) -> tuple[int | None, str]:
    head, colon, tail = line.partition(":")
    if not colon:
        return None, line
    found = _match(squash(head), labels)
    if len({state.seating[labels.index(label)] for label in found}) == 1 < len(found):
        # A player with two seats means the one that the match waits for.
        waiting = [labels[seat] for seat in fold.waits(game, state)]
        found = [label for label in found if label in waiting] or found
    if len(found) != 1:
        raise BadNotation(
            f'"{_clip(head)}" names no player here; say one of: {_list(labels)}.'
            if not found
            else f'"{_clip(head)}" may be {" or ".join(found)}; type more of the name.'
        )
    return labels.index(found[0]), tail


def spoken(labels: Sequence[str], line: str) -> bool:
    """Whether a line begins with the name of a seat and a colon, so that it is a move."""
    head, colon, _ = line.partition(":")
    return bool(colon) and bool(_match(squash(head), labels))


def _only(
    game: Game, labels: Sequence[str], waiting: list[int], kind: type, state: Any, *, due: bool
) -> int:
    if len(waiting) == 1:
        return waiting[0]
    alive = fold.present(game, state)
    if kind is Agree and alive:
        return alive[0]
    if len(alive) == 1 or state.ended or due:
        # While chance is due or when all is over no seat has a move: the rules say why.
        return alive[0] if alive else 0
    raise BadNotation(
        f"Say whose move it is, as in `{labels[(waiting or alive)[0]]}: {verb_of(kind)} ...`; "
        f"it may be: {_list([labels[seat] for seat in waiting or alive])}."
    )


def _verb(
    game: Game, state: Any, request: Request | None, tokens: list[str]
) -> tuple[type, tuple[Word, ...], list[str]]:
    table = verbs(game.Moves)
    for size in range(min(len(tokens), 4), 0, -1):
        # A bare piece of punctuation (`draw ?`) belongs to no verb.
        if size > 1 and not squash(tokens[size - 1]):
            continue
        key = squash(" ".join(tokens[:size]))
        # Nobody ends a match by a letter: of these the whole word is needed.
        found = _match(key, table)
        if len(found) > 1 or (found and _key(found[0]) != key):
            found = [verb for verb in found if table[verb][0] not in (Concede, Agree)]
        if len(found) == 1:
            kind, words = table[found[0]]
            return kind, words, tokens[size:]
        if size == 1 and found:
            raise BadNotation(f'"{_clip(tokens[0])}" may be {" or ".join(found)}; type more of it.')
    raise BadNotation(f'"{_clip(tokens[0])}" is no move here; {_expected(game, state, request)}')


def _expected(game: Game, state: Any, request: Request | None) -> str:
    if state.ended:
        return f"the match is over ({state.ended})."
    if request is not None:
        return f"chance is due: type `{request.verb}` and what came up."
    legal = dict.fromkeys(verb_of(type(move)) for _, move in fold.moves(game, state))
    return f"legal now: {_list([*legal, 'concede', 'agree'])}."


def leads(tokens: list[str], verb: str) -> int:
    """How many first words are the verb, or begin it."""
    whole = _key(verb)
    sizes = range(min(len(tokens), len(verb.split()) + 1), 0, -1)
    typed = ((size, squash(" ".join(tokens[:size]))) for size in sizes if squash(tokens[size - 1]))
    return next((size for size, key in typed if key and whole.startswith(key)), 0)


class _Vocabulary:
    """What words may be at one state, looked up once a kind, and the word that failed."""

    def __init__(self, game: Game, state: Any, labels: Sequence[str]) -> None:
        self._game, self._state, self._labels = game, state, labels
        self._known: dict[str, dict[str, Any]] = {}
        self._also: dict[str, dict[str, str]] = {}
        self._failed: tuple[int, Word, list[str]] | None = None

    def of(self, word: Word) -> dict[str, Any]:
        """What the word may be, with the value that each name stands for."""
        if word.kind == "literal":
            return {str(value): value for value in word.literals}
        if word.kind not in self._known:
            names: dict[str, Any] = {label: seat for seat, label in enumerate(self._labels)}
            if word.kind != "seat":
                names = {n: n for n in self._game.names(self._state, word.kind)}
            self._known[word.kind] = names
        return self._known[word.kind]

    def also(self, word: Word) -> dict[str, str]:
        """The names that other spellings of this kind stand for, as a game accepts them in full."""
        if word.kind in ("literal", "number", "seat"):
            return {}
        if word.kind not in self._also:
            found = self._game.aliases(self._state, word.kind)
            self._also[word.kind] = {squash(typed): name for typed, name in found.items()}
        return self._also[word.kind]

    def note(self, word: Word, tokens: list[str]) -> None:
        """Remember the failure that came furthest, the one worth telling."""
        if self._failed is None or len(tokens) < self._failed[0]:
            self._failed = len(tokens), word, tokens

    def failure(self, verb: str, words: tuple[Word, ...]) -> str:
        assert self._failed is not None
        _, word, tokens = self._failed
        usage = " ".join([verb, *(_usage(w) for w in words)])
        if word.kind == "number":
            what, choice = "number", "a whole number"
        else:
            what = word.field if word.kind == "literal" else word.kind
            choice = f"one of: {_list(list(self.of(word)))}"
        if not tokens:
            return f"`{usage}` needs a {what.replace('_', ' ')} more: {choice}."
        found = _match(squash(tokens[0]), self.of(word)) if word.kind != "number" else []
        if len(found) > 1:
            return f'"{_clip(tokens[0])}" may be {_list(found)}; type more of it.'
        return f'"{_clip(tokens[0])}" is no {what.replace("_", " ")} in `{usage}`; say {choice}.'


def _usage(word: Word) -> str:
    label = word.field.upper().replace("_", "-")
    return f"[{label}]" if word.optional else label


class _Reading(Struct, frozen=True):
    """One way to understand words: values by field, the words left over, and how many names were
    only begun."""

    values: dict[str, Any]
    rest: list[str]
    begun: int = 0


def _fields(names: _Vocabulary, words: tuple[Word, ...], tokens: list[str]) -> Iterator[_Reading]:
    if not words:
        yield _Reading({}, tokens)
        return
    word, later = words[0], words[1:]
    found = False
    for value, rest, begun in _values(names, word, tokens):
        found = True
        for reading in _fields(names, later, rest):
            values = {word.field: value, **reading.values}
            yield _Reading(values, reading.rest, reading.begun + begun)
    if word.optional:
        yield from _fields(names, later, tokens)
    elif not found:
        names.note(word, tokens)


def _values(
    names: _Vocabulary, word: Word, tokens: list[str]
) -> Iterator[tuple[Any, list[str], bool]]:
    if word.optional and tokens and squash(tokens[0]) == _key(word.field):
        yield from _plain(names, word, tokens[1:])
    if not word.led:
        yield from _plain(names, word, tokens)


def _plain(
    names: _Vocabulary, word: Word, tokens: list[str]
) -> Iterator[tuple[Any, list[str], bool]]:
    if word.kind == "number":
        if tokens and re.fullmatch(r"-?[0-9]{1,9}", tokens[0]):
            yield int(tokens[0]), tokens[1:], False
        return
    table = names.of(word)
    for name, rest, begun in _names(table, tokens):
        yield table[name], rest, begun
    if tokens and (meant := names.also(word).get(squash(tokens[0]))):
        yield meant, tokens[1:], False


def _names(table: Iterable[str], tokens: list[str]) -> Iterator[tuple[str, list[str], bool]]:
    """The names that some first words are (or only begin), the longest first."""
    keys = {_key(name): name for name in table}
    longest = max(map(len, keys), default=0)
    typed: list[str] = []
    # No beginning outgrows its name, and punctuation between its words adds little.
    for size in range(1, min(len(tokens), 2 * longest) + 1):
        if tokens[size - 1] == UNSEEN:
            # An unseen card is no part of a name.
            break
        key = squash(" ".join(tokens[:size]))
        if len(key) > longest:
            break
        typed.append(key)
    for size in range(len(typed), 0, -1):
        key = typed[size - 1]
        # A bare piece of punctuation belongs to no name.
        if not key or (size > 1 and key == typed[size - 2]):
            continue
        if key in keys:
            yield keys[key], tokens[size:], False
            continue
        found = [name for whole, name in keys.items() if _begins(whole, key)]
        if len(found) == 1:
            yield found[0], tokens[size:], True


def _begins(whole: str, key: str) -> bool:
    """Whether a name begins so; a number is never cut in two."""
    return whole.startswith(key) and not re.match(r"\d\d", whole[len(key) - 1 :])


def _match(key: str, names: Iterable[str]) -> list[str]:
    """The names that read so, or else those that begin so."""
    keys = {_key(name): name for name in names}
    if not key:
        return []
    return [keys[key]] if key in keys else [n for k, n in keys.items() if _begins(k, key)]


def read_values(request: Request, tokens: list[str]) -> tuple[list[str], list[str]]:
    """The values of a request from the words that begin with them, and the words left over.

    Raises BadNotation for a word that no value is; whether they fit is for `chance.fits` to say.
    """
    values: list[str] = []
    wanted = _wanted(request)
    for place in range(len(wanted)):
        if not tokens:
            raise BadNotation(
                f"`{request.verb}` needs {len(wanted)} value{'s' * (len(wanted) != 1)}, "
                f"{len(values)} {'is' if len(values) == 1 else 'are'} there; "
                f"the next is one of: {_list(wanted[place])}."
            )
        if tokens[0] == UNSEEN:
            values.append(UNSEEN)
            tokens = tokens[1:]
            continue
        found = next(_names(wanted[place], tokens), None)
        if found is None:
            raise BadNotation(
                f'"{_clip(tokens[0])}" cannot come up in `{request.verb}`; '
                f"it is one of: {_list(wanted[place])}."
            )
        values.append(found[0])
        tokens = found[1]
    return values, tokens


def _wanted(request: Request) -> list[list[str]]:
    if isinstance(request, Dice):
        return [list(dict.fromkeys(faces)) for faces in request.dice]
    if isinstance(request, Draw):
        return [list({**request.printed, **request.pool})] * request.count
    return [list(request.weights)]


def _clip(text: str) -> str:
    shown = " ".join(text.split())
    shown = "".join(c if c.isprintable() else "�" for c in shown)
    return shown if len(shown) <= 40 else shown[:39] + "…"


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(names[:SHOWN])
    return shown + (f" and {len(names) - SHOWN} more" if len(names) > SHOWN else "")


# Writing


def format_move(labels: Sequence[str], move: Any) -> str:
    """A move as it is typed, without the seat."""
    return " ".join(format_words(labels, move))


def format_words(labels: Sequence[str], move: Any) -> list[str]:
    """The verb of a move and the text of each of its fields, in the order in which they are
    typed; a text may hold spaces."""
    kind: Any = type(move)
    return [verb_of(type(move)), *_written(labels, _words(kind), move)]


def _written(labels: Sequence[str], words: tuple[Word, ...], move: Any) -> Iterator[str]:
    left_out: list[Word] = []
    for word in words:
        value = getattr(move, word.field)
        if word.optional and value is None:
            left_out.append(word)
            continue
        text = labels[value] if word.kind == "seat" else str(value)
        if word.led or any(_takes(labels, earlier, word, text) for earlier in left_out):
            yield word.field
        yield text


def _takes(labels: Sequence[str], earlier: Word, word: Word, text: str) -> bool:
    """Whether a field that was left out would be read from the word of a later one."""
    if earlier.led:
        return False
    names = labels if earlier.kind == "seat" else map(str, earlier.literals)
    return earlier.kind == word.kind != "literal" or squash(text) in map(squash, names)


def format_line(labels: Sequence[str], seat: int, move: Any) -> str:
    """A move as a whole line: `erich: challenge claudia`."""
    return f"{labels[seat]}: {format_move(labels, move)}"


def format_values(verb: str, values: Iterable[str]) -> str:
    """An outcome as it is typed: `dice 1 0 1`."""
    return " ".join([verb, *values])
