// What the program makes of a script or of a recording, offline.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const program = process.env["KINE_PROGRAM"];
const avatars = process.env["KINE_AVATARS"];
if (!program || !avatars) throw new Error("KINE_PROGRAM and KINE_AVATARS say where they are");

// Its complaints stand in what is thrown.
function runProgram(words: readonly string[]): void {
  execFileSync(program!, words, { stdio: ["ignore", "ignore", "pipe"] });
}

// The bytes of a bake of one of the samples; `form` is the ending of its file.
export function baked(
  sample: string,
  form: string,
  options: readonly string[] = [],
): Uint8Array<ArrayBuffer> {
  const script = new URL(`../../../../schemas/scripts/${sample}.xml`, import.meta.url).pathname;
  return inFolder((folder) => {
    const file = join(folder, `motion.${form}`);
    runProgram(["bake", script, "-o", file, ...options]);
    return new Uint8Array(readFileSync(file));
  });
}

// What a recording holds, as a text of the program: "csv" or "jsonl".
export function replayed(recording: Uint8Array, form: string, character?: string): string {
  return inFolder((folder) => {
    const file = join(folder, "recording.ksr");
    writeFileSync(file, recording);
    const motion = join(folder, `motion.${form}`);
    const whose = character === undefined ? [] : ["--character", character];
    runProgram(["replay", file, "-o", motion, ...whose]);
    return readFileSync(motion, "utf8");
  });
}

function inFolder<Made>(make: (folder: string) => Made): Made {
  const folder = mkdtempSync(join(tmpdir(), "kinesphere-"));
  try {
    return make(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export function avatarOf(body: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(join(avatars!, `${body}.vrm`)));
}
