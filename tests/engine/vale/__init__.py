"""O Vale dos Monstros against its rulebook, row by row.

`box` is a small house box whose positions are easy to reach, `table` sets matches up in it, `model`
is a second, slower reading of the rules. A test of a rule is named for the row of the coverage
table (`L41a`), the ruling (`r21`) or the option that it holds.
"""
