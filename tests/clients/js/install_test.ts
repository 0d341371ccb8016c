// The package as others get it: into a folder of their own, by npm.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";

import { olderNode } from "./older_node.ts";
import { Server } from "./server.ts";

const run = promisify(execFile);
const PACKAGE = resolve(import.meta.dirname, "../../../clients/js");
const WAVE = resolve(import.meta.dirname, "../../../schemas/scripts/wave.xml");

test("the example runs where the package is installed, with no network", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "kinesphere-"));
  context.after(() => rm(folder, { recursive: true }));
  const server = await Server.start();
  context.after(() => server.stop());
  await writeFile(join(folder, "package.json"), '{ "private": true }');
  await run("npm", ["install", "--install-links=false", "--offline", "--no-audit", "--no-fund",
                    PACKAGE], { cwd: folder });
  const example = await readFile(join(PACKAGE, "examples/wrist_path.mjs"), "utf8");
  await writeFile(join(folder, "wrist_path.mjs"), example);

  const { stdout } = await run(process.execPath, ["wrist_path.mjs", WAVE, server.address],
                               { cwd: folder });

  const older = await olderNode(/^v20\./);
  context.diagnostic(`beside ${process.version}: ${older?.version ?? "no Node 20 is here"}`);
  const again = older && await run(older.path, ["wrist_path.mjs", WAVE, server.address],
                                   { cwd: folder });
  assert.match(again?.stdout ?? "ended ", /^ended /m);

  const heights = [...stdout.matchAll(/^\d+\.\d+ s  \S+ (\S+) \S+$/gm)].map(([, y]) => Number(y));
  assert.ok(Math.min(...heights) < 1 && Math.max(...heights) > 1.3, "the hand goes up to wave");
  assert.match(stdout, /^started /m);
  assert.match(stdout, /^ended /m);
});

test("the example fits on a screen", async () => {
  const example = await readFile(join(PACKAGE, "examples/wrist_path.mjs"), "utf8");
  assert.ok(example.split("\n").filter((line) => line.trim()).length <= 20);
});
