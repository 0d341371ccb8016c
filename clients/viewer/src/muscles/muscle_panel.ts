// The switch of what moves a character, and how tense its parts are.
import { element } from "../app/elements.ts";
import { tensionNames } from "../manner/manner_panel.ts";
import { allDynamics, isPhysical, type Dynamics } from "./dynamics.ts";
import type { Wish } from "./muscle_wishes.ts";
import { parts, type Part } from "./tension_script.ts";

const partNames: Readonly<Record<Part, string>> = { arms: "Arms", trunk: "Trunk", head: "Head" };
const unlessSaid = "as usual"; // or as scripts say

export interface MusclePanelEvents {
  readonly dynamics: (dynamics: Dynamics) => void;
  readonly tension: (part: Part, manner: string) => void;
}

export class MusclePanel {
  private readonly radios = new Map<Dynamics, HTMLInputElement>();
  private readonly selects = new Map<Part, HTMLSelectElement>();
  private readonly who = element("dynamics-who", HTMLElement);
  private readonly meaning = element("dynamics-meaning", HTMLElement);
  private readonly tensions = element("tensions", HTMLFieldSetElement);

  constructor(events: MusclePanelEvents) {
    const choices = element("dynamics-choices", HTMLElement);
    for (const { dynamics, name, meaning } of allDynamics) {
      const radio = document.createElement("input");
      radio.type = "radio";
      radio.name = "dynamics";
      radio.value = dynamics;
      radio.setAttribute("aria-description", meaning);
      radio.addEventListener("change", () => events.dynamics(dynamics));
      choices.append(labelled(name, radio, "after"));
      this.radios.set(dynamics, radio);
    }
    for (const part of parts) {
      const select = document.createElement("select");
      select.append(new Option(unlessSaid, ""));
      select.append(...tensionNames.map((name) => new Option(name, name)));
      select.addEventListener("change", () => events.tension(part, select.value));
      this.tensions.append(labelled(partNames[part], select, "before"));
      this.selects.set(part, select);
    }
  }

  show(character: string, { dynamics, tensions }: Wish): void {
    this.who.textContent = character || "the character";
    this.radios.get(dynamics)!.checked = true;
    this.meaning.textContent =
      allDynamics.find((each) => each.dynamics === dynamics)?.meaning ?? "";
    this.tensions.disabled = !isPhysical(dynamics);
    for (const [part, select] of this.selects) select.value = tensions[part];
  }
}

function labelled(words: string, control: HTMLElement, where: "before" | "after"): HTMLElement {
  const label = document.createElement("label");
  const name = document.createElement("span");
  name.textContent = words;
  label.append(...(where === "before" ? [name, control] : [control, name]));
  return label;
}
