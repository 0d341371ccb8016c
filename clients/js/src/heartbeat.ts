// Pings, for the clock, and to find out that nobody is there any more.

import { Clock, clientMicroseconds } from "./clock.js";
import type { Pong } from "./generated/kinesphere_pb.js";
import { after, Waiting } from "./waiting.js";

/** Quickly at first, so that the clock is good at once. */
const FIRST = { pings: 5, seconds: 0.1 };
const SECONDS = 2;

/** Pings in a row, of the slow ones, after which nothing was heard. Counted, and not timed, for a
 * page may stand still for long and find all that it missed when it goes on. */
const UNANSWERED_MAX = 5;

export class Heartbeat {
  readonly clock = new Clock();
  readonly #waiting = new Waiting<number>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  #sent = 0;
  #unanswered = 0;

  /** `send` takes this side's time; `onSilence` is called at most once. */
  start(send: (clientTime: bigint) => void, onSilence: () => void): void {
    const beat = () => {
      if (this.#unanswered >= UNANSWERED_MAX) {
        onSilence();
        return;
      }
      const isFirst = this.#sent++ < FIRST.pings;
      this.#unanswered += isFirst ? 0 : 1;
      send(BigInt(clientMicroseconds()));
      if (this.#stopped) {
        return; // what was sent was one thing too many for the connection
      }
      this.#timer = after(isFirst ? FIRST.seconds : SECONDS, beat);
      (this.#timer as { unref?: () => void }).unref?.();
    };
    beat();
  }

  stop(error: Error): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#waiting.rejectAll(error);
  }

  /** Something came. */
  heard(): void {
    this.#unanswered = 0;
  }

  /** The round trip of one ping, in seconds. */
  async ping(send: (clientTime: bigint) => void, timeoutSeconds: number): Promise<number> {
    let now = BigInt(clientMicroseconds());
    while (this.#waiting.has(`${now}`)) {
      ++now; // two within a microsecond
    }
    send(now);
    return this.#waiting.promise(`${now}`, timeoutSeconds, "no answer to a ping");
  }

  pong({ clientTimeUs, serverTimeUs, serverTickTimeUs }: Pong): void {
    const received = clientMicroseconds();
    const sent = Number(clientTimeUs);
    this.clock.add({ sent, received, server: Number(serverTimeUs),
                     serverTick: Number(serverTickTimeUs) });
    this.#waiting.resolve(`${clientTimeUs}`, (received - sent) / 1e6);
  }
}
