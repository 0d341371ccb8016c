import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromBinary, toBinary, type MessageInitShape } from "@bufbuild/protobuf";
import type { Feedback } from "kinesphere";
import { EnvelopeSchema } from "kinesphere/protocol";
import { poseSize, rotationsAt, type Skeleton } from "../../src/scene/pose.ts";
import { Recording } from "../../src/worker/recording.ts";
import { read, write } from "../../src/worker/recording_file.ts";

const skeleton: Skeleton = {
  characterId: 3,
  id: 9,
  character: "ada",
  body: "ada",
  hipsHeight: 1,
  joints: [
    { name: "hips", parent: -1, offset: [0, 1, 0] },
    { name: "spine", parent: 0, offset: [0, 0.125, 0] },
  ],
  channels: ["jawOpen"],
};

// Poses of which every number is another, and exact in 32 bits.
function poseAt(tick: number): Float32Array<ArrayBuffer> {
  return Float32Array.from({ length: poseSize(skeleton) }, (_, i) => i + tick / 64);
}

function recorded(): Recording {
  const recording = new Recording();
  for (const tick of [600, 601, 603]) recording.add(3, tick / 60, poseAt(tick));
  return recording;
}

async function written(): Promise<Uint8Array<ArrayBuffer>> {
  const file = write({ tickRate: 60, skeletons: [skeleton], recording: recorded() });
  return new Uint8Array(await file.arrayBuffer());
}

test("what is written is read back", async () => {
  const file = read((await written()).buffer);
  assert.equal(file.tickRate, 60);
  assert.deepEqual(file.skeletons, [skeleton]);
  assert.ok(Math.abs(file.recording.seconds - 3 / 60) < 1e-9);
  assert.deepEqual(file.recording.frameAt(3, 10.02)?.pose, poseAt(601));
  assert.deepEqual(file.recording.frameAt(3, 11)?.pose, poseAt(603));
});

