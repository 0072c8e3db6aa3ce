"""Joins the log and the rules: a match, its timelines, and everything done by folding.

`Match` is the one door for every front. `reading` says what is shown, `proof` verifies, `portable`
exports and imports, `simulate` plays many matches at once.
"""
