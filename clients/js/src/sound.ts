// Sound that a program sends for a character to move by, and what is heard of it.

import { AudioCodec, AudioHeard_Kind, AudioIn_Flag,
         type AudioHeard as HeardMessage } from "./generated/kinesphere_pb.js";
import type { MessageInit } from "./words.js";

type AudioIn = Extract<MessageInit, { case: "audioIn" }>["value"];

const KINDS: ReadonlyMap<AudioHeard_Kind, HeardSound["kind"]> = new Map([
  [AudioHeard_Kind.PEAK, "peak"], [AudioHeard_Kind.SYLLABLE, "syllable"],
  [AudioHeard_Kind.SILENCE, "silence"], [AudioHeard_Kind.MOTION, "motion"]]);

/** Of a piece of at most 60 ms. */
export interface SoundOptions {
  /** Of Opus, the bytes that are sent are one packet of RFC 6716; "pcm16" unless said. */
  readonly codec?: "pcm16" | "opus";
  /** Of a packet, at `rate`; unless said, the packet says it. */
  readonly sampleCount?: number;
  /** Samples a second: 8000 to 48000. */
  readonly rate: number;
  /** Which moves; the first unless said. */
  readonly character?: string;
  /** Its number in the sound: what is missing before it is silence. */
  readonly firstSample?: number;
  /** A number of one's own for each sound; 1 unless said. */
  readonly stream?: number;
  readonly last?: boolean;
  /** Seconds, 0.1 to 0.8, the same in all of a stream: the sound goes out so much later, to those
   *  that hear the character. 0 unless said: it does not go out. */
  readonly delay?: number;
  /** Whether `onHeard` is to hear of it. */
  readonly tells?: boolean;
}

/** What was heard of sound that a program sends, or which motion began by it. */
export interface HeardSound {
  readonly stream: number;
  readonly characterId: number;
  readonly kind: "peak" | "syllable" | "silence" | "motion";
  /** Of its nucleus, in seconds from the first sample. */
  readonly at: number;
  /** When it was known, likewise. */
  readonly known: number;
  /** Of a syllable, in Hz; 0: nothing to be heard of it. */
  readonly f0: number;
  /** Of a syllable, in dB. */
  readonly level: number;
  /** Of a syllable or silence: "rise high long". */
  readonly observation: string;
  /** Of a motion: "head", "arms" or "lower body". */
  readonly section: string;
  /** Its number in the model. */
  readonly motion: number;
  /** "first"; "early": a syllable ended the one before; "late": it was over. */
  readonly why: string;
}

/** Little-endian, whatever this machine is. */
function bytesOf(samples: Int16Array): Uint8Array {
  const bytes = new Uint8Array(2 * samples.length);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, i) => view.setInt16(2 * i, sample, true));
  return bytes;
}

/** An Int16Array is samples; a Uint8Array goes as it is. */
export function audioInOf(samples: Int16Array | Uint8Array, options: SoundOptions): AudioIn {
  const { rate, character = "", firstSample = 0, stream = 1, last = false, tells = false,
          codec = "pcm16", sampleCount = 0, delay = 0 } = options;
  const flags = (last ? AudioIn_Flag.END : 0) | (tells ? AudioIn_Flag.TELL : 0);
  return { stream, character, firstSample: BigInt(firstSample), rateHz: rate, flags,
           codec: codec === "opus" ? AudioCodec.OPUS : AudioCodec.PCM16, sampleCount,
           delayMs: Math.round(1000 * delay),
           samples: samples instanceof Int16Array ? bytesOf(samples) : samples };
}

/** Undefined of a kind that this client does not know. */
export function heardFrom(message: HeardMessage): HeardSound | undefined {
  const kind = KINDS.get(message.kind);
  const { stream, characterId, at, known, f0Hz, levelDb, observation, section, motion, why } = message;
  return kind && { stream, characterId, kind, at, known, f0: f0Hz, level: levelDb, observation,
                   section, motion, why };
}
