// The switch of what moves a character, tensions of its parts, and a pointer that pulls at it. A
// client beside the page looks at the frames of the server.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { Observer } from "../support/observer.ts";
import {
  keep,
  pageTests,
  performed,
  statsOf,
  until,
  untilMore,
  untilQuiet,
  untilTrue,
  type Visit,
} from "../support/page.ts";

const test = pageTests(["--still"]);

type Options = Parameters<Visit["open"]>[1];

// The server is the test's own: what a character is told stays, and would meet other tests.
async function opened(
  { open, serve }: Visit,
  options: Options = {},
): Promise<{ page: Page; ada: Observer; url: string }> {
  const { url } = await serve(["--still"]);
  const page = await open(url, options);
  const ada = await Observer.of(url, "ada");
  await untilQuiet(page);
  await page.getByRole("button", { name: "Muscles", exact: true }).click();
  await untilTrue(page, "window.kinesphere.eye().rests");
  return { page, ada, url };
}

// Not check(), which looks at once whether the switch stayed: where the server refuses, it goes back.
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole("radio", { name, exact: true }).click({ force: true });
}

async function choosesAndMoves(page: Page, name: string, dynamics: string): Promise<void> {
  await choose(page, name);
  await untilTrue(page, `Object.values(window.kinesphere.stats.dynamics).at(-1) === "${dynamics}"`);
}

function part(page: Page, name: string): Locator {
  return page.locator("#tensions").getByLabel(name);
}

interface Seen {
  readonly x: number;
  readonly y: number;
  readonly place: readonly number[];
}

async function seen(page: Page, joint: string, character = "ada"): Promise<Seen> {
  return page.evaluate<Seen>(`window.kinesphere.joint("${character}", "${joint}")`);
}

async function eye(page: Page): Promise<readonly number[]> {
  return page.evaluate<readonly number[]>("window.kinesphere.eye().place");
}

// The camera eases to its place. It has come there where five pictures have not moved it.
async function restingEye(page: Page): Promise<readonly number[]> {
  for (let last = await eye(page); ; ) {
    const { picturesOfPoses } = await statsOf(page);
    await untilMore(page, "picturesOfPoses", picturesOfPoses + 5);
    const now = await eye(page);
    if (apart_m(now, last) === 0) return now;
    last = now;
  }
}

// By so many pixels.
async function pull(page: Page, at: Seen, right: number, up: number): Promise<void> {
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + right, at.y - up, { steps: 5 });
}

function apart_m(a: readonly number[], b: readonly number[]): number {
  return Math.hypot(...a.map((value, axis) => value - b[axis]!));
}

test("a hand is pulled to the pointer, and comes back when it is let go", async (visit) => {
  const { page, ada } = await opened(visit);
  await choosesAndMoves(page, "Torso", "torso");
  await keep(page, "muscles-torso");
  const before = ada.place(await ada.first(() => true), "leftHand");
  const camera = await restingEye(page);
  await pull(page, await seen(page, "leftHand"), 90, 70);
  await until(page, (stats) => stats.pulling === 1);
  const wrist = await ada.first((frame) => apart_m(ada.place(frame, "leftHand"), before) > 0.15);
  assert.ok(ada.height_m(wrist, "leftHand") > before[1] + 0.05, "it goes up, as the pointer did");
  await keep(page, "muscles-hand");
  assert.ok(apart_m(await eye(page), camera) < 1e-6, "the camera does not turn");
  const front = page.getByRole("button", { name: "Front", exact: true });
  assert.equal(await front.getAttribute("aria-pressed"), "true", "nor is it taken over");
  const { picturesOfPoses } = await statsOf(page);
  await untilMore(page, "picturesOfPoses", picturesOfPoses + 20);
  const held = await ada.first(() => true);
  assert.ok(apart_m(ada.place(held, "leftHand"), before) > 0.15, "a pointer that rests holds on");
  await page.mouse.up();
  const { pulls, pulling } = await statsOf(page);
  assert.deepEqual([pulls, pulling], [1, 0]);
  await ada.first((frame) => apart_m(ada.place(frame, "leftHand"), before) < 0.01);
  assert.equal(await page.getByRole("alert").locator(".notice").count(), 0);
  ada.close();
});

