"""What every store must do, written against the protocol.

A store is put under it by a class that inherits `StoreContract` and gives a fixture `reopen`: a
function that opens the same storage once more, each time as an independent `Store`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from msgspec import structs

from eventstore import (
    ZERO,
    BadBody,
    Conflict,
    Diverged,
    Draft,
    Namesake,
    NewPerson,
    PortableEvent,
    RequestReused,
    Settled,
    Store,
    StoreError,
    Taken,
    Unknown,
    event_digest,
    pack_digest,
    person_id,
    row_digest,
)
from tests.eventstore.helpers import (
    PACK,
    PEOPLE,
    SALT,
    create,
    draft,
    drafts,
    entry,
    exported,
    flag,
    person,
    rechained,
    record,
    rich,
    root,
    settle,
)

Reopen = Callable[[], Store]


def everything(store: Store) -> object:
    """All that can be read, to say that nothing was written."""
    return [
        (
            match,
            store.events_of(match.id),
            store.journal(match.id),
            store.timelines(match.id),
            store.result(match.id),
        )
        for match in store.matches()
    ], store.everybody()


class StoreContract:
    @pytest.fixture
    def store(self, reopen: Reopen) -> Store:
        return reopen()

    # Opening a match

    def test_a_new_match_has_its_root_and_one_row(self, store: Store) -> None:
        match, row = store.create("friday", root(), entry("open"), pack=PACK, people=PEOPLE)
        assert (row.n, row.before, row.after) == (1, None, match.root)
        assert store.match("friday") == match
        assert store.head(match.id, "main") == match.root
        assert store.timelines(match.id) == [("main", match.root, 1)]
        assert store.path_bodies(match.root) == [root().body]
        event = store.event(match.root)
        assert event.digest == event_digest(ZERO, root().state, root().body)
        assert row.digest == row_digest(ZERO, ZERO, event.digest, row.body)
        assert row.entry.match == event.digest.hex()
        assert store.pack(pack_digest(PACK)) == PACK
        assert store.check(match.id) is None

    def test_two_matches_of_one_name_are_refused(self, store: Store) -> None:
        create(store)
        before = everything(store)
        with pytest.raises(Taken, match="friday"):
            create(store, nonce=1)
        assert everything(store) == before

    def test_opening_again_by_the_same_request_opens_nothing(self, store: Store) -> None:
        first = store.create(
            "friday", root(), entry("open", request="q", asked="a"), pack=PACK, people=PEOPLE
        )
        again = store.create(
            "friday", root(7), entry("open", request="q", asked="a"), pack=PACK, people=PEOPLE
        )
        assert again == first
        with pytest.raises(RequestReused):
            create(store, "other", 1, request="q", asked="b")
        with pytest.raises(RequestReused):
            record(store, create(store, "other", 2), "a", request="q", asked="a")

    def test_a_pack_that_the_root_does_not_name_is_refused(self, store: Store) -> None:
        with pytest.raises(BadBody, match="pack"):
            store.create("friday", root(), entry("open"), pack="{}", people=PEOPLE)
        assert store.matches() == []

    def test_people_that_only_the_root_knows_are_blank(self, store: Store) -> None:
        store.create("friday", root(), entry("open"), pack=PACK, people=PEOPLE[:1])
        found = store.people([one.id for one in PEOPLE])
        assert [one.name for one in found.values()] == ["Erich", None]

    # Recording

    def test_a_recording_is_one_row_with_all_its_events(self, store: Store) -> None:
        match = create(store)
        row, ids, repeated = store.append(
            match.id, entry(by="Erich"), head=match.root, events=drafts("a", "b", "c")
        )
        assert not repeated
        assert (row.n, row.before, row.after) == (2, match.root, ids[-1])
        assert store.head(match.id, "main") == ids[-1]
        assert store.journal(match.id)[1] == row == store.last_row(match.id)
        path = store.path(ids[-1])
        assert [event.id for event in path] == [match.root, *ids]
        assert [event.ply for event in path] == [0, 1, 2, 3]
        for parent, event in pairwise(path):
            assert event.parent == parent.id
            assert event.digest == event_digest(parent.digest, event.state, event.body)

    def test_rows_are_chained(self, store: Store) -> None:
        match = rich(store)
        previous = ZERO
        digests: dict[int | None, bytes] = {None: ZERO}
        digests.update((event.id, event.digest) for event in store.events_of(match.id))
        rows = store.journal(match.id)
        for n, row in enumerate(rows, start=1):
            assert row.n == row.entry.n == n
            expected = row_digest(previous, digests[row.before], digests[row.after], row.body)
            assert row.digest == expected
            previous = row.digest
        assert store.row_by_n(match.id, 3) == rows[2]
        assert store.journal(match.id, 4) == rows[4:]
        assert store.check(match.id) is None

    def test_the_same_move_from_the_same_position_is_the_same_event(self, store: Store) -> None:
        match = create(store)
        first = record(store, match, "a", "b").after
        store.append(match.id, entry("undo"), head=first, after=match.root)
        assert record(store, match, "a", "b").after == first
        store.append(match.id, entry("branch", "alt"), head=None, after=match.root)
        assert record(store, match, "a", "b", "c", timeline="alt").after != first
        assert len(store.events_of(match.id)) == 4

    def test_undo_keeps_the_line_that_it_left(self, store: Store) -> None:
        match = create(store)
        end = record(store, match, "a", "b").after
        row, ids, _ = store.append(match.id, entry("undo"), head=end, after=match.root)
        assert (row.before, row.after, ids) == (end, match.root, [])
        assert len(store.path(end)) == 3
        assert store.head(match.id, "main") == match.root

    def test_a_remark_moves_nothing(self, store: Store) -> None:
        match = create(store)
        row, _, _ = store.append(match.id, entry("note", reason="late"), head=match.root)
        assert (row.before, row.after) == (match.root, match.root)

    def test_a_branch_begins_at_any_event(self, store: Store) -> None:
        match = create(store)
        end = record(store, match, "a", "b").after
        middle = store.ancestor(end, 1)
        row, _, _ = store.append(match.id, entry("branch", "alt"), head=None, after=middle)
        assert (row.before, row.after) == (middle, middle)
        row, ids, _ = store.append(
            match.id, entry("branch", "lucky"), head=None, base=middle, events=[draft("seed")]
        )
        assert (row.before, row.after) == (middle, ids[0])
        assert store.timelines(match.id) == [
            ("alt", middle, 3),
            ("lucky", ids[0], 4),
            ("main", end, 2),
        ]
        with pytest.raises(Taken, match="alt"):
            store.append(match.id, entry("branch", "alt"), head=None, after=end)
        assert store.last_row(match.id, "alt").n == 3
        assert store.check(match.id) is None

    def test_an_amendment_is_chained_on_its_base(self, store: Store) -> None:
        match = create(store)
        end = record(store, match, "a", "b").after
        base = store.ancestor(end, 1)
        row, ids, _ = store.append(
            match.id, entry("amend"), head=end, base=base, events=drafts("x", "y")
        )
        assert (row.before, row.after) == (end, ids[-1])
        assert store.event(ids[0]).parent == base
        assert store.check(match.id) is None

    # Two recorders

    def test_a_writer_who_is_behind_is_told_what_happened(self, reopen: Reopen) -> None:
        one, two = reopen(), reopen()
        match = create(one)
        record(two, match, "a")
        row = record(one, match, "b")
        before = everything(one)
        with pytest.raises(Conflict) as caught:
            two.append(match.id, entry(), head=match.root, events=drafts("z"))
        assert (caught.value.head, caught.value.row) == (row.after, row)
        assert everything(one) == before

    def test_writers_who_take_turns_never_conflict(self, reopen: Reopen) -> None:
        stores = [reopen(), reopen(), reopen()]
        match = create(stores[0])
        stores[0].append(match.id, entry("branch", "alt"), head=None, after=match.root)
        chance = random.Random(3)
        for i in range(60):
            record(chance.choice(stores), match, i, timeline=chance.choice(["main", "alt"]))
        assert [row.n for row in stores[1].journal(match.id)] == list(range(1, 63))
        assert stores[2].check(match.id) is None

    def test_a_writer_of_another_timeline_is_not_in_the_way(self, reopen: Reopen) -> None:
        one, two = reopen(), reopen()
        match = create(one)
        one.append(match.id, entry("branch", "alt"), head=None, after=match.root)
        head = record(two, match, "a").after
        record(one, match, "a", "b", timeline="alt")
        row, _, _ = two.append(match.id, entry(), head=head, events=drafts("c"))
        assert row.n == 5
        assert one.check(match.id) is None

    def test_a_match_that_another_made_is_seen(self, reopen: Reopen) -> None:
        one, two = reopen(), reopen()
        assert one.matches() == []
        create(two)
        create(one, "saturday", 1)
        assert [match.name for match in two.matches()] == ["friday", "saturday"]

    # Requests

    def test_a_repeated_request_is_answered_with_what_it_did(self, reopen: Reopen) -> None:
        store = reopen()
        match = create(store)
        asked = entry(request="q1", asked="aa")
        done = store.append(match.id, asked, head=match.root, events=drafts("a", "b"))
        record(store, match, "c")
        before = everything(store)
        for again in (store, reopen()):
            row, ids, repeated = again.append(
                match.id, asked, head=match.root, events=drafts("a", "b")
            )
            assert (row, ids, repeated) == (done[0], done[1], True)
        assert everything(store) == before
        assert store.requested(match.id, "q1") == done[0]
        assert store.requested(match.id, "q2") is None

    def test_a_repeated_amendment_names_its_events(self, store: Store) -> None:
        match = create(store)
        end = record(store, match, "a", "b", "c").after
        base = store.ancestor(end, 1)
        asked = entry("amend", request="q", asked="1")
        _, ids, _ = store.append(match.id, asked, head=end, base=base, events=drafts("x", "y"))
        assert store.append(match.id, asked, head=end, base=base, events=drafts("x", "y"))[1] == ids

    def test_a_request_id_stands_for_one_thing(self, store: Store) -> None:
        match, other = create(store), create(store, "other", 1)
        record(store, match, "a", request="q", asked="1")
        before = everything(store)
        with pytest.raises(RequestReused, match="'q'"):
            record(store, match, "b", request="q", asked="2")
        with pytest.raises(RequestReused):
            record(store, other, "a", request="q", asked="1")
        assert everything(store) == before

    def test_a_failed_request_may_be_repeated(self, store: Store) -> None:
        match = create(store)
        asked = entry(request="q", asked="1")
        with pytest.raises(BadBody):
            store.append(match.id, asked, head=match.root, events=[Draft(bytes(32), "{ }")])
        assert not store.append(match.id, asked, head=match.root, events=drafts("a"))[2]

    # Refusals leave nothing behind

    @pytest.mark.parametrize(
        "event",
        [
            Draft(bytes(32), '{"a":1,"a":2}'),
            Draft(bytes(32), '{"a":1.5}'),
            Draft(bytes(32), "\ud800"),
            Draft(bytes(31), "{}"),
        ],
    )
    def test_a_bad_event_is_refused_with_its_whole_recording(
        self, store: Store, event: Draft
    ) -> None:
        match = create(store)
        before = everything(store)
        with pytest.raises(BadBody):
            store.append(match.id, entry(), head=match.root, events=[draft("a"), event])
        with pytest.raises(BadBody):
            store.create("other", event, entry("open"), pack=PACK, people=())
        assert everything(store) == before

    @pytest.mark.parametrize("name", ["", "\ud800"])
    def test_bad_names_are_refused(self, store: Store, name: str) -> None:
        match = create(store)
        before = everything(store)
        with pytest.raises(BadBody):
            create(store, name, 1)
        with pytest.raises(BadBody):
            store.append(match.id, entry("branch", name), head=None, after=match.root)
        assert everything(store) == before

    @pytest.mark.parametrize("field", ["by", "reason", "request", "asked", "done"])
    def test_text_that_is_no_unicode_is_refused(self, store: Store, field: str) -> None:
        match = create(store)
        before = everything(store)
        texts = {"done": "record", field: "\ud800"}
        with pytest.raises(BadBody):
            store.append(match.id, entry(**texts), head=match.root, events=drafts("a"))
        assert everything(store) == before

    def test_a_reason_beyond_the_limit_is_refused(self, store: Store) -> None:
        match = create(store)
        with pytest.raises(BadBody, match="say less"):
            store.append(match.id, entry("note", reason="x" * 1_000_001), head=match.root)
        store.append(match.id, entry("note", reason="x" * 900_000), head=match.root)
        assert store.check(match.id) is None

    def test_what_is_not_there_is_said(self, store: Store) -> None:
        match, other = create(store), create(store, "other", 1)
        before = everything(store)
        for call in (
            lambda: store.match("nobody"),
            lambda: store.head(match.id, "alt"),
            lambda: store.head(99, "main"),
            lambda: store.last_row(99),
            lambda: store.last_row(match.id, "alt"),
            lambda: store.row_by_n(match.id, 2),
            lambda: store.event(99),
            lambda: store.event(10**30),
            lambda: store.root_of(99),
            lambda: store.events_of(99),
            lambda: store.path(99),
            lambda: store.ancestor(match.root, 1),
            lambda: store.ancestor(match.root, -1),
            lambda: store.pack(bytes(32)),
            lambda: store.rename_person(bytes(16), "x"),
            lambda: store.forget_person(bytes(16)),
            lambda: store.set_result(99, "{}"),
            lambda: store.append(99, entry(), head=1, events=drafts("a")),
            lambda: store.append(match.id, entry(timeline="alt"), head=match.root),
            lambda: store.append(match.id, entry(timeline="alt"), head=None),
            lambda: store.append(match.id, entry(), head=match.root, after=99),
            lambda: store.append(match.id, entry(), head=match.root, after=other.root),
            lambda: store.append(
                match.id, entry(), head=match.root, base=other.root, events=drafts("a")
            ),
        ):
            with pytest.raises(Unknown):
                call()
        problem = store.check(99)
        assert problem is not None
        assert problem.part == "match"
        assert everything(store) == before

    # Reading

    def test_a_snapshot_sees_one_moment(self, reopen: Reopen) -> None:
        one, two = reopen(), reopen()
        match = create(one)
        with one.snapshot():
            head = one.head(match.id, "main")
            record(two, match, "a")
            with one.snapshot():
                assert one.head(match.id, "main") == head
            assert len(one.journal(match.id)) == 1
            with pytest.raises(StoreError, match="snapshot"):
                one.append(match.id, entry(), head=head, events=drafts("b"))
        assert len(one.journal(match.id)) == 2
        record(one, match, "b")

    def test_paths_are_those_of_a_plain_walk(self, store: Store) -> None:
        chance = random.Random(11)
        matches = [create(store, f"m{i}", i) for i in range(3)]
        grown: dict[int, list[int]] = {match.id: [match.root] for match in matches}
        for i in range(60):
            match = chance.choice(matches)
            base = chance.choice(grown[match.id][-6:])
            new = drafts(*((i, j) for j in range(chance.choice([1, 2, 3, 40]))))
            head = store.head(match.id, "main")
            grown[match.id] += store.append(match.id, entry(), head=head, base=base, events=new)[1]
        for match in matches:
            events = {event.id: event for event in store.events_of(match.id)}
            assert sorted(events) == sorted(set(grown[match.id]))
            for leaf in chance.sample(sorted(events), 40):
                expected = [events[leaf]]
                while expected[-1].parent is not None:
                    expected.append(events[expected[-1].parent])
                expected.reverse()
                above = chance.randrange(-1, len(expected) + 1)
                assert store.path(leaf) == expected
                assert store.path(leaf, above) == expected[above + 1 :]
                bodies = [event.body for event in expected]
                assert store.path_bodies(leaf, above) == bodies[above + 1 :]
                ply = chance.randrange(len(expected))
                assert store.ancestor(leaf, ply) == expected[ply].id
                assert store.root_of(leaf) == match.root
            assert store.check(match.id) is None

    def test_where_a_timeline_settled_is_read_past_undos_and_remarks(self, store: Store) -> None:
        match = create(store)
        end = record(store, match, "a", "b").after
        store.append(match.id, entry("branch", "alt"), head=None, after=match.root)
        store.append(match.id, entry("undo"), head=end, after=match.root)
        store.append(match.id, entry("note"), head=match.root)
        assert store.settled(match.id, "main", {"undo", "note"}) == end
        assert store.settled(match.id, "main", {"note"}) == match.root
        with pytest.raises(Unknown):
            store.settled(match.id, "alt", {"branch"})
        with pytest.raises(Unknown):
            store.settled(match.id, "none", set())
        # Nothing is left open that would hold back a later recording.
        record(store, match, "c")

    def test_events_are_found_by_how_their_digest_begins(self, store: Store) -> None:
        match, other = create(store), create(store, "other", 1)
        end = store.event(record(store, match, *range(40)).after)
        for length in (1, 3, 4, 7, 63, 64):
            prefix = end.digest.hex()[:length]
            found = store.find_event(match.id, prefix.upper())
            assert 1 <= len(found) <= 4
            assert all(event.digest.hex().startswith(prefix) for event in found)
            if length > 6:
                assert found == [end]
            assert end not in store.find_event(other.id, prefix)
        for bad in ("", "xyz", "a" * 65, "a b"):
            with pytest.raises(BadBody):
                store.find_event(match.id, bad)

    def test_an_event_of_another_copy_is_not_found(self, store: Store) -> None:
        match = create(store)
        record(store, match, "a")
        copy = store.import_match("copy", *exported(store, match), pack=PACK)
        own, other = record(store, copy, "b"), record(store, match, "c")
        for one, there, elsewhere in ((copy, own, other), (match, other, own)):
            for letters in (1, 4, 10, 64):
                mine = store.event(there.after).digest.hex()[:letters]
                assert there.after in [event.id for event in store.find_event(one.id, mine)]
                digest = store.event(elsewhere.after).digest.hex()
                assert digest not in [
                    event.digest.hex() for event in store.find_event(one.id, digest[:letters])
                ]
        first = store.event(match.root).digest.hex()
        assert store.find_event(copy.id, first) == store.find_event(match.id, first)

    def test_matches_come_with_their_last_rows(self, store: Store) -> None:
        assert store.latest() == []
        first, second = create(store), create(store, "other", 2)
        row = record(store, first, "a")
        assert store.latest() == [(first, row), (second, store.last_row(second.id))]

    def test_rows_are_found_by_how_their_digest_begins(self, store: Store) -> None:
        match = create(store)
        rows = [record(store, match, text) for text in "abc"]
        for row in rows:
            assert store.rows_by_digest(row.digest[:10]) == [row]
        assert store.rows_by_digest(bytes(10)) == []
        copy = store.import_match("copy", *exported(store, match), pack=PACK)
        assert [row.match for row in store.rows_by_digest(rows[0].digest)] == [match.id, copy.id]

    # People and results

    def test_people_are_entered_once(self, store: Store) -> None:
        create(store)
        create(store, "other", 1)
        assert [one.name for one in store.everybody()] == ["Erich", "Claudia"]
        erich = store.person_by_name("Erich")
        assert erich is not None
        assert erich.id == PEOPLE[0].id.hex()
        assert store.person_by_name("erich") is None

    def test_a_rename_keeps_the_name_as_entered(self, store: Store) -> None:
        match = create(store)
        store.rename_person(PEOPLE[0].id, "Erik")
        found = store.people([PEOPLE[0].id, bytes(16)])
        assert list(found) == [PEOPLE[0].id]
        assert (found[PEOPLE[0].id].name, found[PEOPLE[0].id].entered) == ("Erik", "Erich")
        with pytest.raises(Taken):
            store.rename_person(PEOPLE[1].id, "Erik")
        with pytest.raises(BadBody):
            store.rename_person(PEOPLE[1].id, "")
        with pytest.raises(BadBody):
            store.rename_person(PEOPLE[1].id, "\ud800")
        assert store.check(match.id) is None

    def test_people_are_found_by_how_they_read(self, store: Store) -> None:
        create(store)
        store.add_people([person("Z\u00f6e 1 0"), person("zoe-10"), person("\u9f99")])
        for name in ("ZOE10", "zo\u0308e 10"):
            assert [one.name for one in store.people_alike(name)] == ["Z\u00f6e 1 0", "zoe-10"]
        assert store.people_alike("Zoe 1") == []
        store.rename_person(person("\u9f99").id, "Drag\u00f3n")
        assert [one.name for one in store.people_alike("dragon")] == ["Drag\u00f3n"]
        assert store.people_alike("\u9f99") == []
        store.forget_person(person("\u9f99").id)
        assert store.people_alike("dragon") == []
        assert store.check_all() == []

    def test_somebody_who_came_meanwhile_is_not_entered_twice(self, store: Store) -> None:
        create(store)
        again = structs.replace(person("erich", b"other"), alike=0)
        with pytest.raises(Namesake):
            store.create("other", root(1), entry("open"), pack=PACK, people=[again])
        assert [row.name for row in store.matches()] == ["friday"]
        with pytest.raises(Namesake):
            store.rename_person(PEOPLE[1].id, "Erich!", alike=0)
        assert [one.name for one in store.everybody()] == ["Erich", "Claudia"]
        # Who knows of the other and means somebody else is believed.
        known = structs.replace(again, alike=1)
        store.create("other", root(1), entry("open"), pack=PACK, people=[known])
        store.rename_person(PEOPLE[1].id, "Erich!", alike=2)
        assert [one.name for one in store.everybody()] == ["Erich", "Erich!", "erich"]

    def test_who_is_forgotten_stays_forgotten(self, store: Store) -> None:
        match = create(store)
        store.forget_person(PEOPLE[0].id)
        store.add_people(PEOPLE)
        found = store.people([PEOPLE[0].id])[PEOPLE[0].id]
        assert (found.name, found.entered, found.salt) == (None, None, None)
        with pytest.raises(Unknown):
            store.rename_person(PEOPLE[0].id, "Erich")
        assert store.check(match.id) is None
        assert store.check_all() == []

    @pytest.mark.parametrize(
        "wrong",
        [
            NewPerson(bytes(16), SALT, "Erich"),
            NewPerson(bytes(15), SALT, "Erich"),
            NewPerson(person_id("Erich", b""), b"", "Erich"),
            NewPerson(person_id("", SALT), SALT, ""),
            NewPerson(bytes(16), bytes(65), "Erich"),
            NewPerson(bytes(16), SALT, "\ud800"),
        ],
    )
    def test_an_id_that_is_not_its_names_is_refused(self, store: Store, wrong: NewPerson) -> None:
        with pytest.raises(BadBody) as caught:
            store.add_people([PEOPLE[0], wrong])
        assert (caught.value.part, caught.value.index) == ("person", 1)
        assert store.everybody() == []

    def test_the_result_is_kept_beside(self, store: Store) -> None:
        match = create(store)
        assert store.result(match.id) is None
        store.append(
            match.id, entry(), head=match.root, events=drafts("a"), result='{"won":"Erich"}'
        )
        assert store.result(match.id) == '{"won":"Erich"}'
        record(store, match, "b")
        assert store.result(match.id) == '{"won":"Erich"}'
        head = store.head(match.id, "main")
        store.append(match.id, entry("undo"), head=head, after=match.root, result="")
        assert store.result(match.id) is None
        store.set_result(match.id, "[1]")
        store.set_result(match.id, "[2]")
        assert store.result(match.id) == "[2]"
        with pytest.raises(BadBody):
            store.set_result(match.id, "[2.5]")
        assert store.check(match.id) is None

    # Marks and settlements

    def test_a_row_may_mark_an_event_and_another_settle_it(self, store: Store) -> None:
        match = create(store)
        first = record(store, match, "a")
        record(store, match, "b")
        digest = store.event(first.after).digest
        marked = flag(store, match, digest, reason="no")
        assert store.linked(match.id) == [marked]
        assert (marked.before, marked.after) == (store.head(match.id, "main"),) * 2
        assert marked.entry.marks == digest.hex()
        record(store, match, "c")
        settled = settle(store, match, marked.n, [2, 5])
        assert (settled.entry.settles, settled.entry.did) == (4, [2, 5])
        assert store.linked(match.id) == [marked, settled]
        assert store.linked(create(store, "other", 1).id) == []
        assert store.check_all() == []

    def test_what_is_not_there_is_not_marked(self, store: Store) -> None:
        match, other = create(store), create(store, "other", 1)
        there = store.event(record(store, other, "a").after).digest
        before = everything(store)
        for digest in (bytes(32), there, store.event(other.root).digest):
            with pytest.raises(Unknown, match="no event"):
                flag(store, match, digest)
        for marks in ("ab", "x" * 64, store.event(match.root).digest.hex().upper()):
            with pytest.raises(BadBody, match="digest"):
                store.append(match.id, entry("flag", marks=marks), head=match.root)
        assert everything(store) == before

    def test_an_event_of_another_match_from_the_same_root_is_not_marked(self, store: Store) -> None:
        match = create(store)
        copy = store.import_match("copy", *exported(store, match), pack=PACK)
        there = store.event(record(store, copy, "only there").after).digest
        with pytest.raises(Unknown):
            flag(store, match, there)
        flag(store, copy, there)
        flag(store, match, store.event(match.root).digest)
        assert store.check_all() == []

    def test_only_what_is_marked_is_settled_and_only_once(self, store: Store) -> None:
        match = create(store)
        head = store.event(record(store, match, "a").after).digest
        marked = flag(store, match, head)
        before = everything(store)
        for n in (1, 2, 4, 99, -1):
            with pytest.raises((Unknown, BadBody)):
                settle(store, match, n)
        for did in ([9], [0], [-1], [2, 2], [2, 1], [4], [3]):
            with pytest.raises(BadBody):
                settle(store, match, marked.n, did)
        for said in (
            entry("settle", did=[2]),
            entry("settle", settles=marked.n, marks=head.hex()),
        ):
            with pytest.raises(BadBody):
                store.append(match.id, said, head=store.head(match.id, "main"))
        assert everything(store) == before
        settle(store, match, marked.n, [2])
        with pytest.raises(Settled, match="row 4"):
            settle(store, match, marked.n)
        again = flag(store, match, head)
        settle(store, match, again.n)
        assert store.check_all() == []

    def test_of_two_who_settle_at_once_one_is_told(self, reopen: Reopen) -> None:
        mine, theirs = reopen(), reopen()
        match = create(mine)
        marked = flag(mine, match, mine.event(match.root).digest)
        assert theirs.head(match.id, "main") == match.root
        settle(mine, match, marked.n, by="Ana")
        with pytest.raises(Settled, match="row 3"):
            settle(theirs, match, marked.n, by="Ben")
        assert [row.n for row in theirs.journal(match.id)] == [1, 2, 3]

    def test_a_journal_with_marks_is_carried_over_and_continued(self, store: Store) -> None:
        match = create(store)
        first = store.event(record(store, match, "a", "b").after).digest
        copy = store.import_match("copy", *exported(store, match), pack=PACK)
        marked = flag(store, match, first, by="Ana")
        assert store.extend_match(copy.id, *exported(store, match)) == 1
        record(store, match, "c")
        settle(store, match, marked.n, [4])
        assert store.extend_match(copy.id, *exported(store, match)) == 2
        assert exported(store, copy) == exported(store, match)
        assert [row.digest for row in store.linked(copy.id)] == [
            row.digest for row in store.linked(match.id)
        ]
        flag(store, copy, first)
        assert store.check_all() == []

    def test_links_that_do_not_hold_are_refused_and_named(self, store: Store) -> None:
        events, rows = exported(store, rich(store))
        marked, settled = len(rows) - 3, len(rows) - 2
        later = events[-1].digest
        assert later is not None
        before = everything(store)
        for place, said in (
            (marked, {"marks": "00" * 32}),
            (marked, {"marks": "x"}),
            (marked, {"settles": 1, "marks": ""}),
            (settled, {"settles": 3}),
            (settled, {"settles": settled + 1}),
            (settled, {"settles": settled + 2}),
            (settled, {"settles": 0}),
            (settled, {"did": [4, 4]}),
            (settled, {"did": [marked + 1]}),
            (settled, {"did": [settled + 1]}),
            (len(rows) - 1, {"marks": "", "settles": marked + 1}),
            (1, {"marks": later.hex()}),
        ):
            with pytest.raises(BadBody) as caught:
                store.import_match("copy", events, rechained(rows, place, **said), pack=PACK)
            assert (caught.value.part, caught.value.index) == ("journal", place), said
        assert everything(store) == before
        store.import_match("copy", events, rechained(rows, marked, reason="so"), pack=PACK)

    # Import

    def test_a_match_comes_back_with_the_same_digests(self, store: Store) -> None:
        match = rich(store)
        events, rows = exported(store, match)
        copy = store.import_match("copy", events, rows, pack=PACK, people=PEOPLE)
        assert exported(store, copy) == (events, rows)
        assert store.timelines(copy.id)[0][0] == "main"
        with pytest.raises(Taken):
            store.import_match("friday", events, rows, pack=PACK)
        assert store.check_all() == []

    def test_two_matches_from_one_root_go_their_own_ways(self, store: Store) -> None:
        match = rich(store)
        copy = store.import_match("copy", *exported(store, match), pack=PACK)
        before = exported(store, match)
        record(store, copy, "only here")
        record(store, copy, "and here", request="r-friday-2")
        assert exported(store, match) == before
        assert len(store.events_of(copy.id)) == len(before[0]) + 2
        assert store.check_all() == []

    def test_a_longer_journal_continues_a_shorter_one(self, store: Store) -> None:
        match = create(store)
        copy = store.import_match("copy", *exported(store, match), pack=PACK)
        record(store, match, "a", "b")
        record(store, match, "c")
        longer = exported(store, match)
        assert store.extend_match(copy.id, *longer) == 2
        assert store.extend_match(copy.id, *longer) == 0
        assert exported(store, copy) == longer
        row = record(store, copy, "d")
        assert row.n == 4
        with pytest.raises(Diverged, match="4 rows"):
            store.extend_match(copy.id, *longer)
        record(store, match, "e")
        with pytest.raises(Diverged, match="row 4"):
            store.extend_match(copy.id, *exported(store, match))
        with pytest.raises(Unknown):
            store.extend_match(99, *longer)
        assert store.check_all() == []

    def test_names_may_be_left_out_of_an_import(self, reopen: Reopen, store: Store) -> None:
        events, rows = exported(store, rich(store))
        store.rename_person(PEOPLE[0].id, "Erik")
        store.forget_person(PEOPLE[1].id)
        copy = store.import_match("copy", events, rows, pack=PACK)
        assert store.check(copy.id) is None
        with pytest.raises(BadBody) as caught:
            store.import_match(
                "again", events, rows, pack=PACK, people=[NewPerson(bytes(16), SALT, "x")]
            )
        assert (caught.value.part, caught.value.index) == ("person", 0)

    def test_a_renamed_person_comes_with_both_names(self, store: Store) -> None:
        anna = person("Anna")
        store.add_people([NewPerson(anna.id, anna.salt, "Anna", "Ana")])
        found = store.person_by_name("Ana")
        assert found is not None
        assert (found.entered, found.salt) == ("Anna", SALT)
        assert store.check_all() == []

    def test_every_change_of_an_event_is_refused_and_named(self, store: Store) -> None:
        events, rows = exported(store, rich(store))
        before = everything(store)
        for index, event in enumerate(events):
            changed = [
                event._replace(body='{"kind":"moved"}'),
                event._replace(body=event.body + " "),
                event._replace(state=bytes([1]) * 32),
                event._replace(state=event.state + b"{"),
                event._replace(digest=bytes(32)),
                event._replace(parent=None if event.parent else bytes(32)),
            ]
            for other in changed:
                wrong = [*events[:index], other, *events[index + 1 :]]
                with pytest.raises(BadBody) as caught:
                    store.import_match("copy", wrong, rows, pack=PACK)
                assert (caught.value.part, caught.value.index) == ("event", index)
            for wrong in ([*events[: index + 1], *events[index:]], [*events, draft_on(event)]):
                with pytest.raises(BadBody) as caught:
                    store.import_match("copy", wrong, rows, pack=PACK)
                assert caught.value.part == "event"
        assert everything(store) == before

    def test_every_change_of_a_row_is_refused_and_named(self, store: Store) -> None:
        events, rows = exported(store, rich(store))
        before = everything(store)
        for index, row in enumerate(rows):
            changed = [
                row._replace(body=row.body.replace("main", "mayn").replace("what-if", "what")),
                row._replace(body=row.body + " "),
                row._replace(digest=bytes(32)),
                row._replace(after=bytes(32)),
                row._replace(before=None if row.before else events[0].digest),
            ]
            for other in changed:
                wrong = [*rows[:index], other, *rows[index + 1 :]]
                with pytest.raises(BadBody) as caught:
                    store.import_match("copy", events, wrong, pack=PACK)
                assert (caught.value.part, caught.value.index) == ("journal", index)
        for wrong in ([], rows[1:], [*rows[:3], *rows[4:]], [*rows, rows[-1]]):
            with pytest.raises(BadBody) as caught:
                store.import_match("copy", events, wrong, pack=PACK)
            assert caught.value.part == "journal"
        assert everything(store) == before

    def test_an_import_without_its_parts_is_refused(self, store: Store) -> None:
        events, rows = exported(store, create(store))
        with pytest.raises(BadBody) as caught:
            store.import_match("copy", [], rows, pack=PACK)
        assert caught.value.part == "event"
        with pytest.raises(BadBody) as caught:
            store.import_match("copy", events, rows, pack="{}")
        assert caught.value.part == "pack"
        with pytest.raises(BadBody):
            store.import_match("", events, rows, pack=PACK)


def draft_on(event: PortableEvent) -> PortableEvent:
    """An event that no journal tells of."""
    stray = draft("stray")
    return PortableEvent(event.digest, stray.state, stray.body)
