"""O Vale dos Monstros (MS Jogos, about 2012): legions of monsters haunt a camping valley.

| players | 2 to 6; two players hold two legions each |
| chance | the numbered tiles under the tents |
| hidden information | none but the tiles, which chance turns |
| length | until all twelve tents are under control; about 400 to 1,200 plies |
| sections | Set Up, A. Move to F. Pass, Additional Action, Final Scoring, variants |
"""

from engine.games.vale_dos_monstros.rules import Vale

GAME = Vale

__all__ = ["GAME", "Vale"]
