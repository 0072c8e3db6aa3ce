"""Taiwan Monsters Brawl (台灣妖怪鬪陣), Hung-Che Lin, 2016.

| players | 2 to 4, each for himself |
| chance | dice, the Rune Die, a deck of spells, a deck of territories |
| hidden information | the spells in the hands |
| length | two players: first to 15 VP; else as many rounds as players; 100 to 400 plies |
| sections | Components, Set-Up, A to D (B-1 to B-3), Game End, Optional Rules, Spell Cards |
"""

from engine.games.taiwan_monsters_brawl.rules import Brawl

GAME = Brawl

__all__ = ["GAME", "Brawl"]
