"""What can be said to a session beside moves.

A command is a whole word at the beginning of a line. Where the game has a verb that is or begins
with that word, the word is the game's; with a `/` before it (`/undo`, `/un`) it is a command in any
game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from cli.common import Refusal, receipt
from cli.output import in_columns, plain, say, say_wrapped
from engine.notation import spoken

if TYPE_CHECKING:
    from cli.live.session import Session
    from replay.match import Done

LAST = 10
"""How many events `log` shows unless it is told."""

Complete = Callable[["Session"], Sequence[str]]


def _nothing(session: Session) -> Sequence[str]:
    return ()


class Command(Struct, frozen=True):
    """A command: how it is typed, what it does, whether it writes, and what may follow it."""

    usage: str
    help: str
    run: Callable[[Session, str], None]
    writes: bool = True
    complete: Complete = _nothing


def find(session: Session, line: str) -> tuple[Command | None, str]:
    """The command that a line is, and what follows its word; None where it is a move."""
    word, _, rest = line.strip().partition(" ")
    rest = rest.strip()
    if word.startswith("/"):
        return COMMANDS[_named(word)], rest
    # Where no card is asked for, `?` asks for help.
    name = "help" if line.strip() == "?" and session.here.request is None else word.casefold()
    if name not in COMMANDS or session.verb(name) or spoken(session.here.labels, line):
        return None, line
    return COMMANDS[name], rest


def _named(word: str) -> str:
    key = word[1:].casefold()
    found = [key] if key in COMMANDS else [name for name in COMMANDS if name.startswith(key)]
    if not key or len(found) != 1:
        what = f"may be {', '.join(found)}" if key and found else "is no command"
        raise Refusal(f'"{plain(word)[:40]}" {what}; `help` lists them.')
    return found[0]


def complete(session: Session, typed: str) -> list[str]:
    """The commands that a line may become, and what may follow one that is there."""
    text = typed.lstrip()
    word, space, rest = text.partition(" ")
    if not word:
        return []
    if space:
        try:
            command, _ = find(session, text)
        except Refusal:
            return []
        offered = () if command is None else command.complete(session)
        key = " ".join(rest.split()).casefold()
        return [f"{word} {more}" for more in offered if more.casefold().startswith(key)]
    slash, key = word.startswith("/"), word.removeprefix("/").casefold()
    names = (name for name in COMMANDS if name.startswith(key))
    return [f"/{name}" if slash else name for name in names if slash or not session.verb(name)]


def _because(text: str) -> tuple[str, str]:
    """What stands before the last ` because `, and the reason behind it."""
    head, found, reason = f" {text}".rpartition(" because ")
    return (head.strip(), reason.strip()) if found else (text, "")


def _number(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 7:
        return int(text)
    raise ValueError


def _wrong(name: str, typed: str) -> Refusal:
    said = plain(typed)[:60]
    return Refusal(f'`{name}` is typed `{COMMANDS[name].usage}`, not "{said}".')


# Back and forth


def _back(session: Session, rest: str) -> None:
    from cli.saying import moved_by
    from replay.reading import seen

    steps, to, turn, reason = _how_far("undo", rest)
    told = session.told(reason)
    result = session.match.undo(steps, to=to, turn=turn, timeline=session.timeline, told=told)
    saw = [f"saw: {what}" for what in seen(result.steps, session.viewer)]
    session.wrote(result, lambda: moved_by(session.match, result, session.viewer, "Took back", saw))


def _forth(session: Session, rest: str) -> None:
    from cli.saying import moved_by

    steps, to, turn, reason = _how_far("redo", rest)
    told = session.told(reason)
    result = session.match.redo(steps, to=to, turn=turn, timeline=session.timeline, told=told)
    session.wrote(
        result, lambda: moved_by(session.match, result, session.viewer, "Brought back", [])
    )


def _how_far(name: str, rest: str) -> tuple[int, int | None, bool, str]:
    """Steps, a ply, or the turn; and why."""
    text, reason = _because(rest)
    words = text.split()
    try:
        if not words:
            return 1, None, False, reason
        if words == ["turn"]:
            return 1, None, True, reason
        if len(words) == 2 and words[0] == "to":
            return 1, _number(words[1]), False, reason
        if len(words) == 1:
            return _number(words[0]), None, False, reason
    except ValueError:
        pass
    raise _wrong(name, rest)


def _distances(session: Session) -> list[str]:
    return ["turn", "to "]


# Lines


def _branch(session: Session, rest: str) -> None:
    from cli.common import done

    text, reason = _because(rest)
    words = text.split()
    at = ""
    if len(words) == 3 and words[1] == "at":
        at = words.pop()
        words.pop()
    if len(words) != 1:
        raise _wrong("branch", rest)
    told = session.told(reason)
    result = session.match.branch(words[0], at=at, timeline=session.timeline, told=told)
    title = (
        f"{result.timeline} begins at ply {result.ply - len(result.steps)}; "
        f"`on {result.timeline}` goes there."
    )
    session.wrote(result, lambda: done(session.match, result, session.viewer, title))


def _on(session: Session, rest: str) -> None:
    names = [name for name, _, _ in session.match.store.timelines(session.match.row.id)]
    if rest not in names:
        said = f'"{plain(rest)[:60]}" is no timeline' if rest else "`on` wants a timeline"
        raise Refusal(f"{said}; say one of: {', '.join(names)}.")
    session.match.position(rest)
    session.timeline = rest
    session.moved()
    say(f"On {rest}, at ply {session.here.ply}.")
    if session.glances:
        session.glance(whole=True)


def _timeline_names(session: Session) -> list[str]:
    return [name for name, _, _ in session.match.store.timelines(session.match.row.id)]


def _timelines(session: Session, rest: str) -> None:
    from replay import reading

    for line in reading.timelines(session.match):
        here = "  (here)" * (line.name == session.timeline)
        say(f"{line.name} at {line.ply}{here}")


def _adopt(session: Session, rest: str) -> None:
    text, reason = _because(rest)
    if not text:
        raise _wrong("adopt", rest)
    match = session.match
    result = match.adopt(text, session.told(reason))
    before = match.head(result.row.before or result.row.after)
    line = f"main stands where {text} does, at ply {result.ply}; `adopt {before}` takes it back."
    session.wrote(result, lambda: say(line, receipt(match, result.row)))


# Looking


def _moves(session: Session, rest: str) -> None:
    from cli.live import completion, rendering

    here = session.here
    if here.request is not None or here.state.ended:
        say(rendering.coming(here))
    by_seat: dict[str, list[str]] = {}
    for seat, words in here.lines:
        text = " ".join(words)
        if not rest or completion.begins(seat, words, rest):
            by_seat.setdefault(seat, []).append(text)
    for seat, texts in by_seat.items():
        say(f"{seat}:", *in_columns([plain(text) for text in texts]))
    if rest and not by_seat:
        say(f'No legal move begins with "{plain(rest)[:60]}".')


def _show(session: Session, rest: str) -> None:
    from cli.looking import shown
    from replay import reading

    match = session.match
    spot = match.position(session.timeline, rest) if rest else match.at(session.here.event)
    found = reading.show(match, spot, session.timeline, session.viewer)
    shown(match, spot, found, reading.viewed(match, spot.position.state, session.viewer))


def _log(session: Session, rest: str) -> None:
    from cli.logs import Log
    from replay import reading, telling

    try:
        count = _number(rest) if rest else LAST
    except ValueError:
        raise _wrong("log", rest) from None
    told = list(reading.log(session.match, session.here.event, session.viewer))
    came = list(telling.log(session.match, session.here.event, session.viewer))
    begin = len(told) - min(count, len(told))
    Log().tell(told[begin:], came[begin:])


# Remarks and rulings


def _note(session: Session, rest: str) -> None:
    _told(session, session.match.note(rest, session.timeline, session.told()))


def _told(session: Session, result: Done) -> None:
    session.wrote(result, lambda: say(receipt(session.match, result.row)))


# Disputes


def _amend(session: Session, rest: str) -> None:
    from cli.amending import tell_amended
    from replay.amended import changes

    text, reason = _because(rest)
    at, _, move = text.partition(" ")
    insert = move == "insert" or move.startswith("insert ")
    moves = [move.removeprefix("insert").strip() if insert else move.strip()]
    if not at or (moves == [""] and insert):
        raise _wrong("amend", rest)
    match = session.match
    done = match.amend(
        at, [m for m in moves if m], insert=insert, timeline=session.timeline,
        told=session.told(reason),
    )  # fmt: skip
    assert done.done is not None
    found = changes(match, done, session.viewer)
    session.wrote(done.done, lambda: tell_amended(match, done, found, session.viewer))


def _steps(session: Session) -> list[str]:
    return ["last "]


def _flag(session: Session, rest: str) -> None:
    from cli.disputing import tell_flag

    match = session.match
    result = match.flag(rest, timeline=session.timeline, told=session.told())
    session.wrote(result, lambda: tell_flag(match, result))


def _settle(session: Session, rest: str) -> None:
    from cli.disputing import tell_settled

    match, flag, text = session.match, None, rest
    first, _, behind = rest.partition(" ")
    if first.startswith("#"):
        try:
            flag, text = _number(first[1:]), behind
        except ValueError:
            raise _wrong("settle", rest) from None
    result = match.settle(text, flag=flag, told=session.told())
    session.wrote(result, lambda: tell_settled(match, result))


def _open_flags(session: Session) -> list[str]:
    from replay.flags import open_flags

    return [f"#{flag.n} " for flag in open_flags(session.match)]


def _why(session: Session, rest: str) -> None:
    from cli.disputing import verdict
    from replay.legality import why

    if not rest:
        raise _wrong("why", rest)
    spot = session.match.at(session.here.event)
    found = why(session.match, spot, rest, session.viewer)
    say_wrapped(*verdict(session.match, found))
    if not found.legal:
        say_wrapped(found.reason)


def _lines(session: Session) -> list[str]:
    return session.here.texts


# Rulings


def _rule(session: Session, rest: str) -> None:
    from replay.options import split

    text, reason = _because(rest)
    told = session.told(reason)
    session.write(lambda: session.match.rule(*split(text), session.timeline, told))


def _rulings(session: Session) -> list[str]:
    from replay.options import options

    return [
        f"{option.name}={value}"
        for option in options(type(session.match.game))
        if not option.set_up
        for value in option.values
        if " " not in value
    ]


def _adjust(session: Session, rest: str) -> None:
    from replay.tabling import changes

    text, reason = _because(rest)
    made, told = list(changes(text)), session.told(reason)
    session.write(lambda: session.match.adjust(made, session.timeline, told))


def _reseed(session: Session, rest: str) -> None:
    text, reason = _because(rest)
    told = session.told(reason)
    luck = None if text == "table" else text
    session.write(lambda: session.match.reseed(luck, session.timeline, told))


def _table(session: Session) -> list[str]:
    return ["table"]


# The session itself


def _by(session: Session, rest: str) -> None:
    if rest:
        session.by = rest
    say(f"{session.by or 'Nobody in particular'} records.")


def _players(session: Session) -> list[str]:
    return list(session.match.players)


def _help(session: Session, rest: str) -> None:
    """About a command, or else about a thing of the game: a card, a verb, a symbol."""
    from cli.choosing import tell
    from replay.glossary import look_up

    word = rest.removeprefix("/").casefold()
    if word and word == rest.casefold() and not any(name.startswith(word) for name in COMMANDS):
        tell(look_up(session.match.game, rest))
        return
    if rest:
        command = COMMANDS[_named(f"/{word}")]
        say(command.usage)
        say_wrapped(f"  {command.help}")
        return
    say_wrapped("A line is a move (`ana: roll`), or what chance showed (`1 0 1`), or a command:")
    say(*(f"  {one.usage}" for one in COMMANDS.values()))
    taken = [name for name in COMMANDS if session.verb(name)]
    if taken:
        names, slashed = ", ".join(taken), ", ".join(f"/{name}" for name in taken)
        say_wrapped(f"In this game {names} is read as a move; the command is {slashed}.")
    say_wrapped(
        "A `/` before a command always means the command; `because WHY` behind one that changes "
        "something says why. Tab completes, `?` is a card that only its owner saw. `help` with a "
        "command, a verb, a card or any other thing of the game says more."
    )


def _quit(session: Session, rest: str) -> None:
    session.over = True


def _names(session: Session) -> list[str]:
    return list(COMMANDS)


COMMANDS: dict[str, Command] = {
    "undo": Command(
        "undo [N | turn | to PLY] [because WHY]",
        "Take back a step, N steps, to where the turn began, or to a ply. The line stays.",
        _back,
        complete=_distances,
    ),
    "redo": Command(
        "redo [N | turn | to PLY] [because WHY]",
        "Bring back what was undone.",
        _forth,
        complete=_distances,
    ),
    "branch": Command(
        "branch NAME [at PLY] [because WHY]",
        "Begin a what-if timeline here, or at a ply.",
        _branch,
    ),
    "on": Command(
        "on TIMELINE",
        "Go on with another timeline; `on main` comes back.",
        _on,
        writes=False,
        complete=_timeline_names,
    ),
    "timelines": Command("timelines", "List the timelines.", _timelines, writes=False),
    "adopt": Command(
        "adopt TIMELINE [because WHY]",
        "Make its line the one that the table plays.",
        _adopt,
        complete=_timeline_names,
    ),
    "moves": Command(
        "moves [BEGINNING]",
        "List what is legal now, or what of it begins so.",
        _moves,
        writes=False,
    ),
    "show": Command("show [PLY]", "Show the whole table, now or at a ply.", _show, writes=False),
    "log": Command("log [N]", f"Show the last N events ({LAST}).", _log, writes=False),
    "note": Command("note TEXT", "Put a remark in the journal.", _note),
    "flag": Command("flag TEXT", "Mark where the match stands as disputed, with a claim.", _flag),
    "settle": Command(
        "settle [#FLAG] TEXT",
        "Close the open flag (or the one of that number) with what the table ruled.",
        _settle,
        complete=_open_flags,
    ),
    "why": Command(
        "why MOVE",
        "Say whether a move is legal, and which rule says so.",
        _why,
        writes=False,
        complete=_lines,
    ),
    "amend": Command(
        "amend PLY|last [insert] [MOVE] [because WHY]",
        "Put a move or roll in the place of a step (none: drop it; insert: before it), and record "
        "again what followed.",
        _amend,
        complete=_steps,
    ),
    "rule": Command(
        "rule KEY=VALUE [because WHY]",
        "From here on, read a doubtful rule this way.",
        _rule,
        complete=_rulings,
    ),
    "adjust": Command(
        "adjust PATH=VALUE... [because WHY]",
        "Record what stood at the table against the rules.",
        _adjust,
    ),
    "reseed": Command(
        "reseed SEED|table [because WHY]",
        "From here on, let another seed or the table decide chance.",
        _reseed,
        complete=_table,
    ),
    "by": Command(
        "by [NAME]", "Say who records from now on.", _by, writes=False, complete=_players
    ),
    "help": Command(
        "help [COMMAND | WORD]",
        "Say what can be typed, or what a word of the game means.",
        _help,
        writes=False,
        complete=_names,
    ),
    "quit": Command("quit", "Leave; so does Ctrl-D.", _quit, writes=False),
}
"""Every command by its word."""
