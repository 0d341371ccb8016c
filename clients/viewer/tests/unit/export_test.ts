// Files of what was performed: the page writes of a recording what the program writes of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { validateBytes } from "gltf-validator";
import { atEveryTick, bvhOf } from "../../src/export/bvh.ts";
import { inWorld, short, type Clip } from "../../src/export/clip.ts";
import { csvOf } from "../../src/export/csv.ts";
import { glbOf, vrmaOf } from "../../src/export/gltf.ts";
import { Figure } from "../../src/scene/figure.ts";
import { read } from "../../src/worker/recording_file.ts";
import { baked, replayed } from "../support/baked.ts";

const original = baked("wave", "ksr");

function clip(): Clip {
  const { recording, skeletons, tickRate } = read(original.buffer);
  const skeleton = skeletons[0]!;
  const frames = recording.between(skeleton.characterId, -1, Infinity);
  return { skeleton, tickRate, frames, feedback: recording.feedback };
}

test("a .csv has the program's columns and numbers", () => {
  const [names, ...rows] = csvOf(clip()).trim().split("\n");
  const [expectedNames, ...expected] = replayed(original, "csv").trim().split("\n");
  const events = expectedNames!.split(",").findIndex((name) => name === "event_started");
  assert.equal(names, expectedNames!.split(",").slice(0, events + 5).join(","));
  assert.equal(rows.length, expected.length);
  rows.forEach((row, at) => {
    const [found, wanted] = [row.split(","), expected[at]!.split(",")];
    for (let column = 0; column < events; ++column) {
      const apart = Math.abs(Number(found[column]) - Number(wanted[column]));
      assert.ok(apart < 2e-6, `row ${at}, column ${column}: ${apart}`);
    }
    assert.deepEqual(found.slice(events), wanted.slice(events, events + 5), `row ${at}`);
  });
});

test("a .bvh has the program's joints and turns", () => {
  const [found, expected] = [bvhOf(clip()), replayed(original, "bvh")].map((text) => {
    const [head, motion] = text.split("MOTION\n");
    const joints = [...head!.matchAll(/(?:ROOT|JOINT) (\S+)/g)].map(([, name]) => name);
    const rows = motion!.trim().split("\n").slice(2);
    return { joints, rows: rows.map((row) => row.trim().split(/\s+/).map(Number)) };
  });
  assert.deepEqual(found!.joints, expected!.joints);
  assert.equal(found!.rows.length, expected!.rows.length);
  found!.rows.forEach((row, frame) => {
    assert.equal(row.length, expected!.rows[frame]!.length);
    row.forEach((number, at) => {
      const apart = Math.abs(number - expected!.rows[frame]![at]!) % 360;
      assert.ok(Math.min(apart, 360 - apart) < 0.01, `frame ${frame}, number ${at}: ${apart}`);
    });
  });
});

for (const form of ["vrma", "glb"] as const) {
  test(`a .${form} is valid, and moves as long as the clip`, async () => {
    const moved = clip();
    const figure = new Figure(moved.skeleton, 0).dressing;
    const blob = form === "vrma" ? vrmaOf(moved) : glbOf(moved, figure);
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const { issues } = await validateBytes(bytes);
    assert.equal(issues.numErrors, 0, JSON.stringify(issues.messages.slice(0, 5)));
    const length = new DataView(bytes.buffer).getUint32(12, true);
    const json = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length))) as Json;
    const seconds = moved.frames.at(-1)!.time_s - moved.frames[0]!.time_s;
    assert.ok(Math.abs(json.accessors[0]!.max![0]! - seconds) < 1e-5);
    assert.equal(json.animations.length, 1);
    assert.ok(json.animations[0]!.channels.length >= 56);
    assert.equal(Boolean(json.meshes), form === "glb");
  });
}

interface Json {
  readonly accessors: readonly { readonly max?: readonly number[] }[];
  readonly animations: readonly { readonly channels: readonly unknown[] }[];
  readonly meshes?: readonly unknown[];
}

test("frames that never came take their time in a .bvh all the same", () => {
  const whole = clip();
  const frames = whole.frames.filter((_, at) => at % 7 !== 3 && at % 7 !== 4);
  assert.ok(frames.length < whole.frames.length - 10);
  assert.equal(atEveryTick({ ...whole, frames }).length, whole.frames.length);
});

test("feet of somebody who stands are on the ground of the world", () => {
  const { skeleton, frames } = clip();
  const foot = skeleton.joints.findIndex(({ name }) => name === "leftFoot");
  const [, height] = inWorld(frames[0]!.pose, skeleton)[foot]!.place;
  assert.ok(height > 0.02 && height < 0.2, `${height} m`);
});

test("a number is as short as it may be", () => {
  assert.equal(short(Math.fround(0.1)), "0.1");
  assert.equal(short(0), "0");
  assert.equal(Math.fround(Number(short(Math.fround(Math.PI)))), Math.fround(Math.PI));
});
