// Tests for the JavaScript client against a real server, over TCP and over WebSocket.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test, type TestContext } from "node:test";

import { connect, Refused, worldPositions, type Client, type Feedback,
         type Frame, type Prediction } from "../../../clients/js/dist/index.js";
import { assertNear } from "./near.ts";
import { Server } from "./server.ts";

// Ada's right hand goes to a point that she reaches with ease, within half a second, and stays.
const TARGET = [-0.2, 1.25, 0.35] as const;
const reach = (hold: string) => `
<script xmlns="urn:kinesphere:script:1" character="ada">
  <sequence id="greet" start="0" fade-out="100ms">
    <pose id="there" time="400ms" hold="${hold}">
      <position joint="rightHand" target="${TARGET.join(" ")}"/>
    </pose>
  </sequence>
</script>
`;

const NOD = `
<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="b1" characterId="ada">
  <head id="nod" lexeme="NOD" start="0.2" end="0.7"/>
</bml>
`;

let server: Server;
before(async () => {
  server = await Server.start();
});
after(() => server.stop());

async function guest(context: TestContext, way = ""): Promise<Client> {
  const client = await connect(`${way}${server.address}`, { name: "conversation_test" });
  context.after(() => client.close());
  return client;
}

/** How far apart two rotations are, in degrees. By the chord, for a cosine near 1 says little. */
function angleBetween(a: Float32Array, b: Float32Array, at: number): number {
  const chord = (sign: number) => Math.hypot(...[0, 1, 2, 3].map((i) =>
    a[at + i]! - sign * b[at + i]!));
  return (4 * Math.asin(Math.min(chord(1), chord(-1)) / 2) * 180) / Math.PI;
}

/** What is heard up to the first feedback of that kind, or with that id. */
async function until(heard: AsyncIterable<Feedback>, end: string): Promise<Feedback[]> {
  const feedbacks: Feedback[] = [];
  for (const iterator = heard[Symbol.asyncIterator]();;) {
    const { value } = await iterator.next();
    feedbacks.push(value);
    if (value.kind === end || value.id === end) {
      return feedbacks;
    }
  }
}

