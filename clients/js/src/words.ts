// Words of this language, and what they stand for in messages.

import type { MessageInitShape } from "@bufbuild/protobuf";

import { Encoding, Part, SetDynamics_Dynamics, SetLoad_Hand, SetTension_Arms, SetTension_Lag,
         SetTension_MovesIn, type EnvelopeSchema } from "./generated/kinesphere_pb.js";
import type { Vector } from "./quaternion.js";

/** What a message is made from. */
export type MessageInit = NonNullable<MessageInitShape<typeof EnvelopeSchema>["message"]>;

export const ARMS = {
  both: SetTension_Arms.BOTH, left: SetTension_Arms.LEFT, right: SetTension_Arms.RIGHT,
} as const;
export const LAGS = { "make-up": SetTension_Lag.MAKE_UP, keep: SetTension_Lag.KEEP } as const;
export const FRAMES = {
  chest: SetTension_MovesIn.CHEST, hips: SetTension_MovesIn.HIPS, world: SetTension_MovesIn.WORLD,
} as const;
export const DYNAMICS = {
  none: SetDynamics_Dynamics.NONE, torso: SetDynamics_Dynamics.TORSO,
  body: SetDynamics_Dynamics.BODY,
} as const;
export const HANDS = { left: SetLoad_Hand.LEFT, right: SetLoad_Hand.RIGHT } as const;
export const PARTS = {
  body: Part.BODY, face: Part.FACE, audio: Part.AUDIO, events: Part.EVENTS,
} as const;
export const ENCODINGS = {
  float32: Encoding.FLOAT32, "smallest-three": Encoding.SMALLEST_THREE_48,
} as const;

/** What a word stands for; an error that lists the words there are. */
export function valueOf<Values extends Record<string, number>>(word: keyof Values & string,
                                                              values: Values): number {
  const value = Object.hasOwn(values, word) ? values[word] : undefined;
  if (value === undefined) {
    throw new RangeError(`'${word}' is none of ${Object.keys(values).join(", ")}`);
  }
  return value;
}

/** A vector for a message; an error that says what of, where it is none. */
export function threeOf(vector: Vector, what: string): number[] {
  if (vector.length !== 3 || !vector.every(Number.isFinite)) {
    throw new RangeError(`${what} is x, y, z: [${vector}]`);
  }
  return [...vector];
}
