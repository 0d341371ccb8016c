// What this page wishes of each character: numbers, a face, and the place on the pad that they came
// from.
// It sends them while they change, the latest of each character, and again to a new session.
import { nucleusElement, partOf, type Face, type Manners, type Numbers } from "./manners.ts";
import { Paced, type Pace } from "./paced.ts";
import type { Point } from "./style_places.ts";

export interface Wish {
  readonly numbers: Numbers;
  readonly face: Face;
  readonly at: Point | undefined; // on the pad
  readonly adjusted: boolean; // by sliders, since it was there
}

export interface Sent {
  readonly character: string;
  readonly sketch: Numbers;
  readonly nucleus: Numbers | undefined; // where it changed
  readonly face: Face | undefined; // where it changed
}

export const nothingWished: Wish = { numbers: {}, face: {}, at: undefined, adjusted: false };

const least_ms = 30;

export class LiveSketches {
  manners: Manners = { parameters: [], styles: [] };
  private readonly wishes = new Map<string, Wish>();
  private readonly nuclei = new Map<string, string>(); // as they were sent last
  private readonly faces = new Map<string, string>();
  private readonly changed = new Set<string>();
  private readonly paced: Paced;

  constructor(send: (sent: Sent) => void, pace?: Pace) {
    this.paced = new Paced(() => this.sendAll(send), least_ms, pace);
  }

  of(character: string): Wish {
    return this.wishes.get(character) ?? nothingWished;
  }

  set(character: string, wish: Wish): void {
    this.wishes.set(character, wish);
    this.changed.add(character);
    this.paced.want();
  }

  // The server may be a new one, which knows of nothing, or the old one, which knows what was said.
  connected(): void {
    forget(this.nuclei);
    forget(this.faces);
    for (const character of this.wishes.keys()) this.changed.add(character);
    if (this.changed.size > 0) this.paced.want();
  }

  private sendAll(send: (sent: Sent) => void): void {
    for (const character of this.changed) {
      const { numbers, face } = this.of(character);
      const nucleus = partOf(this.manners, numbers, (element) => element === nucleusElement);
      const sketch = partOf(this.manners, numbers, (element) => element !== nucleusElement);
      send({
        character,
        sketch,
        nucleus: isNew(character, nucleus, this.nuclei) ? nucleus : undefined,
        face: isNew(character, face, this.faces) ? face : undefined,
      });
    }
    this.changed.clear();
  }
}

// Whatever comes next is another one, unless nothing was said and nothing comes.
function forget(sent: Map<string, string>): void {
  for (const [character, text] of sent) if (text !== "{}") sent.set(character, "");
}

// Whether it is other than what was sent last, which is what is sent now.
function isNew(character: string, now: Numbers, sent: Map<string, string>): boolean {
  const text = JSON.stringify(now);
  const before = sent.get(character) ?? "{}";
  sent.set(character, text);
  return text !== before;
}
