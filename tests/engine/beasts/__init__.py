"""Esoteric Beasts against its rulebook, line by line.

`box` is a deck whose names say what a card is, `table` sets matches up in it, `model` plays a real
shuffled deck beside a match. A test of a rule is named for the line of the rulebook (`L57a`), the
ruling (`R12`) or the option that it holds.
"""
