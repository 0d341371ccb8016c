// A slider for each number of a sketch, by the elements that say them.
import { makeSlider, showValue, signed } from "../app/slider.ts";
import { nucleusElement, valueOf, type Manners, type Numbers, type Parameter } from "./manners.ts";

// How many steps a slider has from one end to the other.
const steps = 200;

interface Row {
  readonly parameter: Parameter;
  readonly input: HTMLInputElement;
  readonly reset: HTMLButtonElement;
}

export class SketchSliders {
  private readonly groups: HTMLElement;
  private readonly meaning: HTMLElement;
  private readonly moved: (parameter: Parameter, value: number) => void;
  private rows: readonly Row[] = [];

  // `meaning` is where it stands what the slider does that somebody is at.
  constructor(
    groups: HTMLElement,
    meaning: HTMLElement,
    moved: (parameter: Parameter, value: number) => void,
  ) {
    this.moved = moved;
    this.groups = groups;
    this.meaning = meaning;
    this.tell(undefined);
  }

  // The nucleus comes last: here is about the body.
  set parameters({ parameters }: Manners) {
    const elements = [...new Set(parameters.map((parameter) => parameter.element))];
    const last = elements.filter((element) => element === nucleusElement);
    const order = [...elements.filter((element) => element !== nucleusElement), ...last];
    this.rows = [];
    this.groups.replaceChildren(
      ...order.map((element) =>
        this.group(
          element,
          parameters.filter((parameter) => parameter.element === element),
        ),
      ),
    );
    this.show({});
  }

  show(numbers: Numbers): void {
    for (const { parameter, input, reset } of this.rows) {
      const value = valueOf(numbers, parameter);
      showValue(input, value);
      reset.hidden = Math.abs(value - parameter.usual) < stepOf(parameter) / 2;
    }
  }

  private group(element: string, parameters: readonly Parameter[]): HTMLElement {
    const group = document.createElement("fieldset");
    group.className = "sliders";
    const legend = document.createElement("legend");
    legend.textContent = element;
    group.append(legend);
    for (const parameter of parameters) {
      const row = this.row(parameter);
      this.rows = [...this.rows, row];
      const cell = document.createElement("div");
      cell.className = "sketch-row";
      cell.title = `${parameter.name}: ${meaningOf(parameter)}`;
      cell.append(row.input.parentElement!, row.reset);
      group.append(cell);
    }
    return group;
  }

  private row(parameter: Parameter): Row {
    const { name, least, most, usual } = parameter;
    const { input } = makeSlider({
      label: name,
      min: least,
      max: most,
      step: stepOf(parameter),
      say: (value) => wordsOf(parameter, value),
    });
    input.setAttribute("aria-description", meaningOf(parameter));
    const reset = document.createElement("button");
    reset.type = "button";
    reset.className = "sketch-reset";
    reset.textContent = "↺";
    reset.setAttribute("aria-label", `Reset ${name} to ${wordsOf(parameter, usual)}`);
    reset.title = `Reset to ${wordsOf(parameter, usual)}`;
    input.addEventListener("input", () => this.moved(parameter, Number(input.value)));
    input.addEventListener("dblclick", () => this.moved(parameter, usual));
    reset.addEventListener("click", () => {
      this.moved(parameter, usual);
      input.focus(); // the button goes
    });
    for (const event of ["focus", "pointerenter"] as const)
      input.addEventListener(event, () => this.tell(parameter));
    return { parameter, input, reset };
  }

  // A touched screen shows no tooltips.
  private tell(parameter: Parameter | undefined): void {
    this.meaning.textContent = parameter
      ? `${parameter.name}: ${parameter.meaning}`
      : "A double click brings a number back to its usual value.";
  }
}

function stepOf({ least, most }: Parameter): number {
  return (most - least) / steps;
}

function meaningOf({ meaning, atZero }: Parameter): string {
  return `${meaning}; 0: ${atZero}`;
}

function wordsOf({ unit, least }: Parameter, value: number): string {
  if (unit === "s") return `${Math.round(1000 * value)} ms`.replace("-", "−");
  return least < 0 ? signed(value) : value.toFixed(2);
}
