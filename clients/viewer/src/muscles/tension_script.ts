// Tensions of parts of a body, and the script that says them.
import { scriptNamespace } from "../manner/manner.ts";
import type { Dynamics } from "./dynamics.ts";

// Arms have a call of their own, which a later script overrules. Trunk and head have none.
export const parts = ["arms", "trunk", "head"] as const;
export type Part = (typeof parts)[number];

// The manner of each part; empty: as usual, or as scripts say.
export type Tensions = Readonly<Record<Part, string>>;

export const plainTensions: Tensions = { arms: "", trunk: "", head: "" };

export const over_s = 0.3;

const groups = { trunk: "spine", head: "headNeck" } as const;

// An element must say something: one that takes all back says that the trunk is as usual.
const asUsual = "off";

// It says both parts each time, since what it leaves out is as usual again. Its sequence owns no
// joint, so nothing that plays is interrupted. Where muscles move the character already, a server
// hears the tension of a sequence that begins later than its script, and not that of the character.
// The character names it as well, so that it stays after the sequence.
export function tensionScript(tensions: Tensions, dynamics: Dynamics): string {
  const said = (["trunk", "head"] as const).filter((part) => tensions[part] !== "");
  const told = said.length > 0 ? said : (["trunk"] as const);
  const lines = told.map(
    (part) => `    <for group="${groups[part]}" manner="${tensions[part] || asUsual}"/>`,
  );
  return [
    `<script xmlns="${scriptNamespace}">`,
    `  <character dynamics="${dynamics}" tension="parts"/>`,
    `  <tension id="parts" over="${1000 * over_s}ms">`,
    ...lines,
    `  </tension>`,
    `  <sequence start="50ms" tension="parts" fade-out="0"><pose time="50ms"/></sequence>`,
    `</script>`,
    ``,
  ].join("\n");
}
