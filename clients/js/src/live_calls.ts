// The calls of a client that change a character, or what it looks at, while it plays.

import { CompanyCalls } from "./company.js";
import { dragOf, dynamicsOf, loadOf, pushOf } from "./body.js";
import { faceOf, nucleusOf, sketchOf, tensionOf } from "./manner.js";
import type { AudioHeard as HeardMessage } from "./generated/kinesphere_pb.js";
import { audioInOf, heardFrom, type HeardSound, type SoundOptions } from "./sound.js";
import { threeOf, type MessageInit } from "./words.js";
import type { DragOptions, Dynamics, FaceOptions, Hand, LoadOptions, MannerOptions, NucleusOptions,
              SketchOptions, Tension, TensionOptions } from "./options.js";
import type { Vector } from "./quaternion.js";

export abstract class LiveCalls extends CompanyCalls {
  protected abstract send(message: MessageInit): void;
  #onHeard: ((heard: HeardSound) => void) | null = null;

  /** Puts what characters look at under this name to x, y, z in the world, in metres. */
  setTarget(name: string, point: Vector): void {
    this.send({ case: "setTarget", value: { name, point: threeOf(point, "a point") } });
  }

  /** How tense a character's arms are, until a script or another call says otherwise. */
  setTension(character: string, tension: Tension, options: TensionOptions = {}): void {
    this.send({ case: "setTension", value: tensionOf(character, tension, options) });
  }

  /** In which style a character does what its scripts leave open, from now on: "tired", "angry",
   * "happy"; "neutral": in none. So do gestures of BML that have not struck yet. */
  setStyle(character: string, style: string, { over }: MannerOptions = {}): void {
    this.setNucleus(character, { style, over });
  }

  /** The same by the four numbers of a nucleus. The last of both calls holds. */
  setNucleus(character: string, options: NucleusOptions): void {
    this.send({ case: "setManner", value: nucleusOf(character, options) });
  }

  /** How a character holds its body, and does what its scripts leave open, from now on: a style, and
   * numbers that are added to it: { posture: -0.5, tempo: 0.2 }. The other manner stays. */
  setSketch(character: string, options: SketchOptions): void {
    this.send({ case: "setManner", value: sketchOf(character, options) });
  }

  /** What face a character has from now on beneath all that plays: "happy", "sad", "angry",
   * "afraid", "surprised", "disgusted", "SMILE" or "neutral", or weights of shapes by their names. */
  setFace(character: string, face: string | Readonly<Record<string, number>>,
          options: FaceOptions = {}): void {
    this.send({ case: "setManner", value: faceOf(character, face, options) });
  }

  /** By what a character moves from now on, until another call says otherwise. A script that plays
   * and says it counts while it plays. */
  setDynamics(character: string, dynamics: Dynamics): void {
    this.send({ case: "setDynamics", value: dynamicsOf(character, dynamics) });
  }

  /** Pushes a joint of a character that moves by its muscles: newtons in the character's axes, at
   * most 2,000 in length, for at most 5 seconds. */
  push(character: string, joint: string, force: Vector, duration: number): void {
    this.send({ case: "push", value: pushOf(character, joint, force, duration) });
  }

  /** Pulls a joint to a place in the world by a spring, for at most 5 seconds. Another call for the
   * same joint takes the place of this one. */
  drag(character: string, joint: string, point: Vector, duration: number,
       options: DragOptions = {}): void {
    this.send({ case: "push", value: dragOf(character, joint, point, duration, options) });
  }

  /** What a hand carries from now on, in kg, at most 50; 0 takes it away. */
  setLoad(character: string, hand: Hand, mass: number, options: LoadOptions = {}): void {
    this.send({ case: "setLoad", value: loadOf(character, hand, mass, options) });
  }

  /** Sound of somebody who speaks, while it is said, for a character to move by: at most 60 ms of
   * samples, or a packet of Opus. */
  sendSound(samples: Int16Array | Uint8Array, options: SoundOptions): void {
    this.send({ case: "audioIn", value: audioInOf(samples, options) });
  }

  /** Calls it with what is heard of the sound that is sent, where its pieces ask for it, and which
   * motions it makes begin. Null: nobody. */
  onHeard(callback: ((heard: HeardSound) => void) | null): void {
    this.#onHeard = callback;
  }

  protected readonly tellHeard = (message: HeardMessage): void => {
    const heard = heardFrom(message);
    if (heard) {
      this.#onHeard?.(heard);
    }
  };
}
