"""The rules: pure functions of values. Knows nothing of storage, files, clocks or terminals.

`game` is the interface that every game implements, `fold` turns events into states, `chance` and
`luck` decide what players do not, `cards` keeps hidden cards (`deals` finds what they may be),
`notation` reads and writes moves, `bots` play.
"""
