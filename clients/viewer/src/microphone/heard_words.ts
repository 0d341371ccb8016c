// What was heard, and which motion began by it, in a line for people.
import type { HeardSound } from "kinesphere";

const why: Readonly<Record<string, string>> = {
  first: "somebody began to speak",
  early: "a syllable ended the one before",
  late: "the one before was over",
};

// Undefined: nothing that a person wants to read.
export function wordsOfHeard(heard: HeardSound): string | undefined {
  switch (heard.kind) {
    case "peak":
      return undefined;
    case "silence":
      return "silence";
    case "syllable": {
      const pitch = heard.f0 > 0 ? `, ${Math.round(heard.f0)} Hz` : "";
      return `a syllable: ${heard.observation}, ${Math.round(heard.level)} dB${pitch}`;
    }
    case "motion":
      return `${heard.section}: motion ${heard.motion} begins, for ${why[heard.why] ?? heard.why}`;
  }
}
