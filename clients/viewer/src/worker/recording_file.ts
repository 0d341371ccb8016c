// A recording as a file, .ksr, as the server writes them and `kinesphere replay` plays them:
//
//   8 bytes   89 'K' 'S' 'R' 0D 0A 1A 0A
//   u32       the layout, 1
//   records   u64 tick, u32 length, and so many bytes: an Envelope
//   an end    u64 of ones, u32 length, so many bytes: the index, u64 tick and u64 place an entry;
//             u64 the place of this end, 8 bytes 'K' 'S' 'R' 'e' 'n' 'd' 0D 0A
//
// Numbers are little-endian. First stand a Hello and the skeletons, all at the first tick; ticks do
// not decrease. A file without its end is read up to its last whole record.
import { create, fromBinary, toBinary, type MessageInitShape } from "@bufbuild/protobuf";
import { EnvelopeSchema } from "kinesphere/protocol";
import {
  channelsAt,
  hipsAt,
  poseSize,
  rotationsAt,
  type Joint,
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
  const { recording, skeletons, tickRate } = file;
  const parts: Uint8Array<ArrayBuffer>[] = [beginning, word(layout)];
  let place = headBytes;
  const index: { readonly tick: bigint; readonly place: number }[] = [];
  const put = (tick: bigint, message: Message): void => {
    const body = toBinary(EnvelopeSchema, create(EnvelopeSchema, { message }));
    if (index.at(-1)?.tick !== tick) index.push({ tick, place });
    parts.push(long(tick), word(body.length), body);
    place += recordHeadBytes + body.length;
  };
  const tickOf = (time_s: number): bigint => BigInt(Math.round(time_s * tickRate));
  const frames = recording.all();
  const first = tickOf(frames[0]?.time_s ?? 0);
  put(first, helloOf(skeletons, tickRate));
  for (const skeleton of skeletons) put(first, skeletonMessage(skeleton));
  const byCharacter = new Map(skeletons.map((skeleton) => [skeleton.characterId, skeleton]));
  for (const { character, time_s, pose } of frames) {
    const skeleton = byCharacter.get(character);
    if (skeleton) put(tickOf(time_s), frameMessage(skeleton, tickOf(time_s), pose));
  }
  parts.push(long(noTick), word(16 * index.length));
  for (const entry of index) parts.push(long(entry.tick), long(BigInt(entry.place)));
  parts.push(long(BigInt(place)), ending);
  return new Blob(parts, { type: "application/octet-stream" });
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
    take(bytes.subarray(from, from + length), found, place);
    place = from + length;
  }
  if (found.tickRate === 0) throw new Error("it does not begin with a hello");
  if (found.recording.characters.length === 0) throw new Error("nobody moves in it");
  return { ...found, skeletons: [...found.skeletons.values()] };
}

interface Found {
  tickRate: number;
  readonly skeletons: Map<number, Skeleton>;
  readonly recording: Recording;
}

type Message = NonNullable<MessageInitShape<typeof EnvelopeSchema>["message"]>;

function take(body: Uint8Array, found: Found, place: number): void {
  let message;
  try {
    message = fromBinary(EnvelopeSchema, body).message;
  } catch {
    throw new Error(`what stands at byte ${place} is no message`);
  }
  switch (message.case) {
    case "hello":
      found.tickRate = Math.min(message.value.tickRateHz, tickRateMax);
      return;
    case "skeleton": {
      const { characterId, skeletonId, character, body, hipsHeight, channels } = message.value;
      const joints = message.value.joints.map((joint, at): Joint => {
        const { name, parent, offset } = joint;
        if (offset.length !== 3 || parent >= at || parent < -1)
          throw new Error(`the joint ${name} is broken`);
        return { name, parent, offset: [offset[0]!, offset[1]!, offset[2]!] };
      });
      if (joints.length > jointsMax || channels.length > channelsMax)
        throw new Error("a skeleton is too large");
      found.skeletons.set(characterId, {
        characterId,
        skeletonId,
        character,
        body,
        hipsHeight,
        joints,
        channels,
      });
      return;
    }
    case "frame": {
      const { characterId, tick, root, hips, parentFromJoint, channels } = message.value;
      const skeleton = found.skeletons.get(characterId);
      if (!skeleton || found.tickRate === 0) return;
      const rotations = 4 * skeleton.joints.length;
      if (root.length !== 7 || hips.length !== 3 || parentFromJoint.length !== rotations) {
        throw new Error("a frame in it does not fit its skeleton");
      }
      const pose: Pose = new Float32Array(poseSize(skeleton));
      pose.set(root);
      pose.set(hips, hipsAt);
      pose.set(parentFromJoint, rotationsAt);
      pose.set(channels.slice(0, skeleton.channels.length), channelsAt(skeleton));
      found.recording.add(characterId, Number(tick) / found.tickRate, pose);
    }
  }
}

function helloOf(skeletons: readonly Skeleton[], tickRateHz: number): Message {
  const characters = skeletons.map(({ characterId, character, body, skeletonId }) => {
    return { id: characterId, name: character, body, skeletonId };
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
  return { case: "skeleton", value: { ...skeleton, joints, channels: [...skeleton.channels] } };
}

function frameMessage(skeleton: Skeleton, tick: bigint, pose: Pose): Message {
  const { characterId, skeletonId } = skeleton;
  const root = [...pose.subarray(0, hipsAt)];
  const hips = [...pose.subarray(hipsAt, rotationsAt)];
  const parentFromJoint = [...pose.subarray(rotationsAt, channelsAt(skeleton))];
  const channels = [...pose.subarray(channelsAt(skeleton))];
  return {
    case: "frame",
    value: { characterId, skeletonId, tick, root, hips, parentFromJoint, channels },
  };
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
