// How fast the wrists go, over the same seconds as the timeline above: the performance that is
// shown in full lines, the one before it in thin ones, so that two manners can be compared.
import type { Performance, SpeedSample } from "../timeline/performance.ts";
import { gapMax_s } from "./speeds.ts";

export interface CurveColours {
  readonly left: string;
  readonly right: string;
  readonly grid: string;
  readonly text: string;
  readonly paper: string;
}

type Hand = "left" | "right";
const hands: readonly Hand[] = ["left", "right"];

export class SpeedCurves {
  private readonly canvas: HTMLCanvasElement;
  private readonly pen: CanvasRenderingContext2D;
  private colours: CurveColours = {
    left: "#00f",
    right: "#f80",
    grid: "#888",
    text: "#888",
    paper: "#fff",
  };
  private shown: Performance | undefined;
  private before: Performance | undefined;
  private length = 1;
  private stale = true;

  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d")!;
    new ResizeObserver(() => (this.stale = true)).observe(canvas);
  }

  paint(colours: CurveColours): void {
    this.colours = colours;
    this.stale = true;
  }

  show(performance: Performance, before: Performance | undefined, length_s: number): void {
    this.shown = performance;
    this.before = before;
    this.length = length_s;
    this.stale = true;
  }

  // More samples have come in for what is shown.
  grown(): void {
    this.stale = true;
  }

  describe(): void {
    this.canvas.setAttribute("aria-label", this.summary());
  }

  // Draws if anything is new; called once a picture.
  draw(): void {
    if (!this.stale) return;
    this.stale = false;
    const ratio = Math.min(2, devicePixelRatio);
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (width === 0 || height === 0) return;
    if (this.canvas.width !== width * ratio || this.canvas.height !== height * ratio) {
      this.canvas.width = width * ratio;
      this.canvas.height = height * ratio;
    }
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.pen.clearRect(0, 0, width, height);
    const top = this.topSpeed();
    this.grid(width, height, top);
    if (this.before) this.curves(this.before.speeds, width, height, top, 1, 0.5, [3, 3]);
    if (this.shown) this.curves(this.shown.speeds, width, height, top, 1.75, 1, []);
    this.labels(width, height, top);
  }

  private curves(
    speeds: readonly SpeedSample[],
    width: number,
    height: number,
    top: number,
    lineWidth: number,
    alpha: number,
    dashes: number[],
  ): void {
    this.pen.lineJoin = "round";
    this.pen.globalAlpha = alpha;
    this.pen.setLineDash(dashes);
    for (const hand of hands) {
      this.pen.strokeStyle = this.colours[hand];
      // The left one lies below and is wider, so that both are seen where they are one.
      this.pen.lineWidth = hand === "left" ? 2.5 * lineWidth : lineWidth;
      this.pen.beginPath();
      let last_s = -Infinity;
      for (const sample of speeds) {
        const x = (sample.time_s / this.length) * width;
        const y = height - 1 - (sample[hand] / top) * (height - 4);
        if (sample.time_s - last_s > gapMax_s) this.pen.moveTo(x, y);
        else this.pen.lineTo(x, y);
        last_s = sample.time_s;
      }
      this.pen.stroke();
    }
    this.pen.globalAlpha = 1;
    this.pen.setLineDash([]);
  }

  private grid(width: number, height: number, top: number): void {
    this.pen.strokeStyle = this.colours.grid;
    this.pen.lineWidth = 1;
    this.pen.beginPath();
    for (const speed of [0, ...speedMarks(top)]) {
      const y = heightOf(speed, height, top);
      this.pen.moveTo(0, y);
      this.pen.lineTo(width, y);
    }
    for (const time of timeMarks(this.length)) {
      const x = Math.round((time / this.length) * width) + 0.5;
      this.pen.moveTo(x, 0);
      this.pen.lineTo(x, height);
    }
    this.pen.stroke();
  }

  // On the curves, with a rim that keeps them legible; none that would be cut off.
  private labels(width: number, height: number, top: number): void {
    this.pen.font = "11px system-ui, sans-serif";
    for (const speed of speedMarks(top)) {
      const line = heightOf(speed, height, top);
      const fitsAbove = line > 14;
      this.label(`${speed} m/s`, 2, fitsAbove ? line - 3.5 : line + 11);
    }
    for (const time of timeMarks(this.length)) {
      const x = (time / this.length) * width + 3;
      const text = `${time} s`;
      if (x + this.pen.measureText(text).width <= width) this.label(text, x, 10);
    }
  }

  private label(text: string, x: number, y: number): void {
    this.pen.strokeStyle = this.colours.paper;
    this.pen.lineWidth = 3;
    this.pen.strokeText(text, x, y);
    this.pen.fillStyle = this.colours.text;
    this.pen.fillText(text, x, y);
  }

  private topSpeed(): number {
    return Math.max(0.8, 1.12 * Math.max(peak(this.shown), peak(this.before)));
  }

  private summary(): string {
    if (!this.shown || this.shown.speeds.length === 0) return "Speed of the wrists: nothing yet";
    const of = (performance: Performance): string =>
      hands
        .map((hand) => `${hand} wrist up to ${peakOf(performance, hand).toFixed(2)} m/s`)
        .join(", ");
    const before = this.before ? `; before: ${of(this.before)}` : "";
    return `Speed of the wrists: ${of(this.shown)}${before}`;
  }
}

// Where lines stand, above nought and within what is shown.
function speedMarks(top: number): readonly number[] {
  return marks(top > 2 ? 1 : 0.5, top);
}

function timeMarks(length_s: number): readonly number[] {
  return marks(length_s > 8 ? Math.ceil(length_s / 8) : length_s > 2.5 ? 1 : 0.5, length_s);
}

function marks(step: number, end: number): readonly number[] {
  return Array.from({ length: Math.ceil(end / step) - 1 }, (_, index) => (index + 1) * step);
}

function heightOf(speed: number, height: number, top: number): number {
  return Math.round(height - 1 - (speed / top) * (height - 4)) + 0.5;
}

function peak(performance: Performance | undefined): number {
  if (!performance) return 0;
  return Math.max(...hands.map((hand) => peakOf(performance, hand)));
}

function peakOf(performance: Performance, hand: Hand): number {
  return performance.speeds.reduce((most, sample) => Math.max(most, sample[hand]), 0);
}
