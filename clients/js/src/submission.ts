// A script that was accepted.

import { TimedOut } from "./errors.js";
import type { Accepted } from "./generated/kinesphere_pb.js";
import { timelineFrom, warningFrom, type PlannedSync, type Warning } from "./messages.js";
import { speechesFrom, type Speech } from "./saying.js";
import { after } from "./waiting.js";

export type Outcome = "ended" | "interrupted";

export class Submission {
  readonly id: string;
  /** One a character that the script speaks to. */
  readonly blocks: readonly string[];
  readonly warnings: readonly Warning[];
  /** The sync points of its blocks, as they were planned. */
  readonly timeline: readonly PlannedSync[];
  readonly speeches: readonly Speech[];
  /** Feedback "kept" follows when the server's journal has it. */
  readonly keptLater: boolean;
  /** As it was submitted. */
  readonly traceparent: string;

  readonly #playing: Set<string>;
  readonly #over: Promise<Outcome>;
  #interrupted = false;
  #resolve!: (outcome: Outcome) => void;
  #reject!: (error: Error) => void;

  constructor(accepted: Accepted) {
    this.id = accepted.id;
    this.blocks = [...accepted.blocks];
    this.warnings = accepted.warnings.map(warningFrom);
    this.timeline = timelineFrom(accepted);
    this.speeches = speechesFrom(accepted.speeches);
    this.keptLater = accepted.keptLater;
    this.traceparent = accepted.traceparent;
    this.#playing = new Set(this.blocks);
    this.#over = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#over.catch(() => {}); // nobody need wait
    this.#settle();
  }

  /** Until the last block is over: "ended", or "interrupted" if any of them was. Rejects with
   * ConnectionLost where the connection is lost, and with TimedOut after so many seconds. */
  wait({ timeout = Infinity }: { timeout?: number } = {}): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const timer = after(timeout, () =>
        reject(new TimedOut(`script '${this.id}' still plays`)));
      this.#over.finally(() => clearTimeout(timer)).then(resolve, reject);
    });
  }

  /** @internal Whether something of it still plays. */
  get plays(): boolean {
    return this.#playing.size > 0;
  }

  /** @internal One of its blocks, or another's, is over. */
  end(block: string, outcome: Outcome): void {
    if (this.#playing.delete(block)) {
      this.#interrupted ||= outcome === "interrupted";
      this.#settle();
    }
  }

  /** @internal Nothing more will be heard of it. */
  lose(error: Error): void {
    this.#reject(error);
  }

  #settle(): void {
    if (!this.plays) {
      this.#resolve(this.#interrupted ? "interrupted" : "ended");
    }
  }
}

export function loseAll(submissions: Set<Submission>, error: Error): void {
  submissions.forEach((submission) => submission.lose(error));
  submissions.clear();
}
