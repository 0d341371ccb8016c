// What somebody sees and can do who opens the page: it moves, it answers, it can be reached.
import assert from "node:assert/strict";
import {
  differing,
  keep,
  pageTests,
  performed,
  pictureOf,
  scriptOf,
  statsOf,
  until,
  untilQuiet,
  type Stats,
} from "../support/page.ts";

const test = pageTests(["--still"]);

test("a person is seen to move without a click", async ({ openAsIs, url }) => {
  const page = await openAsIs(url, { drawn: true });
  await until(page, (stats) => stats.syncs >= 1);
  // As many as the machine makes of it, for one alone may be late for the wave.
  const waving: Buffer[] = [];
  do waving.push(await pictureOf(page, "ada"));
  while ((await statsOf(page)).ended === 0);
  const stats = await statsOf(page);
  const atRest = await pictureOf(page, "ada");
  const differences = await Promise.all(waving.map((each) => differing(page, atRest, each)));
  assert.ok(Math.max(...differences) > 0.005, String(differences));
  assert.ok(stats.performances[0]!.rightPath_m > 1, "the hand goes up, to and fro, and down");
});

test("the tour's four clicks perform four manners of one gesture", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  const travels: Stats["performances"] = [];
  const stops = page.getByRole("region", { name: "One gesture, four manners" }).getByRole("button");
  assert.equal(await stops.count(), 4);
  for (let stop = 0; stop < 4; ++stop) {
    const stats = await performed(page, () => stops.nth(stop).click());
    travels.push(stats.performances.at(-1)!);
    await keep(page, `tour-${stop + 1}`);
  }
  const [plain, big, tired, tense] = travels;
  const told = JSON.stringify(travels);
  assert.ok(big!.rightPath_m > 1.1 * plain!.rightPath_m, `a big beat goes farther: ${told}`);
  assert.ok(tired!.rightTop < 0.95 * plain!.rightTop, `a tired one is slower: ${told}`);
  assert.ok(
    Math.abs(tense!.rightPath_m - plain!.rightPath_m) > 0.001,
    `a tense one differs: ${told}`,
  );
  assert.match(await scriptOf(page), /<tension id="manner" manner="tense"\/>/);
});

test("a slider changes the script, and the path of the wrist", async ({ open }) => {
  const page = await open();
  await untilQuiet(page);
  const gesture = page.locator('[data-key="gesture beat"]');
  const plain = (await performed(page, () => gesture.click())).performances.at(-1)!;
  await page.getByRole("slider", { name: "Spatial extent" }).focus();
  const atMost = (): Promise<void> => page.keyboard.press("End");
  const large = (await performed(page, atMost)).performances.at(-1)!;
  assert.match(await scriptOf(page), /spatial-extent="1"/);
  assert.ok(
    large.rightPath_m > 1.1 * plain.rightPath_m,
    `${plain.rightPath_m} and ${large.rightPath_m}`,
  );
  await page.getByRole("slider", { name: "Rest error" }).focus();
  const slack = (await performed(page, atMost)).performances.at(-1)!;
  assert.match(await scriptOf(page), /<tension id="manner" rest-error="1000mm" zeta="[\d.]+"\/>/);
  assert.equal(await page.getByLabel("Tension").inputValue(), "numbers");
  assert.ok(Math.abs(slack.rightPath_m - large.rightPath_m) > 0.01);
});

const looks = [
  { name: "desk-dark", viewport: { width: 1280, height: 800 }, colorScheme: "dark" },
  { name: "desk-light", viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  {
    name: "phone-dark",
    viewport: { width: 390, height: 844 },
    colorScheme: "dark",
    isMobile: true,
    hasTouch: true,
  },
  {
    name: "phone-light",
    viewport: { width: 390, height: 844 },
    colorScheme: "light",
    isMobile: true,
    hasTouch: true,
  },
] as const;

for (const { name, ...options } of looks) {
  test(`the page has room for all it shows: ${name}`, async ({ open, url }) => {
    const page = await open(url, options);
    await until(page, (stats) => stats.started >= 1 && stats.syncs >= 2);
    await keep(page, name);
    const { width, height } = options.viewport;
    const size = await page.evaluate(() => {
      const root = document.scrollingElement!;
      return [root.scrollWidth, root.scrollHeight] as const;
    });
    assert.ok(size[0] <= width, `${size[0]} pixels wide`);
    if (width > 900) assert.ok(size[1] <= height, `${size[1]} pixels high`);
  });
}

test("the keyboard reaches every control, and each has a name", async ({ open }) => {
  const page = await open();
  await until(page, (stats) => stats.answers >= 1);
  await page.waitForSelector("#gallery .chip:not([hidden])");
  const wanted = await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      "button, input, select, canvas[tabindex], .cm-content, a[href]",
    );
    const reachable = [...controls].filter(
      (one) => one.checkVisibility() && !one.matches(":disabled") && !one.closest(".cm-panel"),
    );
    reachable.forEach((one, index) => (one.dataset["control"] = String(index)));
    return reachable.length;
  });
  assert.ok(wanted > 20);
  const reached = new Set<string>();
  await page.locator("body").press("Tab");
  for (let step = 0; step < wanted + 20 && reached.size < wanted; ++step) {
    const control = await page.evaluate(
      () => (document.activeElement as HTMLElement).dataset["control"],
    );
    if (control !== undefined) reached.add(control);
    await page.keyboard.press("Tab");
  }
  const missed = await page.evaluate(
    (found: string[]) =>
      [...document.querySelectorAll<HTMLElement>("[data-control]")]
        .filter((one) => !found.includes(one.dataset["control"]!))
        .map((one) => one.outerHTML.slice(0, 80)),
    [...reached],
  );
  assert.deepEqual(missed, []);
  const nameless = await page
    .locator("button, select, input, canvas[tabindex]")
    .evaluateAll((all) =>
      all
        .filter((one) => {
          const labels = (one as HTMLInputElement).labels ?? [];
          const said = [
            one.ariaLabel,
            one.textContent,
            ...[...labels].map((label) => label.textContent),
          ];
          return !said.some((text) => text?.trim());
        })
        .map((one) => one.outerHTML.slice(0, 80)),
    );
  assert.deepEqual(nameless, []);
});
