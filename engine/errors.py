"""What the engine refuses. Every message is one plain sentence for people at a table."""


class EngineError(Exception):
    """Something that the engine will not do; its text is one plain sentence."""


class IllegalMove(EngineError):
    """A move that the rules do not allow now.

    `reason` says why in plain words; `rule` is the heading of the printed rulebook (or the word
    "table" for what only recording asks for) under which it stands.
    """

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{rule}: {reason}")
        self.reason = reason
        self.rule = rule


class IllegalOutcome(EngineError):
    """Values that the chance which is due cannot have given."""


class BadPack(EngineError):
    """A pack that does not describe a playable box; `path` names the value that is wrong."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)
        self.path = path
        self.reason = reason


class BadNotation(EngineError):
    """A line that names no move; its text lists what would have been understood."""
