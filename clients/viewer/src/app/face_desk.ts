// Sliders of a face and of both hands, for the character that is chosen. It keeps the face beneath
// what scripts show; its hands are held by a short script beneath all others.
import { scriptNamespace } from "../manner/manner.ts";
import { faces } from "../gallery/groups.ts";
import { Paced } from "../sketch/paced.ts";
import type { Conversation } from "./conversation.ts";
import { element } from "./elements.ts";
import { makeSlider, showValue } from "./slider.ts";

const least_ms = 40; // from one message to the next
const longest_s = 600; // that a script may hold a pose
const fade_s = 0.2;

// Of the face beside its feelings: what a slider says of both sides at once.
const parts: readonly (readonly [label: string, channels: readonly string[]])[] = [
  ["brows up", ["browInnerUp", "browOuterUpLeft", "browOuterUpRight"]],
  ["brows down", ["browDownLeft", "browDownRight"]],
  ["eyes closed", ["eyeBlinkLeft", "eyeBlinkRight"]],
  ["eyes wide", ["eyeWideLeft", "eyeWideRight"]],
  ["jaw open", ["jawOpen"]],
  ["lips pursed", ["mouthPucker"]],
];

const shapes = ["fist", "index", "victory", "thumb-up", "pinch", "cup", "flat", "spread"] as const;
const sides = ["left", "right"] as const;
type Side = (typeof sides)[number];

interface Hand {
  readonly shape: string;
  readonly amount: number;
}

interface Wish {
  readonly face: Readonly<Record<string, number>>; // by labels of sliders
  readonly hands: Readonly<Record<Side, Hand>>;
}

const open: Hand = { shape: shapes[0], amount: 0 };
const nothing: Wish = { face: {}, hands: { left: open, right: open } };

const channelsOf = new Map<string, readonly string[]>([
  ...faces.map(({ name, morph }) => [name, [morph]] as const),
  ...parts,
]);

// Of several sliders that move one channel the strongest counts.
export function faceOf(sliders: Readonly<Record<string, number>>): Record<string, number> {
  const face: Record<string, number> = {};
  for (const [label, amount] of Object.entries(sliders)) {
    for (const channel of channelsOf.get(label) ?? [])
      face[channel] = Math.max(face[channel] ?? 0, amount);
  }
  return face;
}

// Undefined where both hands are as they are.
export function handsScript(hands: Readonly<Record<Side, Hand>>): string | undefined {
  const lines = sides
    .filter((side) => hands[side].amount > 0)
    .map((side) => {
      const { shape, amount } = hands[side];
      return `      <hand side="${side}" shape="${shape}" influence="${Number(amount.toFixed(2))}"/>`;
    });
  if (lines.length === 0) return undefined;
  return [
    `<script xmlns="${scriptNamespace}">`,
    '  <sequence id="hands" priority="-1000">',
    `    <pose time="${fade_s}" hold="${longest_s - 1}s">`,
    ...lines,
    "    </pose>",
    "  </sequence>",
    "</script>",
    "",
  ].join("\n");
}

export class FaceDesk {
  private readonly conversation: Conversation;
  private readonly wishes = new Map<string, Wish>();
  private readonly inputs = new Map<string, HTMLInputElement>();
  private readonly selects = new Map<Side, HTMLSelectElement>();
  private readonly prefix = `hands-${Math.random().toString(36).slice(2, 8)}-`;
  private readonly playing = new Map<string, string>(); // ids of scripts, by characters
  private count = 0;
  private character = "";
  private readonly sendsFace = new Paced(() => this.sendFace(), least_ms);
  private readonly sendsHands = new Paced(() => this.sendHands(), 5 * least_ms);

  constructor(conversation: Conversation) {
    this.conversation = conversation;
    const parent = element("face-sliders", HTMLElement);
    parent.append(this.group("Face", [...channelsOf.keys()].map((label) => this.faceSlider(label))));
    parent.append(this.group("Fingers", sides.map((side) => this.handSlider(side))));
    element("face-reset", HTMLButtonElement).addEventListener("click", () => this.set(nothing));
  }

  set chosen(character: string) {
    if (character === this.character) return;
    this.character = character;
    this.show();
  }

  // The server is another one, or has begun anew.
  connected(): void {
    this.wishes.clear();
    this.playing.clear();
    this.show();
  }

  // Its scripts are no performances: nobody is shown them.
  owns(id: string): boolean {
    return id.startsWith(this.prefix);
  }

  private get wish(): Wish {
    return this.wishes.get(this.character) ?? nothing;
  }

  private set(wish: Wish): void {
    const before = this.wish;
    this.wishes.set(this.character, wish);
    this.show();
    if (wish.face !== before.face) this.sendsFace.want();
    if (wish.hands !== before.hands) this.sendsHands.want();
  }

  private sendFace(): void {
    this.conversation.setFace(this.character, faceOf(this.wish.face));
  }

  private sendHands(): void {
    const before = this.playing.get(this.character);
    if (before) this.conversation.interrupt({ ids: [before] }, fade_s);
    this.playing.delete(this.character);
    const script = handsScript(this.wish.hands);
    if (!script) return;
    const id = this.prefix + String(++this.count);
    this.playing.set(this.character, id);
    this.conversation.submit(id, script, this.character);
  }

  private show(): void {
    const { face, hands } = this.wish;
    for (const label of channelsOf.keys()) showValue(this.inputs.get(label)!, face[label] ?? 0);
    for (const side of sides) {
      showValue(this.inputs.get(side)!, hands[side].amount);
      this.selects.get(side)!.value = hands[side].shape;
    }
  }

  private faceSlider(label: string): HTMLElement {
    return this.slider(label, label, (amount) =>
      this.set({ ...this.wish, face: { ...this.wish.face, [label]: amount } }),
    );
  }

  private handSlider(side: Side): HTMLElement {
    const setHand = (hand: Partial<Hand>): void => {
      const hands = { ...this.wish.hands, [side]: { ...this.wish.hands[side], ...hand } };
      this.set({ ...this.wish, hands });
    };
    const select = document.createElement("select");
    select.ariaLabel = `Shape of the ${side} hand`;
    for (const shape of shapes) select.add(new Option(shape));
    select.addEventListener("change", () => {
      const { amount } = this.wish.hands[side];
      setHand({ shape: select.value, amount: amount || 1 });
    });
    this.selects.set(side, select);
    const cell = document.createElement("div");
    cell.className = "hand-row";
    cell.append(this.slider(side, `${side} hand`, (amount) => setHand({ amount })), select);
    return cell;
  }

  private slider(key: string, label: string, moved: (amount: number) => void): HTMLElement {
    const look = { label, min: 0, max: 1, step: 0.02, say: (value: number) => value.toFixed(2) };
    const { field, input } = makeSlider(look);
    input.addEventListener("input", () => moved(Number(input.value)));
    this.inputs.set(key, input);
    return field;
  }

  private group(title: string, cells: readonly HTMLElement[]): HTMLElement {
    const group = document.createElement("fieldset");
    group.className = "sliders";
    const legend = document.createElement("legend");
    legend.textContent = title;
    group.append(legend, ...cells);
    return group;
  }
}
