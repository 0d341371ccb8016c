// The server's clocks, told by this side's: of the last ten pings the one with the least round trip
// says best what time it is there.

const SAMPLES = 10;

/** Microseconds, all of them. */
export interface Sample {
  /** When the ping was sent and its answer came, on this side's clock. */
  readonly sent: number;
  readonly received: number;
  /** What the server's steady clock said between the two. */
  readonly server: number;
  /** The same moment on the count of ticks; 0 while no tick has been. */
  readonly serverTick: number;
}

/** Of this side, in microseconds, from a beginning of its own. */
export function clientMicroseconds(): number {
  return Math.round(1000 * performance.now());
}

export class Clock {
  #samples: Sample[] = [];
  #best: Sample | undefined;

  add(sample: Sample): void {
    this.#samples = [...this.#samples, sample].slice(-SAMPLES);
    this.#best = this.#samples.reduce((a, b) => (roundTripOf(b) < roundTripOf(a) ? b : a));
  }

  /** The least of the last pings, in seconds; undefined before the first answer. */
  get roundTrip(): number | undefined {
    return this.#best && roundTripOf(this.#best) / 1e6;
  }

  /** The server's steady clock now, in seconds. */
  serverTime(now = clientMicroseconds()): number | undefined {
    return this.#best && (this.#best.server + now - middleOf(this.#best)) / 1e6;
  }

  /** What `Frame.time` is of a frame made now. */
  tickTime(now = clientMicroseconds()): number | undefined {
    const best = this.#best;
    return best && best.serverTick > 0
      ? (best.serverTick + now - middleOf(best)) / 1e6
      : undefined;
  }
}

function roundTripOf({ sent, received }: Sample): number {
  return received - sent;
}

function middleOf({ sent, received }: Sample): number {
  return (sent + received) / 2;
}
