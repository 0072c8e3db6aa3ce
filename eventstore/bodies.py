"""The one rule that decides whether a text may be stored as a body."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from eventstore.errors import BadBody

LIMIT = 1_000_000
"""The longest body there can be, in bytes."""

_INT_MAX = 2**63 - 1
_MANY_DIGITS = re.compile("[0-9]{19}")


def _refuse_float(text: str) -> Any:
    raise ValueError(f"{text[:40]} is not a whole number")


_decode = msgspec.json.Decoder(float_hook=_refuse_float).decode
_encode = msgspec.json.Encoder().encode


def accept(text: str) -> None:
    """Raises `BadBody` unless decoding `text` without a type and encoding it gives it back.

    That refuses duplicate keys, whitespace, other spellings of numbers and texts, lone
    surrogates, NaN and deep nesting; numbers with a fraction or beyond 64 bits are refused too.
    """
    try:
        data = text.encode()
        if len(data) > LIMIT:
            raise BadBody(f"a body has {len(data)} bytes, more than the {LIMIT} that are stored")
        value = _decode(data)
        if _encode(value) != data:
            raise BadBody(f"{_start(text)} would not read back byte for byte as JSON")
        # Rare, so that the walk over the value is not paid for by every body.
        if _MANY_DIGITS.search(text):
            _refuse_wide(value)
    except BadBody:
        raise
    except (ValueError, RecursionError, OverflowError, TypeError, MemoryError) as error:
        raise BadBody(f"{_start(text)} is not JSON that can be stored: {error}") from error


def _refuse_wide(value: Any) -> None:
    if isinstance(value, dict):
        value = value.values()
    elif type(value) is int and not -_INT_MAX - 1 <= value <= _INT_MAX:
        raise BadBody("a body holds a whole number beyond 64 bits; write it as a text")
    elif not isinstance(value, list):
        return
    for inner in value:
        _refuse_wide(inner)


def _start(text: str) -> str:
    return repr(text if len(text) <= 60 else text[:60] + "…")
