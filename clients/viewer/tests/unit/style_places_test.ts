import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { blended, blendedFace, type Manners, type NamedStyle } from "../../src/sketch/manners.ts";
import { placesOf, plain, sharesAt, wordsOf, type Place } from "../../src/sketch/style_places.ts";

function styleOf(name: string, numbers: Readonly<Record<string, number>> = {}): NamedStyle {
  return { name, numbers, face: {} };
}

const corners: readonly Place[] = [
  { style: styleOf("a"), x: -1, y: -1 },
  { style: styleOf("b"), x: 1, y: -1 },
  { style: styleOf("c"), x: -1, y: 1 },
  { style: styleOf("d"), x: 1, y: 1 },
];

function shareOf(name: string, x: number, y: number): number {
  return sharesAt({ x, y }, corners).find(({ style }) => style.name === name)?.share ?? 0;
}

// Places all over the pad, of no pattern.
const points = Array.from({ length: 400 }, (_, i) => ({
  x: Math.sin(12.9898 * i),
  y: Math.cos(78.233 * i),
}));

test("a style under the point has all", () => {
  for (const { style, x, y } of corners)
    assert.deepEqual(sharesAt({ x, y }, corners), [{ style, share: 1 }]);
});

test("shares are positive and add up to 1, wherever the point is", () => {
  for (const point of points) {
    const shares = sharesAt(point, corners);
    assert.ok(shares.length >= 1 && shares.length <= 3);
    assert.ok(shares.every(({ share }) => share > 0));
    const sum = shares.reduce((total, { share }) => total + share, 0);
    assert.ok(Math.abs(sum - 1) < 1e-12, `${sum} at ${JSON.stringify(point)}`);
  }
});

test("what is nearer has more", () => {
  for (const { x, y } of points) {
    const byShare = sharesAt({ x, y }, corners).toSorted((one, other) => other.share - one.share);
    const distances = byShare.map(({ style }) => {
      const place = corners.find((each) => each.style === style)!;
      return Math.hypot(place.x - x, place.y - y);
    });
    assert.deepEqual(
      distances,
      distances.toSorted((one, other) => one - other),
    );
  }
});

// The formula by hand: at (0, -1) the distances are 1, 1, sqrt 5 and sqrt 5, so R is sqrt 5, and c
// and d have no share.
test("half way between two styles each has a half", () => {
  assert.ok(Math.abs(shareOf("a", 0, -1) - 0.5) < 1e-12);
  assert.ok(Math.abs(shareOf("b", 0, -1) - 0.5) < 1e-12);
  assert.equal(shareOf("c", 0, -1), 0);
});

// At (-0.5, -1): d is 0.5, 1.5, sqrt 4.25 and 2.5, which is R. So the weights are
// (2 / 1.25)^2, (1 / 3.75)^2 and ((2.5 - sqrt 4.25) / (2.5 sqrt 4.25))^2.
test("shares follow the formula of Franke and Little", () => {
  const c = ((2.5 - Math.sqrt(4.25)) / (2.5 * Math.sqrt(4.25))) ** 2;
  const sum = 2.56 + 1 / 14.0625 + c;
  assert.ok(Math.abs(shareOf("a", -0.5, -1) - 2.56 / sum) < 1e-12);
  assert.ok(Math.abs(shareOf("b", -0.5, -1) - 1 / 14.0625 / sum) < 1e-12);
});

test("shares change steadily, also where another style comes near", () => {
  const step = 1e-4;
  for (const { x, y } of points) {
    if (corners.some((each) => Math.hypot(each.x - x, each.y - y) < 0.05)) continue;
    if (Math.hypot(x, y) < 0.05) continue; // there all four are equally far
    for (const name of ["a", "b", "c", "d"]) {
      const change = Math.abs(shareOf(name, x + step, y) - shareOf(name, x, y));
      assert.ok(change < 0.02, `${name} jumps by ${change} at ${x}, ${y}`);
    }
  }
});

test("a mixture of numbers is their mean by shares, and no style is its usual value", () => {
  const manners: Manners = {
    parameters: ["posture", "involvement"].map((name) => ({
      name,
      element: "shape",
      least: -1,
      most: 1,
      usual: name === "involvement" ? 0.5 : 0,
      meaning: "",
      atZero: "",
      unit: "",
    })),
    styles: [],
  };
  const proud = styleOf("proud", { posture: 0.8, involvement: 0.9 });
  const tired = styleOf("tired", { posture: -0.4 });
  const mixed = blended(manners, [
    { style: proud, share: 0.75 },
    { style: tired, share: 0.25 },
  ]);
  assert.ok(Math.abs(mixed["posture"]! - 0.5) < 1e-12);
  assert.ok(Math.abs(mixed["involvement"]! - 0.8) < 1e-12);
  assert.deepEqual(blended(manners, [{ style: proud, share: 1 }]), proud.numbers);
  assert.deepEqual(blended(manners, [{ style: plain, share: 1 }]), {});
});

test("a mixture of faces is their sum by shares", () => {
  const happy = { ...styleOf("happy"), face: { happy: 0.8 } };
  const coy = { ...styleOf("coy"), face: { happy: 0.4, sad: 0.2 } };
  assert.deepEqual(
    blendedFace([
      { style: happy, share: 0.5 },
      { style: coy, share: 0.5 },
    ]),
    { happy: 0.4 + 0.2, sad: 0.1 },
  );
});

// The styles of the program, by what stands in their files.
const folder = new URL("../../../../schemas/styles/", import.meta.url);
const styles = readdirSync(folder).map((file) => {
  const text = readFileSync(new URL(file, folder), "utf8");
  const numbers: Record<string, number> = {};
  for (const [, name, value] of text.matchAll(/\b([a-z-]+)="(-?[\d.]+)"/g))
    numbers[name!] = Number(value);
  return styleOf(file.replace(".xml", ""), numbers);
});

test("the styles stand where one looks for them, each name readable", () => {
  const places = placesOf(styles);
  assert.equal(places.length, styles.length + 1);
  const at = (name: string): Place => places.find(({ style }) => style.name === name)!;
  assert.ok(at("proud").x > at("neutral").x && at("neutral").x > at("shy").x);
  assert.ok(at("angry").y > at("neutral").y && at("neutral").y > at("tired").y);
  for (const [index, a] of places.entries()) {
    assert.ok(Math.abs(a.x) <= 1 && Math.abs(a.y) <= 1);
    for (const b of places.slice(index + 1)) {
      const clear = Math.abs(a.x - b.x) > 0.46 || Math.abs(a.y - b.y) > 0.34;
      assert.ok(clear, `${a.style.name} lies on ${b.style.name}`);
    }
  }
});

test("a mixture is told by what is most of it", () => {
  assert.equal(
    wordsOf([
      { style: styleOf("shy"), share: 0.3 },
      { style: styleOf("sad"), share: 0.699 },
      { style: styleOf("proud"), share: 0.001 },
    ]),
    "sad 70 %, shy 30 %",
  );
  assert.equal(wordsOf([{ style: styleOf("shy"), share: 1 }]), "shy");
});
