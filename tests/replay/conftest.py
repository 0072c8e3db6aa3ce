"""A database in a temporary folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore import SQLiteStore, open_store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def store(path: Path) -> Iterator[SQLiteStore]:
    with open_store(path, synchronous="OFF") as opened:
        yield opened
