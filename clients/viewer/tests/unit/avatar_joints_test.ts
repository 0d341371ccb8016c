// Where three-vrm puts the bones of our avatars, against the program's own forward kinematics.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { VRMHumanBoneName } from "@pixiv/three-vrm";
import { Vector3 } from "three";
import { loadAvatar } from "../../src/scene/avatar.ts";
import type { Joint, Skeleton } from "../../src/scene/pose.ts";
import { avatarOf, baked } from "../support/baked.ts";

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

for (const body of ["ada", "ben"]) {
  test(`the bones of ${body}'s avatar are where the program has the joints`, async () => {
    const lines = linesOf(body, "jsonl").map((line) => JSON.parse(line) as unknown);
    const { skeleton: described } = lines[0] as Baked;
    const frames = lines.filter((line) => "rotations" in (line as object)) as BakedFrame[];
    const expected = placesOf(linesOf(body, "csv"));
    assert.ok(frames.length > 6);
    assert.equal(frames.length, expected.length);

    const skeleton: Skeleton = {
      characterId: 1,
      id: 1,
      character: "ada",
      body,
      hipsHeight: described.joints[0]!.offset[1]!,
      joints: described.joints,
      channels: described.channels,
    };
    const avatar = await loadAvatar(avatarOf(body).buffer, skeleton, true);
    frames.forEach((frame, at) => {
      avatar.apply(
        new Float32Array([
          ...frame.root,
          ...frame.hips,
          ...frame.rotations.flat(),
          ...frame.channels,
        ]),
      );
      avatar.advance(0);
      avatar.root.updateMatrixWorld(true);
      for (const [name, place] of expected[at]!) {
        const bone = avatar.boneOf(name as VRMHumanBoneName);
        assert.ok(bone, `${name} has no bone`);
        const off = bone.getWorldPosition(new Vector3()).distanceTo(place);
        assert.ok(off < 1e-4, `${name} is ${off} m off in frame ${at}`);
      }
    });
  });
}
