// What a client keeps from one connection to the next, where it has named itself to the server:
// scripts without an answer, which are sent again; and feedback, which is told once.

import type { Hello } from "./generated/kinesphere_pb.js";
import type { Message, MessageInit } from "./messages.js";

/** Seconds for which a script is sent again that has no answer yet. */
export const OUTBOX_SECONDS = 20;

/** Of feedback, that is remembered to know it again: what comes twice comes within half a second. */
const HEARD_MAX = 4096;

interface Kept {
  readonly messages: MessageInit[];
  readonly until: number;
}

/** Of a client without a name it does nothing. */
export class Resuming {
  /** Behind the names of scripts without one: unique among all programs of this client. */
  readonly suffix: string;
  readonly #word: string;
  #serverCan = false;
  #heardTick = 0n;
  readonly #heard = new Set<string>();
  readonly #outbox = new Map<string, Kept>();

  constructor(word: string) {
    this.#word = word;
    this.suffix = word ? `-${Math.floor(Math.random() * 2 ** 32).toString(16)}` : "";
  }

  get isOn(): boolean {
    return this.#word !== "";
  }

  hello(): { resume: string; heardTick: bigint } {
    return { resume: this.#word, heardTick: this.#heardTick };
  }

  /** Whether the server has known this client. */
  begin(hello: Hello): boolean {
    this.#serverCan = hello.capabilities.includes("resume");
    return hello.resume !== "";
  }

  /** Whether a message is sent by the next connection, where this one is lost. */
  keep(message: MessageInit): boolean {
    if (!this.isOn || !this.#serverCan) {
      return false;
    }
    if (message.case === "submit" || message.case === "say") {
      const until = performance.now() + 1000 * OUTBOX_SECONDS;
      this.#outbox.set(message.value.id ?? "", { messages: [message], until });
      return true;
    }
    const kept = message.case === "sayMore" ? this.#outbox.get(message.value.id ?? "") : undefined;
    kept?.messages.push(message);
    return kept !== undefined;
  }

  unanswered(): MessageInit[] {
    const now = performance.now();
    return this.#serverCan
      ? [...this.#outbox.values()].filter(({ until }) => until > now)
        .flatMap(({ messages }) => messages)
      : [];
  }

  /** Whether the message was not heard yet. */
  isNews(message: Message): boolean {
    if (message.case === "accepted" || message.case === "refused") {
      this.#outbox.delete(message.value.id);
    }
    if (!this.isOn || message.case !== "feedback") {
      return true;
    }
    const { kind, id, tick, message: text } = message.value;
    const key = `${tick} ${kind} ${id} ${text}`;
    if (this.#heard.has(key)) {
      return false;
    }
    this.#heard.add(key);
    if (this.#heard.size > HEARD_MAX) {
      this.#heard.delete(this.#heard.values().next().value!);
    }
    this.#heardTick = tick > this.#heardTick ? tick : this.#heardTick;
    return true;
  }
}
