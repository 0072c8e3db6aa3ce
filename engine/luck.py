"""Luck: a seeded source of outcomes, addressed and not sequential.

A value is found by where it is asked for: `stream, request, place, try`. So neither an extra roll
elsewhere nor an undo shifts it.

The algorithm `blake2b-1` is BLAKE2b-64, keyed by the BLAKE2b-256 of the seed's UTF-8 text (person
`retold.luck.1`), of the UTF-8 text `stream NUL request NUL place NUL try` with decimal numbers; the
digest is read as a big-endian number. It never changes under this name; its test vectors are in
`fixtures/luck.json`.
"""

from hashlib import blake2b

ALGORITHM = "blake2b-1"
SPAN = 1 << 64


class Luck:
    """The outcomes of one seed. Values are equal on every machine and in every version.

    >>> Luck("7").below(6, "round 1/0/attack", 0, 0)[0]
    0
    """

    __slots__ = ("_base", "seed")

    def __init__(self, seed: str) -> None:
        key = blake2b(seed.encode(), digest_size=32, person=b"retold.luck.1").digest()
        self.seed = seed
        self._base = blake2b(key=key, digest_size=8)

    def value(self, stream: str, request: int, place: int, attempt: int = 0) -> int:
        """A number from 0 to 2^64 - 1, uniform."""
        hasher = self._base.copy()
        hasher.update(f"{stream}\0{request}\0{place}\0{attempt}".encode())
        return int.from_bytes(hasher.digest(), "big")

    def below(
        self, n: int, stream: str, request: int, place: int, attempt: int = 0
    ) -> tuple[int, int]:
        """A number from 0 to n - 1, unbiased, and the next try that has not been used.

        The high half of value x n; drawn again where the low half falls into the part that would
        favour some numbers (Lemire, "Fast Random Integer Generation in an Interval", 2019).
        """
        biased = SPAN % n
        while True:
            product = self.value(stream, request, place, attempt) * n
            attempt += 1
            if product % SPAN >= biased:
                return product >> 64, attempt
