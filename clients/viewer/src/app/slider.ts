// A slider with its name and its value above it, and words for its ends beneath it.

export interface SliderLook {
  readonly label: string;
  readonly ends?: readonly [low: string, high: string];
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly say: (value: number) => string;
}

export interface Slider {
  readonly field: HTMLElement;
  readonly input: HTMLInputElement;
}

export function makeSlider({ label, ends, min, max, step, say }: SliderLook): Slider {
  const input = document.createElement("input");
  input.type = "range";
  input.min = String(min);
  input.max = String(max);
  input.step = String(step);
  input.dataset["name"] = label;
  const value = word("");
  value.className = "slider-value";
  const field = document.createElement("label");
  field.className = "slider";
  const name = document.createElement("span");
  name.className = "slider-name";
  name.textContent = label;
  const show = (): void => {
    value.textContent = say(Number(input.value));
    input.setAttribute("aria-valuetext", value.textContent);
    const part = (Number(input.value) - min) / (max - min);
    input.style.setProperty("--part", `${100 * part}%`);
  };
  input.addEventListener("input", show);
  input.addEventListener("shown", show);
  field.append(name, value, input);
  if (ends) {
    const row = document.createElement("span");
    row.className = "slider-ends";
    row.append(...ends.map(word));
    field.append(row);
  }
  return { field, input };
}

// Shows a value, without saying that anybody has changed it.
export function showValue(input: HTMLInputElement, value: number): void {
  input.value = String(value);
  input.dispatchEvent(new Event("shown"));
}

export function signed(value: number): string {
  return value > 0 ? `+${value.toFixed(2)}` : value.toFixed(2).replace("-", "−");
}

function word(text: string): HTMLElement {
  const element = document.createElement("span");
  element.textContent = text;
  element.ariaHidden = "true";
  return element;
}
