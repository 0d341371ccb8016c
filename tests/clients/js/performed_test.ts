// Tests for clients/js/src/performed.ts, and for the call that asks for it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { decode, encode } from "../../../clients/js/dist/messages.js";
import { performedFrom } from "../../../clients/js/dist/performed.js";
import { conversation, type Value } from "./stage.ts";

const PERFORMANCE = {
  speeches: [
    { id: "b:s1", words: 3, wordsDone: 2, lastWord: "no", textDone: "no no", textLeft: "no.",
      soundMs: 1250 },
    { id: "b:s2", words: 2, textLeft: "Or yes" },
  ],
  behaviours: [{ id: "b:g", phase: "stroke", phaseFraction: 0.25, fraction: 0.5 }],
};

test("what was performed has its texts, words and behaviours", () => {
  const message = decode(encode({ case: "feedback", value: { performed: PERFORMANCE } }));
  assert.equal(message.case, "feedback");
  const performed = performedFrom((message.value as Value<"feedback">).performed!);
  assert.deepEqual(performed.speeches[0], {
    id: "b:s1", words: 3, wordsDone: 2, lastWord: "no", lastWordIndex: 1, textDone: "no no",
    textLeft: "no.", soundMs: 1250,
  });
  assert.equal(performed.speeches[1]!.lastWordIndex, undefined);
  assert.deepEqual(performed.behaviours, PERFORMANCE.behaviours);
  assert.equal(performed.textDone, "no no");
  assert.equal(performed.textLeft, "no. Or yes");
});

test("who asks is told of each block, and an interruption tells the same", async (context) => {
  const { client, guest } = await conversation(context);

  const asking = client.performed("b");
  const asked = await guest.receive("askPerformed");
  assert.deepEqual([asked.ids, asked.character], [["b"], ""]);
  guest.send({ case: "performed", value: { id: asked.id, tick: 90n, blocks: [
    { id: "b", characterId: 1, startTick: 60n, performed: PERFORMANCE },
    { id: "c", characterId: 1 },
  ] } });
  const [first, second] = await asking;
  assert.deepEqual([first!.id, first!.time, first!.start], ["b", 1.5, 1]);
  assert.equal(first!.performed.textLeft, "no. Or yes");
  assert.deepEqual([second!.start, second!.performed.textLeft], [undefined, ""]);

  const refused = client.performed({ character: "eve" });
  const again = await guest.receive("askPerformed");
  assert.equal(again.character, "eve");
  guest.send({ case: "performed", value: { id: again.id, error: "no" } });
  await assert.rejects(refused, /no/);
  await assert.rejects(client.performed([]), RangeError);

  const heard = new Promise((resolve) => client.onFeedback(resolve));
  guest.send({ case: "feedback", value: { kind: 4, id: "b", performed: PERFORMANCE } });
  assert.equal(((await heard) as { performed: { textLeft: string } }).performed.textLeft,
               "no. Or yes");
});
