// Names that the schema leaves open: what the editor offers beyond what stands in it.
import type { KnownNames } from "../editor/schema.ts";
import { mannerId } from "../manner/manner.ts";
import { tensionNames } from "../manner/manner_panel.ts";
import type { Skeleton } from "../scene/pose.ts";

export interface Known {
  readonly cast: readonly string[];
  readonly lexemes: readonly string[];
  readonly styles: readonly string[];
  readonly skeleton: Skeleton | undefined;
}

// Elements whose target is somebody or something with a name.
const looking = [
  "look-at",
  "point",
  "gaze",
  "gazeShift",
  "headDirectionShift",
  "pointing",
  "locomotion",
];
const looks = ["eyes", "head", "head-neck", "head-thorax", "head-abdomen"];

export function knownNames({ cast, lexemes, styles, skeleton }: Known): KnownNames {
  const tensions = [...tensionNames, "off"];
  return new Map<string, readonly string[]>([
    ["character", cast],
    ["character.name", cast],
    ["characterId", cast],
    ["gesture.lexeme", lexemes],
    ["style", styles],
    ...looking.map((element) => [`${element}.target`, ["camera", ...cast]] as const),
    ["look-at.with", looks],
    ["tension.manner", tensions],
    ["for.manner", tensions],
    ["tension", [...tensions, mannerId]],
    ["nucleus", [mannerId]],
    ["joint", skeleton?.joints.map((joint) => joint.name) ?? []],
    ["morph.name", skeleton?.channels ?? []],
  ]);
}
