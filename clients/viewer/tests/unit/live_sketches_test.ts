import assert from "node:assert/strict";
import { test } from "node:test";
import { LiveSketches, nothingWished, type Sent } from "../../src/sketch/live_sketches.ts";
import { mannersFrom } from "../../src/sketch/manners.ts";
import type { Pace } from "../../src/sketch/paced.ts";

// A clock and a browser whose pictures come when the test says so.
class Pictures implements Pace {
  private at_ms = 0;
  private asked: (() => void)[] = [];

  now_ms = (): number => this.at_ms;
  nextPicture = (then: () => void): void => void this.asked.push(then);

  draw(after_ms: number): void {
    this.at_ms += after_ms;
    const asked = this.asked;
    this.asked = [];
    asked.forEach((then) => then());
  }
}

function sketches(): { live: LiveSketches; pictures: Pictures; sent: Sent[] } {
  const pictures = new Pictures();
  const sent: Sent[] = [];
  const live = new LiveSketches((each) => sent.push(each), pictures);
  live.manners = mannersFrom({
    parameters: [
      { name: "power", element: "nucleus" },
      { name: "raise", element: "shape" },
    ],
  });
  return { live, pictures, sent };
}

const wish = (numbers: Readonly<Record<string, number>>): typeof nothingWished => ({
  ...nothingWished,
  numbers,
});

test("a slider that moves a hundred times before a picture is sent once, as it is then", () => {
  const { live, pictures, sent } = sketches();
  for (let i = 1; i <= 100; ++i) live.set("ada", wish({ raise: i / 100 }));
  assert.equal(sent.length, 0);
  pictures.draw(16);
  assert.deepEqual(sent, [{ character: "ada", sketch: { raise: 1 }, nucleus: undefined, face: undefined }]);
  pictures.draw(16);
  assert.equal(sent.length, 1);
});

// A second of pictures every 5 ms: one goes out each 30 ms, the first at once.
test("however quick the pictures are, 30 ms lie between two that are sent", () => {
  const { live, pictures, sent } = sketches();
  for (let i = 1; i <= 200; ++i) {
    live.set("ada", wish({ raise: i / 200 }));
    pictures.draw(5);
  }
  assert.equal(sent.length, 34);
  for (let i = 0; i < 6; ++i) pictures.draw(5);
  assert.deepEqual(sent.at(-1)!.sketch, { raise: 1 });
});

test("a nucleus goes along where it changed", () => {
  const { live, pictures, sent } = sketches();
  for (const numbers of [{ raise: 1 }, { power: 1 }, { power: 1, raise: 1 }, {}]) {
    live.set("ada", wish(numbers));
    pictures.draw(40);
  }
  assert.deepEqual(
    sent.map(({ nucleus }) => nucleus),
    [undefined, { power: 1 }, undefined, {}],
  );
});

test("a face goes along where it changed", () => {
  const { live, pictures, sent } = sketches();
  for (const face of [{}, { sad: 0.5 }, { sad: 0.5 }, {}]) {
    live.set("ada", { ...nothingWished, face });
    pictures.draw(40);
  }
  assert.deepEqual(
    sent.map(({ face }) => face),
    [undefined, { sad: 0.5 }, undefined, {}],
  );
});

test("each character has its own, and a new session is told of all", () => {
  const { live, pictures, sent } = sketches();
  live.set("ada", wish({ raise: 1 }));
  live.set("ben", wish({ power: 1 }));
  pictures.draw(16);
  assert.deepEqual(live.of("ada").numbers, { raise: 1 });
  assert.deepEqual(live.of("eve"), nothingWished);
  live.connected();
  pictures.draw(40);
  assert.equal(sent.length, 4);
  assert.deepEqual(sent.slice(2), sent.slice(0, 2));
});

test("what is reset while nobody hears it is told to the next session", () => {
  const { live, pictures, sent } = sketches();
  live.set("ada", { ...nothingWished, numbers: { power: 1 }, face: { sad: 0.5 } });
  pictures.draw(16);
  live.set("ada", nothingWished);
  live.connected();
  pictures.draw(40);
  assert.deepEqual(sent.at(-1), { character: "ada", sketch: {}, nucleus: {}, face: {} });
});

test("a session of a page that wished nothing is told nothing", () => {
  const { live, pictures, sent } = sketches();
  live.connected();
  pictures.draw(40);
  assert.equal(sent.length, 0);
});
