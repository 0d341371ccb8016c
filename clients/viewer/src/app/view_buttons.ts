// The buttons over the picture: where it is seen from, and whether trails are drawn.
import type { Actors } from "../scene/actors.ts";
import type { View } from "../scene/eye.ts";
import type { Stage } from "../scene/stage.ts";
import { element } from "./elements.ts";

export function offerViews(stage: Stage, actors: Actors): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("[data-view]")];
  for (const button of buttons) {
    button.addEventListener("click", () => stage.eye.show(button.dataset["view"] as View));
  }
  stage.eye.viewed = (view) => {
    for (const button of buttons)
      button.setAttribute("aria-pressed", String(button.dataset["view"] === view));
  };
  element("trails", HTMLButtonElement).addEventListener("click", (event) => {
    const button = event.currentTarget as HTMLButtonElement;
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(shown));
    actors.trailsShown = shown;
  });
}
