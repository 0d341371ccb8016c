"""Frames in the axes of other programs.

    to = kinesphere.axes.BLENDER
    bone.location = to.vector(position)
    bone.rotation_quaternion = to.quaternion(rotation)

A map is a signed permutation of the axes and the size of a metre. What it makes of a rotation
follows from that: of a quaternion's vector part the same as of a vector, the other way round where
the map mirrors.
"""

from __future__ import annotations

import dataclasses
from typing import Sequence


@dataclasses.dataclass(frozen=True)
class AxisMap:
    name: str
    rows: tuple[tuple[int, int], ...]  # of x, y and z there: the axis here, from 0, and its sign
    unit: float = 1.0  # what one metre becomes

    @property
    def mirrors(self) -> bool:
        """Whether the target is left-handed."""
        (a, _), (b, _), (c, _) = self.rows
        is_even = (a, b, c) in ((0, 1, 2), (1, 2, 0), (2, 0, 1))
        sign = self.rows[0][1] * self.rows[1][1] * self.rows[2][1]
        return (sign if is_even else -sign) < 0

    def direction(self, v: Sequence[float]) -> tuple[float, ...]:
        return tuple(sign * v[axis] for axis, sign in self.rows)

    def vector(self, v: Sequence[float]) -> tuple[float, ...]:
        """A point or an offset, in the target's units."""
        return tuple(self.unit * value for value in self.direction(v))

    def quaternion(self, q: Sequence[float]) -> tuple[float, ...]:
        """x, y, z, w of a rotation."""
        side = -1.0 if self.mirrors else 1.0
        x, y, z = self.direction(q[:3])
        return (side * x, side * y, side * z, q[3])


GLTF = AxisMap("gltf", ((0, 1), (1, 1), (2, 1)))
BLENDER = AxisMap("blender", ((0, 1), (2, -1), (1, 1)))
UNITY = AxisMap("unity", ((0, -1), (1, 1), (2, 1)))
UNREAL_MESH = AxisMap("unreal-mesh", ((0, 1), (2, 1), (1, 1)), 100.0)
UNREAL_ACTOR = AxisMap("unreal-actor", ((2, 1), (0, -1), (1, 1)), 100.0)
VRM0 = AxisMap("vrm0", ((0, -1), (1, 1), (2, -1)))

ALL = {map.name: map for map in (GLTF, BLENDER, UNITY, UNREAL_MESH, UNREAL_ACTOR, VRM0)}
