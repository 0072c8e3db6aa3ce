"""The games that ship with Retold, one package each; the package's name is the game's name.

Games of other authors come in by the entry point group `retold.games`.
"""
