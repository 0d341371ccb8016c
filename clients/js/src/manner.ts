// What is asked of a server about how a character is, as messages.

import { ARMS, FRAMES, LAGS, valueOf, type MessageInit } from "./words.js";
import type { FaceOptions, MannerOptions, NucleusOptions, SketchOptions,
              Tension, TensionOptions } from "./options.js";

type SetTension = Extract<MessageInit, { case: "setTension" }>["value"];
type SetManner = Extract<MessageInit, { case: "setManner" }>["value"];

export function tensionOf(character: string, tension: Tension,
                          options: TensionOptions): SetTension {
  const { over, arms = "both", lag = "make-up", frame = "chest" } = options;
  const manner = typeof tension === "string"
    ? { manner: tension }
    : { restError: tension.restError, zeta: tension.zeta };
  return { character, ...manner, ...within({ over }), arms: valueOf(arms, ARMS),
           lag: valueOf(lag, LAGS), movesIn: valueOf(frame, FRAMES) };
}

export function nucleusOf(character: string, options: NucleusOptions): SetManner {
  const { over, ...nucleus } = options;
  return { character, nucleus, ...within({ over }) };
}

export function sketchOf(character: string, { over, ...sketch }: SketchOptions): SetManner {
  return { character, sketch, ...within({ over }) };
}

/** `face` is a name, or weights of shapes by their names. */
export function faceOf(character: string, face: string | Readonly<Record<string, number>>,
                       { over, amount = 1 }: FaceOptions): SetManner {
  const what = typeof face === "string"
    ? { name: face, amount }
    : { shapes: Object.entries(face).map(([name, weight]) => ({ name, weight: amount * weight })) };
  return { character, face: what, ...within({ over }) };
}

function within({ over }: MannerOptions): { over?: number } {
  return over === undefined ? {} : { over };
}
