// Where the scene is seen from: a view that follows those whom it shows. Pointer and keys turn it.
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import {
  difference,
  eyeOf,
  framingOf,
  outOfBodies,
  views,
  type Framing,
  type Lens,
  type Seen,
  type View,
} from "./framing.ts";

export type { View };

const turnPerKey = Math.PI / 24;

// The picture stays as it is while people only sway, and comes after them when they go.
const followsFrom = 0.04;
const restsBelow = 0.03; // a second
const follow_s = 0.4; // in which all but a third of the way is made
const change_s = 0.16; // the same, to another view …
const changes_s = 0.8; // … which is this quick for so long

const namesAbove_px = 26;
const gap_px = 8;

export interface Insets {
  readonly below_px: number; // what lies over the picture's lower edge
}

export class Eye {
  readonly camera = new PerspectiveCamera(28, 1, 0.05, 200);
  viewed: (view: View | undefined) => void = () => {}; // undefined: the person has moved the eye
  holdsStill = false; // while somebody pulls at what is seen
  private readonly controls: OrbitControls;
  private readonly calm = matchMedia("(prefers-reduced-motion: reduce)");
  private lens: Lens = { halfHeight: 0.25, halfWidth: 0.25, above: 0, below: 0 };
  private view: View = "front";
  private readonly turns = new Map<View, number>(); // the last ones, in degrees
  private moved = false; // by the person who looks: then it only goes along
  private at: Framing | undefined; // where it is
  private goal: Framing | undefined;
  private wanted: Framing | undefined; // at the last picture
  private follows = false;
  private changes_s = 0; // left of the way to another view

  constructor(canvas: HTMLCanvasElement) {
    this.camera.position.set(0.4, 1.2, 5);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.minDistance = 0.6;
    this.controls.maxDistance = 60;
    this.controls.target.set(0, 0.85, 0);
    this.controls.update();
    this.controls.addEventListener("start", () => this.takeOver());
    canvas.addEventListener("keydown", (event) => this.onKey(event));
  }

  get target(): Vector3 {
    return this.controls.target;
  }

  // Whether another view has been come to; and whether the eye stands still there.
  get hasArrived(): boolean {
    return this.changes_s <= 0 && this.at !== undefined;
  }
  get rests(): boolean {
    return this.hasArrived && !this.follows && difference(this.at!, this.goal!) < followsFrom;
  }

  shape(width: number, height: number, { below_px }: Insets): void {
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    const halfHeight = Math.tan((this.camera.fov * Math.PI) / 360);
    this.lens = {
      halfHeight,
      halfWidth: halfHeight * this.camera.aspect,
      above: Math.min(0.2, namesAbove_px / height),
      below: Math.min(0.3, (below_px + gap_px) / height),
    };
    if (!this.moved) this.at = undefined;
  }

  show(view: View): void {
    this.view = view;
    this.moved = false;
    this.changes_s = changes_s;
    this.turns.delete(view);
    this.viewed(view);
  }

  // Once a picture: all that are there, and of whom the close views are.
  follow(all: readonly Seen[], chosen: Seen | undefined, seconds: number): void {
    const one = chosen ?? all[0];
    if (!one || this.holdsStill) return;
    const last = this.turns.get(this.view);
    const { framing, turn } = framingOf(this.view, all, one, this.lens, last);
    this.turns.set(this.view, turn);
    const hurry = this.at === undefined || this.calm.matches;
    this.choose(framing, seconds);
    this.wanted = framing;
    const before = this.at ?? this.goal!;
    const share = hurry ? 1 : 1 - Math.exp(-seconds / (this.changes_s > 0 ? change_s : follow_s));
    const now = between(before, this.goal!, share);
    this.changes_s = hurry ? 0 : this.changes_s - seconds;
    this.at = now;
    if (this.moved) {
      const way = new Vector3().subVectors(now.target, before.target);
      this.camera.position.add(way);
      this.controls.target.add(way);
    } else {
      this.camera.position.copy(eyeOf(now));
      this.controls.target.copy(now.target);
    }
    this.camera.position.copy(outOfBodies(this.camera.position, all));
    this.controls.update();
  }

  private choose(framing: Framing, seconds: number): void {
    const last = this.wanted ?? framing;
    const pace = difference(framing, last) / Math.max(seconds, 1e-3);
    if (!this.goal || this.changes_s > 0 || difference(framing, this.goal) > followsFrom) {
      this.follows = true;
    } else if (pace < restsBelow) {
      this.follows = false;
    }
    if (this.follows || !this.goal) this.goal = framing;
  }

  private takeOver(): void {
    if (!this.moved) this.viewed(undefined);
    this.moved = true;
    this.changes_s = 0;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isHome = event.key === "0" || event.key === "Home";
    const chosen = isHome ? "front" : views[Number(event.key) - 1];
    if (chosen) {
      event.preventDefault();
      this.show(chosen);
      return;
    }
    const from = this.camera.position.clone().sub(this.controls.target);
    const around = new Vector3(0, 1, 0);
    const aside = new Vector3().crossVectors(around, from).normalize();
    switch (event.key) {
      case "ArrowLeft":
        from.applyAxisAngle(around, -turnPerKey);
        break;
      case "ArrowRight":
        from.applyAxisAngle(around, turnPerKey);
        break;
      case "ArrowUp":
        if (from.angleTo(around) > 2 * turnPerKey) from.applyAxisAngle(aside, -turnPerKey);
        break;
      case "ArrowDown":
        if (from.angleTo(around) < Math.PI / 2) from.applyAxisAngle(aside, turnPerKey);
        break;
      case "+":
      case "=":
        from.multiplyScalar(1 / 1.1);
        break;
      case "-":
        from.multiplyScalar(1.1);
        break;
      default:
        return;
    }
    event.preventDefault();
    this.takeOver();
    this.camera.position.copy(this.controls.target).add(from);
    this.controls.update();
  }
}

function between(a: Framing, b: Framing, share: number): Framing {
  const direction = a.direction.clone().lerp(b.direction, share);
  return {
    target: a.target.clone().lerp(b.target, share),
    // Opposite ones have nothing between them.
    direction: direction.lengthSq() < 1e-6 ? b.direction.clone() : direction.normalize(),
    distance: a.distance * (b.distance / a.distance) ** share,
  };
}