for (const [way, by] of [["", "by TCP"], ["ws://", "by WebSocket"]] as const) {
  test(`a server has ada and ben at sixty ticks a second, ${by}`, async (context) => {
    const client = await guest(context, way);
    assert.deepEqual([...client.characters.keys()].sort(), ["ada", "ben"]);
    assert.equal(client.tickRate, 60);
    assert.ok(client.capabilities.includes("dialect:kinesphere"));
  });

  test(`a script is accepted, starts, reaches its pose and ends, ${by}`, async (context) => {
    const client = await guest(context, way);
    const heard = client.feedback();
    const submission = await client.submit(reach("100ms"), { id: "reach" });
    assert.equal(await submission.wait(), "ended");
    assert.deepEqual((await until(heard, "ended")).map(({ kind, id }) => `${kind} ${id}`),
                     ["started reach", "sync reach:greet:start", "sync reach:greet:there",
                      "sync reach:greet:end", "ended reach"]);
  });

  test(`the hand is where the script wants it while the pose holds, ${by}`, async (context) => {
    const client = await guest(context, way);
    const heard = client.feedback();
    const frames = client.frames(["ada"]);
    await client.submit(reach("20s"), { id: "stay" });
    const reached = (await until(heard, "stay:greet:there")).at(-1)!;
    for await (const frame of frames) {
      if (frame.time > reached.time + 0.1) {
        const skeleton = client.skeletons.get(frame.characterId)!;
        const wrist = worldPositions(skeleton, frame).get("rightHand")!;
        // Ada stands at x = -0.5 and faces +Z, as all of the world.
        assertNear(wrist, [TARGET[0] - 0.5, TARGET[1], TARGET[2]], 0.005);
        break;
      }
    }
    client.interrupt("stay", { fade: 0 });
    await until(heard, "interrupted");
  });

  test(`an interrupted script ends before its time and says how far it came, ${by}`,
       async (context) => {
    const client = await guest(context, way);
    const heard = client.feedback();
    const submission = await client.submit(reach("500s"), { id: "long" });
    await until(heard, "long:greet:there");
    client.interrupt({ character: "ada" }, { fade: 0.1 });
    assert.equal(await submission.wait(), "interrupted");
    const interrupted = (await until(heard, "interrupted")).at(-1)!;
    assert.equal(interrupted.lastSyncPoint, "long:greet:there");
  });

  test(`a trace comes back with all that is told of a script, ${by}`, async (context) => {
    const client = await guest(context, way);
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const heard = client.feedback();
    const submission = await client.submit(reach("10ms"), { traceparent });
    assert.equal(submission.traceparent, traceparent);
    const told = await until(heard, "ended");
    assert.ok(told.length > 2);
    assert.ok(told.every((each) => each.traceparent === traceparent));
    const broken = await client.submit(reach("10ms"), { traceparent: "a trace" });
    assert.equal(broken.traceparent, "");
    assert.match(broken.warnings[0]!.message, /W3C Trace Context: 'a trace'$/);
    await broken.wait();
  });

  test(`who asks for predictions hears how a block is expected to go, ${by}`, async (context) => {
    const client = await guest(context, way);
    const predictions: Prediction[] = [];
    client.onPrediction((prediction) => predictions.push(prediction));
    const heard = client.feedback();
    const submission = await client.submit(NOD, { predictions: true });
    assert.deepEqual(submission.timeline, []);
    assert.equal(await submission.wait(), "ended");

    assert.deepEqual(predictions.map(({ id, character, stage }) => [id, character, stage]),
                     [["b1", "ada", "planning"], ["b1", "ada", "planned"],
                      ["b1", "ada", "playing"]]);
    const [planning, ...known] = predictions;
    assert.equal(planning!.end, undefined);
    assert.deepEqual(planning!.behaviours, []);
    for (const { start, end, behaviours } of known) {
      assertNear([end! - start!], [0.7], 1e-6);
      assert.deepEqual(behaviours.map(({ id, element }) => [id, element]), [["b1:nod", "head"]]);
      const { syncs } = behaviours[0]!;
      assert.deepEqual([syncs.at(0)!.id, syncs.at(-1)!.id], ["b1:nod:start", "b1:nod:end"]);
      assertNear([syncs.at(0)!.time, syncs.at(-1)!.time], [0.2, 0.7], 1e-6);
    }
    const started = (await until(heard, "started")).at(-1)!;
    assert.equal(known.at(-1)!.start, started.time);
  });

  test(`nobody hears predictions who did not ask, ${by}`, async (context) => {
    const client = await guest(context, way);
    const predictions: Prediction[] = [];
    client.onPrediction((prediction) => predictions.push(prediction));
    assert.equal(await (await client.submit(NOD)).wait(), "ended");
    assert.deepEqual(predictions, []);
  });

  test(`a faulty script is refused with its place, ${by}`, async (context) => {
    const client = await guest(context, way);
    await assert.rejects(client.submit(reach("1s").trim().replace("rightHand", "tail")), (error) =>
      error instanceof Refused && error.error.includes("'tail'") && error.line === 4);
  });

  test(`a check finds what a submission would, and plays nothing, ${by}`, async (context) => {
    const client = await guest(context, way);
    const wrong = await client.check(reach("1s").trim().replace("rightHand", "tail"));
    assert.equal(wrong.errors[0]?.line, 4);
    assert.match(wrong.errors[0].message, /'tail'/);
    assert.deepEqual((await client.check(reach("1s"))).errors, []);
  });

  test(`sync points come when the timeline says, ${by}`, async (context) => {
    const client = await guest(context, way);
    const heard = client.feedback();
    const { timeline } = await client.submit(reach("100ms"), { id: "planned" });
    const feedbacks = await until(heard, "ended");
    const start = feedbacks.find(({ kind }) => kind === "started")!.time;
    const syncs = feedbacks.filter(({ kind }) => kind === "sync");
    assert.deepEqual(timeline.map(({ id }) => id), syncs.map(({ id }) => id));
    // A sync point is told at the first tick that is not before it.
    syncs.forEach(({ time }, i) => {
      const late = time - start - timeline[i]!.time;
      assert.ok(late > -1e-6 && late < 1 / 60 + 1e-6, `${timeline[i]!.id} is late by ${late} s`);
    });
  });

  test(`rotations in six bytes are the same to a hundredth of a degree, ${by}`, async (context) => {
    const [whole, packed] = [await guest(context, way), await guest(context, way)];
    const seen = new Map<number, Frame>();
    whole.subscribe(["ada"], { onFrame: (frame) => seen.set(frame.tick, frame) });
    const alone = new Map<number, Frame>(); // whichever of both comes first, the other one follows
    let compared = 0;
    for await (const frame of packed.frames(["ada"], { encoding: "smallest-three" })) {
      alone.set(frame.tick, frame);
      for (const [tick, each] of alone) {
        const other = seen.get(tick);
        if (!other) {
          continue;
        }
        alone.delete(tick);
        assert.equal(each.parentFromJoint.length, other.parentFromJoint.length);
        for (let at = 0; at < each.parentFromJoint.length; at += 4) {
          const degrees = angleBetween(each.parentFromJoint, other.parentFromJoint, at);
          assert.ok(degrees < 0.01, `joint ${at / 4} of tick ${tick}: ${degrees}`);
        }
        ++compared;
      }
      if (compared >= 10) {
        break;
      }
    }
  });

  test(`the clock knows what time a frame has, ${by}`, async (context) => {
    const client = await guest(context, way);
    const frames = client.frames(["ada"]);
    for (let i = 0; i < 10; ++i) {
      await client.ping();
    }
    await frames.next();
    const { time } = (await frames.next()).value;
    // Between the tick and the look at it lie the network and this machine's other business.
    const age = client.clock.tickTime()! - time;
    assert.ok(age > -0.02 && age < 1, `a frame is ${age} s old`);
  });

  test(`the server counts frames that were acknowledged, ${by}`, async (context) => {
    const client = await guest(context, way);
    for await (const _ of client.frames(["ada"])) {
      if (client.stats) {
        break;
      }
    }
    assert.ok(client.stats!.framesSent > 0);
    assert.ok(client.stats!.framesUnacknowledged < 60);
  });

  test(`frames come in order, each once, with what was asked for, ${by}`, async (context) => {
    const client = await guest(context, way);
    const ticks = new Map<string, number>();
    let seen = 0;
    for await (const frame of client.frames([], { parts: ["body"] })) {
      assert.equal(frame.channels.length, 0);
      assert.ok(frame.tick > (ticks.get(frame.character) ?? -1));
      ticks.set(frame.character, frame.tick);
      if (++seen === 60) {
        break;
      }
    }
    assert.deepEqual([...ticks.keys()].sort(), ["ada", "ben"]);
  });

  test(`events of others are heard by who asks, ${by}`, async (context) => {
    const [client, other] = [await guest(context, way), await guest(context, way)];
    const heard = client.feedback();
    client.subscribe([], { parts: ["events"] });
    await client.ping();
    await (await other.submit(reach("50ms"), { id: "of_another" })).wait();
    assert.equal((await until(heard, "ended")).at(-1)!.id, "of_another");
  });

  test(`a ping is answered at once, ${by}`, async (context) => {
    const client = await guest(context, way);
    assert.ok((await client.ping()) < 1);
    assert.ok(client.clock.serverTime()! > 0);
  });
}

