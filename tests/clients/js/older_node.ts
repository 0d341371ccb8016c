// An older Node than the one that runs the tests, where the machine has one.

import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Where a Node of such a version is; undefined: none is on the PATH. */
export async function olderNode(wanted: RegExp):
    Promise<{ path: string; version: string } | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(":")) {
    const path = join(folder, "node");
    const said = await run(path, ["--version"]).catch(() => undefined);
    const version = said?.stdout.trim() ?? "";
    if (wanted.test(version)) {
      return { path, version };
    }
  }
  return undefined;
}
