"""Taking of Taidian, shown at Protospiel Minnesota in January 2022.

| players | 2 to 6, each for himself or in teams |
| chance | every seat draws from a deck of its own; a stolen card is drawn from a hand |
| hidden information | the hands, and what was discarded unused |
| length | until one side is left: 8 to 20 turns a seat, 100 to 600 plies |
| sections | Goal; Game Play; Attacking and Upgrading Turn; Defense; Powering Up; Structure Cards |
"""

from engine.games.taking_of_taidian.rules import Taidian

GAME = Taidian

__all__ = ["GAME", "Taidian"]
