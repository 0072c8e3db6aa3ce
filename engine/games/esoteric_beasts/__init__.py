"""Esoteric Beasts, Chub Tan (The TKG Comic Circle), 2025: the solitaire of the Brethren of Chaos.

| players | 1 |
| chance | SIGHT of a card that nobody has seen (`flip`), weighted exactly as a shuffled deck |
| hidden information | none: what was seen stays open, the rest nobody knows |
| length | 20 to 40 turns, 60 to 130 plies |
| sections | Setup, SIGHT, AWAKEN, ENCOUNTER, SUBDUE, ESO-THRASH, EXPLORE, Scoring |
"""

from engine.games.esoteric_beasts.rules import Beasts

GAME = Beasts

__all__ = ["GAME", "Beasts"]
