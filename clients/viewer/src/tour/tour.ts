// Four clicks that show a newcomer what this is about: one gesture in four manners.
import { plainManner, type Manner } from "../manner/manner.ts";

export interface Stop {
  readonly title: string;
  readonly words: string; // what to look for
  readonly lexeme: string;
  readonly manner: Manner;
}

export const stops: readonly Stop[] = [
  {
    title: "A beat",
    words: "The hand goes up, and comes down on the word that matters.",
    lexeme: "beat",
    manner: plainManner,
  },
  {
    title: "Big",
    words: "More room, more power: back first, and past where it lands.",
    lexeme: "beat",
    manner: { ...plainManner, spatialExtent: 0.5, power: 0.8 },
  },
  {
    title: "Tired",
    words: "Small and late, and what was begun just runs out.",
    lexeme: "beat",
    manner: { ...plainManner, style: "tired" },
  },
  {
    title: "Tense",
    words: "A stiff arm: it stops hard, and trembles where it stops.",
    lexeme: "beat",
    manner: { ...plainManner, tension: { kind: "named", name: "tense" } },
  },
];

export class Tour {
  private readonly buttons: readonly HTMLButtonElement[];

  constructor(parent: HTMLElement, visit: (stop: Stop) => void) {
    this.buttons = stops.map((stop, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "stop";
      button.setAttribute("aria-pressed", "false");
      const number = document.createElement("span");
      number.className = "stop-number";
      number.textContent = String(index + 1);
      const title = document.createElement("span");
      title.textContent = stop.title;
      button.append(number, title);
      button.addEventListener("click", () => {
        visit(stop);
        this.mark(index);
      });
      parent.append(button);
      return button;
    });
  }

  leave(): void {
    this.mark(-1);
  }

  private mark(index: number): void {
    this.buttons.forEach((button, at) => {
      button.setAttribute("aria-pressed", String(at === index));
      if (at <= index) button.classList.add("visited");
    });
  }
}
