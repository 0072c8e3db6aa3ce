"""The SQLite store under the contract, and what only a file has."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from eventstore import Store, open_store
from tests.eventstore.contract import Reopen, StoreContract


class TestSQLiteStore(StoreContract):
    @pytest.fixture
    def reopen(self, tmp_path: Path) -> Iterator[Reopen]:
        opened: list[Store] = []

        def open_again() -> Store:
            opened.append(open_store(tmp_path / "log.db", synchronous="OFF"))
            return opened[-1]

        yield open_again
        for store in opened:
            store.close()
