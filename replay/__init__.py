"""Joins the log and the rules: a match, its timelines, and everything done by folding.

`Match` is the one door for every front; what it writes is made in `building`, `heads` (undo and
redo), `amending`, `adjusting` and `flags`. What is shown comes from `reading`, `telling` (what came
of an event), `differing`, `disputes`, `legality` (why a move is allowed or not), `walking` and
`transcript`; `contract` is its JSON. `proof`, `receipts` and `doctor` verify, `portable` exports
and imports, `people` keeps names and `persons` who bears them, `simulate` plays many matches.
"""
