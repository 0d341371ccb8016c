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

const looks = ["eyes", "head", "head-neck", "head-thorax", "head-abdomen"];

export function knownNames({ cast, lexemes, styles, skeleton }: Known): KnownNames {
  const tensions = [...tensionNames, "off"];
  return new Map<string, readonly string[]>([
    ["character", cast],
    ["character.name", cast],
    ["lexeme", lexemes],
    ["style", styles],
    ["look-at.target", ["camera", ...cast]],
    ["look-at.with", looks],
    ["manner", tensions],
    ["tension", [...tensions, mannerId]],
    ["nucleus", [mannerId]],
    ["joint", skeleton?.joints.map((joint) => joint.name) ?? []],
    ["morph.name", skeleton?.channels ?? []],
  ]);
}
