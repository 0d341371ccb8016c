// What was read and waits to be told to callbacks, in the order in which it came.
//
//   Client --push--> Deliveries --soon, when all that has come is read--> callbacks
//
// Of each character's frames the newest alone waits, so that a slow callback gets fewer of them and
// never old ones. Everything else is kept.

import { inPlaceOf, type Frame } from "./frame.js";
import { soon } from "./soon.js";

/** How long callbacks are called before the connection is looked at again. One that is slower than
 * that is followed by none. */
const TURN_MS = 4;

/** Frames aside. With more, nothing is read until some are told, and the server's limits hold. */
const WAITING_MAX = 4096;

export class Deliveries {
  readonly #onTurn: () => void;
  readonly #onFrame: (frame: Frame) => void;
  readonly #waiting = new Map<unknown, Frame | (() => void)>();
  #kept = 0; // of those that wait, what is no frame
  #pushed = 0;
  #isDue = false;

  /** `onTurn` is called before the first callback of every turn. */
  constructor(onTurn: () => void, onFrame: (frame: Frame) => void) {
    this.#onTurn = onTurn;
    this.#onFrame = onFrame;
  }

  push(call: () => void): void {
    this.#waiting.set(this.#pushed++, call);
    ++this.#kept;
    this.#schedule();
  }

  /** In place of the frame of this character that waits, and behind all that came since. */
  pushFrame(frame: Frame): void {
    const key = `frame ${frame.characterId}`;
    const before = this.#waiting.get(key) as Frame | undefined;
    this.#waiting.delete(key);
    this.#waiting.set(key, before ? inPlaceOf(before, frame) : frame);
    this.#schedule();
  }

  /** Tells all that waits, now. */
  flush(): void {
    while (this.#tellOne()) {
      // One after the other.
    }
  }

  /** Tells nobody. */
  clear(): void {
    this.#waiting.clear();
    this.#kept = 0;
  }

  #schedule(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      soon(() => this.#turn());
    }
  }

  #turn(): void {
    this.#isDue = false;
    const end = performance.now() + TURN_MS;
    this.#onTurn();
    while ((this.#kept > WAITING_MAX || performance.now() < end) && this.#tellOne()) {
      // One after the other.
    }
    if (this.#waiting.size > 0) {
      this.#schedule();
    }
  }

  #tellOne(): boolean {
    for (const [key, item] of this.#waiting) {
      this.#waiting.delete(key);
      if (typeof item === "function") {
        --this.#kept;
        item();
      } else {
        this.#onFrame(item);
      }
      return true;
    }
    return false;
  }
}
