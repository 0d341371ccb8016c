// Which part of the body a row of the timeline moves: rows of one part stand together, from the head
// down, under its name.
import { withoutComments } from "../manner/manner.ts";
import { attribute, behavioursOf } from "./script_times.ts";

export const layers = ["Speech", "Face", "Head", "Arms", "Body", "Other"] as const;
export type Layer = (typeof layers)[number];

const ofBml: Readonly<Record<string, Layer>> = {
  speech: "Speech",
  gesture: "Arms",
  pointing: "Arms",
  head: "Head",
  headDirectionShift: "Head",
  gaze: "Head",
  gazeShift: "Head",
  face: "Face",
  faceLexeme: "Face",
  faceFacs: "Face",
  faceShift: "Face",
  posture: "Body",
  postureShift: "Body",
  locomotion: "Body",
};

// What a pose asks for, the most telling first: a pose of arms may look somewhere as well.
const ofPoses: readonly (readonly [RegExp, Layer])[] = [
  [/<(?:walk|stance|clip)\b/, "Body"],
  [/<(?:position|swivel|hand|point|orientation)\b/, "Arms"],
  [/<(?:look-at|turn)\b/, "Head"],
  [/<(?:morph|shader)\b/, "Face"],
  [/<stored-pose\b/, "Body"],
];

// By the ids of rows. `headGestures` are lexemes that move the head alone.
export function layersOf(
  script: string,
  headGestures: ReadonlySet<string>,
): ReadonlyMap<string, Layer> {
  const text = withoutComments(script);
  return new Map(
    behavioursOf(script).map(({ id, element, tag, inside }) => {
      if (element !== "sequence") {
        const lexeme = attribute(text.slice(tag.from, tag.to), "lexeme") ?? "";
        const isHead = element === "gesture" && headGestures.has(lexeme.toLowerCase());
        return [id, isHead ? "Head" : (ofBml[element] ?? "Other")];
      }
      const asked = text.slice(inside.from, inside.to);
      return [id, ofPoses.find(([pattern]) => pattern.test(asked))?.[1] ?? "Other"];
    }),
  );
}

// Rows of one layer behind one another, each with the layer where that begins.
export function inLayers<Row extends { readonly name: string }>(
  rows: readonly Row[],
  layerOf: ReadonlyMap<string, Layer>,
): readonly (readonly [Row, Layer | undefined])[] {
  const of = (row: Row): Layer => layerOf.get(row.name) ?? "Other";
  const sorted = rows.toSorted((a, b) => layers.indexOf(of(a)) - layers.indexOf(of(b)));
  const sayNothing = rows.every((row) => of(row) === "Other");
  return sorted.map((row, at) => {
    const before = sorted[at - 1];
    const goesOn = before && of(before) === of(row);
    return [row, sayNothing || goesOn ? undefined : of(row)];
  });
}
