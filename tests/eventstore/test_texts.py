"""Bodies, row bodies, digests and receipts: the texts and bytes that everything rests on."""

from __future__ import annotations

import doctest
import json
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from eventstore import (
    LIMIT,
    ZERO,
    BadBody,
    Damaged,
    Row,
    RowBody,
    accept,
    decode_row,
    digests,
    encode_row,
    event_digest,
    pack_digest,
    parse_receipt,
    person_id,
    receipt,
    row_digest,
)

any_text = st.text(st.characters(exclude_categories=()), max_size=40)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
json_like = st.text(
    st.sampled_from('{}[]",:\\/ue0123456789.+-EeNaItrfls \n\t\x00é\ud800'), max_size=30
)


@given(values)
def test_whatever_is_written_plainly_is_accepted(value: Any) -> None:
    accept(msgspec.json.encode(value).decode())


@given(any_text | json_like | st.builds(json.dumps, values | st.floats()))
@example("1e400")
@example("NaN")
@example('"\\ud800"')
@example('{"a":1,"\\u0061":2}')
def test_a_text_reads_back_byte_for_byte_or_is_refused(text: str) -> None:
    try:
        accept(text)
    except BadBody:
        return
    assert msgspec.json.encode(msgspec.json.decode(text)) == text.encode()


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{} ",
        '{"a": 1}',
        '{"a":1,"a":1}',
        '{"a":1.0}',
        "1.5",
        "1e3",
        "-0",
        "01",
        "NaN",
        "Infinity",
        str(2**63),
        f'{{"a":[{-(2**63) - 1}]}}',
        "1" * 400,
        "1" * 5000,
        '"\ud800"',
        '"\\ud800"',
        '"\\/"',
        '"\\u0041"',
        '"a\x00b"',
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000 + "1" + "}" * 50_000,
        '"' + "x" * LIMIT + '"',
        '{"a":1',
        "nul",
        "\ufeff{}",
    ],
)
def test_refused(text: str) -> None:
    with pytest.raises(BadBody) as caught:
        accept(text)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        str(2**63 - 1),
        str(-(2**63)),
        str(2**53 + 1),
        '"12345678901234567890123"',
        '"\\u0000"',
        '"\u00e9"',
        '"e\u0301"',
        '"\u2028\x7f"',
        '"' + "x" * (LIMIT - 2) + '"',
        "[" * 100 + "]" * 100,
    ],
)
def test_accepted(text: str) -> None:
    accept(text)


@given(any_text, any_text, any_text, st.integers())
def test_a_row_reads_back_or_is_refused(by: str, reason: str, timeline: str, n: int) -> None:
    body = RowBody(n=n, done="note", match="ab", timeline=timeline, by=by, at="now", reason=reason)
    try:
        text = encode_row(body)
    except BadBody:
        assert any("\ud800" <= letter <= "\udfff" for letter in by + reason + timeline)
        return
    assert decode_row(text) == body


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"n":1,"done":"open","match":"m","timeline":"t"}',
        '{"n":1,"done":"open","match":"m","timeline":"t","at":"x","more":1}',
        '{"n":1.0,"done":"open","match":"m","timeline":"t","at":"x"}',
        '{"n":1,"done":"open","match":"m","timeline":"t","by":"","at":"x"}',
        '{"done":"open","n":1,"match":"m","timeline":"t","at":"x"}',
        '{"n":1,"n":1,"done":"open","match":"m","timeline":"t","at":"x"}',
        '{"n":1,"done":"flag","match":"m","timeline":"t","at":"x","marks":""}',
        '{"n":1,"done":"settle","match":"m","timeline":"t","at":"x","settles":0}',
        '{"n":1,"done":"settle","match":"m","timeline":"t","at":"x","settles":1,"did":[]}',
        '{"n":1,"done":"settle","match":"m","timeline":"t","at":"x","did":[1],"settles":1}',
        '{"n":1,"done":"settle","match":"m","timeline":"t","at":"x","settles":1,"did":["1"]}',
    ],
)
def test_what_is_not_written_as_a_row_is_refused(text: str) -> None:
    with pytest.raises(BadBody):
        decode_row(text)
    with pytest.raises(Damaged, match="row 7"):
        assert Row(1, 1, 7, None, 1, ZERO, text).entry


def test_a_row_without_links_is_written_as_it_always_was() -> None:
    body = RowBody(n=1, done="open", match="ab", timeline="main", at="now", marks="", did=[])
    assert encode_row(body) == '{"n":1,"done":"open","match":"ab","timeline":"main","at":"now"}'
    body = RowBody(n=7, done="settle", match="ab", timeline="main", at="now", settles=5, did=[6])
    text = encode_row(body)
    assert text.endswith('"at":"now","settles":5,"did":[6]}')
    assert decode_row(text) == body


@given(any_text, any_text)
def test_no_text_reads_as_a_link(by: str, reason: str) -> None:
    reason += '"marks":"' + by + '"settles":1'
    body = RowBody(n=1, done="note", match="ab", timeline="main", by=by, at="now", reason=reason)
    with suppress(BadBody):
        text = encode_row(body)
        assert '"marks":"' not in text
        assert '"settles":' not in text


def test_digests_are_for_ever() -> None:
    assert event_digest(ZERO, ZERO, "{}").hex() == EVENT
    assert row_digest(ZERO, ZERO, ZERO, "{}").hex() == ROW
    assert pack_digest("{}").hex() == PACK
    assert person_id("Zoë", b"salt").hex() == PERSON


EVENT = "eb4f24ee8a07947630caf46b94293542be2ea104847b8c7b5a475ddda64c00d4"
ROW = "f3fb6e7485ce2f66390a2e71b92865a53d7884718fdbfe58d7c8ce455794f39b"
PACK = "0a61490a74232c85e8f13ff214bb1c46a8176c317f34f09fc39e1b3341170d2b"
PERSON = "51411f7a0f55ecbe5ef33cd578ec00a1"


def test_one_hash_of_a_kind_is_none_of_another() -> None:
    assert len({EVENT, ROW, PACK}) == 3
    assert person_id("Ann", b"1") != person_id("Ann", b"2")


@given(st.integers(1, 10**12), st.binary(min_size=32, max_size=32))
def test_a_receipt_is_read_as_it_was_printed(n: int, digest: bytes) -> None:
    printed = receipt(n, digest)
    assert parse_receipt(printed) == (n, digest[:10])
    sloppy = printed.lower().replace("0", "o").replace("1", "l").replace("#", " # ")
    number = str(n)
    sloppy = sloppy.replace(sloppy.split()[1], number, 1).replace("-", " ", 2)
    assert parse_receipt(sloppy) == (n, digest[:10])
    assert parse_receipt(printed.removeprefix("#").replace("-", "")) == (n, digest[:10])


@pytest.mark.parametrize(
    "text", ["", "#", "#1", "#1 7K3M", "#x 7K3M-9QXD-2F8T-V6BN", "#1 7K3M-9QXD-2F8T-V6BU", "²"]
)
def test_what_is_no_receipt_is_refused(text: str) -> None:
    with pytest.raises(BadBody, match="receipt"):
        parse_receipt(text)


@given(any_text)
def test_any_text_is_a_receipt_or_refused(text: str) -> None:
    try:
        n, start = parse_receipt(text)
    except BadBody:
        return
    assert n >= 0
    assert len(start) == 10


def test_examples_in_the_documentation_hold() -> None:
    assert doctest.testmod(digests).failed == 0
