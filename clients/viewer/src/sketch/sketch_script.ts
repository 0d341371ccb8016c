// What the sliders say, as a script: a <sketch> that its character and its gesture name.
import { scriptNamespace } from "../manner/manner.ts";
import { nucleusElement, type Manners, type Numbers, type Parameter } from "./manners.ts";

export const sketchId = "mine";

// Two parameters that scripts write as one attribute.
const together = { attribute: "com", names: ["com-side", "com-ahead"] } as const;

export function sketchScript({ parameters }: Manners, numbers: Numbers, lexeme: string): string {
  const elements = [...new Set(parameters.map((parameter) => parameter.element))];
  const said = (element: string): string =>
    attributes(
      parameters.filter((parameter) => parameter.element === element),
      numbers,
    );
  const nucleus = said(nucleusElement);
  const parts = elements
    .filter((element) => element !== nucleusElement && said(element))
    .map((element) => `    <${element}${said(element)}/>`);
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

function shortNumber(value: number): string {
  return String(Number(value.toFixed(3)));
}
