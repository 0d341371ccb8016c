// How late frames are: from the server's tick to the handler in the Worker, and on to the handler
// in the page. `await window.kinesphere.latency()` in the console tells it.
import { sharedNow_ms, type Arrived } from "../worker/messages.ts";
import type { Conversation } from "./conversation.ts";
import type { Picture } from "./picture.ts";

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

// In milliseconds, all of it.
export interface LatencyReport {
  readonly frames: number;
  // Of the best ping: what is told below is off by no more than half of it.
  readonly roundTrip: number;
  readonly toWorker: Percentiles;
  readonly toPage: Percentiles;
}

export interface LatencyOptions {
  readonly frames?: number;
  // Without pictures the page itself is idle; else it is as late as drawing makes it.
  readonly drawing?: boolean;
}

interface Arrival extends Arrived {
  readonly page_ms: number; // when it was handled here
}

export class Latency {
  private readonly conversation: Conversation;
  private readonly picture: Picture;
  private wanted = 0;
  private arrivals: Arrival[] = [];
  private promise:
    | { readonly keep: (report: LatencyReport) => void; readonly break: (why: Error) => void }
    | undefined;

  constructor(conversation: Conversation, picture: Picture) {
    this.conversation = conversation;
    this.picture = picture;
  }

  measure({ frames = 600, drawing = true }: LatencyOptions = {}): Promise<LatencyReport> {
    if (this.promise) return Promise.reject(new Error("one measurement at a time"));
    this.wanted = Math.max(1, frames);
    this.arrivals = [];
    this.picture.paused = !drawing;
    this.conversation.watch(true);
    return new Promise((resolve, reject) => (this.promise = { keep: resolve, break: reject }));
  }

  take(arrived: Arrived): void {
    if (!this.promise) return; // what was on its way when the last measurement ended
    this.arrivals.push({ ...arrived, page_ms: sharedNow_ms() });
    if (this.arrivals.length < this.wanted) return;
    this.promise.keep(reportOf(this.arrivals));
    this.end();
  }

  // The connection is gone: the ticks of another one count from elsewhere.
  lost(): void {
    if (!this.promise) return;
    this.promise.break(new Error("the connection was lost"));
    this.end();
  }

  private end(): void {
    this.conversation.watch(false);
    this.picture.paused = false;
    this.promise = undefined;
    this.arrivals = [];
  }
}

// The ping with the least round trip says best when ticks are due: for all of the frames.
export function reportOf(arrivals: readonly Arrival[]): LatencyReport {
  const best = arrivals.reduce((a, b) => (b.roundTrip_ms < a.roundTrip_ms ? b : a));
  const since = (at_ms: (arrival: Arrival) => number): Percentiles =>
    percentilesOf(arrivals.map((one) => at_ms(one) - (best.tickZero_ms + 1000 * one.time_s)));
  return {
    frames: arrivals.length,
    roundTrip: best.roundTrip_ms,
    toWorker: since((one) => one.worker_ms),
    toPage: since((one) => one.page_ms),
  };
}

// Each the least number that so many are not above.
function percentilesOf(numbers: readonly number[]): Percentiles {
  const ascending = numbers.toSorted((a, b) => a - b);
  const at = (share: number): number => ascending[Math.ceil(share * ascending.length) - 1] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
