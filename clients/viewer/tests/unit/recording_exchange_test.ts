// Recordings go from the program to the page and back: whole files, as each writes them.
import assert from "node:assert/strict";
import { test } from "node:test";
import { read, write } from "../../src/worker/recording_file.ts";
import { baked, replayed } from "../support/baked.ts";

function assertSameLines(found: string, expected: string): void {
  const lines = expected.split("\n");
  found.split("\n").forEach((line, index) => assert.equal(line, lines[index], `line ${index + 1}`));
  assert.equal(found.length, expected.length);
}

for (const sample of ["wave", "lexicon-conversation"]) {
  const original = baked(sample, "ksr");

  test(`the program finds in a file of the page all that it wrote itself: ${sample}`, async () => {
    const again = new Uint8Array(await write(read(original.buffer)).arrayBuffer());
    const feedback = replayed(original, "jsonl").match(/"feedback"/g) ?? [];
    assert.ok(feedback.length > 3);
    for (const form of ["csv", "jsonl"]) {
      assertSameLines(replayed(again, form), replayed(original, form));
    }
  });

  test(`the page reads frames and feedback that the program wrote: ${sample}`, () => {
    const { recording, skeletons, tickRate } = read(original.buffer);
    const [skeleton] = skeletons;
    const lines = replayed(original, "jsonl").trim().split("\n");
    const told = lines.map((line) => JSON.parse(line) as Told);
    const frames = told.filter((one) => one.root !== undefined);
    assert.deepEqual(
      recording.feedback.map(({ kind, id, tick }) => ({ kind, id, tick })),
      told.flatMap(({ t, feedback }) =>
        feedback ? [{ kind: feedback.kind, id: feedback.id, tick: Math.round(t * tickRate) }] : [],
      ),
    );
    assert.ok(Math.abs(recording.seconds - frames.at(-1)!.t) < 1e-9);
    const middle = frames[frames.length >> 1]!;
    const { pose } = recording.frameAt(skeleton!.characterId, middle.t + 1e-6)!;
    const expected = [...middle.root!, ...middle.hips!, ...middle.rotations!.flat()];
    expected.forEach((value, at) => assert.ok(Math.abs(value - pose[at]!) < 1e-6, `number ${at}`));
  });
}

// A line of what the program tells as .jsonl.
interface Told {
  readonly t: number;
  readonly feedback?: { readonly kind: string; readonly id: string };
  readonly root?: readonly number[];
  readonly hips?: readonly number[];
  readonly rotations?: readonly (readonly number[])[];
}
