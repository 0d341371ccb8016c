// Frames of one character come unevenly; poses are wanted evenly. What is shown lies a little in
// the past, between two frames that are both there.

import type { Frame } from "./frame.js";
import { quaternionAt } from "./pose.js";
import { slerp } from "./quaternion.js";

export interface InterpolationOptions {
  /** How far in the past what is shown lies, in seconds. */
  readonly delay?: number;
  /** How far it may fall behind the newest frame, in seconds, before it jumps. */
  readonly jump?: number;
}

/** What is kept at most: three seconds and more at a usual rate. */
const FRAMES_MAX = 256;

export class InterpolationBuffer {
  readonly delay: number;
  readonly jump: number;
  #frames: Frame[] = []; // ascending, each tick once
  #ahead = 0; // what a jump has added to the time that is asked for

  constructor({ delay = 0.05, jump = 0.25 }: InterpolationOptions = {}) {
    this.delay = delay;
    this.jump = jump;
  }

  /** A frame later than all before it, or none of use. A frame of another skeleton begins anew. */
  push(frame: Frame): void {
    const newest = this.#frames.at(-1);
    if (newest && (newest.skeletonId !== frame.skeletonId ||
                   newest.characterId !== frame.characterId)) {
      this.clear();
    } else if (newest && frame.tick <= newest.tick) {
      return;
    }
    this.#frames.push(frame);
    if (this.#frames.length > FRAMES_MAX) {
      this.#frames.shift();
    }
  }

  /** As after a restart of the server, whose ticks count from nought. */
  clear(): void {
    this.#frames = [];
    this.#ahead = 0;
  }

  /**
   * The pose to show at this moment of the server's ticks (`Clock.tickTime`): the one of `delay`
   * before it. Undefined before the first frame. Where no frame is new enough the newest holds;
   * where the pose would be more than `jump` behind the newest frame, it jumps to `delay` behind it
   * and goes on from there, until that would lead past the newest one.
   */
  sample(tickTime: number): Frame | undefined {
    const newest = this.#frames.at(-1);
    if (!newest) {
      return undefined;
    }
    let wanted = tickTime + this.#ahead - this.delay;
    if (newest.time - wanted > this.jump) {
      this.#ahead += newest.time - this.delay - wanted;
      wanted = newest.time - this.delay;
    } else if (this.#ahead > 0 && wanted > newest.time) {
      // The clock has come right again: what the jump has added is too much now.
      const back = Math.min(this.#ahead, wanted - (newest.time - this.delay));
      this.#ahead -= back;
      wanted -= back;
    }
    // Those that lie before the last one not after `wanted` are of no use any more.
    while (this.#frames.length > 1 && this.#frames[1]!.time <= wanted) {
      this.#frames.shift();
    }
    const [before, after] = this.#frames as [Frame, Frame?];
    if (!after || wanted <= before.time) {
      return before;
    }
    return after.discontinuity ? before : between(before, after, wanted);
  }
}

/** The pose at a time between two frames. */
function between(a: Frame, b: Frame, time: number): Frame {
  const share = (time - a.time) / (b.time - a.time);
  const line = (from: Float32Array, to: Float32Array) =>
    from.map((value, i) => value + share * ((to[i] ?? value) - value));
  const turn = (from: Float32Array, to: Float32Array, at: number) =>
    slerp(quaternionAt(from, at), quaternionAt(to, at), share);

  const root = line(a.root, b.root);
  if (root.length === 7 && b.root.length === 7) {
    root.set(turn(a.root, b.root, 3), 3);
  }
  const parentFromJoint = a.parentFromJoint.slice();
  if (parentFromJoint.length === b.parentFromJoint.length) {
    for (let at = 0; at < parentFromJoint.length; at += 4) {
      parentFromJoint.set(turn(a.parentFromJoint, b.parentFromJoint, at), at);
    }
  }
  return { ...a, time, root, hips: line(a.hips, b.hips), parentFromJoint,
           channels: line(a.channels, b.channels) };
}
