// What a voice elsewhere has spoken, as the messages that say it.

import { Say_Unit, Timing as TimingOnTheWire,
         type Speech as SpeechMessage } from "./generated/kinesphere_pb.js";
import { valueOf, type MessageInit } from "./words.js";

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
 * places in the text; aligned by somebody who listened; from the text alone. Empty: the server
 * does not say. */
export type Timing = keyof typeof TIMINGS;

/** What is said in a script. */
export interface Speech {
  /** "block:behaviour". */
  readonly id: string;
  readonly timing: Timing;
}

export interface SayOptions {
  /** Samples a second of raw samples, of 16 bits; 0: the sound is a .wav, which has its own. */
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
  /** Of W3C Trace Context: it comes back with all that is told of the speech. */
  readonly traceparent?: string;
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

/** Of the first sound of a speech: throws a RangeError where neither a .wav nor `rate` says how many
 * samples a second it has, or both do. */
export function checkRate(audio: Uint8Array, rate: number): void {
  const begins = String.fromCharCode(...audio.subarray(0, 4));
  if (rate === 0 && !"RIFF".startsWith(begins)) { // of a .wav the first piece may be shorter
    throw new RangeError("audio is no .wav; raw samples need their rate, for example rate: 24000");
  }
  if (rate !== 0 && begins === "RIFF") {
    throw new RangeError(`audio is a .wav, which has its own rate; leave out rate: ${rate}`);
  }
}

export function openingOf(id: string, options: SayOptions): MessageInit & { case: "say" } {
  const { rate = 0, character = "", unit = "", timing = "", script = "", composition = "",
          predictions = false, traceparent = "" } = options;
  return { case: "say", value: { id, character, script, composition, predictions, traceparent,
                                 rateHz: rate, unit: valueOf(unit, UNITS), timing: valueOf(timing, TIMINGS),
                                 more: true } };
}

/** A speech as a whole. */
export function wholeOf(id: string, text: string, audio: Uint8Array, words: unknown,
                        options: SayOptions): MessageInit[] {
  if (audio.length > 0) {
    checkRate(audio, options.rate ?? 0);
  }
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

/** Speeches whose last piece has not come, each with the answer to it. */
export class SpeechesBegun<Answer> {
  readonly #answers = new Map<string, Promise<Answer>>();
  readonly #soundless = new Map<string, number>(); // rates of those without sound yet

  begin(id: string, { rate = 0 }: SayOptions, answer: Promise<Answer>): void {
    answer.catch(() => {}); // until somebody waits
    this.#answers.set(id, answer);
    this.#soundless.set(id, rate);
  }

  /** The messages of its next piece. */
  more(id: string, piece: SayPiece): MessageInit[] {
    const rate = this.#soundless.get(id);
    if (rate !== undefined && piece.audio && piece.audio.length > 0) {
      checkRate(piece.audio, rate);
      this.#soundless.delete(id);
    }
    return piecesOf(id, piece, false);
  }

  /** The messages of its end. */
  end(id: string): { answer: Promise<Answer>; messages: MessageInit[] } {
    const answer = this.#answers.get(id);
    if (!answer) {
      throw new RangeError(`no speech was begun that is called '${id}'`);
    }
    this.#answers.delete(id);
    this.#soundless.delete(id);
    return { answer, messages: piecesOf(id, {}, true) };
  }
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
