// What was heard, and which motion began by it, in a line for people.
import type { HeardSound } from "kinesphere";

// Of the observation's words, in the order in which a sentence has them.
const manners: ReadonlyArray<readonly [string, string]> = [
  ["high", "loud"],
  ["short", "short"],
  ["long", "long"],
];

const sections: Readonly<Record<string, string>> = {
  head: "The head moves",
  arms: "The arms move",
  "lower body": "Hips and legs move",
};

const why: Readonly<Record<string, string>> = {
  first: "you began to speak",
  early: "a new syllable came",
  late: "the last motion was over",
};

// "rise high long": a loud, long syllable, with rising pitch
function syllableOf(observation: string): string {
  const heard = new Set(observation.split(" "));
  const manner = manners.filter(([word]) => heard.has(word)).map(([, name]) => name);
  const noun = [manner.join(", "), "syllable"].filter((word) => word !== "").join(" ");
  const pitch = ["rise", "fall"].filter((word) => heard.has(word)).map((word) => `${word.replace(/e$/, "")}ing`);
  return `a ${noun}${pitch.length > 0 ? ` with ${pitch.join(" and ")} pitch` : ""}`;
}

// Undefined: nothing that a person wants to read.
export function wordsOfHeard(heard: HeardSound): string | undefined {
  switch (heard.kind) {
    case "peak":
      return undefined;
    case "silence":
      return "Heard: a pause";
    case "syllable": {
      const pitch = heard.f0 > 0 ? `, ${Math.round(heard.f0)} Hz` : "";
      return `Heard: ${syllableOf(heard.observation)} (${Math.round(heard.level)} dB${pitch})`;
    }
    case "motion": {
      const moves = sections[heard.section] ?? `The ${heard.section} moves`;
      return `${moves}: ${why[heard.why] ?? heard.why} (motion ${heard.motion})`;
    }
  }
}
