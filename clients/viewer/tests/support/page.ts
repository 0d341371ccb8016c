// A browser and pages in it. Tests wait for the counters that the page counts, never for time.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { deflateRawSync } from "node:zlib";
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "playwright-core";
import type { Stats } from "../../src/app/stats.ts";
import { Program } from "./program.ts";

export type { Stats };

// The folder dist/ of the viewer, to try it before the program has it; else what the program has.
const builtPage = process.env["KINE_PAGE"];

const patience_ms = 60_000; // the machine may be busy with other things

// Where screenshots are kept for people to look at.
const screenshots = process.env["KINE_SCREENSHOTS"];

// Pixels of the screen a pixel of the page, along each side. Without a graphics card a picture takes
// as long as it has pixels, so there are fewer where nobody will look.
const deviceScaleFactor = screenshots ? 1 : 0.5;

export interface Opening extends BrowserContextOptions {
  // For tests that look at the stage's pixels or measure how long a picture takes. In the others
  // WebGL does all but fill triangles, and a page has half as many pictures a second: without a
  // graphics card they would take both cores all the time.
  readonly drawn?: boolean;
}

async function launch(args: readonly string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env["KINE_CHROMIUM"] ?? "/usr/bin/chromium",
    headless: true,
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...args,
      // What does not come from the server itself may else not call it.
      ...(builtPage ? ["--disable-features=LocalNetworkAccessChecks"] : []),
    ],
  });
}

// A page opened by a link performs at once what the link brings, whatever else may be playing: here
// something that is soon over.
const link = `#script=${deflateRawSync(
  '<script xmlns="urn:kinesphere:script:1">\n' +
    '  <sequence>\n    <pose time="0.1"/>\n  </sequence>\n</script>\n',
).toString("base64url")}`;

// In the page, before its own code.
function drawLittle(): void {
  const nothing = (): void => {};
  Object.assign(WebGL2RenderingContext.prototype, {
    drawArrays: nothing,
    drawArraysInstanced: nothing,
    drawElements: nothing,
    drawElementsInstanced: nothing,
  });
  const ask = window.requestAnimationFrame.bind(window);
  const forget = window.cancelAnimationFrame.bind(window);
  const askedAgain = new Map<number, number>();
  const everyOther = (then: FrameRequestCallback): number => {
    const handle = ask(() => {
      const again = ask((now) => {
        askedAgain.delete(handle);
        then(now);
      });
      askedAgain.set(handle, again);
    });
    return handle;
  };
  const forgetBoth = (handle: number): void => {
    forget(handle);
    forget(askedAgain.get(handle) ?? handle);
    askedAgain.delete(handle);
  };
  Object.assign(window, {
    requestAnimationFrame: everyOther,
    cancelAnimationFrame: forgetBoth,
    drawsLittle: true,
  });
}

export interface Visit {
  // Of the program that all tests of the file share.
  readonly url: string;
  // By a link; at that program, unless another is named.
  readonly open: (url?: string, options?: Opening) => Promise<Page>;
  // As somebody does who types the address.
  readonly openAsIs: (url: string, options?: Opening) => Promise<Page>;
  // Another program, which ends with the test.
  readonly serve: (options?: readonly string[], address?: string) => Promise<Program>;
}

export type PageTest = (name: string, run: (visit: Visit) => Promise<void>) => void;

// How the tests of a file are written: one browser and one program for all of them; the pages that
// a test opens are closed behind it, and nothing may have gone wrong in their own code.
export function pageTests(
  programOptions: readonly string[] = [],
  browserOptions: readonly string[] = [],
): PageTest {
  let browser: Browser;
  let program: Program;
  before(async () => {
    program = await Program.start("127.0.0.1:0", programOptions);
    browser = await launch(browserOptions);
  });
  after(async () => {
    await browser.close();
    await program.stop();
  });
  return (name, run) =>
    test(name, async () => {
      const faults: string[] = [];
      const contexts: BrowserContext[] = [];
      const programs: Program[] = [];
      const openAsIs: Visit["openAsIs"] = async (url, { drawn = false, ...options } = {}) => {
        const viewport = { width: 1280, height: 800 };
        const context = await browser.newContext({ viewport, deviceScaleFactor, ...options });
        contexts.push(context);
        if (!drawn && !screenshots) await context.addInitScript(drawLittle);
        if (builtPage) {
          await context.route(/\/viewer\/[\w.]+$/, (route) =>
            route.fulfill({ path: builtPage + new URL(route.request().url()).pathname.slice(7) }),
          );
          const isItself = ({ pathname, protocol }: URL): boolean =>
            pathname === "/" && protocol.startsWith("http");
          await context.route(isItself, async (route) =>
            route.fulfill({ response: await route.fetch(), path: `${builtPage}/index.html` }),
          );
        }
        const page = await context.newPage();
        page.setDefaultTimeout(patience_ms);
        page.on("pageerror", (error) => faults.push(String(error.stack)));
        await page.goto(url);
        return page;
      };
      const open: Visit["open"] = (url = program.url, options = {}) =>
        openAsIs(url.includes("#") ? url : url + link, options);
      const serve: Visit["serve"] = async (options = [], address = "127.0.0.1:0") => {
        const own = await Program.start(address, options);
        programs.push(own);
        return own;
      };
      try {
        await run({ url: program.url, open, openAsIs, serve });
        assert.deepEqual(faults, []);
      } finally {
        await Promise.all(contexts.map((context) => context.close()));
        await Promise.all(programs.map((own) => own.stop()));
      }
    });
}