test("the file is laid out as the server lays it out", async () => {
  const bytes = await written();
  const view = new DataView(bytes.buffer);
  assert.deepEqual([...bytes.subarray(0, 8)], [0x89, 0x4b, 0x53, 0x52, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.equal(view.getUint32(8, true), 1);
  assert.equal(Buffer.from(bytes.subarray(-8)).toString("latin1"), "KSRend\r\n");
  // The index: the first record behind the skeletons, and another each second.
  const end = Number(view.getBigUint64(bytes.length - 16, true));
  assert.equal(view.getBigUint64(end, true), 2n ** 64n - 1n);
  const entries = view.getUint32(end + 8, true) / 16;
  const ticks: bigint[] = [];
  for (let entry = 0; entry < entries; ++entry) {
    const tick = view.getBigUint64(end + 12 + 16 * entry, true);
    const place = Number(view.getBigUint64(end + 12 + 16 * entry + 8, true));
    assert.equal(view.getBigUint64(place, true), tick);
    ticks.push(tick);
  }
  assert.deepEqual(ticks, [600n]);
  const messageAt = (place: number): string | undefined => {
    const body = bytes.subarray(place + 12, place + 12 + view.getUint32(place + 8, true));
    return fromBinary(EnvelopeSchema, body).message.case;
  };
  assert.equal(messageAt(Number(view.getBigUint64(end + 20, true))), "frame");
  // The first record, of tick 600, is a hello.
  assert.equal(view.getBigUint64(12, true), 600n);
  assert.equal(messageAt(12), "hello");
});

test("a file whose end is missing is read up to its last whole record", async () => {
  const bytes = await written();
  const end = Number(new DataView(bytes.buffer).getBigUint64(bytes.length - 16, true));
  const cut = read(bytes.slice(0, end - 5).buffer);
  assert.ok(Math.abs(cut.recording.seconds - 1 / 60) < 1e-9);
});

// The file, with one more message before its end, which is cut off.
function withMessage(
  bytes: Uint8Array<ArrayBuffer>,
  tick: bigint,
  message: NonNullable<MessageInitShape<typeof EnvelopeSchema>["message"]>,
): ArrayBuffer {
  const body = toBinary(EnvelopeSchema, create(EnvelopeSchema, { message }));
  const record = new Uint8Array(12 + body.length);
  const view = new DataView(record.buffer);
  view.setBigUint64(0, tick, true);
  view.setUint32(8, body.length, true);
  record.set(body, 12);
  const end = Number(new DataView(bytes.buffer).getBigUint64(bytes.length - 16, true));
  return new Uint8Array([...bytes.subarray(0, end), ...record]).buffer;
}

test("what was heard is written and read back", async () => {
  const recording = recorded();
  const place = { line: 0, column: 0, lastSyncPoint: "", lastWord: "", performed: undefined,
                  traceparent: "" };
  const heard = (["started", "sync", "ended"] as const).map((kind, index): Feedback => {
    const tick = 600 + index;
    const when = { tick, time: tick / 60, plannedTime: index / 2, missed: index / 8 };
    return { kind, id: "b", ...when, character: "ada", message: "", warning: "", ...place };
  });
  const warning: Feedback = { ...heard[2]!, kind: "warning", message: "late", line: 3, column: 7,
    warning: "NO_SUCH_TARGET" };
  const interrupted: Feedback = { ...heard[2]!, kind: "interrupted", lastSyncPoint: "b:s:p",
    lastWord: "Hello", traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" };
  for (const feedback of [...heard, warning, interrupted]) recording.hear(feedback);
  recording.hear({ ...heard[0]!, character: "nobody" });
  const file = write({ tickRate: 60, skeletons: [skeleton], recording });
  assert.deepEqual(read(await file.arrayBuffer()).recording.feedback,
                   [...heard, warning, interrupted]);
});

test("messages that say nothing of the stage are passed over", async () => {
  const file = withMessage(await written(), 603n, { case: "stats", value: { framesSent: 1n } });
  assert.deepEqual(read(file).recording.characters, [3]);
});

test("packed rotations are read", async () => {
  // Two bits say which component is left out, then 15 bits each of the three others: 16383 is 0,
  // 32766 is the root of a half. So w is left out here, and y is the root of a half: so is w.
  const quarterTurn = 3n | (16383n << 2n) | (32766n << 17n) | (16383n << 32n);
  const packedRotations = new Uint8Array(12);
  const view = new DataView(packedRotations.buffer);
  for (const place of [0, 6]) {
    view.setUint32(place, Number(quarterTurn & 0xffff_ffffn), true);
    view.setUint16(place + 4, Number(quarterTurn >> 32n), true);
  }
  const value = { characterId: 3, tick: 606n, skeletonId: 9, packedRotations };
  const file = withMessage(await written(), 606n, {
    case: "frame",
    value: { ...value, root: [0, 0, 0, 0, 0, 0, 1], hips: [0, 1, 0] },
  });
  const { pose } = read(file).recording.frameAt(3, 606 / 60)!;
  const half = Math.SQRT1_2;
  const expected = [0, half, 0, half, 0, half, 0, half];
  expected.forEach((number, at) =>
    assert.ok(Math.abs(pose[rotationsAt + at]! - number) < 1e-4, `${pose}`),
  );
});

test("a body that changes is refused, for a skeleton holds for the whole recording", async () => {
  const value = { characterId: 3, skeletonId: 10, character: "ada" };
  const file = withMessage(await written(), 603n, { case: "skeleton", value });
  assert.throws(() => read(file), /the body of ada changes/);
});

const broken: readonly (readonly [
  string,
  (bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>,
  RegExp,
])[] = [
  ["an empty file", () => new Uint8Array(0), /no recording/],
  ["another file", () => new Uint8Array(Buffer.from("<script/> and some more")), /no recording/],
  ["a later layout", (bytes) => bytes.with(8, 2), /later version/],
  ["nothing but a beginning", (bytes) => bytes.slice(0, 12), /hello/],
  ["a length that nothing has", (bytes) => bytes.with(23, 255), /too long/],
  ["a message that is none", (bytes) => bytes.fill(255, 24, 30), /no message/],
];

for (const [what, change, words] of broken) {
  test(`refused with words: ${what}`, async () => {
    const bytes = change(await written());
    assert.throws(() => read(bytes.buffer), words);
  });
}

test("a frame that does not fit its skeleton is refused", async () => {
  const other = {
    ...skeleton,
    joints: [...skeleton.joints, { name: "chest", parent: 1, offset: [0, 0, 0] as const }],
  };
  const recording = new Recording();
  recording.add(3, 1, poseAt(1).subarray(0, rotationsAt + 4));
  const file = write({ tickRate: 60, skeletons: [other], recording });
  assert.throws(() => read(new ArrayBuffer(0)), /no recording/);
  await assert.rejects(async () => read(await file.arrayBuffer()), /does not fit/);
});
