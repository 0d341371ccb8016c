// How old frames are at callbacks that take 100 ms, and how quick pings are beside them.
//
// Ages are by the server's count of ticks, as pongs tell it before any callback is slow: afterwards
// pongs wait for this thread, and say less well what time it is. The figures are printed; the bounds
// are ten times what an idle machine does, and a fifth of what a client does that reads one by one.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";

import { connect, type Client, type Frame } from "../../../clients/js/dist/index.js";
import { Server } from "./server.ts";

const FRAMES = 60;
const MS_A_FRAME = 100;
const AGE_MAX_MS = 500;
const PING_MAX_MS = 500;

let server: Server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

/** Keeps this thread busy, as drawing would. */
function work(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, MS_A_FRAME);
}

class Figures {
  readonly #ages: number[] = [];
  readonly #pings: number[] = [];

  #ticksAt0 = 0; // the ticks' time, in ms, at 0 of this thread's clock

  async setClock(client: Client): Promise<void> {
    for (let i = 0; i < 10; ++i) {
      await client.ping();
    }
    this.#ticksAt0 = 1000 * client.clock.tickTime()! - performance.now();
  }

  note(frame: Frame): void {
    this.#ages.push(this.#ticksAt0 + performance.now() - 1000 * frame.time);
  }

  get isEnough(): boolean {
    return this.#ages.length >= FRAMES;
  }

  async ping(client: Client): Promise<void> {
    const sent = performance.now();
    await client.ping({ timeout: 60 });
    this.#pings.push(performance.now() - sent);
  }

  check(name: string): void {
    const [ages, pings] = [this.#ages, this.#pings].map((all) => all.sort((a, b) => a - b));
    const at = (sorted: number[], share: number) => sorted[Math.floor(share * (sorted.length - 1))]!;
    console.log(`${name}: ${ages!.length} frames at ${MS_A_FRAME} ms each: age median ` +
                `${at(ages!, 0.5).toFixed(1)} ms, p99 ${at(ages!, 0.99).toFixed(1)} ms; ` +
                `${pings!.length} pings: median ${at(pings!, 0.5).toFixed(1)} ms, ` +
                `most ${at(pings!, 1).toFixed(1)} ms`);
    assert.ok(at(ages!, 0.99) < AGE_MAX_MS && at(pings!, 1) < PING_MAX_MS);
  }
}

for (const way of ["", "ws://"]) {
  const name = way || "TCP";
  test(`a slow callback gets new frames, and pings are quick, by ${name}`, async () => {
    const client = await connect(way + server.address);
    const figures = new Figures();
    await figures.setClock(client);
    const done = new Promise<void>((resolve) => {
      client.subscribe([], {
        onFrame(frame) {
          figures.note(frame);
          if (figures.isEnough) {
            resolve();
          }
          work();
        },
      });
    });
    while (!figures.isEnough) {
      await figures.ping(client);
    }
    await done;
    client.close();
    figures.check(`javascript, ${name}`);
  });
}

test("so does a loop over frames whose body blocks", async () => {
  const client = await connect(server.address);
  const figures = new Figures();
  await figures.setClock(client);
  await figures.ping(client);
  for await (const frame of client.frames()) {
    figures.note(frame);
    if (figures.isEnough) {
      break;
    }
    work();
  }
  client.close();
  figures.check("javascript, for await");
});
