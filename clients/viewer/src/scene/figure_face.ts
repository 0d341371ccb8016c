// A simple face for the figure, by the channels of ARKit: eyes that look and blink, brows, a mouth.
import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  SphereGeometry,
  Vector3,
  type Object3D,
} from "three";
import { roundCone } from "./round_cone.ts";

export interface FaceColours {
  readonly skin: number;
  readonly hair: number;
  readonly lips: number;
}

type Weight = (channel: string) => number;
type Side = "Left" | "Right";

const eyeRadius = 0.0135;

export class FigureFace {
  private readonly eyes: readonly Eye[];
  private readonly mouth: Mouth;

  // `eyeJoints` carry the eyeballs, and turn; the rest is fixed to the head.
  constructor(
    head: Object3D,
    eyeJoints: ReadonlyMap<Side, Object3D>,
    size: number,
    colours: FaceColours,
  ) {
    const face = new Group();
    face.scale.setScalar(size);
    head.add(face);
    this.eyes = [...eyeJoints].map(([side, joint]) => new Eye(side, joint, face, size, colours));
    this.mouth = new Mouth(face, colours);
  }

  apply(weight: Weight): void {
    for (const eye of this.eyes) eye.apply(weight);
    this.mouth.apply(weight);
  }
}

class Eye {
  private readonly side: Side;
  private readonly upper: Mesh;
  private readonly lower: Mesh;
  private readonly brow: Mesh;
  private readonly browHeight: number;

  constructor(side: Side, joint: Object3D, face: Object3D, size: number, colours: FaceColours) {
    this.side = side;
    const white = new Mesh(
      new SphereGeometry(eyeRadius * size, 16, 12),
      new MeshLambertMaterial({ color: 0xf6f3ee }),
    );
    joint.add(
      white,
      cap(0x4a3b2c, 0.42, eyeRadius * 1.02 * size),
      cap(0x111111, 0.2, eyeRadius * 1.05 * size),
    );

    const at = joint.position.clone().divideScalar(size);
    const skin = new MeshLambertMaterial({ color: colours.skin, side: DoubleSide });
    const lid = new SphereGeometry(eyeRadius * 1.12, 16, 8, 0, Math.PI * 2, 0, Math.PI / 2);
    this.upper = new Mesh(lid, skin);
    this.lower = new Mesh(lid, skin);
    this.upper.position.copy(at);
    this.lower.position.copy(at);

    const outwards = side === "Left" ? 1 : -1;
    const shape = roundCone(new Vector3(outwards * 0.03, 0.001, -0.004), 0.0032, 0.0022, 8);
    this.brow = new Mesh(shape, new MeshLambertMaterial({ color: colours.hair }));
    this.browHeight = at.y + 0.021;
    this.brow.position.set(at.x - outwards * 0.014, this.browHeight, at.z + 0.0115);
    face.add(this.upper, this.lower, this.brow);
  }

  apply(weight: Weight): void {
    const of = (name: string): number => weight(name + this.side);
    const closed = Math.min(1, of("eyeBlink") + 0.35 * of("eyeSquint"));
    const wide = of("eyeWide");
    const down = of("eyeLookDown") * (1 - closed);
    // A lid that is open has gone back over the eyeball by this angle.
    this.upper.rotation.x = -0.75 - 0.35 * wide + 0.25 * down + 1.15 * closed;
    this.lower.rotation.x = Math.PI + 0.85 - 0.45 * Math.min(1, closed + of("cheekSquint") * 0.6);
    const inner = weight("browInnerUp");
    const outer = of("browOuterUp");
    const lowered = of("browDown");
    this.brow.position.y = this.browHeight + 0.009 * inner + 0.004 * outer - 0.008 * lowered;
    const outwards = this.side === "Left" ? 1 : -1;
    this.brow.rotation.z = outwards * (0.3 * outer - 0.4 * inner + 0.35 * lowered);
  }
}

