"""Who the game waits for, row by row, and that nobody may interrupt."""

from tests.engine.driver import Table
from tests.engine.vale.table import (
    ANA,
    BEN,
    adjust,
    begun,
    lines,
    match,
    placing,
    refused,
    stand,
    verbs,
)


def stands(t: Table, name: str, *found: str) -> None:
    """The match waits for one seat, which alone may move, with these verbs."""
    assert t.waits() == [name]
    assert t.due() == ""
    assert {seat for seat, _ in t.moves()} == {t.names.index(name)}
    assert verbs(t) == set(found)
    for other in t.names:
        if other != name:
            for verb in found:
                line = next(line for line in lines(t) if line.split()[0] == verb)
                refused(t, f"{other}: {line}")


def test_waits_set_up_in_seat_order_choose_then_bush_then_watch() -> None:
    t = match(3, watchman="on")
    for name, legion in (("Ana", "mummy"), ("Ben", "ghost"), ("Cai", "witch")):
        stands(t, name, "choose")
        t.do(f"choose {legion}")
    for row in (["a2", "a3", "a4"], ["b14", "c15", "d14"], ["m2", "m3", "m4"], ["b1", "c1", "d1"]):
        for name, cell in zip(("Ana", "Ben", "Cai"), row, strict=True):
            stands(t, name, "bush")
            t.do(f"bush {cell}")
    stands(t, "Ana", "watch")
    t.do("watch north")
    stands(t, "Ana", "move", "pass", "watch", "end")


def test_waits_set_up_without_the_variant_nobody_watches() -> None:
    t = placing("mummy", "ghost", "witch")
    for row in (["a2", "a3", "a4"], ["b14", "c15", "d14"], ["m2", "m3", "m4"], ["b1", "c1", "d1"]):
        t.do(*[f"bush {cell}" for cell in row])
    stands(t, "Ana", "move", "pass", "end")


def whole() -> Table:
    """Ana can do everything that an active seat can."""
    t = stand(
        begun(watchman="on"),
        {ANA: "c4 g9", BEN: "k3"},
        visitors={"man": "h9"},
        front={ANA: 1},
        tokens={ANA: 9},
    )
    return adjust(t, (["seats", ANA, "down"], 3))


ACTIONS = ("move", "reveal", "frighten", "capture", "enter", "pass")
FREE = ("refresh", "watch", "end")


def test_waits_turn_with_points_left() -> None:
    t = whole()
    for left in (3, 2, 1):
        assert t.state.points == left
        stands(t, "Ana", *ACTIONS, *FREE)
        t.do("pass")


def test_waits_turn_with_a_begun_extra_action() -> None:
    t = adjust(whole(), (["seats", ANA, "down"], 2))
    t.do("pass", "pass", "pass", "extra")
    stands(t, "Ana", *ACTIONS, *FREE)


def test_waits_turn_with_nothing_left() -> None:
    t = adjust(whole(), (["seats", ANA, "down"], 2))
    t.do("pass", "pass", "pass")
    stands(t, "Ana", "extra", "watch", "end")
    t.do("extra", "pass")
    stands(t, "Ana", *FREE)
    # The mummies' first reactivation is free, so four moves of the watchman can be paid.
    t.do("refresh", *["watch south", "watch north"] * 2)
    stands(t, "Ana", "end")


def test_waits_reveal_for_chance_then_fire_then_put() -> None:
    t = whole()
    t.do("reveal d4")
    assert (t.waits(), t.moves(), t.due()) == ([], [], "tile")
    t.do("tile 8")
    stands(t, "Ana", "fire")
    t.do("fire d3")
    stands(t, "Ana", "put")
    t.do("put man d5")
    stands(t, "Ana", "move", "frighten", "capture", "enter", "pass", *FREE)


def test_waits_reveal_for_burn() -> None:
    t = stand(begun(burning="may"), {ANA: "l9", BEN: "k10"})
    t.do("reveal l10 8")
    stands(t, "Ana", "burn", "spare")
    t.do("burn k10")
    stands(t, "Ana", "put")


def test_waits_for_a_vampire_with_its_ability_left() -> None:
    t = stand(begun("vampire", "ghost", "witch"), {ANA: "g9"}, visitors={"man": "h9"})
    t.do("capture g9 h9")
    stands(t, "Ana", "rise", "front")
    t.do("front")
    stands(t, "Ana", "enter", "pass", "end")


def test_waits_for_nobody_when_it_is_over() -> None:
    t = begun()
    t.do("agree")
    assert (t.waits(), t.moves(), t.due()) == ([], [], "")
