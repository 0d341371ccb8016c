import assert from "node:assert/strict";
import { test } from "node:test";
import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { EnvelopeSchema } from "kinesphere/protocol";
import { poseSize, rotationsAt, type Skeleton } from "../../src/scene/pose.ts";
import { Recording } from "../../src/worker/recording.ts";
import { read, write } from "../../src/worker/recording_file.ts";

const skeleton: Skeleton = {
  characterId: 3,
  skeletonId: 9,
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
  // The index: the first record of each tick, the hello's among them.
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
  assert.deepEqual(ticks, [600n, 601n, 603n]);
  // The first record, of tick 600, is a hello; so is what the index begins with.
  assert.equal(view.getBigUint64(12, true), 600n);
  const hello = bytes.subarray(24, 24 + view.getUint32(20, true));
  assert.equal(fromBinary(EnvelopeSchema, hello).message.case, "hello");
});

test("a file whose end is missing is read up to its last whole record", async () => {
  const bytes = await written();
  const end = Number(new DataView(bytes.buffer).getBigUint64(bytes.length - 16, true));
  const cut = read(bytes.slice(0, end - 5).buffer);
  assert.ok(Math.abs(cut.recording.seconds - 1 / 60) < 1e-9);
});

test("feedback and what is not known yet is passed over", async () => {
  const bytes = await written();
  const feedback = { id: "b", tick: 600n, characterId: 3 };
  const body = toBinary(
    EnvelopeSchema,
    create(EnvelopeSchema, { message: { case: "feedback", value: feedback } }),
  );
  const record = new Uint8Array(12 + body.length);
  new DataView(record.buffer).setBigUint64(0, 600n, true);
  new DataView(record.buffer).setUint32(8, body.length, true);
  record.set(body, 12);
  const end = Number(new DataView(bytes.buffer).getBigUint64(bytes.length - 16, true));
  const more = new Uint8Array([...bytes.subarray(0, end), ...record]);
  assert.equal(read(more.buffer).recording.characters.length, 1);
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
