/** How far something has come: what was said of its texts, and where each behaviour was. */

import type { Performance, Performed as PerformedMessage } from "./generated/kinesphere_pb.js";

export interface PerformedSpeech {
  /** "block:behaviour". */
  readonly id: string;
  /** Of its whole text. */
  readonly words: number;
  /** Of them: those that had begun. */
  readonly wordsDone: number;
  /** That had begun; empty: none had. */
  readonly lastWord: string;
  /** Of it, from 0: so a word that comes again is no other. Undefined: none had begun. */
  readonly lastWordIndex: number | undefined;
  /** Up to that word with the blanks behind it; with `textLeft` it is the text, without <sync>s and
   * SSML's elements: it can be said as it stands. */
  readonly textDone: string;
  readonly textLeft: string;
  /** That was heard; of a silent speech, for how long it was mouthed. */
  readonly soundMs: number;
}

export interface PerformedBehaviour {
  /** "block:behaviour". */
  readonly id: string;
  /** Empty: it is in none, or has none. */
  readonly phase: string;
  /** Of that phase, 0 to 1. */
  readonly phaseFraction: number;
  /** Of its time from start to end: 0 before, 1 behind. */
  readonly fraction: number;
}

export interface Performed {
  /** In the order of their start. */
  readonly speeches: readonly PerformedSpeech[];
  /** In the order of the script. */
  readonly behaviours: readonly PerformedBehaviour[];
  /** Of all speeches in a row. */
  readonly textDone: string;
  readonly textLeft: string;
}

/** A block that plays or waits. */
export interface PerformedBlock {
  readonly id: string;
  readonly character: string;
  /** At which it was so, in seconds, on the server's count of ticks. */
  readonly time: number;
  /** The same of its start; undefined: it waits. */
  readonly start: number | undefined;
  readonly performed: Performed;
}

/** With a blank where two words would meet. */
function inARow(texts: readonly string[]): string {
  return texts.reduce((row, text) => row + (/\S$/.test(row) && /^\S/.test(text) ? " " : "") + text,
                      "");
}

export function performedFrom({ speeches, behaviours }: Performance): Performed {
  return {
    speeches: speeches.map(({ id, words, wordsDone, lastWord, textDone, textLeft, soundMs }) =>
      ({ id, words, wordsDone, lastWord, textDone, textLeft, soundMs,
         lastWordIndex: wordsDone > 0 ? wordsDone - 1 : undefined })),
    behaviours: behaviours.map(({ id, phase, phaseFraction, fraction }) =>
      ({ id, phase, phaseFraction, fraction })),
    textDone: inARow(speeches.map(({ textDone }) => textDone)),
    textLeft: inARow(speeches.map(({ textLeft }) => textLeft)),
  };
}

export function performedBlocksFrom({ tick, blocks }: PerformedMessage,
                                    nameOf: (message: { characterId: number }) => string,
                                    tickRate: number): PerformedBlock[] {
  return blocks.map((block) => ({
    id: block.id, character: nameOf(block), time: Number(tick) / tickRate,
    start: block.startTick === undefined ? undefined : Number(block.startTick) / tickRate,
    performed: block.performed ? performedFrom(block.performed)
                               : { speeches: [], behaviours: [], textDone: "", textLeft: "" },
  }));
}
