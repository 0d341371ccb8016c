// The sliders: the four numbers of a nucleus, and tension by name or by its two numbers.
import { makeSlider, showValue, signed } from "../app/slider.ts";
import { plainManner, type Manner, type Tension } from "./manner.ts";

type Parameter = "spatialExtent" | "temporalExtent" | "power" | "fluidity";

interface NucleusSlider {
  readonly parameter: Parameter;
  readonly label: string;
  readonly low: string;
  readonly high: string;
}

const sliders: readonly NucleusSlider[] = [
  { parameter: "spatialExtent", label: "Spatial extent", low: "smaller", high: "larger" },
  { parameter: "temporalExtent", label: "Temporal extent", low: "faster", high: "slower" },
  { parameter: "power", label: "Power", low: "weaker", high: "stronger" },
  { parameter: "fluidity", label: "Fluidity", low: "halting", high: "flowing" },
];

export const tensionNames = [
  "rigid",
  "tense",
  "neutral",
  "relaxed",
  "loose",
  "limp",
  "shaking",
];
const byNumbers = "numbers";

// Rest error runs from half a millimetre to a metre, in steps that are about even factors.
const restErrors_mm = [0.5, 1, 10, 100].flatMap((decade) =>
  decade === 0.5
    ? [0.5, 0.6, 0.8]
    : [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8].map((step) => step * decade),
);
restErrors_mm.push(1000);

// What the sliders of tension stand at while tension goes by a name or is off: its stroke's values.
const strokes: Readonly<Record<string, readonly [number, number]>> = {
  rigid: [0.002, 0.6],
  tense: [0.005, 0.3],
  neutral: [0.01, 0.4],
  relaxed: [0.03, 0.45],
  loose: [0.1, 0.5],
  limp: [0.3, 0.4],
  shaking: [0.005, 0.15],
};

export class MannerPanel {
  private readonly inputs = new Map<Parameter, HTMLInputElement>();
  private readonly style: HTMLSelectElement;
  private readonly tension: HTMLSelectElement;
  private readonly restError: HTMLInputElement;
  private readonly zeta: HTMLInputElement;
  private readonly fields: HTMLFieldSetElement;
  private readonly changed: (manner: Manner) => void;

  constructor(parent: HTMLElement, changed: (manner: Manner) => void) {
    this.changed = changed;
    this.fields = document.createElement("fieldset");
    this.fields.className = "sliders";
    const legend = document.createElement("legend");
    legend.className = "hidden-from-sight";
    legend.textContent = "How the gesture is done";
    this.fields.append(legend);
    const choices = document.createElement("div");
    choices.className = "choices";
    this.fields.append(choices);
    parent.append(this.fields);

    this.style = this.select(choices, "Style", [["", "plain"]], () => this.announce());
    this.tension = this.select(
      choices,
      "Tension",
      [
        ["", "none"],
        ...tensionNames.map((name) => [name, name] as const),
        [byNumbers, "by numbers"],
      ],
      () => this.tensionChosen(),
    );
    for (const slider of sliders) {
      const input = this.range(slider.label, slider.low, slider.high, -1, 1, 0.05, signed);
      input.addEventListener("input", () => this.announce());
      this.inputs.set(slider.parameter, input);
    }
    this.restError = this.range(
      "Rest error",
      "stiff",
      "slack",
      0,
      restErrors_mm.length - 1,
      1,
      (step) => lengthText(restErrorOf(step)),
    );
    this.zeta = this.range("Damping ζ", "swings", "settles", 0.05, 2, 0.05, (value) =>
      value.toFixed(2),
    );
    for (const input of [this.restError, this.zeta]) {
      input.addEventListener("input", () => {
        this.tension.value = byNumbers;
        this.announce();
      });
    }
    this.manner = plainManner;
  }

  get manner(): Manner {
    const of = (parameter: Parameter): number => Number(this.inputs.get(parameter)?.value ?? 0);
    return {
      style: this.style.value,
      spatialExtent: of("spatialExtent"),
      temporalExtent: of("temporalExtent"),
      power: of("power"),
      fluidity: of("fluidity"),
      tension: this.tensionValue(),
    };
  }

  // Shows it, without saying that anybody has changed it.
  set manner(manner: Manner) {
    this.offerStyle(manner.style);
    this.style.value = manner.style;
    for (const [parameter, input] of this.inputs) showValue(input, manner[parameter]);
    const { tension } = manner;
    if (tension.kind === "numbers") {
      this.tension.value = byNumbers;
      this.showNumbers(tension.restError_m, tension.zeta);
    } else {
      const name = tension.kind === "named" ? tension.name : "";
      this.tension.value = name;
      if (this.tension.value !== name) this.tension.value = "";
      this.showNumbers(...(strokes[name] ?? [0.01, 0.4]));
    }
    this.dimTension();
  }

  set styles(names: readonly string[]) {
    for (const name of names) this.offerStyle(name);
  }

  // A script in a language that knows no manners leaves nothing to slide.
  set enabled(enabled: boolean) {
    this.fields.disabled = !enabled;
  }

  private announce(): void {
    this.dimTension();
    this.changed(this.manner);
  }

  // The numbers of a tension that there is not are shown as what one would begin with.
  private dimTension(): void {
    for (const input of [this.restError, this.zeta]) {
      input.parentElement?.classList.toggle("idle", this.tension.value === "");
    }
  }

  private tensionChosen(): void {
    const stroke = strokes[this.tension.value];
    if (stroke) this.showNumbers(...stroke);
    this.announce();
  }

  private showNumbers(restError_m: number, zeta: number): void {
    showValue(this.restError, stepOf(restError_m));
    showValue(this.zeta, zeta);
  }

  private tensionValue(): Tension {
    const name = this.tension.value;
    if (name === "") return { kind: "none" };
    if (name !== byNumbers) return { kind: "named", name };
    const restError_m = restErrorOf(Number(this.restError.value));
    return { kind: "numbers", restError_m, zeta: Number(this.zeta.value) };
  }

  private offerStyle(name: string): void {
    if ([...this.style.options].some((option) => option.value === name)) return;
    this.style.add(new Option(name, name));
  }

  private select(
    parent: HTMLElement,
    label: string,
    options: readonly (readonly [string, string])[],
    chosen: () => void,
  ): HTMLSelectElement {
    const select = document.createElement("select");
    for (const [value, text] of options) select.add(new Option(text, value));
    select.addEventListener("change", chosen);
    const field = document.createElement("label");
    field.className = "choice";
    const name = document.createElement("span");
    name.textContent = label;
    field.append(name, select);
    parent.append(field);
    return select;
  }

  private range(
    label: string,
    low: string,
    high: string,
    min: number,
    max: number,
    step: number,
    say: (value: number) => string,
  ): HTMLInputElement {
    const { field, input } = makeSlider({ label, ends: [low, high], min, max, step, say });
    this.fields.append(field);
    return input;
  }
}

function restErrorOf(step: number): number {
  return (restErrors_mm[step] ?? 10) / 1000;
}

function stepOf(restError_m: number): number {
  const distance = (mm: number): number => Math.abs(Math.log(mm / (1000 * restError_m)));
  const nearest = Math.min(...restErrors_mm.map(distance));
  return restErrors_mm.findIndex((mm) => distance(mm) === nearest);
}

function lengthText(length_m: number): string {
  return length_m < 0.0995
    ? `${Number((length_m * 1000).toFixed(1))} mm`
    : `${Math.round(length_m * 100)} cm`;
}
