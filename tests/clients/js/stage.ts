// The server's end of a conversation, played by the test: over TCP, message by message.

import { createServer, type Server, type Socket } from "node:net";
import { once } from "node:events";
import type { TestContext } from "node:test";

import { Splitter, withLength } from "../../../clients/js/dist/framing.js";
import { Inbox } from "../../../clients/js/dist/inbox.js";
import { connect, type Client, type ConnectOptions } from "../../../clients/js/dist/index.js";
import { decode, encode, type Message,
         type MessageInit } from "../../../clients/js/dist/messages.js";

export type Value<Case extends Message["case"]> = Extract<Message, { case: Case }>["value"];

/** What a server of one character says first. */
export const HELLO: MessageInit = {
  case: "hello",
  value: { versionMajor: 1, versionMinor: 1, tickRateHz: 60, sessionId: 7n,
           characters: [{ id: 1, name: "ada", body: "ada", skeletonId: 1 }] },
};

/** One client's connection, seen from the server. */
export class Guest {
  readonly socket: Socket;
  /** What pings are answered with from now on; else they are messages like others. */
  clocks: { serverTimeUs: bigint; serverTickTimeUs: bigint } | undefined;
  readonly #heard = new Inbox<Message>({ limit: 1000 });

  constructor(socket: Socket) {
    this.socket = socket;
    const splitter = new Splitter();
    socket.on("error", () => {});
    socket.on("data", (bytes) => splitter.push(bytes).forEach((body) => this.#hear(decode(body))));
    socket.on("close", () => this.#heard.end(new Error("the client has gone")));
  }

  send(...messages: MessageInit[]): void {
    this.socket.write(Buffer.concat(messages.map((message) => withLength(encode(message)))));
  }

  #hear(message: Message): void {
    if (message.case === "ping" && this.clocks) {
      this.send({ case: "pong", value: { clientTimeUs: message.value.clientTimeUs,
                                         ...this.clocks } });
    } else {
      this.#heard.push(message);
    }
  }

  /** The next message of that kind; those before it are passed over. */
  async receive<Case extends Message["case"]>(kind: Case): Promise<Value<Case>> {
    for (;;) {
      const { value, done } = await this.#heard.next();
      if (done) {
        throw new Error("the client has gone");
      }
      if (value.case === kind) {
        return value.value as Value<Case>;
      }
    }
  }
}

export class Stage {
  readonly #guests = new Inbox<Guest>({ limit: 100 });
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket);
      this.#guests.push(new Guest(socket));
    });
  }

  static async open(): Promise<Stage> {
    const stage = new Stage();
    stage.#server.listen(0, "127.0.0.1");
    await once(stage.#server, "listening");
    return stage;
  }

  get address(): string {
    const address = this.#server.address();
    return typeof address === "object" && address ? `127.0.0.1:${address.port}` : "";
  }

  /** The next client that calls. */
  async guest(): Promise<Guest> {
    return (await this.#guests.next()).value;
  }

  close(): void {
    this.#sockets.forEach((socket) => socket.destroy());
    this.#server.close();
  }
}

export async function openStage(context: TestContext): Promise<Stage> {
  const stage = await Stage.open();
  context.after(() => stage.close());
  return stage;
}

/** A client and the other end of its conversation, once both have said hello. */
export async function conversation(context: TestContext, options: ConnectOptions = {}):
    Promise<{ client: Client; guest: Guest; stage: Stage }> {
  const stage = await openStage(context);
  const connecting = connect(stage.address, options);
  const guest = await stage.guest();
  await guest.receive("hello");
  guest.send(HELLO);
  const client = await connecting;
  context.after(() => client.close());
  return { client, guest, stage };
}

export function next<Item>(items: AsyncIterator<Item>): Promise<Item> {
  return items.next().then(({ value }) => value);
}
