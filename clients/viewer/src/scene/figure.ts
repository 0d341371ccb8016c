// A figure made from the skeleton alone: for bodies of which the server has no avatar, and until
// the avatar is loaded. It can show every joint and the face's main channels.
import { Group, Mesh, MeshLambertMaterial, Object3D, SphereGeometry, Vector3 } from "three";
import type { Body } from "./body.ts";
import { FigureFace } from "./figure_face.ts";
import { parts, type Cloth, type Part } from "./figure_parts.ts";
import { channelsAt, hipsAt, rotationsAt, type Pose, type Skeleton } from "./pose.ts";
import { roundCone } from "./round_cone.ts";

type Clothes = Readonly<Record<Cloth, number>>;

// Told apart by their clothes.
const wardrobe: readonly Clothes[] = [
  { skin: 0xe2b08e, shirt: 0x4b8a8f, trousers: 0x4d5a6e, shoes: 0x2c2a2a, hair: 0x4a3426 },
  { skin: 0xc68a63, shirt: 0xc98a4b, trousers: 0x565d64, shoes: 0x33302d, hair: 0x241c18 },
  { skin: 0x8f5f44, shirt: 0x7d7fb5, trousers: 0x4b4540, shoes: 0x262626, hair: 0x1c1614 },
  { skin: 0xedc6a6, shirt: 0xa35d6a, trousers: 0x39414a, shoes: 0x2f2b28, hair: 0x8a6238 },
];

export class Figure implements Body {
  readonly root = new Group();
  private readonly skeleton: Skeleton;
  private readonly joints: readonly Object3D[];
  private readonly head: Object3D | undefined;
  private readonly face: FigureFace | undefined;
  private readonly channelIndex: ReadonlyMap<string, number>;
  private readonly size: number;

  constructor(skeleton: Skeleton, look: number) {
    this.skeleton = skeleton;
    this.size = skeleton.hipsHeight > 0 ? skeleton.hipsHeight / 0.95 : 1;
    this.channelIndex = new Map(skeleton.channels.map((name, index) => [name, index]));
    this.joints = skeleton.joints.map((joint) => {
      const node = new Object3D();
      node.name = joint.name;
      node.position.fromArray(joint.offset);
      return node;
    });
    skeleton.joints.forEach((joint, index) => {
      (this.joints[joint.parent] ?? this.root).add(this.joints[index]!);
    });
    const clothes = wardrobe[look % wardrobe.length]!;
    this.dress(clothes);
    this.head = this.named("head");
    this.face = this.makeFace(clothes);
  }

  apply(pose: Pose): void {
    this.root.position.fromArray(pose, 0);
    this.root.quaternion.fromArray(pose, 3);
    this.joints[0]?.position.fromArray(pose, hipsAt);
    this.joints.forEach((joint, index) =>
      joint.quaternion.fromArray(pose, rotationsAt + 4 * index),
    );
    const first = channelsAt(this.skeleton);
    this.face?.apply((channel) => {
      const index = this.channelIndex.get(channel);
      return index === undefined ? 0 : (pose[first + index] ?? 0);
    });
  }

  advance(): void {}

  topOfHead(into: Vector3): Vector3 {
    if (!this.head) return this.root.getWorldPosition(into).setY(1.8);
    this.head.getWorldPosition(into);
    into.y += 0.25 * this.size;
    return into;
  }

  middleOfFace(into: Vector3): Vector3 {
    return this.topOfHead(into).add({ x: 0, y: -0.18 * this.size, z: 0 });
  }

  jointPlace(joint: string, into: Vector3): Vector3 | undefined {
    return this.named(joint)?.getWorldPosition(into);
  }

  // What stands on each joint, by the joint's name: no joints among it.
  get dressing(): ReadonlyMap<string, readonly Object3D[]> {
    const joints = new Set(this.joints);
    return new Map(
      this.joints.map((joint) => [joint.name, joint.children.filter((child) => !joints.has(child))]),
    );
  }

  dispose(): void {
    this.root.traverse((node) => {
      if (node instanceof Mesh) {
        node.geometry.dispose();
        (node.material as MeshLambertMaterial).dispose();
      }
    });
    this.root.removeFromParent();
  }

  private named(name: string): Object3D | undefined {
    return this.joints[this.skeleton.joints.findIndex((joint) => joint.name === name)];
  }

  private dress(clothes: Clothes): void {
    const materials = new Map(
      Object.entries(clothes).map(([cloth, color]) => [cloth, new MeshLambertMaterial({ color })]),
    );
    for (const part of parts) {
      const joint = this.named(part.joint);
      const material = materials.get(part.cloth);
      if (!joint || !material) continue;
      const shape = this.shapeOf(part);
      if (!shape) continue;
      const mesh = new Mesh(shape, material);
      if (part.flat !== undefined && part.flat !== 1) mesh.scale.z = part.flat;
      joint.add(mesh);
    }
    this.makeHead(materials.get("skin")!, materials.get("hair")!);
  }

  private shapeOf(part: Part): ReturnType<typeof roundCone> | undefined {
    const end = new Vector3();
    if (part.towards !== undefined) {
      const there = this.named(part.towards);
      if (!there) return undefined;
      end.copy(there.position);
    } else {
      end.fromArray(part.to ?? [0, 0, 0]).multiplyScalar(this.size);
    }
    const segments = part.radius < 0.02 ? 8 : 18;
    return roundCone(end, part.radius * this.size, part.radiusThere * this.size, segments);
  }

  private makeHead(skin: MeshLambertMaterial, hair: MeshLambertMaterial): void {
    const head = this.named("head");
    if (!head) return;
    const ball = (
      r: number,
      material: MeshLambertMaterial,
      at: number[],
      scale: number[],
    ): Mesh => {
      const mesh = new Mesh(new SphereGeometry(r * this.size, 28, 20), material);
      mesh.position.fromArray(at).multiplyScalar(this.size);
      mesh.scale.fromArray(scale);
      head.add(mesh);
      return mesh;
    };
    ball(0.1, skin, [0, 0.092, 0.006], [0.75, 1.13, 0.94]);
    ball(0.04, skin, [0, 0.012, 0.05], [1, 0.8, 0.95]);
    ball(0.0125, skin, [0, 0.062, 0.098], [0.75, 1.25, 1]);
    ball(0.02, skin, [0.075, 0.072, 0.002], [0.4, 1.2, 0.8]);
    ball(0.02, skin, [-0.075, 0.072, 0.002], [0.4, 1.2, 0.8]);
    // Hair: a larger ball set back, so that the forehead stays free.
    ball(0.106, hair, [0, 0.122, -0.014], [0.79, 0.93, 0.92]);
  }

  private makeFace(clothes: Clothes): FigureFace | undefined {
    const left = this.named("leftEye");
    const right = this.named("rightEye");
    if (!this.head || !left || !right) return undefined;
    const eyes = new Map([["Left", left] as const, ["Right", right] as const]);
    const colours = { skin: clothes.skin, hair: clothes.hair, lips: 0xa8574f };
    return new FigureFace(this.head, eyes, this.size, colours);
  }
}
