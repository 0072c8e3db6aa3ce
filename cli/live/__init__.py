"""What `retold record MATCH` is without moves: a live prompt on a terminal, a script behind a pipe.

A `Session` does one line at a time for both; `prompt` and `script` are the two ways to feed it.
Only `prompt` imports prompt_toolkit.
"""
