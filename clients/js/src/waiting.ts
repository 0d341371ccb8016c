// Promises that a server's answer keeps, by a key of the question.

import { TimedOut } from "./errors.js";

interface Question<Answer> {
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

export class Waiting<Answer> {
  readonly #questions = new Map<string, Question<Answer>>();

  has(key: string): boolean {
    return this.#questions.has(key);
  }

  /** Keeps, once `resolve` or `reject` is called with the key, for which nobody waits yet. */
  promise(key: string, timeoutSeconds: number, complaint: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        this.#questions.delete(key);
      };
      const timer = after(timeoutSeconds, () => {
        settle();
        reject(new TimedOut(complaint));
      });
      this.#questions.set(key, {
        resolve(answer) {
          settle();
          resolve(answer);
        },
        reject(error) {
          settle();
          reject(error);
        },
      });
    });
  }

  /** Without effect where nobody waits for it. */
  resolve(key: string, answer: Answer): void {
    this.#questions.get(key)?.resolve(answer);
  }

  reject(key: string, error: Error): void {
    this.#questions.get(key)?.reject(error);
  }

  rejectAll(error: Error): void {
    for (const question of [...this.#questions.values()]) {
      question.reject(error);
    }
  }
}

/** The same promise, which rejects with TimedOut after so many seconds. */
export function within<Answer>(seconds: number, complaint: string,
                               answer: Promise<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = after(seconds, () => reject(new TimedOut(complaint)));
    answer.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

/** Calls `call` later; never, where the time has no end. */
export function after(seconds: number,
                      call: () => void): ReturnType<typeof setTimeout> | undefined {
  const longest = 0x7fffffff; // of timers, in milliseconds: 24 days
  return seconds * 1000 <= longest ? setTimeout(call, 1000 * seconds) : undefined;
}
