// Where a gesture stands in the gallery, and the words by which people look for it: those that they
// would say, beside the ones that the lexicon knows it by.
import { scriptNamespace } from "../manner/manner.ts";

export interface Group {
  readonly title: string;
  readonly tags: readonly string[]; // a gesture with one of them stands here, if in no group before
}

export const groups: readonly Group[] = [
  { title: "Greet, thank, ask", tags: ["greet", "thanks", "please", "praise", "oath"] },
  { title: "Yes, no, perhaps", tags: ["yes", "no", "good", "bad", "doubt", "refuse"] },
  { title: "Point", tags: ["deictic"] },
  { title: "Stress a word", tags: ["beat", "emphasis"] },
  { title: "Show how it is", tags: ["iconic"] },
  { title: "Tell and explain", tags: ["metaphoric"] },
  { title: "Signs of the hand", tags: ["emblem"] },
  { title: "Head", tags: ["head"] },
];

// Those that people look for first stand first in their group.
const popular = ["wave", "welcome", "nod", "shake", "thumbs-up", "shrug", "point-you", "beat", "big"];

export function byPopularity(a: string, b: string): number {
  const place = (name: string): number => (popular.indexOf(name) + 1 || popular.length + 1);
  return place(a) - place(b) || (a < b ? -1 : 1);
}

export const otherGestures = "Other gestures";

export function groupOf(tags: readonly string[]): string {
  const group = groups.find((one) => one.tags.some((tag) => tags.includes(tag)));
  return group?.title ?? otherGestures;
}

// More words for a gesture of this name, or with this tag.
const words: Readonly<Record<string, string>> = {
  wave: "hello hi hey bye goodbye greeting farewell",
  welcome: "hello hi come in open arms",
  namaste: "hello goodbye thank you bow pray",
  salute: "hello sir yes military",
  heart: "love thank you touched",
  applaud: "bravo well done clapping",
  nod: "yes agree okay right",
  shake: "no disagree never wrong",
  "thumbs-up": "like great well done agree",
  "thumbs-down": "dislike boo disagree",
  ok: "okay fine perfect agree",
  "no-no": "never forbidden don't",
  stop: "no wait halt enough don't",
  shrug: "don't know whatever maybe unsure",
  "i-dont-know": "don't know unsure what",
  insist: "must now anger",
  dismiss: "no forget it never mind",
  "push-away": "no disgust",
  "calm-down": "relax easy slow",
  "head-down": "ashamed sorry",
  "point-self": "me i myself",
  "point-you": "you",
  "point-forward": "there look that",
  phone: "call me telephone",
  money: "pay cash rich",
  hush: "shh silence quiet",
  think: "hmm thinking consider idea",
  listen: "what ear hear",
  victory: "peace win two",
  "crossed-fingers": "luck hope wish",
};

export function wordsOf(name: string, tags: readonly string[]): readonly string[] {
  return [name, ...name.split("-"), ...tags, ...(words[name] ?? "").split(" ").filter(Boolean)];
}

// Faces that can be tried by a click, with the words that people try.
export interface FaceEntry {
  readonly name: string;
  readonly morph: string; // of schemas/vocabulary/faces.xml
  readonly words: string;
}

export const faces: readonly FaceEntry[] = [
  { name: "smile", morph: "SMILE", words: "happy friendly glad kind hello" },
  { name: "happy", morph: "happy", words: "glad joy laugh smile" },
  { name: "sad", morph: "sad", words: "unhappy cry sorry sorrow" },
  { name: "angry", morph: "angry", words: "anger mad furious cross" },
  { name: "surprised", morph: "surprised", words: "surprise wow oh astonished" },
  { name: "afraid", morph: "afraid", words: "fear scared worried" },
  { name: "disgusted", morph: "disgusted", words: "disgust yuck" },
];

export function faceScript({ name, morph }: FaceEntry): string {
  return [
    `<script xmlns="${scriptNamespace}">`,
    `  <sequence id="${name}" fade-out="600ms">`,
    '    <pose time="0.5" hold="2s">',
    `      <morph name="${morph}" weight="1"/>`,
    "    </pose>",
    "  </sequence>",
    "</script>",
    "",
  ].join("\n");
}

// How well what somebody types fits: 3 where it is a word of it, 2 where a word begins so, 1 where a
// word of its description does, 0 not at all. Of several words the worst counts.
export function fitOf(typed: string, words: readonly string[], description: string): number {
  const wanted = typed.toLowerCase().split(/[\s,.!?]+/).filter(Boolean);
  const known = words.map((word) => word.toLowerCase());
  const told = description.toLowerCase().split(/[^\p{L}\d'-]+/u);
  const fits = wanted.map((word) => {
    if (known.includes(word)) return 3;
    if (known.some((one) => one.startsWith(word))) return 2;
    return told.some((one) => one.startsWith(word)) ? 1 : 0;
  });
  return Math.min(3, ...fits);
}

// How well something has to fit, of all that there is: others are not shown.
export function leastFit(fits: readonly number[]): number {
  return fits.includes(3) ? 3 : 1;
}
