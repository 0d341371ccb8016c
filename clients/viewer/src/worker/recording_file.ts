// A recording as a file, .ksr, as the server writes them and `kinesphere replay` plays them:
//
//   8 bytes   89 'K' 'S' 'R' 0D 0A 1A 0A
//   u32       the layout, 1
//   records   u64 tick, u32 length, and so many bytes: an Envelope
//   an end    u64 of ones, u32 length, so many bytes: the index, u64 tick and u64 place of the
//             tick's first record an entry: the first behind the skeletons, then one a second;
//             u64 the place of this end, 8 bytes 'K' 'S' 'R' 'e' 'n' 'd' 0D 0A
//
// Numbers are little-endian. First stand a Hello and the skeletons, all at the first tick, which
// hold to the end; ticks do not decrease. A file without its end is read up to its last whole
// record.
import { create, fromBinary, toBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { feedbackFrom, frameFrom, skeletonFrom, type Feedback } from "kinesphere";
import { EnvelopeSchema, Feedback_Kind, WarningKind } from "kinesphere/protocol";
import {
  channelsAt,
  hipsAt,
  poseOf,
  rotationsAt,
  type Pose,
  type Skeleton,
} from "../scene/pose.ts";
import { Recording } from "./recording.ts";

const beginning = new Uint8Array([0x89, 0x4b, 0x53, 0x52, 0x0d, 0x0a, 0x1a, 0x0a]);
const ending = new Uint8Array([0x4b, 0x53, 0x52, 0x65, 0x6e, 0x64, 0x0d, 0x0a]);
const layout = 1;
const noTick = 0xffff_ffff_ffff_ffffn;
const headBytes = 12;
const recordHeadBytes = 12;

const fileBytesMax = 256 << 20;
const recordBytesMax = 4 << 20;
const jointsMax = 512;
const channelsMax = 1024;
const tickRateMax = 1000;

export interface RecordingFile {
  readonly tickRate: number;
  readonly skeletons: readonly Skeleton[];
  readonly recording: Recording;
}

export function write(file: RecordingFile): Blob {
  const { skeletons, tickRate } = file;
  const parts: Uint8Array<ArrayBuffer>[] = [beginning, word(layout)];
  let place = headBytes;
  const index: { readonly tick: bigint; readonly place: number }[] = [];
  const put = (tick: bigint, message: Message): void => {
    const body = toBinary(EnvelopeSchema, create(EnvelopeSchema, { message }));
    parts.push(long(tick), word(body.length), body);
    place += recordHeadBytes + body.length;
  };
  const entries = entriesOf(file);
  const first = entries[0]?.tick ?? 0n;
  put(first, helloOf(skeletons, tickRate));
  for (const skeleton of skeletons) put(first, skeletonMessage(skeleton));
  for (const { tick, message } of entries) {
    const newest = index.at(-1);
    if (!newest || tick >= newest.tick + BigInt(tickRate)) index.push({ tick, place });
    put(tick, message());
  }
  parts.push(long(noTick), word(16 * index.length));
  for (const entry of index) parts.push(long(entry.tick), long(BigInt(entry.place)));
  parts.push(long(BigInt(place)), ending);
  return new Blob(parts, { type: "application/octet-stream" });
}

// What happens, tick by tick; of each tick the frames come last. A message is made only when it is
// written, for all of them together are large.
function entriesOf({ recording, skeletons, tickRate }: RecordingFile): readonly Entry[] {
  const tickOf = (time_s: number): bigint => BigInt(Math.round(time_s * tickRate));
  const byNumber = new Map(skeletons.map((skeleton) => [skeleton.characterId, skeleton]));
  const byName = new Map(skeletons.map((skeleton) => [skeleton.character, skeleton]));
  const frames = recording.all().flatMap(({ character, time_s, pose }): readonly Entry[] => {
    const skeleton = byNumber.get(character);
    const tick = tickOf(time_s);
    return skeleton ? [{ tick, message: () => frameMessage(skeleton, tick, pose) }] : [];
  });
  const heard = recording.feedback.flatMap((feedback): readonly Entry[] => {
    const skeleton = byName.get(feedback.character);
    const tick = tickOf(feedback.time);
    return skeleton ? [{ tick, message: () => feedbackMessage(skeleton, tick, feedback) }] : [];
  });
  return [...heard, ...frames].sort((a, b) => Number(a.tick - b.tick));
}

// Throws, in words for a person, where it is no recording.
export function read(file: ArrayBuffer): RecordingFile {
  if (file.byteLength > fileBytesMax) throw new Error("it has more than 256 MB");
  const bytes = new Uint8Array(file);
  if (!beginning.every((byte, at) => bytes[at] === byte) || bytes.length < headBytes) {
    throw new Error("it is no recording");
  }
  const view = new DataView(file);
  if (view.getUint32(8, true) !== layout) throw new Error("it is of a later version");
  const found: Found = { tickRate: 0, skeletons: new Map(), recording: new Recording() };
  let place = headBytes;
  while (place + recordHeadBytes <= bytes.length) {
    const tick = view.getBigUint64(place, true);
    const length = view.getUint32(place + 8, true);
    if (tick === noTick) break;
    if (length > recordBytesMax) throw new Error(`the message at byte ${place} is too long`);
    const from = place + recordHeadBytes;
    if (from + length > bytes.length) break;
    take(tick, bytes.subarray(from, from + length), found, place);
    place = from + length;
  }
  if (found.tickRate === 0) throw new Error("it does not begin with a hello");
  if (found.recording.characters.length === 0) throw new Error("nobody moves in it");
  return { ...found, skeletons: [...found.skeletons.values()] };
}

interface Entry {
  readonly tick: bigint;
  readonly message: () => Message;
}

interface Found {
  tickRate: number;
  readonly skeletons: Map<number, Skeleton>;
  readonly recording: Recording;
}

type Message = NonNullable<MessageInitShape<typeof EnvelopeSchema>["message"]>;

function take(tick: bigint, body: Uint8Array, found: Found, place: number): void {
  let message;
  try {
    message = fromBinary(EnvelopeSchema, body).message;
  } catch {
    throw new Error(`what stands at byte ${place} is no message`);
  }
  switch (message.case) {
    case "hello":
      found.tickRate = message.value.tickRateHz;
      if (found.tickRate > tickRateMax) throw new Error("it has too many ticks a second");
      return;
    case "skeleton": {
      const skeleton = skeletonFrom(message.value);
      if (skeleton.joints.length > jointsMax || skeleton.channels.length > channelsMax)
        throw new Error("a skeleton is too large");
      if (found.recording.frameAt(skeleton.characterId, 0))
        throw new Error(`the body of ${skeleton.character} changes in it`);
      found.skeletons.set(skeleton.characterId, skeleton);
      return;
    }
    case "frame": {
      const skeleton = found.skeletons.get(message.value.characterId);
      if (!skeleton || found.tickRate === 0) return;
      const frame = frameFrom({ ...message.value, tick }, skeleton.character, found.tickRate);
      if (
        frame.root.length !== 7 ||
        frame.hips.length !== 3 ||
        frame.parentFromJoint.length !== 4 * skeleton.joints.length
      ) {
        throw new Error("a frame in it does not fit its skeleton");
      }
      found.recording.add(skeleton.characterId, frame.time, poseOf(frame, skeleton));
      return;
    }
    case "feedback": {
      const skeleton = found.skeletons.get(message.value.characterId);
      if (!skeleton || found.tickRate === 0) return;
      const feedback = { ...message.value, tick };
      const heard = feedbackFrom(feedback, skeleton.character, found.tickRate);
      if (heard) found.recording.hear(heard);
    }
  }
}

function helloOf(skeletons: readonly Skeleton[], tickRateHz: number): Message {
  const characters = skeletons.map(({ id, characterId, character, body }) => {
    return { id: characterId, name: character, body, skeletonId: id };
  });
  return {
    case: "hello",
    value: { versionMajor: 1, versionMinor: 1, name: "viewer", tickRateHz, characters },
  };
}

function skeletonMessage(skeleton: Skeleton): Message {
  const joints = skeleton.joints.map(({ name, parent, offset }) => ({
    name,
    parent,
    offset: [...offset],
  }));
  const { id: skeletonId, characterId, character, body, hipsHeight } = skeleton;
  const channels = [...skeleton.channels];
  return {
    case: "skeleton",
    value: { skeletonId, characterId, character, body, hipsHeight, joints, channels },
  };
}

function frameMessage(skeleton: Skeleton, tick: bigint, pose: Pose): Message {
  const { characterId, id: skeletonId } = skeleton;
  const root = [...pose.subarray(0, hipsAt)];
  const hips = [...pose.subarray(hipsAt, rotationsAt)];
  const parentFromJoint = [...pose.subarray(rotationsAt, channelsAt(skeleton))];
  const channels = [...pose.subarray(channelsAt(skeleton))];
  return {
    case: "frame",
    value: { characterId, skeletonId, tick, root, hips, parentFromJoint, channels },
  };
}

const kinds: Readonly<Record<Feedback["kind"], Feedback_Kind>> = {
  started: Feedback_Kind.STARTED,
  sync: Feedback_Kind.SYNC,
  ended: Feedback_Kind.ENDED,
  interrupted: Feedback_Kind.INTERRUPTED,
  warning: Feedback_Kind.WARNING,
  problem: Feedback_Kind.WARNING,
  kept: Feedback_Kind.KIND_UNSPECIFIED, // of a script, and of no block: it comes into no recording
};

function feedbackMessage({ characterId }: Skeleton, tick: bigint, feedback: Feedback): Message {
  const { kind, id, message, line, column, lastSyncPoint, lastWord, traceparent } = feedback;
  const place = line > 0 ? { place: { line, column } } : {};
  const warning = WarningKind[feedback.warning || "UNSPECIFIED"];
  const what = { kind: kinds[kind], id, message, warning };
  const sync = { timeS: feedback.plannedTime, missedM: feedback.missed };
  const how = { lastSyncPoint, lastWord, traceparent };
  const value = { ...what, ...sync, ...how, tick, characterId, ...place };
  return { case: "feedback", value };
}

function word(value: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value, true);
  return bytes;
}

function long(value: bigint): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value, true);
  return bytes;
}
