"""Rotations of six bytes, as kinesphere.proto describes them at Frame.packed_rotations."""

from __future__ import annotations

import math

BYTES = 6
MIDDLE = 16383  # what stands for 0
STEPS_TO_ONE = MIDDLE * math.sqrt(2)
MASK = (1 << 15) - 1


def unpack(packed: bytes) -> list[float]:
    """x, y, z, w of each rotation in one list. Raises ValueError for bytes that are no whole number
    of rotations."""
    if len(packed) % BYTES:
        raise ValueError(f"{len(packed)} bytes of rotations; they take {BYTES} each")
    rotations = []
    for start in range(0, len(packed), BYTES):
        bits = int.from_bytes(packed[start:start + BYTES], "little")
        others = [((bits >> shift & MASK) - MIDDLE) / STEPS_TO_ONE for shift in (2, 17, 32)]
        left = 1 - sum(each * each for each in others)
        others.insert(bits & 3, math.sqrt(max(0.0, left)))
        rotations += others
    return rotations
