// What the sliders say, as a script: a <sketch> that its character and its gesture name.
import { scriptNamespace } from "../manner/manner.ts";
import { nucleusElement, type Face, type Manners, type Numbers, type Parameter } from "./manners.ts";

export const sketchId = "mine";

// Two parameters that scripts write as one attribute.
const together = { attribute: "com", names: ["com-side", "com-ahead"] } as const;

interface Said {
  readonly numbers: Numbers;
  readonly face: Face;
}

export function sketchScript({ parameters }: Manners, said: Said, lexeme: string): string {
  const { numbers, face } = said;
  const elements = [...new Set(parameters.map((parameter) => parameter.element))];
  const attributesOf = (element: string): string =>
    attributes(
      parameters.filter((parameter) => parameter.element === element),
      numbers,
    );
  const nucleus = attributesOf(nucleusElement);
  const parts = elements
    .filter((element) => element !== nucleusElement && attributesOf(element))
    .map((element) => `    <${element}${attributesOf(element)}/>`)
    .concat(facesOf(face));
  const opening = `  <sketch id="${sketchId}"${nucleus ? ` nucleus="${sketchId}"` : ""}`;
  return [
    `<script xmlns="${scriptNamespace}">`,
    ...(nucleus ? [`  <nucleus id="${sketchId}"${nucleus}/>`] : []),
    ...(parts.length > 0 ? [`${opening}>`, ...parts, "  </sketch>"] : [`${opening}/>`]),
    `  <character sketch="${sketchId}"/>`,
    `  <gesture lexeme="${lexeme}"/>`,
    "</script>",
    "",
  ].join("\n");
}

function attributes(parameters: readonly Parameter[], numbers: Numbers): string {
  const words: string[] = [];
  for (const { name, unit } of parameters) {
    const isTogether = (together.names as readonly string[]).includes(name);
    if (isTogether && name !== together.names[0]) continue;
    if (isTogether) {
      const both = together.names.map((each) => numbers[each] ?? 0);
      if (both.some((each) => each !== 0))
        words.push(`${together.attribute}="${both.map(shortNumber).join(" ")}"`);
    } else if (numbers[name] !== undefined) {
      words.push(`${name}="${shortNumber(numbers[name])}${unit}"`);
    }
  }
  return words.map((word) => ` ${word}`).join("");
}

function facesOf(face: Face): string[] {
  return Object.entries(face).map(
    ([name, amount]) => `    <face name="${name}" amount="${shortNumber(amount)}"/>`,
  );
}

function shortNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}
