// What a voice elsewhere has spoken, as the messages that say it.

import { Say_Unit, Timing as TimingOnTheWire,
         type Speech as SpeechMessage } from "./generated/kinesphere_pb.js";
import { valueOf, type MessageInit } from "./messages.js";

/** Of sound in one message, of which a server takes a mebibyte. */
const SOUND_BYTES = 256 << 10;

const UNITS = {
  "": Say_Unit.UNIT_UNSPECIFIED, s: Say_Unit.SECONDS, ms: Say_Unit.MILLISECONDS, ticks: Say_Unit.TICKS,
} as const;
const TIMINGS = {
  "": TimingOnTheWire.TIMING_UNSPECIFIED, measured: TimingOnTheWire.MEASURED,
  marks: TimingOnTheWire.MARKS, aligned: TimingOnTheWire.ALIGNED,
  estimated: TimingOnTheWire.ESTIMATED,
} as const;

/** How true the times of a speech's words are: measured by the voice that made the sound; of some
 * places in the text; aligned by who listened to the sound; from the text alone. Empty: the server
 * does not say. */
export type Timing = keyof typeof TIMINGS;

/** What is said in a script. */
export interface Speech {
  /** "block:behaviour". */
  readonly id: string;
  readonly timing: Timing;
}

export interface SayOptions {
  /** Samples a second of sound that is samples alone, of 16 bits; 0: it is a .wav. */
  readonly rate?: number;
  readonly character?: string;
  readonly id?: string;
  /** Of numbers in `words` whose key does not say it; ticks are of 100 ns. */
  readonly unit?: keyof typeof UNITS;
  /** What the times of words are called; empty: by their keys. */
  readonly timing?: Timing;
  /** BML with a <speech> that is said so, in place of a text. */
  readonly script?: string;
  /** As BML's: MERGE, APPEND or REPLACE. Without a script. */
  readonly composition?: string;
  readonly predictions?: boolean;
  /** Seconds for the answer. */
  readonly timeout?: number;
}

/** More of a speech, in the order in which it is said. */
export interface SayPiece {
  /** Put behind what was there as it stands. */
  readonly text?: string;
  readonly audio?: Uint8Array;
  readonly words?: unknown;
  /** The times of words count from the first sample of this piece. */
  readonly fromPiece?: boolean;
}

export function openingOf(id: string, options: SayOptions): MessageInit & { case: "say" } {
  const { rate = 0, character = "", unit = "", timing = "", script = "", composition = "",
          predictions = false } = options;
  return { case: "say", value: { id, character, script, composition, predictions, rateHz: rate,
                                 unit: valueOf(unit, UNITS), timing: valueOf(timing, TIMINGS),
                                 more: true } };
}

/** A speech as a whole. */
export function wholeOf(id: string, text: string, audio: Uint8Array, words: unknown,
                        options: SayOptions): MessageInit[] {
  const rest = audio.subarray(SOUND_BYTES);
  const more = rest.length > 0;
  const opening = openingOf(id, options);
  return [{ case: "say", value: { ...opening.value, text, audio: audio.subarray(0, SOUND_BYTES),
                                  words: wordsOf(words), more, whenWhole: more } },
          ...(more ? piecesOf(id, { audio: rest }, true) : [])];
}

export function piecesOf(id: string, piece: SayPiece, last: boolean): MessageInit[] {
  const { text = "", audio = new Uint8Array(), words, fromPiece = false } = piece;
  const messages: MessageInit[] = [];
  for (let start = 0; start === 0 || start < audio.length; start += SOUND_BYTES) {
    const isLast = last && start + SOUND_BYTES >= audio.length;
    const sound = audio.subarray(start, start + SOUND_BYTES);
    messages.push({ case: "sayMore", value: start === 0
      ? { id, text, audio: sound, words: wordsOf(words), fromPiece, last: isLast }
      : { id, audio: sound, last: isLast } });
  }
  return messages;
}

/** As JSON, whatever it was. */
function wordsOf(words: unknown): string {
  if (words === undefined || words === null || words === "") {
    return "";
  }
  return typeof words === "string" ? words : JSON.stringify(words);
}

export function timingFrom(timing: TimingOnTheWire): Timing {
  const found = Object.entries(TIMINGS).find(([, value]) => value === timing);
  return (found?.[0] ?? "") as Timing;
}

export function speechesFrom(speeches: readonly SpeechMessage[]): Speech[] {
  return speeches.map(({ id, timing }) => ({ id, timing: timingFrom(timing) }));
}
