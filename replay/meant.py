"""What somebody may have meant who mistyped a name."""

from collections.abc import Sequence


def meant(typed: str, names: Sequence[str], most: int = 3) -> list[str]:
    """Those of the names that are most like what was typed, the likeliest first."""
    # Imported here: only a refusal needs it.
    from difflib import get_close_matches

    by_key: dict[str, list[str]] = {}
    for name in names:
        by_key.setdefault(name.casefold(), []).append(name)
    key = typed[:60].casefold()
    begun = [name for name in names if len(key) > 1 and name.casefold().startswith(key)]
    near = [name for close in get_close_matches(key, by_key, most) for name in by_key[close]]
    return list(dict.fromkeys([*near, *begun]))[:most]


def question(typed: str, names: Sequence[str]) -> str:
    """`did you mean "friday"?`, or "" where nothing is near."""
    near = [f'"{name[:60]}"' for name in meant(typed, names)]
    if not near:
        return ""
    return f"did you mean {', '.join(near[:-1])}{' or ' * (len(near) > 1)}{near[-1]}?"
