// What draws a character has its joints where the client's own forward kinematics has them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { worldPositions } from "kinesphere";
import { Vector3, type Object3D } from "three";
import { loadAvatar } from "../../src/scene/avatar.ts";
import { Figure } from "../../src/scene/figure.ts";
import { channelsAt, hipsAt, rotationsAt, type Pose, type Skeleton } from "../../src/scene/pose.ts";
import { smallSkeleton, somePose } from "../support/poses.ts";
import { smallVrm } from "../support/small_vrm.ts";

// GLTFLoader was made for pages.
Object.assign(globalThis, { self: globalThis });

function expected(skeleton: Skeleton, pose: Pose): Map<string, readonly number[]> {
  const { joints, characterId, character, body, hipsHeight, channels } = skeleton;
  return worldPositions(
    { id: 1, joints, characterId, character, body, hipsHeight, channels },
    {
      root: pose.slice(0, 7),
      hips: pose.slice(hipsAt, hipsAt + 3),
      parentFromJoint: pose.slice(rotationsAt, channelsAt(skeleton)),
    },
  );
}

function agree(skeleton: Skeleton, pose: Pose, find: (name: string) => Object3D | undefined): void {
  const at = new Vector3();
  let found = 0;
  for (const [name, position] of expected(skeleton, pose)) {
    const node = find(name);
    if (!node) continue;
    ++found;
    node.getWorldPosition(at);
    const distance = at.distanceTo(new Vector3(...position));
    assert.ok(distance < 1e-4, `${name} is ${distance} m away`);
  }
  assert.equal(found, 15, "all bones of the least VRM");
}

function smallFile(): ArrayBuffer {
  const bytes = smallVrm();
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
}

test("the joints of the figure are where they belong", () => {
  const skeleton = smallSkeleton();
  const figure = new Figure(skeleton, 0);
  for (const number of [0, 1, 2, 3]) {
    const pose = somePose(skeleton, number);
    figure.apply(pose);
    figure.root.updateMatrixWorld(true);
    agree(skeleton, pose, (name) => figure.root.getObjectByName(name));
  }
});

test("so are those of an avatar", async () => {
  const skeleton = smallSkeleton();
  const avatar = await loadAvatar(smallFile(), skeleton, false);
  for (const number of [0, 1, 2, 3]) {
    const pose = somePose(skeleton, number);
    avatar.apply(pose);
    avatar.advance(0);
    avatar.root.updateMatrixWorld(true);
    agree(skeleton, pose, (name) => avatar.root.getObjectByName(name));
  }
});

test("a joint that the avatar lacks turns what hangs on it", async () => {
  // A neck between spine and head, at the head's own place: the avatar's head must take its turn.
  const plain = smallSkeleton();
  const spine = plain.joints.findIndex((joint) => joint.name === "spine");
  const neck = plain.joints.length;
  const offset = [0, 0.4, 0] as const;
  const skeleton: Skeleton = {
    ...plain,
    joints: [
      ...plain.joints.filter((joint) => joint.name !== "head"),
      { name: "neck", parent: spine, offset },
      { name: "head", parent: neck - 1, offset: [0, 0, 0] as const },
    ].map((joint) => ({
      ...joint,
      parent: joint.parent > 2 && joint.name !== "head" ? joint.parent - 1 : joint.parent,
    })),
  };
  const avatar = await loadAvatar(smallFile(), skeleton, false);
  const pose = somePose(skeleton, 2);
  avatar.apply(pose);
  avatar.advance(0);
  avatar.root.updateMatrixWorld(true);
  agree(skeleton, pose, (name) => avatar.root.getObjectByName(name));
});

test("what is no avatar is refused in words", async () => {
  await assert.rejects(loadAvatar(new ArrayBuffer(0), smallSkeleton(), false));
  const plain = Buffer.from(
    smallVrm().toString("latin1").replaceAll("VRMC_vrm", "XRMC_vrm"),
    "latin1",
  );
  const file = plain.buffer.slice(
    plain.byteOffset,
    plain.byteOffset + plain.byteLength,
  ) as ArrayBuffer;
  await assert.rejects(loadAvatar(file, smallSkeleton(), false), /no VRM/);
});