for (const way of ["", "ws://"]) {
  test(`a server that leaves is called again at ${way}ADDRESS`,
       (context) => callAgain(context, way));
}

async function callAgain(context: TestContext, way: string): Promise<void> {
  const first = await Server.start();
  context.after(() => first.stop());
  const client = await connect(`${way}${first.address}`, { reconnect: true });
  context.after(() => client.close());
  const states: string[] = [];
  const [lost, connected] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  client.onState(({ state, reason }) => {
    states.push(`${state} ${reason}`);
    (state === "connected" ? connected : lost).resolve();
  });
  const frames = client.frames(["ada"]);
  const session = client.sessionId;
  assert.equal(await first.stop(), 0);
  await lost.promise;
  assert.match(states[0]!, /^calling .*goodbye/);

  const second = await Server.start(first.address);
  context.after(() => second.stop());
  await connected.promise;
  assert.notEqual(client.sessionId, session);
  // The loop goes on; what was not looked at before the loss may come first.
  await frames.next();
  assert.equal((await frames.next()).value.character, "ada");
}

test("a WebSocket where none is spoken says so, and where", async () => {
  const url = `ws://${server.address}/nowhere`;
  const message = `no server at ${url}: no WebSocket answers there`;
  await assert.rejects(connect(url), { name: "ConnectionLost", message });
});

test("the server writes down what it was asked to", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "kinesphere-"));
  const recording = await Server.start("127.0.0.1:0", "--recordings", folder);
  context.after(async () => {
    await recording.stop();
    rmSync(folder, { recursive: true });
  });
  const client = await connect(recording.address);
  context.after(() => client.close());
  client.record("greeting", ["ada"]);
  assert.equal(await (await client.submit(reach("100ms"))).wait(), "ended");
  const frames = await client.stopRecording("greeting");
  assert.ok(frames > 20);
  assert.ok(statSync(join(folder, "greeting.ksr")).size > 800 * frames);
  await assert.rejects(client.stopRecording("greeting"), Refused);
});

test("a server without a folder for recordings says so", async (context) => {
  const client = await guest(context);
  const heard = until(client.feedback(), "problem");
  client.record("greeting");
  assert.equal((await heard).at(-1)?.message,
               "recording 'greeting': this server was given no folder for recordings");
});
