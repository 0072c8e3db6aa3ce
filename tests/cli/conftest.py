"""Fixtures of the command's tests."""

import gc
from pathlib import Path

import pytest

from tests.cli.desk import Desk

# The command is done before garbage matters; a whole run of tests in one process is not.
gc.set_threshold(700, 10, 10)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    """A desk whose database is not there yet."""
    return Desk(tmp_path)


@pytest.fixture
def friday(desk: Desk) -> Desk:
    """A desk with the match `friday`: pig at a table, by Ana and Ben, without a move."""
    desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "friday")
    return desk


@pytest.fixture
def seeded(desk: Desk) -> Desk:
    """A desk with the match `friday`: pig by Ana and Ben, where luck decides."""
    desk.say("new", "pig", "-p", "Ana", "-p", "Ben", "--as", "friday", "--seed", "7")
    return desk
