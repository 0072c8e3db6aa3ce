"""Taiwan Monsters Brawl against its rulebook, line by line.

`box` is a small house box whose positions are easy to reach, `table` sets matches up in it. A
test of a rule is named for the line of the rulebook (`L55a`), the ruling or the option it holds.
"""
