"""Where a frame's joints are: forward kinematics, in thirty lines."""

from __future__ import annotations

from typing import Sequence

from kinesphere_pb2 import Frame, Skeleton


def world_positions(skeleton: Skeleton, frame: Frame) -> dict[str, tuple[float, ...]]:
    """The position of every joint in the world, in metres: {"rightHand": (x, y, z), ...}.

    `skeleton` is of the frame's character, and the frame must carry the body.
    """
    if len(frame.parent_from_joint) != 4 * len(skeleton.joints) or len(frame.root) != 7:
        raise ValueError("the frame does not carry this body: subscribe to the part `body`")

    positions: list[tuple[float, ...]] = []
    rotations: list[tuple[float, ...]] = []  # world_from_joint
    for index, joint in enumerate(skeleton.joints):
        if joint.parent < 0:
            parent_position, parent_rotation = tuple(frame.root[:3]), tuple(frame.root[3:])
            offset = tuple(frame.hips)  # in place of the hips' own offset
        else:
            parent_position = positions[joint.parent]
            parent_rotation = rotations[joint.parent]
            offset = tuple(joint.offset)
        turned = rotate(parent_rotation, offset)
        positions.append(tuple(p + t for p, t in zip(parent_position, turned)))
        parent_from_joint = tuple(frame.parent_from_joint[4 * index:4 * index + 4])
        rotations.append(multiply(parent_rotation, parent_from_joint))
    return {joint.name: position for joint, position in zip(skeleton.joints, positions)}


joint_positions = world_positions  # its name before version 1.1


def multiply(a: Sequence[float], b: Sequence[float]) -> tuple[float, ...]:
    """The quaternion (x, y, z, w) that turns by `b` first, then by `a`."""
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by,
            aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw,
            aw * bw - ax * bx - ay * by - az * bz)


def rotate(rotation: Sequence[float], vector: Sequence[float]) -> tuple[float, ...]:
    """`vector` turned by a unit quaternion (x, y, z, w)."""
    x, y, z, w = rotation
    turned = multiply(multiply(rotation, (*vector, 0.0)), (-x, -y, -z, w))
    return turned[:3]