test("a shoulder that is pulled takes the trunk along", async (visit) => {
  const { page, ada } = await opened(visit);
  await choosesAndMoves(page, "Torso", "torso");
  const rest = await ada.first(() => true);
  const chest = ada.place(rest, "upperChest");
  const foot = ada.place(rest, "leftFoot");
  await pull(page, await seen(page, "rightUpperArm"), -110, 0);
  const bent = await ada.first((frame) => apart_m(ada.place(frame, "upperChest"), chest) > 0.02);
  assert.ok(apart_m(ada.place(bent, "leftFoot"), foot) < 1e-4, "the legs stand as planned");
  await keep(page, "muscles-shoulder");
  await page.mouse.up();
  await ada.first((frame) => apart_m(ada.place(frame, "upperChest"), chest) < 0.004);
  ada.close();
});

test("who keeps to a plan is not pulled: the camera turns, and a hint says why", async (visit) => {
  const { page, ada } = await opened(visit);
  const before = ada.place(await ada.first(() => true), "leftHand");
  const camera = await eye(page);
  await pull(page, await seen(page, "leftHand"), 90, 70);
  await page.mouse.up();
  assert.ok(apart_m(await eye(page), camera) > 0.1, "the camera turns");
  assert.match(
    (await page.getByRole("alert").textContent()) ?? "",
    /To pull the left hand of ada, choose Torso or Body/,
  );
  const { pulls, picturesOfPoses } = await statsOf(page);
  assert.equal(pulls, 0);
  await untilMore(page, "picturesOfPoses", picturesOfPoses + 3);
  assert.equal(apart_m(ada.place(await ada.first(() => true), "leftHand"), before), 0);
  assert.ok(await part(page, "Trunk").isDisabled());
  ada.close();
});

test("a body stands by itself, and ben's hand is pulled while ada is chosen", async (visit) => {
  const { page, ada, url } = await opened(visit);
  const ben = await Observer.of(url, "ben");
  await page.locator("#character").selectOption("ben");
  await page.getByText("What moves ben").waitFor();
  await choosesAndMoves(page, "Body", "body");
  await page.locator("#character").selectOption("ada");
  await page.getByText("What moves ada").waitFor();
  assert.ok(await page.getByRole("radio", { name: "Kinematic" }).isChecked());
  const before = ben.place(await ben.first(() => true), "rightHand");
  await pull(page, await seen(page, "rightHand", "ben"), -30, 40);
  await ben.first((frame) => apart_m(ben.place(frame, "rightHand"), before) > 0.08);
  await keep(page, "muscles-ben");
  await page.mouse.up();
  await ben.first((frame) => apart_m(ben.place(frame, "rightHand"), before) < 0.05);
  ada.close();
  ben.close();
});

// How far the same pull takes a joint at most. A machine that is busy shows few frames, so every
// other one pulls anew: a pull ends by itself after 0.3 s.
async function yields_m(ada: Observer, joint: string): Promise<number> {
  const before = ada.place(await ada.first(() => true), joint);
  const [x, y, z] = before;
  let reached = 0;
  for (let frames = 0; frames < 60; ++frames) {
    if (frames % 2 === 0) ada.client.drag("ada", joint, [x, y, z + 0.2], 0.3);
    reached = Math.max(reached, apart_m(ada.place(await ada.first(() => true), joint), before));
  }
  await ada.first((frame) => apart_m(ada.place(frame, joint), before) < 0.01);
  return reached;
}

