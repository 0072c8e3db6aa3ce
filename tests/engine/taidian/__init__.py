"""Taking of Taidian against its rulebook, sentence by sentence.

`box` is a small house box whose positions are easy to reach, `table` sets matches up in it. A test
of a rule is named for the sentence of the rulebook (`Defense_2`), the ruling (`R18`) or the option
it holds.
"""
