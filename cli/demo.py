"""The demo: an evening of three friends, with a dispute, told by the commands that they would type.

Every line that it shows is what the command really answers, on a database that lasts as long as the
demo. The match is played from a seed, so the evening is the same one every time.
"""

from __future__ import annotations

import io
import shlex
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path
from typing import NamedTuple

import click

from cli.common import Refusal
from cli.output import columns, heading, say
from engine.text import wrapped

MOVES = {
    "two-rounds.txt": """
Erich: choose Monster Bird of Yingge
Claudia: choose Merfolk of Sun Moon Lake
Dora: choose Shark Blue
Erich: start a
Erich: place upgrade a2
Erich: place spell b5
Claudia: start a
Claudia: place spell b3
Claudia: place chi d1
Dora: start a
Dora: place chi a3
Dora: place reroll b5
Erich: claim Matsu
Erich: place spell d4
Claudia: claim Yushan
Claudia: place ultimate e3
Dora: claim Hualien
Dora: trade reroll
Dora: place spell d2
Erich: cast spell
Erich: challenge Claudia
Erich: roll
Erich: keep
Claudia: cast eye of the monster
Claudia: line d1-e1
Claudia: use d1
Claudia: roll
Claudia: keep
Erich: conclude
Claudia: pass ultimate
Claudia: place ultimate a1
Dora: pass upgrade
Dora: place upgrade b2
Erich: score
Erich: done
Claudia: done
Dora: done
Claudia: claim Lukang
Claudia: place reroll e2
Claudia: trade spell
Claudia: place reroll d2
Dora: claim Tamsui
Dora: place spell c4
Erich: claim Hehuan
Erich: place upgrade d5
Claudia: pass chi
Claudia: place chi d4
Dora: challenge Erich
Dora: roll
Dora: cast mountain troll
Dora: keep
""",
    "last-round.txt": """
Erich: keep
Dora: conclude
Erich: draw
Claudia: score
Claudia: done
Dora: done
Erich: done
Dora: claim Kinmen
Dora: place upgrade c1
Dora: trade chi
Erich: claim Green Island
Erich: place upgrade b2
Erich: place spell a2
Claudia: claim Yingge
Claudia: trade upgrade
Claudia: trade chi
Claudia: place upgrade c3
Dora: challenge Erich
Dora: roll
Dora: keep
Erich: roll
Erich: keep
Dora: conclude
Erich: challenge Dora
Erich: roll
Erich: keep
Dora: roll
Dora: keep
""",
    "the-end.txt": """
Claudia: pass reroll
Claudia: place reroll d1
Dora: score
Dora: done
Erich: done
Claudia: done
""",
}
"""What the three decided, one decision a line, as files that `record MATCH -` reads."""


class Step(NamedTuple):
    """A command, why somebody types it, how many lines of its answer are shown, and whether it is
    refused."""

    why: str
    command: str
    shown: int = 40
    refused: bool = False


EVENING = (
    Step(
        "Three friends open a match. With a seed luck rolls and deals; without one you type"
        " what the table shows.",
        "retold new taiwan-monsters-brawl -p Erich -p Claudia -p Dora --seed 48 --as evening",
    ),
    Step(
        "They record while they play, one decision a line.",
        "retold record evening - < two-rounds.txt",
        1,
    ),
    Step(
        "Erich announces a line that he does not have: the refusal names the rule.",
        'retold record evening "erich: line a2-c2"',
        refused=True,
    ),
    Step(
        "So he takes a shorter one, and rolls. Moves given together are one recording.",
        'retold record evening "erich: line a1-a2" "erich: use a2" "erich: roll"',
    ),
    Step(
        "Three misses! A die hit a glass, he says. The journal keeps why, and what had been seen.",
        'retold undo evening --by Erich --reason "a die hit a glass"',
    ),
    Step(
        "He rolls again, and rolls the same: luck belongs to the occasion, so nobody can fish.",
        'retold record evening "erich: roll"',
    ),
    Step(
        "In the last round Erich (3 points) challenges Dora, who leads with 9, and rolls better.",
        "retold record evening - < last-round.txt",
        1,
    ),
    Step("", "retold show evening", 8),
    Step("", 'retold record evening "erich: conclude"'),
    Step(
        "The dispute: for beating the leader, is it 1 more, as the dice differ, or 4, as the"
        " points do? The rulebook can be read both ways, so they try the other reading beside the"
        " line that they play.",
        "retold branch evening what-if --at 98 -o bonus=vp-difference",
    ),
    Step("", 'retold record evening -t what-if "erich: conclude"', 0),
    Step("", "retold diff evening main what-if"),
    Step(
        "Both lines to the end, with the same decisions on the same luck: the evening hangs on it.",
        "retold record evening - < the-end.txt",
        0,
    ),
    Step("", "retold record evening -t what-if - < the-end.txt", 0),
    Step(
        "The rulebook's own example counts dice, so main stands as it is, with a note.",
        'retold note evening "the example counts dice, so the bonus is 1" --by Dora',
    ),
    Step("Any moment can be gone through again.", "retold replay evening --from 96 --to 99"),
    Step("Nothing that was played is lost.", "retold tree evening"),
    Step(
        "And proof that the log is as it was recorded: every digest, every rule, every roll.",
        "retold verify evening",
    ),
)


@click.command()
def demo() -> None:
    """See a whole recorded match, with a dispute.

    Three friends play Taiwan Monsters Brawl: they record, are refused a wrong move, undo, ask "what
    if", compare, replay and verify. It takes a few seconds and leaves nothing behind.

    \b
    Examples:
      retold demo
      NO_COLOR=1 retold demo | less
    """
    say("An evening of Taiwan Monsters Brawl, in a database that is gone afterwards.")
    with tempfile.TemporaryDirectory(prefix="retold-demo-") as folder:
        for step in EVENING:
            _show(step, str(Path(folder) / "demo.db"))
    say("", "That was it. Open your own match with `retold new`; `retold --help` lists the rest.")


def _show(step: Step, database: str) -> None:
    if step.why:
        say("")
        for line in wrapped(step.why, min(columns(), 92)):
            heading(line)
    say(f"$ {step.command}")
    lines, refused = _answer(step.command, database)
    if refused != step.refused:
        raise Refusal(f"The demo went another way than it should: {' '.join(lines[-1:])}")
    if len(lines) > step.shown + 1:
        # The end says where it stands; what is left out is in between.
        left = len(lines) - step.shown - 1
        lines = [*lines[: step.shown], f"... {left} more line{'s' * (left > 1)} ...", lines[-1]]
    say(*(f"  {line}".rstrip() for line in lines))


def _answer(command: str, database: str) -> tuple[list[str], bool]:
    """What a command answers, line by line, and whether it is refused."""
    from cli.main import retold
    from cli.refusals import sentence

    typed, _, file = command.partition(" < ")
    before, answer = sys.stdin, io.StringIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(MOVES.get(file, "").encode()))
    try:
        with redirect_stdout(answer):
            click.Group.main(
                retold, ["--db", database, *shlex.split(typed)[1:]], "retold", standalone_mode=False
            )
    except Exception as error:
        return [*answer.getvalue().splitlines(), sentence(error)], True
    finally:
        sys.stdin = before
    return answer.getvalue().splitlines(), False