// Until the counters fulfil the condition, which is run in the page.
export async function until(page: Page, condition: (stats: Stats) => boolean): Promise<Stats> {
  const text = `(${condition.toString()})(window.kinesphere?.stats ?? {})`;
  await untilTrue(page, text);
  return statsOf(page);
}

// The same, with a number that the condition is told.
export async function untilMore(page: Page, name: keyof Stats, than: number): Promise<Stats> {
  await untilTrue(page, `window.kinesphere?.stats.${name} > ${than}`);
  return statsOf(page);
}

// Until what the act lets the page perform has been seen to its end. What the page performed before
// must be over by then, or its end is taken for this one's.
export async function performed(page: Page, act: () => Promise<void>): Promise<Stats> {
  const { ended } = await statsOf(page);
  await act();
  return untilMore(page, "ended", ended);
}

// What a page performs of itself when it is opened is over.
export async function untilQuiet(page: Page): Promise<Stats> {
  return until(page, (stats) => stats.ended >= 1);
}

// Something of this kind is in the page, as long as it may take.
export async function untilShown(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor({ timeout: patience_ms });
}

// The page looks for itself, picture by picture: to be asked each time from outside takes more than
// what it draws. It runs no text as code, but what the browser's debugger brings it.
export async function untilTrue(page: Page, condition: string): Promise<void> {
  const cameTrue = await page.evaluate<boolean>(`new Promise((told) => {
    const latest = performance.now() + ${patience_ms};
    const look = () => {
      if (${condition}) told(true);
      else if (performance.now() > latest) told(false);
      else requestAnimationFrame(look);
    };
    look();
  })`);
  if (cameTrue) return;
  const seen = await page.evaluate<string>("JSON.stringify(window.kinesphere?.stats)");
  throw new Error(`this did not come true: ${condition}; the page's counters: ${seen}`);
}

export async function statsOf(page: Page): Promise<Stats> {
  return page.evaluate<Stats>("window.kinesphere.stats");
}

export async function scriptOf(page: Page): Promise<string> {
  return page.evaluate<string>("window.kinesphere.script()");
}

// Replaces the whole text, as somebody who types does.
export async function type(page: Page, script: string): Promise<void> {
  await page.locator("#script .cm-content").click();
  await page.keyboard.press("Control+A");
  await page.keyboard.press("Delete");
  await page.keyboard.insertText(script);
}

// A screenshot of what a test sees anyway.
export async function keep(page: Page, name: string): Promise<void> {
  if (!screenshots) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: `${screenshots}/${name}.png` });
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

// The picture of a character as bytes of a PNG.
export async function pictureOf(page: Page, character: string): Promise<Buffer> {
  assert.equal(await page.evaluate("window.drawsLittle"), undefined, "open the page drawn");
  const box = await page.evaluate<Box>(
    `window.kinesphere.boxOf(${JSON.stringify(character)}).toJSON()`,
  );
  return page.screenshot({ clip: box });
}

// Which part of the pixels differ clearly between two pictures; the browser decodes them.
export async function differing(page: Page, a: Buffer, b: Buffer): Promise<number> {
  const urls = [a, b].map((png) => `data:image/png;base64,${png.toString("base64")}`);
  return page.evaluate(async (pictures: string[]) => {
    const pixels = await Promise.all(
      pictures.map(async (url) => {
        const image = await createImageBitmap(await (await fetch(url)).blob());
        const pen = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
        pen.drawImage(image, 0, 0);
        return pen.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    const [one, other] = pixels as [Uint8ClampedArray, Uint8ClampedArray];
    let different = 0;
    for (let i = 0; i < Math.min(one.length, other.length); i += 4) {
      const change =
        Math.abs(one[i]! - other[i]!) +
        Math.abs(one[i + 1]! - other[i + 1]!) +
        Math.abs(one[i + 2]! - other[i + 2]!);
      if (change > 60) ++different;
    }
    return different / (one.length / 4);
  }, urls);
}
