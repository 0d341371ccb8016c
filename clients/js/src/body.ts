// What is asked of a server about the body of a character, as messages.

import { DYNAMICS, HANDS, threeOf, valueOf, type MessageInit } from "./words.js";
import type { DragOptions, Dynamics, Hand, LoadOptions } from "./options.js";
import type { Vector } from "./quaternion.js";

type SetDynamics = Extract<MessageInit, { case: "setDynamics" }>["value"];
type Push = Extract<MessageInit, { case: "push" }>["value"];
type SetLoad = Extract<MessageInit, { case: "setLoad" }>["value"];

export function dynamicsOf(character: string, dynamics: Dynamics): SetDynamics {
  return { character, dynamics: valueOf(dynamics, DYNAMICS) };
}

export function pushOf(character: string, joint: string, force: Vector, duration: number): Push {
  return { character, joint, force: threeOf(force, "a force"), duration };
}

export function dragOf(character: string, joint: string, point: Vector, duration: number,
                       options: DragOptions): Push {
  const towards = { point: threeOf(point, "a point"), ...options };
  return { character, joint, towards, duration };
}

export function loadOf(character: string, hand: Hand, mass: number,
                       options: LoadOptions): SetLoad {
  return { character, hand: valueOf(hand, HANDS), mass, ...options };
}
