// Drags that are under way, in the Worker: it sends each of them again and again, within what a
// server takes, so that one whose page stops ends by itself.

export interface Drag {
  readonly character: string;
  readonly joint: string;
  readonly point: readonly [number, number, number]; // in the world, metres
  readonly stiffness: number; // N/m
  readonly limit: number; // N
}

export interface DragTimer {
  readonly start: (call: () => void, milliseconds: number) => unknown;
  readonly stop: (timer: unknown) => void;
}

// A server takes 60 pushes a second of a client. A few are left for letting go.
const perSecondMax = 50;
const least_ms = 25;

// Longer than the time between two of them, however many there are, and soon over.
export const held_s = 0.3;

// A server has no message that ends a drag: one without force, for a tick at most, takes its place.
export const letGo_s = 0.001;
const noForce = { stiffness: 1, limit: 0 };

// So many sent in turn come around within the time that each is held for.
export const dragsMax = 8;

const ofWorker: DragTimer = {
  start: (call, milliseconds) => setInterval(call, milliseconds),
  stop: (timer) => clearInterval(timer as ReturnType<typeof setInterval>),
};

export class Drags {
  private readonly send: (drag: Drag, duration_s: number) => void;
  private readonly timer: DragTimer;
  private readonly drags = new Map<string, Drag>();
  private readonly ended: Drag[] = [];
  private running: unknown;

  constructor(send: (drag: Drag, duration_s: number) => void, timer = ofWorker) {
    this.send = send;
    this.timer = timer;
  }

  // Begins one, or moves it. What does not fit does not begin.
  drag(drag: Drag): void {
    const key = keyOf(drag);
    if (!this.drags.has(key) && this.drags.size >= dragsMax) return;
    this.drags.set(key, drag);
    this.running ??= this.timer.start(() => this.next(), Math.max(least_ms, 1000 / perSecondMax));
  }

  letGo(of: Pick<Drag, "character" | "joint">): void {
    const drag = this.drags.get(keyOf(of));
    if (!drag) return;
    this.drags.delete(keyOf(of));
    this.ended.push({ ...drag, ...noForce });
  }

  // The connection is gone, and with it all that was pulled.
  forget(): void {
    this.drags.clear();
    this.ended.length = 0;
    this.rest();
  }

  // One at a time: what is let go comes first, then the drag that has waited longest.
  private next(): void {
    const over = this.ended.shift();
    if (over) return this.send(over, letGo_s);
    const first = this.drags.entries().next().value;
    if (!first) return this.rest();
    const [key, drag] = first;
    this.drags.delete(key);
    this.drags.set(key, drag);
    this.send(drag, held_s);
  }

  private rest(): void {
    if (this.running !== undefined) this.timer.stop(this.running);
    this.running = undefined;
  }
}

function keyOf({ character, joint }: Pick<Drag, "character" | "joint">): string {
  return `${joint} ${character}`;
}
