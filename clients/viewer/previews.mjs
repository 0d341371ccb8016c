// Writes src/gallery/previews.json: how each gesture of the lexicon looks, for the gallery. To be
// run when gestures have changed: KINE_PROGRAM=… script/node npm --prefix clients/viewer run previews
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { framesPerSecond, joints, seen, written } from "./src/gallery/preview_frames.ts";

const program = process.env["KINE_PROGRAM"];
if (!program) throw new Error("KINE_PROGRAM must be the path of the program kinesphere");

const longest_s = 3;
const folder = mkdtempSync(join(tmpdir(), "kinesphere-"));

export function preview(lexeme) {
  const script = join(folder, "gesture.xml");
  const table = join(folder, "gesture.csv");
  writeFileSync(script, `<script xmlns="urn:kinesphere:script:1"><gesture lexeme="${lexeme}"/></script>`);
  execFileSync(program, ["bake", script, "-o", table, "--fps", String(framesPerSecond)], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [names, ...rows] = readFileSync(table, "utf8").trim().split("\n").map((row) => row.split(","));
  const column = new Map(names.map((name, at) => [name, at]));
  const points = rows.slice(0, longest_s * framesPerSecond).map((row) =>
    joints.map((joint) =>
      seen(["x", "y", "z"].map((axis) => Number(row[column.get(`${joint}_world_${axis}`)]))),
    ),
  );
  return written(points);
}

const list = execFileSync(program, ["lexicon"], { encoding: "utf8" });
const lexemes = process.argv.slice(2);
if (lexemes.length === 0) {
  for (const [, name] of list.matchAll(/^\s*([a-z][a-z0-9-]*)\s/gm)) lexemes.push(name);
}
const lines = lexemes.sort().map((name) => `  ${JSON.stringify(name)}: ${JSON.stringify(preview(name))}`);
rmSync(folder, { recursive: true });
writeFileSync(new URL("src/gallery/previews.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);
