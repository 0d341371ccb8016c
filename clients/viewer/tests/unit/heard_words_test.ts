import assert from "node:assert/strict";
import { test } from "node:test";
import type { HeardSound } from "kinesphere";
import { wordsOfHeard } from "../../src/microphone/heard_words.ts";

const sound: HeardSound = {
  stream: 1,
  characterId: 1,
  kind: "syllable",
  at: 1,
  known: 1.1,
  f0: 142.4,
  level: -19.6,
  observation: "standard",
  section: "",
  motion: 0,
  why: "",
};

test("a syllable is told in plain words", () => {
  const told = (observation: string, f0 = 0) => wordsOfHeard({ ...sound, observation, f0 });
  assert.equal(told("standard"), "Heard: a syllable (-20 dB)");
  assert.equal(told("rise high long", 142.4),
    "Heard: a loud, long syllable with rising pitch (-20 dB, 142 Hz)");
  assert.equal(told("rise fall"), "Heard: a syllable with rising and falling pitch (-20 dB)");
});

test("a motion is told by what moves, and why", () => {
  const told = (section: string, why: string) =>
    wordsOfHeard({ ...sound, kind: "motion", section, motion: 7, why });
  assert.equal(told("arms", "early"), "The arms move: a new syllable came (motion 7)");
  assert.equal(told("lower body", "first"), "Hips and legs move: you began to speak (motion 7)");
});

test("pauses are told, and peaks are not", () => {
  assert.equal(wordsOfHeard({ ...sound, kind: "silence" }), "Heard: a pause");
  assert.equal(wordsOfHeard({ ...sound, kind: "peak" }), undefined);
});
