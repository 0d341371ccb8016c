// The desk: the gallery and what it replaces, cards that grow, what is said, faces and hands, a way
// back to a character's own avatar, and all of it on a phone.
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { Observer } from "../support/observer.ts";
import {
  keep,
  pageTests,
  performed,
  scriptOf,
  statsOf,
  type,
  until,
  untilMore,
  untilQuiet,
  untilTrue,
} from "../support/page.ts";
import { smallVrm } from "../support/small_vrm.ts";

const test = pageTests(["--still"]);

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

async function found(page: Page, typed: string): Promise<readonly string[]> {
  await page.getByRole("searchbox").fill(typed);
  return page.locator("#gallery .chip:visible").allTextContents();
}

test("the words that people try find gestures and faces, in groups", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await page.locator('[data-key="gesture wave"]').waitFor();
  assert.ok((await found(page, "hello")).includes("wave"));
  assert.ok((await found(page, "goodbye")).includes("wave"));
  assert.ok((await found(page, "yes")).includes("nod"));
  assert.ok((await found(page, "no")).includes("shake"));
  for (const feeling of ["happy", "sad", "angry"])
    assert.equal((await found(page, feeling))[0], feeling === "happy" ? "smile" : feeling);
  assert.deepEqual(await found(page, "xyzzy"), []);
  await page.getByText("Nothing for “xyzzy”").waitFor();
  await found(page, "");
  assert.ok((await page.locator("#gallery h3:visible").count()) >= 8);
  await page.getByRole("searchbox").fill("angry");
  await performed(page, () => page.locator('[data-key="face angry"]').click());
  assert.match(await scriptOf(page), /morph name="angry"/);
});

// The pixels of a preview, as a text.
const pixels = (name: string): string =>
  `document.querySelector('[data-key="gesture ${name}"] canvas').toDataURL()`;

test("a preview moves while the pointer is on it, and no other one does", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await page.locator('[data-key="gesture wave"]').scrollIntoViewIfNeeded();
  const blank = await page.evaluate<string>("document.createElement('canvas').toDataURL()");
  await untilTrue(page, `${pixels("wave")} !== ${JSON.stringify(blank)}`);
  const still = await page.evaluate<string>(pixels("wave"));
  const other = await page.evaluate<string>(pixels("heart"));
  await page.locator('[data-key="gesture wave"]').hover();
  await untilTrue(page, `${pixels("wave")} !== ${JSON.stringify(still)}`);
  assert.equal(await page.evaluate<string>(pixels("heart")), other);
  await keep(page, "preview");
  await page.getByRole("searchbox").hover();
  await untilTrue(page, `${pixels("wave")} === ${JSON.stringify(still)}`);
});

test("what the gallery replaced comes back by a click", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  const mine = '<script xmlns="urn:kinesphere:script:1">\n  <gesture lexeme="shrug"/>\n</script>';
  await type(page, mine);
  await page.locator('[data-key="gesture wave"]').click();
  assert.match(await scriptOf(page), /wave/);
  await page.getByRole("alert").getByRole("button", { name: "Undo" }).click();
  assert.equal(await scriptOf(page), mine);
});

const hidden = Array.from(
  { length: 6 },
  (_, at) => `  <sequence start="0.${at}"><pose time="1"><morph name="jawOpen" weight="1"/></pose></sequence>`,
);

test("warnings stand beneath the script, which keeps its place", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await type(page, `<script xmlns="urn:kinesphere:script:1">\n${hidden.join("\n")}\n</script>`);
  await until(page, (stats) => stats.remarks > 6);
  const warnings = page.locator("#warnings li");
  assert.ok((await warnings.count()) > 6);
  assert.equal(await page.locator(".remark").count(), 0);
  const lines = await page.locator(".cm-line").evaluateAll((all) =>
    all.map((line) => line.getBoundingClientRect().height),
  );
  const [text, list] = await Promise.all(
    ["#script", "#warnings"].map(async (each) => (await page.locator(each).boundingBox())!),
  );
  assert.ok(list!.height < 72, `the list takes ${list!.height} px`);
  assert.ok(text!.height > 36, `the text has ${text!.height} px`);
  assert.ok(lines.every((height) => height > 0));
  await keep(page, "warnings");
  await warnings.last().getByRole("button").click();
  assert.ok(await page.locator(".cm-editor.cm-focused").count());
});

test("a card grows over its neighbours, and Escape brings them back", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  const height = async (id: string): Promise<number> =>
    (await page.locator(`#${id}`).boundingBox())?.height ?? 0;
  for (const card of ["desk-gallery", "desk-script", "desk-manner", "desk-play"]) {
    const before = await height(card);
    await page.locator(`[data-grow="${card}"]`).click();
    assert.ok((await height(card)) > before + 100, `${card}: ${before}, ${await height(card)}`);
    await keep(page, `grown-${card}`);
    await page.keyboard.press("Escape");
    assert.equal(await height(card), before);
  }
});

