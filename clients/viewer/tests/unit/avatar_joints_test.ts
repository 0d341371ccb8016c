// Where three-vrm puts the bones of our avatars, against the program's own forward kinematics.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { VRMHumanBoneName } from "@pixiv/three-vrm";
import { Mesh, Vector3 } from "three";
import { loadAvatar, type Avatar } from "../../src/scene/avatar.ts";
import type { Joint, Pose, Skeleton } from "../../src/scene/pose.ts";
import { avatarOf, baked } from "../support/baked.ts";
import { asVrm0 } from "../support/vrm0.ts";

// Three's loader asks whose window it is in.
Object.assign(globalThis, { self: globalThis });

interface Baked {
  readonly skeleton: { readonly joints: readonly Joint[]; readonly channels: readonly string[] };
}
interface BakedFrame {
  readonly root: readonly number[];
  readonly hips: readonly number[];
  readonly rotations: readonly (readonly number[])[];
  readonly channels: readonly number[];
}

function linesOf(body: string, form: "jsonl" | "csv"): readonly string[] {
  const options = ["--fps", "6", "--character", `ada=${body}@0.7,-1.5,40`];
  return new TextDecoder().decode(baked("wave", form, options)).trimEnd().split("\n");
}

function motionOf(body: string): { readonly skeleton: Skeleton; readonly poses: readonly Pose[] } {
  const lines = linesOf(body, "jsonl").map((line) => JSON.parse(line) as unknown);
  const { joints, channels } = (lines[0] as Baked).skeleton;
  const hipsHeight = joints[0]!.offset[1]!;
  const frames = lines.filter((line) => "rotations" in (line as object)) as BakedFrame[];
  return {
    skeleton: { characterId: 1, id: 1, character: "ada", body, hipsHeight, joints, channels },
    poses: frames.map(
      ({ root, hips, rotations, channels: face }) =>
        new Float32Array([...root, ...hips, ...rotations.flat(), ...face]),
    ),
  };
}

function assume(avatar: Avatar, pose: Pose): void {
  avatar.apply(pose);
  avatar.advance(0);
  avatar.root.updateMatrixWorld(true);
}

// The places of joints of every frame, as the program computes them.
function placesOf(table: readonly string[]): readonly Map<string, Vector3>[] {
  const columns = table[0]!.split(",");
  return table.slice(1).map((row) => {
    const values = row.split(",").map(Number);
    const places = new Map<string, Vector3>();
    columns.forEach((column, i) => {
      if (!column.endsWith("_world_x")) return;
      places.set(column.slice(0, -"_world_x".length), new Vector3().fromArray(values, i));
    });
    return places;
  });
}

const avatars: readonly (readonly [body: string, kind: string, file: Uint8Array<ArrayBuffer>])[] = [
  ["ada", "VRM 1.0", avatarOf("ada")],
  ["ben", "VRM 1.0", avatarOf("ben")],
  ["ada", "VRM 0", asVrm0(avatarOf("ada"))],
];

for (const [body, kind, file] of avatars) {
  test(`the bones of ${body}'s avatar, ${kind}, are where the program has the joints`, async () => {
    const { skeleton, poses } = motionOf(body);
    const expected = placesOf(linesOf(body, "csv"));
    assert.ok(poses.length > 6);
    assert.equal(poses.length, expected.length);
    const avatar = await loadAvatar(file.buffer, skeleton, true);
    poses.forEach((pose, at) => {
      assume(avatar, pose);
      for (const [name, place] of expected[at]!) {
        const bone = avatar.boneOf(name as VRMHumanBoneName);
        assert.ok(bone, `${name} has no bone`);
        const off = bone.getWorldPosition(new Vector3()).distanceTo(place);
        assert.ok(off < 1e-4, `${name} is ${off} m off in frame ${at}`);
      }
    });
  });
}

test("an avatar in VRM 0 looks the same way as it does in VRM 1.0, in every pose", async () => {
  const { skeleton, poses } = motionOf("ada");
  const file = avatarOf("ada");
  const [one, zero] = await Promise.all(
    [file, asVrm0(file)].map((each) => loadAvatar(each.buffer, skeleton, true)),
  );
  for (const pose of poses) {
    const [seen, expected] = [zero!, one!].map((avatar) => {
      assume(avatar, pose);
      return skinOf(avatar);
    });
    assert.ok(expected!.length > 100);
    assert.equal(seen!.length, expected!.length);
    seen!.forEach((point, at) => {
      const off = point.distanceTo(expected![at]!);
      assert.ok(off < 1e-4, `point ${at} of the skin is ${off} m off`);
    });
  }
});

// Some of the points of the skin, as they are seen in the world.
function skinOf({ root }: Avatar): readonly Vector3[] {
  const points: Vector3[] = [];
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const { count } = node.geometry.attributes["position"]!;
    for (let vertex = 0; vertex < count; vertex += 50)
      points.push(node.localToWorld(node.getVertexPosition(vertex, new Vector3())));
  });
  return points;
}