test("each part is as tense as it is told, and the others stay as they are", async (visit) => {
  const { page, ada } = await opened(visit);
  await choosesAndMoves(page, "Torso", "torso");
  const usual = { hand: await yields_m(ada, "leftHand"), chest: await yields_m(ada, "upperChest") };
  await part(page, "Arms").selectOption("limp");
  const limp = await yields_m(ada, "leftHand");
  assert.ok(limp > 1.2 * usual.hand, `the hand yields by ${limp} m, and by ${usual.hand} m before`);
  await part(page, "Trunk").selectOption("limp");
  await until(page, (stats) => stats.tensions === 1);
  const chest = await yields_m(ada, "upperChest");
  assert.ok(chest > 1.3 * usual.chest, `the chest by ${chest} m, and by ${usual.chest} m before`);
  await part(page, "Head").selectOption("tense");
  await until(page, (stats) => stats.tensions === 2);
  await keep(page, "muscles-tension");
  const still = [await yields_m(ada, "leftHand"), await yields_m(ada, "upperChest")];
  assert.ok(still[0]! > 1.2 * usual.hand && still[1]! > 1.3 * usual.chest, `still ${still} m`);
  await part(page, "Trunk").selectOption("");
  await until(page, (stats) => stats.tensions === 3);
  const back = await yields_m(ada, "upperChest");
  // She breathes meanwhile, by a millimetre or two.
  const nearer = (usual.chest + chest) / 2;
  assert.ok(back < nearer, `back to ${back} m, from ${usual.chest} and ${chest}`);
  ada.close();
});

test("a tension interrupts nothing that is performed", async (visit) => {
  const { page, ada } = await opened(visit);
  await choosesAndMoves(page, "Torso", "torso");
  const heard: string[] = [];
  ada.client.onFeedback(({ kind, id }) => heard.push(`${kind} ${id}`));
  const { started } = await statsOf(page);
  await performed(page, async () => {
    await page.locator('[data-key="gesture wave"]').click();
    await untilMore(page, "started", started);
    await part(page, "Head").selectOption("limp");
    await until(page, (stats) => stats.tensions === 1);
  });
  assert.deepEqual(heard.filter((each) => each.startsWith("interrupted")), []);
  for (const end of ["ended viewer-", "ended muscles-"])
    assert.ok(heard.some((each) => each.startsWith(end)), `${end} in ${heard.join()}`);
  assert.equal((await statsOf(page)).started, started + 1, "a tension is no performance");
  ada.close();
});

test("what the server refuses is said, and the switch goes back", async (visit) => {
  const { page, ada } = await opened(visit);
  const claimed = await ada.client.claim(["ada"]).then(
    () => true,
    () => false,
  );
  assert.ok(claimed, "the client beside the page has ada for itself");
  await choose(page, "Torso");
  await until(page, (stats) => stats.dynamicsRefused === 1);
  assert.ok(await page.getByRole("radio", { name: "Kinematic" }).isChecked());
  assert.match((await page.getByRole("alert").textContent()) ?? "", /ada/);
  assert.ok(await part(page, "Trunk").isDisabled());
  await keep(page, "muscles-refused");
  ada.close();
});

test("a finger pulls as well", async (visit) => {
  const { page, ada } = await opened(visit, { hasTouch: true });
  await choosesAndMoves(page, "Torso", "torso");
  const before = ada.place(await ada.first(() => true), "leftHand");
  const { x, y } = await seen(page, "leftHand");
  const session = await page.context().newCDPSession(page);
  const touch = async (type: "touchStart" | "touchMove" | "touchEnd", at?: [number, number]) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: at ? [{ x: at[0], y: at[1] }] : [],
    });
  await touch("touchStart", [x + 14, y + 10]);
  await until(page, (stats) => stats.pulling === 1);
  for (let step = 1; step <= 5; ++step)
    await touch("touchMove", [x + 14 + 16 * step, y + 10 - 16 * step]);
  await ada.first((frame) => apart_m(ada.place(frame, "leftHand"), before) > 0.12);
  await touch("touchEnd");
  await until(page, (stats) => stats.pulling === 0);
  await ada.first((frame) => apart_m(ada.place(frame, "leftHand"), before) < 0.01);
  ada.close();
});

test("the panel has room on a telephone", async (visit) => {
  const { page, ada } = await opened(visit, { viewport: { width: 400, height: 844 } });
  await choosesAndMoves(page, "Body", "body");
  await page.locator("#desk-muscles").scrollIntoViewIfNeeded();
  await keep(page, "muscles-narrow");
  const right = await page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll("#desk-manner button, #desk-muscles *")].map(
        (each) => each.getBoundingClientRect().right,
      ),
    ),
  );
  assert.ok(right <= 400 - 14 - 12, `something ends ${right} pixels from the left`);
  ada.close();
});
