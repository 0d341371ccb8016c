// Where the scene is seen from: orbits what it looks at, by pointer and by keys.
import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

export type View = "front" | "side";

const directions: Readonly<Record<View, readonly [number, number, number]>> = {
  front: [0.08, 0.05, 1],
  side: [-1, 0.05, 0.12],
};

const height = 1.7; // of people
const middleHeight = 0.85; // of what is seen: there is room for names above, and for buttons below
const turnPerKey = Math.PI / 24;

export class Eye {
  readonly camera = new PerspectiveCamera(28, 1, 0.05, 200);
  private readonly controls: OrbitControls;
  private readonly middle = new Vector3(0, middleHeight, 0);
  private spread = 0.5; // half of the width that is to be seen
  private view: View = "front";
  private moved = false; // by the person who looks: then it stays where it is

  constructor(canvas: HTMLCanvasElement) {
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.minDistance = 0.6;
    this.controls.maxDistance = 60;
    this.controls.addEventListener("start", () => (this.moved = true));
    canvas.addEventListener("keydown", (event) => this.onKey(event));
    this.frame();
  }

  // What is to be seen: characters that stand at these places.
  lookAt(places: readonly { readonly x: number; readonly z: number }[]): void {
    if (places.length === 0) return;
    const xs = places.map((place) => place.x);
    const zs = places.map((place) => place.z);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [back, front] = [Math.min(...zs), Math.max(...zs)];
    this.middle.set((left + right) / 2, middleHeight, (back + front) / 2);
    this.spread = Math.max(right - left, front - back) / 2 + 0.55;
    if (!this.moved) this.frame();
  }

  shape(width: number, heightOfPicture: number): void {
    this.camera.aspect = width / Math.max(1, heightOfPicture);
    this.camera.updateProjectionMatrix();
    if (!this.moved) this.frame();
  }

  show(view: View): void {
    this.view = view;
    this.moved = false;
    this.frame();
  }

  // From nearby, from the front: a face at this place.
  showFace(at: Vector3): void {
    this.moved = true;
    this.camera.position.copy(at).add(new Vector3(0.12, 0.02, 1.15));
    this.controls.target.copy(at);
    this.controls.update();
  }

  private frame(): void {
    const halfAngle = Math.tan((this.camera.fov * Math.PI) / 360);
    const forHeight = (height / 2 + 0.26) / halfAngle;
    const forWidth = this.spread / (halfAngle * this.camera.aspect);
    const direction = new Vector3(...directions[this.view]).normalize();
    const distance = Math.max(forHeight, forWidth) + 0.25;
    this.camera.position.copy(this.middle).addScaledVector(direction, distance);
    this.controls.target.copy(this.middle);
    this.controls.update();
  }

  private onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
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
      case "0":
      case "Home":
        event.preventDefault();
        this.show("front");
        return;
      default:
        return;
    }
    event.preventDefault();
    this.moved = true;
    this.camera.position.copy(this.controls.target).add(from);
    this.controls.update();
  }
}
