// Sliders of the body and the pad of styles, for the character that is chosen. What they say goes to
// the server while they move.
import { LiveSketches, nothingWished, type Sent, type Wish } from "../sketch/live_sketches.ts";
import { blended, blendedFace, withNumber, type Manners } from "../sketch/manners.ts";
import { sketchScript } from "../sketch/sketch_script.ts";
import { SketchSliders } from "../sketch/sketch_sliders.ts";
import { StylePad } from "../sketch/style_pad.ts";
import { sharesAt, wordsOf, type Point } from "../sketch/style_places.ts";
import { element } from "./elements.ts";

// What shows the numbers when somebody performs the copied script.
const copiedLexeme = "beat";

export interface BodyDeskEvents {
  readonly send: (sent: Sent) => void;
  readonly copied: (script: string) => void;
}

export class BodyDesk {
  private readonly live: LiveSketches;
  private readonly sliders: SketchSliders;
  private readonly pad: StylePad;
  private readonly mixture = element("pad-mixture", HTMLElement);
  private character = "";

  constructor(events: BodyDeskEvents) {
    this.live = new LiveSketches(events.send);
    this.sliders = new SketchSliders(
      element("body-sliders", HTMLElement),
      element("sketch-meaning", HTMLElement),
      (parameter, value) => {
        const numbers = withNumber(this.wish.numbers, parameter, value);
        const isNothing = Object.keys(numbers).length === 0;
        this.wish = isNothing ? nothingWished : { ...this.wish, numbers, adjusted: true };
      },
    );
    this.pad = new StylePad(element("style-pad", HTMLElement), (point) => this.moveTo(point));
    for (const id of ["body-reset", "pad-reset"])
      element(id, HTMLButtonElement).addEventListener("click", () => (this.wish = nothingWished));
    for (const id of ["body-copy", "pad-copy"])
      element(id, HTMLButtonElement).addEventListener("click", () => events.copied(this.script));
    switchViews();
  }

  set manners(manners: Manners) {
    this.live.manners = manners;
    this.sliders.parameters = manners;
    this.pad.styles = manners.styles;
    this.show();
  }

  // Whose body it is.
  set chosen(character: string) {
    if (character === this.character) return;
    this.character = character;
    this.show();
  }

  connected(): void {
    this.live.connected();
  }

  get script(): string {
    return sketchScript(this.live.manners, this.wish, copiedLexeme);
  }

  private moveTo({ x, y }: Point): void {
    const shares = sharesAt({ x, y }, this.pad.places);
    this.wish = {
      numbers: blended(this.live.manners, shares),
      face: blendedFace(shares),
      at: { x, y },
      adjusted: false,
    };
  }

  private get wish(): Wish {
    return this.live.of(this.character);
  }

  private set wish(wish: Wish) {
    if (!this.character) return;
    this.live.set(this.character, wish);
    this.show();
  }

  private show(): void {
    const { numbers, at, adjusted } = this.wish;
    this.sliders.show(numbers);
    const shares = at ? sharesAt(at, this.pad.places) : [];
    const words = shares.length > 0 ? wordsOf(shares) : "neutral";
    const told = adjusted ? `${words}, and sliders` : words;
    this.pad.show(at, told, adjusted);
    this.mixture.textContent = told;
  }
}

// The card shows one of its parts.
function switchViews(): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>("[data-manner-part]")];
  for (const button of buttons) {
    button.addEventListener("click", () => {
      for (const each of buttons) {
        const isShown = each === button;
        each.setAttribute("aria-pressed", String(isShown));
        element(each.dataset["mannerPart"]!, HTMLElement).hidden = !isShown;
      }
    });
  }
}
