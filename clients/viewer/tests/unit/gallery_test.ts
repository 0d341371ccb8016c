import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { faceOf, handsScript } from "../../src/app/face_desk.ts";
import { sayScript } from "../../src/app/say.ts";
import {
  byPopularity,
  faces,
  faceScript,
  fitOf,
  groupOf,
  leastFit,
  otherGestures,
  wordsOf,
} from "../../src/gallery/groups.ts";
import { headAt, joints, read, tellingFrame, written } from "../../src/gallery/preview_frames.ts";

interface Entry {
  readonly name: string;
  readonly tags: readonly string[];
  readonly description: string;
}

// As `kinesphere lexicon` prints them: name, hands, tags, description.
const lexicon: readonly Entry[] = execFileSync(process.env["KINE_PROGRAM"]!, ["lexicon"])
  .toString()
  .trim()
  .split("\n")
  .map((line) => {
    const [name, , tags, ...description] = line.split(/ {2,}/);
    return { name: name!, tags: (tags ?? "").split(" "), description: description.join(" ") };
  });

function found(typed: string): readonly string[] {
  const gestures = lexicon.map(({ name, tags, description }) => ({
    name,
    fit: fitOf(typed, wordsOf(name, tags), description),
  }));
  const looks = faces.map(({ name, words }) => ({
    name: `${name} face`,
    fit: fitOf(typed, [name, "face", ...words.split(" ")], ""),
  }));
  const all = [...looks, ...gestures];
  const least = leastFit(all.map(({ fit }) => fit));
  return all.filter(({ fit }) => fit >= least).map(({ name }) => name);
}

const tried: readonly (readonly [typed: string, wanted: string])[] = [
  ["hello", "wave"],
  ["Hi", "wave"],
  ["goodbye", "wave"],
  ["bye", "wave"],
  ["thank you", "namaste"],
  ["yes", "nod"],
  ["no", "shake"],
  ["happy", "happy face"],
  ["sad", "sad face"],
  ["angry", "angry face"],
  ["don't know", "shrug"],
  ["me", "point-self"],
  ["finger", "count-one"],
];
for (const [typed, wanted] of tried) {
  test(`"${typed}" finds ${wanted}`, () => {
    assert.ok(found(typed).includes(wanted), found(typed).join());
    assert.ok(found(typed).length < 25, `it finds ${found(typed).length}`);
  });
}

test('"no" does not find a nod, and nonsense finds nothing', () => {
  assert.ok(!found("no").includes("nod"));
  assert.deepEqual(found("xyzzy"), []);
});

test("every gesture of the lexicon stands in a group, and few in none", () => {
  const groups = lexicon.map(({ tags }) => groupOf(tags));
  assert.ok(groups.filter((group) => group === otherGestures).length < 3);
  assert.ok(new Set(groups).size >= 7);
});

test("what people look for first stands first", () => {
  assert.deepEqual(["applaud", "nod", "wave", "beat"].sort(byPopularity), [
    "wave",
    "nod",
    "beat",
    "applaud",
  ]);
});

const previews = JSON.parse(
  readFileSync(new URL("../../src/gallery/previews.json", import.meta.url), "utf8"),
) as Record<string, string>;

test("every gesture of the lexicon has a preview that moves: else run npm run previews", () => {
  assert.deepEqual(Object.keys(previews), lexicon.map(({ name }) => name).sort());
  for (const [name, text] of Object.entries(previews)) {
    const frames = read(text);
    assert.ok(frames.length > 3 && frames.length <= 24, `${name} has ${frames.length} frames`);
    const telling = tellingFrame(frames);
    const moved = frames[telling]!.some(({ x, y }, at) => {
      const first = frames[0]![at]!;
      return Math.hypot(x - first.x, y - first.y) > 0.004;
    });
    assert.ok(moved, `${name} stands still`);
    assert.ok(frames[0]![headAt]!.y < frames[0]![0]!.y, `${name}: the head is above the hips`);
  }
});

test("what is written of a preview is read again, to a pixel", () => {
  const frame = joints.map((_, at) => ({ x: at / 13, y: 1 - at / 20 }));
  const [again] = read(written([frame, frame]));
  again!.forEach(({ x, y }, at) =>
    assert.ok(Math.hypot(x - frame[at]!.x, y - frame[at]!.y) < 0.001),
  );
});

// The program reads what the page writes.
function check(script: string): void {
  const program = process.env["KINE_PROGRAM"]!;
  execFileSync(program, ["check", "-"], { input: script, stdio: ["pipe", "ignore", "pipe"] });
}

test("faces, hands and what is said are scripts that the program takes", () => {
  for (const face of faces) check(faceScript(face));
  check(sayScript("5 < 6 & you know <it>."));
  const hands = { left: { shape: "fist", amount: 0.5 }, right: { shape: "fist", amount: 0 } };
  check(handsScript(hands)!);
  assert.equal(handsScript({ ...hands, left: hands.right }), undefined);
});

test("of sliders that move one channel the strongest counts", () => {
  assert.deepEqual(faceOf({ happy: 0.4, "jaw open": 0.2 }), { happy: 0.4, jawOpen: 0.2 });
  assert.deepEqual(faceOf({ "eyes closed": 1 }), { eyeBlinkLeft: 1, eyeBlinkRight: 1 });
});
