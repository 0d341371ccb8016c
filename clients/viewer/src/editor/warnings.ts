// The server's warnings beneath the text, in a list that scrolls: so many of them would push the
// script away. A click goes to the place that one is about.
import type { Remark } from "./remarks.ts";

export class Warnings {
  private readonly list: HTMLElement;
  private readonly goTo: (remark: Remark) => void;

  constructor(list: HTMLElement, goTo: (remark: Remark) => void) {
    this.list = list;
    this.goTo = goTo;
  }

  show(remarks: readonly Remark[]): void {
    const warnings = remarks.filter(({ severity }) => severity === "warning");
    this.list.hidden = warnings.length === 0;
    this.list.replaceChildren(...warnings.map((remark) => this.row(remark)));
  }

  private row(remark: Remark): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    const place = remark.line > 0 ? `line ${remark.line}: ` : "";
    button.textContent = place + remark.message;
    button.addEventListener("click", () => this.goTo(remark));
    const row = document.createElement("li");
    row.append(button);
    return row;
  }
}
