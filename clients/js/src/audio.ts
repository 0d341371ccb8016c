// What characters say, in pieces, on the frames' clock.

import { AudioChunk_Flag, type AudioChunk as ChunkMessage, type AudioClose as CloseMessage,
         type AudioOpen as OpenMessage } from "./generated/kinesphere_pb.js";

import { timingFrom, type Timing } from "./saying.js";

interface OfStream {
  /** Another number for every utterance. */
  readonly stream: number;
  readonly characterId: number;
  readonly character: string;
}

/** A character begins to speak. */
export interface AudioOpen extends OfStream {
  readonly kind: "open";
  /** "block:sequence" of what says it. */
  readonly id: string;
  /** When its first sample is due, in seconds, as `Frame.time`. */
  readonly time: number;
  /** Samples a second. */
  readonly rate: number;
  /** That it will have, if nobody interrupts it. */
  readonly sampleCount: number;
  /** How true the times of its words are. */
  readonly timing: Timing;
}

/** At most 20 ms of what is said, up to a second before they are due. */
export interface AudioChunk extends OfStream {
  readonly kind: "chunk";
  readonly sequence: number;
  /** When its first sample is due, in seconds, as `Frame.time`. */
  readonly time: number;
  readonly rate: number;
  readonly samples: Int16Array;
  readonly starts: boolean;
  readonly ends: boolean;
  /** What came before of this stream, from `time` on, is not to be heard; this is. */
  readonly discards: boolean;
}

/** Nothing more comes of this stream. */
export interface AudioClose extends OfStream {
  readonly kind: "close";
}

export type Audio = AudioOpen | AudioChunk | AudioClose;

/** Little-endian, whatever this machine is. */
function samplesFrom(bytes: Uint8Array): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Int16Array.from({ length: bytes.byteLength >> 1 }, (_, i) => view.getInt16(2 * i, true));
}

export function openFrom(message: OpenMessage, character: string): AudioOpen {
  const { stream, characterId, id, pts, rateHz, samples, timing } = message;
  return { kind: "open", stream, characterId, character, id, time: pts, rate: rateHz,
           sampleCount: Number(samples), timing: timingFrom(timing) };
}

export function chunkFrom(message: ChunkMessage, character: string): AudioChunk {
  const { stream, characterId, seq, pts, rateHz, flags, samples } = message;
  return { kind: "chunk", stream, characterId, character, sequence: seq, time: pts, rate: rateHz,
           samples: samplesFrom(samples), starts: (flags & AudioChunk_Flag.START) !== 0,
           ends: (flags & AudioChunk_Flag.END) !== 0,
           discards: (flags & AudioChunk_Flag.DISCARD) !== 0 };
}

export function closeFrom({ stream, characterId }: CloseMessage, character: string): AudioClose {
  return { kind: "close", stream, characterId, character };
}

/** Of a message about sound. */
export function audioFrom(
    message: { case: "audioOpen"; value: OpenMessage } | { case: "audioChunk"; value: ChunkMessage } |
             { case: "audioClose"; value: CloseMessage }, character: string): Audio {
  switch (message.case) {
    case "audioOpen":
      return openFrom(message.value, character);
    case "audioChunk":
      return chunkFrom(message.value, character);
    case "audioClose":
      return closeFrom(message.value, character);
  }
}
