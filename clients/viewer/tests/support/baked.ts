// What the program makes of a script, offline.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env["KINE_PROGRAM"];
const avatars = process.env["KINE_AVATARS"];
if (!program || !avatars) throw new Error("KINE_PROGRAM and KINE_AVATARS say where they are");

// The bytes of a bake of one of the samples; `form` is the ending of its file.
export function baked(
  sample: string,
  form: string,
  options: readonly string[] = [],
): Uint8Array<ArrayBuffer> {
  const script = new URL(`../../../../schemas/scripts/${sample}.xml`, import.meta.url).pathname;
  const folder = mkdtempSync(join(tmpdir(), "kinesphere-"));
  const file = join(folder, `motion.${form}`);
  try {
    execFileSync(program!, ["bake", script, "-o", file, ...options], { stdio: "ignore" });
    return new Uint8Array(readFileSync(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function avatarOf(body: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(avatars!, `${body}.vrm`)));
}
