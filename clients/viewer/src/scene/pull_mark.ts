// What shows a pull: a line from what is held to the pointer, and a dot at each end. It lies over
// everything, for a hand may be behind a body.
import { CylinderGeometry, Group, Mesh, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";

const up = new Vector3(0, 1, 0);
const ball = new SphereGeometry(1, 20, 14);
const rod = new CylinderGeometry(1, 1, 1, 12, 1, true);

// Shares of the distance to the eye, so that it is equally large wherever it is.
const ballSize = 0.0042;
const heldSize = 0.0028;
const rodSize = 0.0013;

export class PullMark {
  readonly group = new Group();
  private readonly material = new MeshBasicMaterial({ transparent: true, opacity: 0.9 });
  private readonly held = new Mesh(ball, this.material);
  private readonly end = new Mesh(ball, this.material);
  private readonly line = new Mesh(rod, this.material);

  constructor(colour: string) {
    this.material.color.set(colour);
    this.material.depthTest = false;
    this.material.depthWrite = false;
    this.group.add(this.line, this.held, this.end);
    for (const mesh of [this.line, this.held, this.end]) {
      mesh.renderOrder = 5;
      mesh.frustumCulled = false;
    }
  }

  place(from: Vector3, to: Vector3, eye: Vector3): void {
    const distance = eye.distanceTo(from);
    this.held.position.copy(from);
    this.held.scale.setScalar(heldSize * distance);
    this.end.position.copy(to);
    this.end.scale.setScalar(ballSize * distance);
    const along = new Vector3().subVectors(to, from);
    const length = along.length();
    this.line.visible = length > 1e-4;
    if (!this.line.visible) return;
    this.line.position.addVectors(from, to).multiplyScalar(0.5);
    this.line.quaternion.setFromUnitVectors(up, along.divideScalar(length));
    this.line.scale.set(rodSize * distance, length, rodSize * distance);
  }

  dispose(): void {
    this.group.removeFromParent();
    this.material.dispose();
  }
}
