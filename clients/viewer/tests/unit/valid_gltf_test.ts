// Everything that the program writes as glTF, before Khronos' own validator.
import assert from "node:assert/strict";
import { test } from "node:test";
import { validateBytes } from "gltf-validator";
import { avatarOf, baked } from "../support/baked.ts";

async function assertValid(bytes: Uint8Array): Promise<void> {
  const { issues } = await validateBytes(bytes);
  assert.equal(issues.numErrors, 0, JSON.stringify(issues.messages.slice(0, 5)));
  assert.equal(issues.numWarnings, 0, JSON.stringify(issues.messages.slice(0, 5)));
}

for (const body of ["ada", "ben"]) {
  test(`the avatar of ${body} is valid`, () => assertValid(avatarOf(body)));
}

for (const form of ["glb", "vrma"]) {
  for (const sample of ["wave", "look-around", "lexicon-conversation"]) {
    test(`${sample} as .${form} is valid`, () => assertValid(baked(sample, form)));
  }
}

test("the validator tells what is no glTF", async () => {
  const broken = avatarOf("ada");
  broken[24] = 0x21; // within the JSON
  await assert.rejects(assertValid(broken));
});
