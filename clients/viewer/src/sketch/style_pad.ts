// The pad: styles stand on it, and the thumb's place is a mixture of those that are near.
import type { NamedStyle } from "./manners.ts";
import { placesOf, plain, within, type Place, type Point } from "./style_places.ts";

const keyStep = 0.05;

const arrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -keyStep, y: 0 },
  ArrowRight: { x: keyStep, y: 0 },
  ArrowUp: { x: 0, y: keyStep },
  ArrowDown: { x: 0, y: -keyStep },
};

const ends = { lively: "↑ lively", calm: "↓ calm", closed: "← closed", open: "open →" };

export class StylePad {
  places: readonly Place[] = [];
  private readonly pad: HTMLElement;
  private readonly thumb: HTMLElement;
  private readonly moved: (point: Point) => void;
  private buttons: readonly HTMLButtonElement[] = [];
  private at: Point = { x: 0, y: 0 };

  constructor(parent: HTMLElement, moved: (point: Point) => void) {
    this.moved = moved;
    this.pad = document.createElement("div");
    this.pad.className = "style-pad";
    this.pad.setAttribute("role", "group");
    this.pad.setAttribute("aria-label", "Styles, from closed to open and from calm to lively");
    for (const [end, words] of Object.entries(ends)) {
      const word = document.createElement("span");
      word.className = `pad-end pad-${end}`;
      word.textContent = words;
      word.ariaHidden = "true";
      this.pad.append(word);
    }
    this.thumb = this.makeThumb();
    this.pad.append(this.thumb);
    this.pad.addEventListener("pointerdown", (event) => this.grasp(event));
    this.pad.addEventListener("pointermove", (event) => {
      if (this.pad.hasPointerCapture(event.pointerId)) this.moved(this.pointOf(event));
    });
    parent.append(this.pad);
  }

  set styles(styles: readonly NamedStyle[]) {
    this.places = placesOf(styles);
    this.buttons.forEach((button) => button.remove());
    this.buttons = this.places.map((place) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "pad-style";
      const name = document.createElement("span");
      name.textContent = place.style.name;
      button.append(name);
      put(button, place);
      button.addEventListener("click", () => this.moved(place));
      return button;
    });
    this.thumb.before(...this.buttons);
  }

  // `words` say what the place is made of. Nowhere is where the plain style stands.
  show(point: Point | undefined, words: string, adjusted: boolean): void {
    this.at = point ?? this.places.find(({ style }) => style === plain) ?? { x: 0, y: 0 };
    put(this.thumb, this.at);
    this.thumb.classList.toggle("adjusted", adjusted);
    this.thumb.setAttribute("aria-valuenow", this.at.x.toFixed(2));
    this.thumb.setAttribute("aria-valuetext", words);
    this.buttons.forEach((button, index) => {
      const place = this.places[index]!;
      const isThere = !adjusted && place.x === this.at.x && place.y === this.at.y;
      button.setAttribute("aria-pressed", String(isThere));
    });
  }

  private makeThumb(): HTMLElement {
    const thumb = document.createElement("div");
    thumb.className = "pad-thumb";
    thumb.tabIndex = 0;
    thumb.setAttribute("role", "slider");
    thumb.setAttribute("aria-label", "Mixture of styles");
    thumb.setAttribute("aria-roledescription", "pad");
    thumb.setAttribute("aria-description", "Arrow keys move it, Home is neutral");
    thumb.setAttribute("aria-valuemin", "-1");
    thumb.setAttribute("aria-valuemax", "1");
    thumb.addEventListener("keydown", (event) => {
      const arrow = arrows[event.key];
      const home = this.places.find(({ style }) => style === plain);
      if (!arrow && event.key !== "Home") return;
      event.preventDefault();
      if (arrow) this.moved({ x: within(this.at.x + arrow.x), y: within(this.at.y + arrow.y) });
      else if (home) this.moved(home);
    });
    return thumb;
  }

  private grasp(event: PointerEvent): void {
    if (event.button !== 0 || (event.target as Element).closest(".pad-style")) return;
    event.preventDefault();
    this.pad.setPointerCapture(event.pointerId);
    this.thumb.focus({ preventScroll: true });
    if (event.target !== this.thumb) this.moved(this.pointOf(event));
  }

  // What has a name keeps away from the edges, so that the name has room (style.css).
  private pointOf({ clientX, clientY }: PointerEvent): Point {
    const box = this.pad.getBoundingClientRect();
    const look = getComputedStyle(this.pad);
    const edge = (name: string): number => parseFloat(look.getPropertyValue(name));
    const across = (clientX - box.x - edge("--side")) / (box.width - 2 * edge("--side"));
    const up =
      (box.bottom - edge("--foot") - clientY) / (box.height - edge("--foot") - edge("--top"));
    return { x: within(2 * across - 1), y: within(2 * up - 1) };
  }
}

function put(element: HTMLElement, { x, y }: Point): void {
  element.style.setProperty("--x", String((x + 1) / 2));
  element.style.setProperty("--y", String((y + 1) / 2));
}