// A coloured cap on the front of an eyeball.
function cap(colour: number, angle: number, radius: number): Mesh {
  const shape = new SphereGeometry(radius, 16, 6, 0, Math.PI * 2, 0, angle);
  shape.rotateX(Math.PI / 2);
  return new Mesh(shape, new MeshBasicMaterial({ color: colour }));
}

// Two lips between the corners of the mouth, and the dark between them.
const mouthSteps = 14;
const mouthAt = new Vector3(0, 0.028, 0.094);

class Mouth {
  private readonly lips: BufferGeometry;
  private readonly inside: BufferGeometry;

  constructor(face: Object3D, colours: FaceColours) {
    this.lips = band(4);
    this.inside = band(2);
    const lipMesh = new Mesh(
      this.lips,
      new MeshBasicMaterial({ color: colours.lips, side: DoubleSide }),
    );
    const insideMesh = new Mesh(
      this.inside,
      new MeshBasicMaterial({ color: 0x3a1214, side: DoubleSide }),
    );
    face.add(insideMesh, lipMesh);
    this.apply(() => 0);
  }

  apply(weight: Weight): void {
    const both = (name: string): number => (weight(name + "Left") + weight(name + "Right")) / 2;
    const narrow = Math.max(weight("mouthPucker"), 0.8 * weight("mouthFunnel"));
    const width =
      0.024 * (1 + 0.28 * both("mouthSmile") + 0.22 * both("mouthStretch") - 0.5 * narrow);
    const sealed = 1 - Math.min(1, weight("mouthClose"));
    const open = 0.03 * weight("jawOpen") * sealed + 0.009 * weight("mouthFunnel");
    const above = 0.2 * open + 0.005 * both("mouthUpperUp");
    const below = 0.8 * open + 0.005 * both("mouthLowerDown");
    const pressed = Math.max(both("mouthPress"), weight("mouthRollLower"));
    const thick = 0.0042 * (1 + 0.5 * narrow - 0.6 * pressed);
    const corner = (side: Side): number =>
      0.011 * (weight("mouthSmile" + side) - weight("mouthFrown" + side));
    const aside = 0.012 * (weight("mouthLeft") - weight("mouthRight"));
    const lips = this.lips.getAttribute("position") as BufferAttribute;
    const inside = this.inside.getAttribute("position") as BufferAttribute;
    for (let i = 0; i <= mouthSteps; ++i) {
      const s = (2 * i) / mouthSteps - 1; // -1: its right corner, 1: its left
      const arch = 1 - s * s;
      const lift = s * s * corner(s > 0 ? "Left" : "Right");
      const x = mouthAt.x + aside + s * width;
      const z = mouthAt.z - 0.02 * s * s + 0.008 * narrow;
      const y = mouthAt.y + lift;
      const rows = [
        y + (above + thick) * arch + 0.0008,
        y + above * arch,
        y - below * arch,
        y - (below + thick * 1.15) * arch - 0.0008,
      ];
      rows.forEach((height, row) => lips.setXYZ(4 * i + row, x, height, z));
      inside.setXYZ(2 * i, x, rows[1]!, z - 0.001);
      inside.setXYZ(2 * i + 1, x, rows[2]!, z - 0.001);
    }
    lips.needsUpdate = true;
    inside.needsUpdate = true;
  }
}

// A strip of points, `rows` deep; four rows are two bands with a gap between them.
function band(rows: 2 | 4): BufferGeometry {
  const geometry = new BufferGeometry();
  const points = new Float32Array(3 * rows * (mouthSteps + 1));
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  const index: number[] = [];
  for (let i = 0; i < mouthSteps; ++i) {
    for (let row = 0; row + 1 < rows; row += 2) {
      const a = rows * i + row;
      const b = a + rows;
      index.push(a, a + 1, b, b, a + 1, b + 1);
    }
  }
  geometry.setIndex(index);
  return geometry;
}
