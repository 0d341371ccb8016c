// A small figure on each gesture of the gallery. It stands still until a pointer or the keyboard is
// at it; then it moves, and no other one does.
import {
  eyesAt,
  framesPerSecond,
  headAt,
  lines,
  read,
  tellingFrame,
  type Point,
} from "./preview_frames.ts";

const size = 40; // pixels of the page, along each side
const headRadius = 0.07; // shares of that
const eyeRadius = 0.017;
const nearer = 3; // times, for gestures of the head alone

export class Previews {
  private readonly frames: Promise<ReadonlyMap<string, string>>;
  private readonly drawn = new IntersectionObserver((entries) => this.seen(entries));
  private readonly names = new WeakMap<Element, string>();
  private stop = (): void => {};

  constructor(texts: Promise<ReadonlyMap<string, string>>) {
    this.frames = texts;
  }

  // A gesture of no preview has none.
  // `near`: the head alone is shown.
  add(button: HTMLButtonElement, name: string, near: boolean): void {
    const canvas = document.createElement("canvas");
    canvas.className = "preview";
    canvas.ariaHidden = "true";
    canvas.dataset["near"] = String(near);
    button.prepend(canvas);
    this.names.set(canvas, name);
    this.drawn.observe(canvas);
    for (const kind of ["pointerenter", "focus"] as const)
      button.addEventListener(kind, () => void this.play(canvas));
    for (const kind of ["pointerleave", "blur"] as const)
      button.addEventListener(kind, () => this.stop());
  }

  private seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      this.drawn.unobserve(target);
      void this.show(target as HTMLCanvasElement);
    }
  }

  private async show(canvas: HTMLCanvasElement): Promise<void> {
    const frames = await this.of(canvas);
    canvas.hidden = frames.length === 0;
    if (frames.length > 0) draw(canvas, frames[tellingFrame(frames)]!);
  }

  private async play(canvas: HTMLCanvasElement): Promise<void> {
    this.stop();
    let goesOn = true;
    this.stop = () => {
      if (!goesOn) return;
      goesOn = false;
      void this.show(canvas);
    };
    const frames = await this.of(canvas);
    if (frames.length === 0) return;
    const from_ms = performance.now();
    let shown = -1;
    const next = (now_ms: number): void => {
      if (!goesOn) return;
      const frame = Math.floor(((now_ms - from_ms) / 1000) * framesPerSecond) % frames.length;
      if (frame !== shown && frame >= 0) draw(canvas, frames[(shown = frame)]!);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  }

  private async of(canvas: HTMLCanvasElement): Promise<readonly (readonly Point[])[]> {
    const text = (await this.frames).get(this.names.get(canvas) ?? "");
    return text ? read(text) : [];
  }
}

function draw(canvas: HTMLCanvasElement, points: readonly Point[]): void {
  const ratio = Math.min(2, devicePixelRatio);
  const side = size * ratio;
  if (canvas.width !== side) canvas.width = canvas.height = side;
  const pen = canvas.getContext("2d")!;
  pen.resetTransform();
  pen.clearRect(0, 0, side, side);
  const scale = canvas.dataset["near"] === "true" ? nearer : 1;
  const { x, y } = points[headAt]!;
  pen.scale(side, side);
  if (scale > 1) {
    pen.translate(0.5 - scale * x, 0.7 - scale * y);
    pen.scale(scale, scale);
  }
  pen.strokeStyle = pen.fillStyle = getComputedStyle(canvas).color;
  pen.lineWidth = 0.05;
  pen.lineCap = pen.lineJoin = "round";
  for (const line of lines) {
    pen.beginPath();
    for (const at of line) pen.lineTo(points[at]!.x, points[at]!.y);
    pen.stroke();
  }
  disc(pen, { x, y: y - headRadius }, headRadius);
  pen.globalCompositeOperation = "destination-out";
  for (const at of eyesAt) disc(pen, points[at]!, eyeRadius);
  pen.globalCompositeOperation = "source-over";
}

function disc(pen: CanvasRenderingContext2D, { x, y }: Point, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
  pen.fill();
}
