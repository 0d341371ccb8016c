// Where a wrist went in the last moments: a ribbon that faces the eye and fades with its age.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Mesh,
  MeshBasicMaterial,
  Vector3,
} from "three";

const pointsMax = 128;
const age_s = 1.6;
const halfWidth = 0.0055;

export class Trail {
  readonly mesh: Mesh;
  private readonly points: { time_s: number; at: Vector3 }[] = [];
  private readonly positions = new BufferAttribute(new Float32Array(3 * 2 * pointsMax), 3);
  private readonly colours = new BufferAttribute(new Float32Array(4 * 2 * pointsMax), 4);
  private readonly geometry = new BufferGeometry();
  private readonly along = new Vector3();
  private readonly across = new Vector3();
  private readonly colour = new Color();

  constructor() {
    this.geometry.setAttribute("position", this.positions);
    this.geometry.setAttribute("color", this.colours);
    const index: number[] = [];
    for (let i = 0; i + 1 < pointsMax; ++i) {
      const a = 2 * i;
      index.push(a, a + 1, a + 2, a + 2, a + 1, a + 3);
    }
    this.geometry.setIndex(index);
    const material = new MeshBasicMaterial({
      vertexColors: true,
      transparent: true,
      side: DoubleSide,
      depthWrite: false,
    });
    this.mesh = new Mesh(this.geometry, material);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 1;
  }

  tint(colour: string): void {
    this.colour.set(colour);
  }

  add(time_s: number, x: number, y: number, z: number): void {
    const newest = this.points.at(-1);
    if (newest && time_s <= newest.time_s) this.points.length = 0; // a recording went back
    this.points.push({ time_s, at: new Vector3(x, y, z) });
    if (this.points.length > pointsMax) this.points.shift();
  }

  clear(): void {
    this.points.length = 0;
  }

  draw(now_s: number, eye: Vector3): void {
    while (this.points[0] && now_s - this.points[0].time_s > age_s) this.points.shift();
    this.points.forEach((point, i) => {
      const before = this.points[Math.max(0, i - 1)]!.at;
      const after = this.points[Math.min(this.points.length - 1, i + 1)]!.at;
      this.along.subVectors(after, before);
      this.across.subVectors(eye, point.at).cross(this.along);
      const freshness = Math.max(0, 1 - (now_s - point.time_s) / age_s);
      const length = this.across.length();
      const width = length > 1e-9 ? (halfWidth * (0.35 + 0.65 * freshness)) / length : 0;
      const { x, y, z } = point.at;
      const side = this.across.multiplyScalar(width);
      this.positions.setXYZ(2 * i, x + side.x, y + side.y, z + side.z);
      this.positions.setXYZ(2 * i + 1, x - side.x, y - side.y, z - side.z);
      const { r, g, b } = this.colour;
      this.colours.setXYZW(2 * i, r, g, b, 0.85 * freshness);
      this.colours.setXYZW(2 * i + 1, r, g, b, 0.85 * freshness);
    });
    this.positions.needsUpdate = true;
    this.colours.needsUpdate = true;
    this.geometry.setDrawRange(0, Math.max(0, 6 * (this.points.length - 1)));
  }

  dispose(): void {
    this.geometry.dispose();
    (this.mesh.material as MeshBasicMaterial).dispose();
    this.mesh.removeFromParent();
  }
}
