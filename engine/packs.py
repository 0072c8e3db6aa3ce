"""What the packs of all games share: entries that say where their values come from."""

from typing import Literal

from msgspec import Struct

Source = Literal["rulebook", "public", "house"]
Sources = Source | dict[str, Source]
"""Where the values of an entry come from: one word for all, or one for each field."""


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of a pack; `source` says where each of its values comes from."""
