// A conversation with a server, from hello to goodbye, and the next one where the first was lost.

import { dial } from "./dial.js";
import { ConnectionLost } from "./errors.js";
import type { Hello } from "./generated/kinesphere_pb.js";
import { decode, encode, VERSION_MAJOR, VERSION_MINOR, type Message,
         type MessageInit } from "./messages.js";
import type { ConnectOptions } from "./options.js";
import { OUTBOX_SECONDS, Resuming } from "./resuming.js";
import type { Transport } from "./transport.js";
import { after } from "./waiting.js";

export interface ConnectionOptions {
  readonly server: string | undefined;
  readonly name: string;
  readonly token: string;
  /** Seconds until an answer and a hello must have come. */
  readonly timeout: number;
  /** Whether to call again where a connection that stood is lost. */
  readonly reconnect: boolean;
  /** Whether what waits goes on to wait when the connection is over. */
  readonly keepWaiting: boolean;
  /** By which the server knows this client again. Empty: by nothing. */
  readonly resume: string;
  /** That it joins. Empty: main. */
  readonly scene: string;
}

export function connectionOptions(server: string | undefined,
                                  { name = "kinesphere-js", token = "", timeout = 5,
                                    reconnect = false, keepWaiting = false,
                                    resume = "", scene = "" }: ConnectOptions): ConnectionOptions {
  return { server, name, token, timeout, reconnect, keepWaiting, resume, scene };
}

export interface Hearer {
  /** At the first hello and at each one after a loss. */
  onHello(hello: Hello): void;
  /** Before that: the server knows nothing of what this client had there. */
  onForgotten(error: ConnectionLost): void;
  onMessage(message: Message): void;
  /** `calling`: another attempt will be made. */
  onLost(error: ConnectionLost, calling: boolean): void;
}

/** Seconds before each attempt: the first, and the most. */
const PAUSE_FIRST = 0.25;
const PAUSE_MAX = 5;

interface Greeting {
  resolve(): void;
  reject(error: Error): void;
}

/** Thrown for what no further attempt would mend. */
class Unwanted extends ConnectionLost {}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #hearer: Hearer;
  #transport: Transport | undefined;
  #greeting: Greeting | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;
  readonly #resuming: Resuming;
  #connected = false;
  #closed = false; // by this side
  #over = false;
  #lost = "not connected yet";

  constructor(options: ConnectionOptions, hearer: Hearer) {
    this.#options = options;
    this.#hearer = hearer;
    this.#resuming = new Resuming(options.resume);
  }

  /** Whether what this client has outlives a connection. */
  get resumes(): boolean {
    return this.#resuming.isOn;
  }

  /** Seconds to wait for the answer to a script: as long as it is sent again. */
  patience(timeout: number): number {
    return this.resumes && this.#options.reconnect ? Math.max(timeout, OUTBOX_SECONDS) : timeout;
  }

  /** Of a script without a name of its own. */
  name(counted: string): string {
    return counted + this.#resuming.suffix;
  }

  /** Says hello and waits for the server's. Rejects with ConnectionLost. */
  async open(): Promise<void> {
    const { server, name, token, timeout, keepWaiting, scene } = this.#options;
    const transport = await dial(server, {
      onMessage: (body) => this.#hear(body),
      onClosed: (reason) => this.lose(new ConnectionLost(reason)),
    }, timeout);
    if (this.#closed) {
      transport.close();
      throw new ConnectionLost(this.#lost);
    }
    this.#transport = transport;
    const greeted = new Promise<void>((resolve, reject) => {
      const silence = after(timeout, () =>
        this.lose(new ConnectionLost(`the server did not say hello in ${timeout} s`)));
      this.#greeting = {
        resolve: () => {
          clearTimeout(silence);
          resolve();
        },
        reject: (error) => {
          clearTimeout(silence);
          reject(error);
        },
      };
    });
    const hello = { versionMajor: VERSION_MAJOR, versionMinor: VERSION_MINOR, name, token,
                    keepWaiting, scene, ...this.#resuming.hello() };
    transport.send(encode({ case: "hello", value: hello }));
    return greeted;
  }

  /** Throws ConnectionLost where there is none now, nor another one that sends it. */
  send(message: MessageInit): void {
    const isKept = this.#options.reconnect && !this.#over && this.#resuming.keep(message);
    if (isKept && !this.#connected && !this.#closed) {
      return;
    }
    if (!this.#connected || !this.#transport) {
      throw new ConnectionLost(this.#lost);
    }
    this.#transport.send(encode(message));
  }

  /** Leaves for good. */
  close(reason: string): void {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.lose(new ConnectionLost(reason));
  }

  /** This conversation is over. */
  lose(error: ConnectionLost): void {
    const greeting = this.#greeting;
    const stood = this.#connected;
    this.#greeting = undefined;
    this.#connected = false;
    this.#lost = error.message;
    this.#transport?.close();
    this.#transport = undefined;
    if (greeting) {
      greeting.reject(error);
      if (this.#closed) {
        this.#end(error);
      }
    } else if (stood && this.#options.reconnect && !this.#closed && !(error instanceof Unwanted)) {
      this.#hearer.onLost(error, true);
      this.#callAgain(PAUSE_FIRST);
    } else if (stood || this.#closed) {
      this.#end(error);
    }
  }

  #end(error: ConnectionLost): void {
    if (!this.#over) {
      this.#over = true;
      this.#hearer.onLost(error, false);
    }
  }

  #callAgain(pause: number): void {
    // Not all at the same moment, where many have lost the same server.
    const uneven = pause * (0.75 + 0.5 * Math.random());
    this.#pause = after(uneven, async () => {
      try {
        await this.open();
      } catch (error) {
        if (this.#closed) {
          return;
        }
        if (error instanceof Unwanted) {
          this.#end(error);
        } else {
          this.#callAgain(Math.min(2 * pause, PAUSE_MAX));
        }
      }
    });
  }

  #hear(body: Uint8Array): void {
    try {
      const message = decode(body);
      if (this.#greeting) {
        this.#greet(message, this.#greeting);
      } else if (message.case === "goodbye") {
        this.lose(new ConnectionLost(`the server said goodbye: ${message.value.reason}`));
      } else {
        if (this.#resuming.isNews(message)) {
          this.#hearer.onMessage(message);
        }
        if (message.case === "problem" && message.value.closing) {
          this.lose(new Unwanted(message.value.error));
        }
      }
    } catch (error) {
      if (!(error instanceof RangeError)) {
        throw error;
      }
      this.lose(new ConnectionLost(error.message));
    }
  }

  #greet(message: Message, greeting: Greeting): void {
    if (message.case !== "hello") {
      this.lose(message.case === "problem"
        ? new Unwanted(message.value.error)
        : new ConnectionLost("the server did not say hello"));
    } else if (message.value.versionMajor !== VERSION_MAJOR) {
      this.lose(new Unwanted(`the server speaks version ${message.value.versionMajor}, ` +
                             `this client version ${VERSION_MAJOR}`));
    } else {
      this.#greeting = undefined;
      this.#connected = true;
      if (this.#resuming.isOn && !this.#resuming.begin(message.value)) {
        this.#hearer.onForgotten(new ConnectionLost("the server does not know this client"));
      }
      this.#hearer.onHello(message.value);
      const transport = this.#transport;
      this.#resuming.unanswered().forEach((each) => transport?.send(encode(each)));
      greeting.resolve();
    }
  }
}