test("a sentence is said: its script stands in the editor, and the mouth moves", async (visit) => {
  const page = await visit.open();
  const ada = await Observer.of(visit.url, "ada");
  await untilQuiet(page);
  await page.getByRole("textbox", { name: "Say this" }).fill("Hello & welcome, my friend.");
  const opened = ada.first((frame) => ada.weight(frame, "jawOpen") > 0.05);
  await performed(page, () => page.keyboard.press("Enter"));
  await opened;
  assert.match(await scriptOf(page), /<text>Hello &amp; welcome, my friend.<\/text>/);
  await performed(page, () => button(page, "Say").click()); // and once more
  ada.close();
});

test("sliders move the face and the fingers, and a button brings them back", async (visit) => {
  const { url } = await visit.serve(["--still"]);
  const page = await visit.open(url);
  const ada = await Observer.of(url, "ada");
  await untilQuiet(page);
  const before = await ada.still();
  await page.locator('[data-manner-part="desk-face"]').click();
  const slider = (name: string) => page.getByRole("slider", { name, exact: true });
  await slider("jaw open").fill("0.8");
  await ada.first((frame) => ada.weight(frame, "jawOpen") > 0.75);
  const apart = (frame: Parameters<Observer["place"]>[0]): number => {
    const [hand, tip] = [ada.place(frame, "leftHand"), ada.place(frame, "leftMiddleDistal")];
    return Math.hypot(...hand.map((part, at) => part - tip[at]!));
  };
  const open = apart(before);
  await slider("left hand").fill("1");
  await ada.first((frame) => apart(frame) < open - 0.03);
  await keep(page, "face");
  await page.locator("#face-reset").click();
  await ada.first((frame) => ada.weight(frame, "jawOpen") < 0.01 && apart(frame) > open - 0.005);
  ada.close();
});

test("a character that wears another avatar gets its own one back", async ({ open }) => {
  const page = await open();
  await until(page, (stats) => stats.avatars["ada"] === "served");
  assert.equal(await button(page, "Own avatar").isVisible(), false);
  await page.locator("#avatar").setInputFiles({
    name: "small.vrm",
    mimeType: "model/gltf-binary",
    buffer: smallVrm(),
  });
  await until(page, (stats) => stats.avatars["ada"] === "dropped");
  await button(page, "Own avatar").click();
  await until(page, (stats) => stats.avatars["ada"] === "served");
  await button(page, "Own avatar").waitFor({ state: "hidden" });
});

test("the character looks at whom one chooses, and no more when one takes it back", async (visit) => {
  const page = await visit.open();
  const ada = await Observer.of(visit.url, "ada");
  await untilQuiet(page);
  await performed(page, () => page.locator('[data-key="gesture wave"]').click());
  const bare = await scriptOf(page);
  // Ben stands to her left, where her left eye comes behind the right one.
  const turned = ada.first((frame) => ada.place(frame, "rightEye")[2] > ada.place(frame, "leftEye")[2] + 0.015);
  const choice = page.getByRole("combobox", { name: "Looks at" });
  await performed(page, () => choice.selectOption("ben").then(() => {}));
  await turned;
  assert.match(await scriptOf(page), /<look-at target="ben"/);
  await choice.selectOption("nobody");
  assert.equal(await scriptOf(page), bare);
  ada.close();
});

test("a sync point that is dragged changes the script, and is performed there", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  await performed(page, () => page.locator('[data-key="gesture beat"]').click());
  const mark = page.getByRole("slider", { name: "When stroke-end of g1 comes" });
  const box = (await mark.boundingBox())!;
  const lane = (await page.locator(".timeline-lane").first().boundingBox())!;
  const { answers } = await statsOf(page);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(lane.x + 0.75 * lane.width, box.y, { steps: 4 });
  await keep(page, "dragged");
  await page.mouse.up();
  await untilMore(page, "answers", answers);
  const time_s = Number(/stroke-end="([\d.]+)"/.exec(await scriptOf(page))?.[1]);
  assert.ok(time_s > 0.9, `the stroke ends at ${time_s} s`);
  const told = await page
    .getByRole("slider", { name: "When stroke-end of g1 comes" })
    .getAttribute("aria-valuetext");
  assert.ok(Math.abs(Number.parseFloat(told!) - time_s) < 0.02, `${told}, ${time_s}`);
  assert.equal(await page.locator('.timeline-name[data-layer="Arms"]').count(), 1);
});

test("on a phone the picture stays in sight beside sliders, and fingers meet 44 px", async ({
  open,
  url,
}) => {
  const page = await open(url, {
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
  });
  await untilQuiet(page);
  for (const slider of ["Fluidity", "Damping ζ"]) {
    await page.getByRole("slider", { name: slider }).scrollIntoViewIfNeeded();
    const [stage, track] = await Promise.all(
      [page.locator("#stage"), page.getByRole("slider", { name: slider })].map(
        async (each) => (await each.boundingBox())!,
      ),
    );
    assert.ok(stage!.y >= 0 && stage!.height > 250, `the picture stands at ${stage!.y}`);
    assert.ok(track!.y > stage!.y + stage!.height && track!.y + track!.height <= 844);
  }
  await keep(page, "phone-slider");
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, select, input, label.file")]
      .filter((each) => each.checkVisibility() && !each.closest(".file > *, .cm-editor"))
      .map((each) => [each.id || each.textContent || each.className, each.offsetHeight] as const)
      .filter(([, height]) => height < 44),
  );
  assert.deepEqual(small, []);
  assert.equal(await page.evaluate("document.documentElement.scrollWidth"), 390);
});
