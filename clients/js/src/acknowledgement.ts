// Tells the server now and then which frame was shown last, so that it sends no more than can be.

import { clientMicroseconds } from "./clock.js";
import { after } from "./waiting.js";

/** The server lets half a second of frames be on the way. */
const SECONDS = 0.1;

/** Timers wait for slow callbacks. A frame is acknowledged at once, whatever they do, where the last
 * acknowledgement is so old: half of what the server takes for late. */
const MS_AT_ONCE = 50;

export interface Shown {
  tick: bigint;
  displayedUs: bigint;
}

export class Acknowledgement {
  readonly #send: (shown: Shown) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #newest: Shown | undefined;
  #saidAt = -Infinity;

  constructor(send: (shown: Shown) => void) {
    this.#send = send;
  }

  /** A frame was shown now. Said at once, or with those that follow within a tenth of a second. */
  shown(tick: number): void {
    this.#newest = { tick: BigInt(tick), displayedUs: BigInt(clientMicroseconds()) };
    if (this.#timer === undefined || performance.now() - this.#saidAt >= MS_AT_ONCE) {
      clearTimeout(this.#timer);
      this.#say();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#newest = undefined;
  }

  #say(): void {
    const shown = this.#newest;
    this.#newest = undefined;
    this.#timer = undefined;
    if (shown) {
      this.#saidAt = performance.now();
      this.#timer = after(SECONDS, () => this.#say());
      (this.#timer as { unref?: () => void } | undefined)?.unref?.();
      this.#send(shown);
    }
  }
}
