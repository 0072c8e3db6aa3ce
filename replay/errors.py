"""What a match refuses. Every message is one plain sentence: what was wrong, and what to do."""


class ReplayError(Exception):
    """Something that a match will not do; its text is one plain sentence."""


class NotFound(ReplayError):
    """A game, pack, timeline, ply or head that is not there."""


class Refused(ReplayError):
    """A move, outcome, ruling or adjustment that cannot be recorded, and which rule says so."""

    def __init__(self, message: str, rule: str = "") -> None:
        super().__init__(message)
        self.rule = rule


class Moved(ReplayError):
    """The timeline does not rest where the writer believed; nothing was written."""


class Differs(ReplayError):
    """A recorded line no longer gives the states that it was recorded with.

    `agrees` is the last ply that still does.
    """

    def __init__(self, message: str, agrees: int) -> None:
        super().__init__(message)
        self.agrees = agrees


class Untold(ReplayError):
    """The game of a match is not installed, so only its chain can be checked."""
