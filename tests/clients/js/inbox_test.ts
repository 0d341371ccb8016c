// Tests for clients/js/src/inbox.ts.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Inbox } from "../../../clients/js/dist/inbox.js";

async function all<Item>(inbox: Inbox<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of inbox) {
    items.push(item);
  }
  return items;
}

test("items come in order, those that wait and those that are waited for", async () => {
  const inbox = new Inbox<number>({ limit: 3 });
  inbox.push(1);
  inbox.push(2);
  assert.deepEqual([await inbox.next(), await inbox.next()],
                   [{ value: 1, done: false }, { value: 2, done: false }]);
  const third = inbox.next();
  inbox.push(3);
  assert.deepEqual(await third, { value: 3, done: false });
});

test("with a key, an item takes the place of the one of its key, behind the others", async () => {
  const inbox = new Inbox<string>({ limit: 2, keyOf: (item) => item[0] });
  ["a1", "b1", "a2", "a3"].forEach((item) => inbox.push(item));
  inbox.end();
  assert.deepEqual(await all(inbox), ["b1", "a3"]);
});

test("with a key, a turn is told of before its item is given", async () => {
  const told: string[] = [];
  const inbox = new Inbox<string>({ limit: 2, keyOf: () => 0, onTurn: () => told.push("turn") });
  inbox.push("old");
  const next = inbox.next().then(({ value }) => told.push(value));
  inbox.push("new");
  await next;
  assert.deepEqual(told, ["turn", "new"]);
});

test("one item too many is an error, for none is left out silently", async () => {
  const inbox = new Inbox<number>({ limit: 2 });
  [1, 2, 3].forEach((item) => inbox.push(item));
  await assert.rejects(inbox.next(), /more than 2/);
  assert.equal((await inbox.next()).done, true);
});

test("an error comes behind what was there", async () => {
  const inbox = new Inbox<number>({ limit: 2 });
  inbox.push(1);
  inbox.end(new Error("over"));
  inbox.push(2);
  assert.equal((await inbox.next()).value, 1);
  await assert.rejects(inbox.next(), /over/);
});

test("leaving the loop closes the inbox and says so", async () => {
  let left = 0;
  const inbox = new Inbox<number>({ limit: 9, onOver: () => ++left });
  inbox.push(1);
  inbox.push(2);
  for await (const item of inbox) {
    assert.equal(item, 1);
    break;
  }
  assert.deepEqual([left, (await inbox.next()).done], [1, true]);
});

test("an inbox that overflows says so too, for nobody may come to look into it", () => {
  let over = 0;
  const inbox = new Inbox<number>({ limit: 2, onOver: () => ++over });
  [1, 2, 3, 4].forEach((item) => inbox.push(item));
  assert.equal(over, 1);
});
