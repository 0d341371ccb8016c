// A VRM avatar that moves as a character does. Rotations go to three-vrm's normalized bones as they
// are; the hips' height is that of the avatar; a bone that it lacks passes its turn on to the next.
import { VRMLoaderPlugin, VRMUtils, type VRM, type VRMHumanBoneName } from "@pixiv/three-vrm";
import { Group, Quaternion, Vector3, type Object3D } from "three";
import { GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { AvatarFace } from "./avatar_face.ts";
import type { Body } from "./body.ts";
import { usePlainMaterials } from "./plain_materials.ts";
import { channelsAt, hipsAt, rotationsAt, type Pose, type Skeleton } from "./pose.ts";

// Larger files are no avatar for a page, and would only take its memory.
const fileBytesMax = 64 << 20;

export async function loadAvatar(
  file: ArrayBuffer,
  skeleton: Skeleton,
  cheaply: boolean,
): Promise<Avatar> {
  if (file.byteLength > fileBytesMax) throw new Error("it has more than 64 MB");
  const fault = faultOf(file);
  if (fault) throw new Error(fault);
  const loader = new GLTFLoader();
  loader.register((parser) => new VRMLoaderPlugin(parser));
  const loaded = await loader.parseAsync(file, "");
  const vrm = loaded.userData["vrm"] as VRM | undefined;
  if (!vrm) throw new Error("this is glTF, but no VRM: it names no humanoid bones; export it as VRM");
  VRMUtils.removeUnnecessaryVertices(vrm.scene);
  VRMUtils.rotateVRM0(vrm);
  if (cheaply) usePlainMaterials(vrm.scene);
  return new Avatar(vrm, skeleton);
}

const glTF = 0x46546c67; // "glTF", as a little-endian number
const glTFVersion = 2;

// Why it can be no avatar, by its first bytes; undefined: it may be one.
export function faultOf(file: ArrayBuffer): string | undefined {
  const expected = "export it as VRM 0.x or 1.0, such as from VRoid Studio";
  if (file.byteLength === 0) return "this is no VRM: the file is empty";
  const view = new DataView(file);
  if (file.byteLength < 12 || view.getUint32(0, true) !== glTF)
    return `this is no VRM: it has no glTF header; ${expected}`;
  const version = view.getUint32(4, true);
  if (version !== glTFVersion) return `this is no VRM: it is glTF ${version}, not 2; ${expected}`;
  const length = view.getUint32(8, true);
  if (length > file.byteLength)
    return `it is cut off: ${file.byteLength} of ${length} bytes are there; copy or download it again`;
  return undefined;
}

export class Avatar implements Body {
  readonly root = new Group();
  private readonly vrm: VRM;
  private readonly skeleton: Skeleton;
  private readonly face: AvatarFace;
  private readonly bones: readonly (Object3D | undefined)[];
  private readonly turns: readonly Quaternion[];
  private readonly hipsHeight: number;
  private readonly facesBackwards: boolean; // as VRM 0 does

  constructor(vrm: VRM, skeleton: Skeleton) {
    this.vrm = vrm;
    this.skeleton = skeleton;
    this.facesBackwards = vrm.meta.metaVersion === "0";
    this.root.add(vrm.scene);
    // It is seen wherever it moves: bounds of the T-pose would hide it at the picture's edge.
    vrm.scene.traverse((node) => (node.frustumCulled = false));
    if (vrm.lookAt) vrm.lookAt.autoUpdate = false;
    this.bones = skeleton.joints.map(
      (joint) => vrm.humanoid.getNormalizedBoneNode(joint.name as VRMHumanBoneName) ?? undefined,
    );
    this.turns = skeleton.joints.map(() => new Quaternion());
    this.hipsHeight = vrm.humanoid.normalizedRestPose.hips?.position?.[1] ?? skeleton.hipsHeight;
    this.face = new AvatarFace(vrm, skeleton.channels);
  }

  apply(pose: Pose): void {
    this.root.position.fromArray(pose, 0);
    this.root.quaternion.fromArray(pose, 3);
    this.turnBones(pose);
    const hips = this.bones[0];
    if (hips) {
      const scale = this.skeleton.hipsHeight > 0 ? this.hipsHeight / this.skeleton.hipsHeight : 1;
      hips.position.fromArray(pose, hipsAt).multiplyScalar(scale);
      if (this.facesBackwards)
        hips.position.set(-hips.position.x, hips.position.y, -hips.position.z);
    }
    this.face.weights = pose.subarray(channelsAt(this.skeleton));
  }

  advance(seconds: number): void {
    this.face.beforeExpressions();
    this.vrm.update(seconds);
    this.face.afterExpressions();
  }

  topOfHead(into: Vector3): Vector3 {
    const head = this.vrm.humanoid.getRawBoneNode("head");
    if (!head) return this.root.getWorldPosition(into).setY(1.8);
    head.getWorldPosition(into);
    into.y += 0.16 * this.hipsHeight + 0.08;
    return into;
  }

  middleOfFace(into: Vector3): Vector3 {
    const head = this.vrm.humanoid.getRawBoneNode("head");
    if (!head) return this.topOfHead(into);
    head.getWorldPosition(into);
    into.y += 0.05;
    return into;
  }

  jointPlace(joint: string, into: Vector3): Vector3 | undefined {
    return this.boneOf(joint as VRMHumanBoneName)?.getWorldPosition(into);
  }

  // The bone that the file itself has, as it stands now.
  boneOf(name: VRMHumanBoneName): Object3D | undefined {
    return this.vrm.humanoid.getRawBoneNode(name) ?? undefined;
  }

  dispose(): void {
    VRMUtils.deepDispose(this.vrm.scene);
    this.root.removeFromParent();
  }

  // Parents come first, so what a missing parent hands on is known when its children are reached.
  private turnBones(pose: Pose): void {
    this.skeleton.joints.forEach((joint, index) => {
      const turn = this.turns[index]!.fromArray(pose, rotationsAt + 4 * index);
      if (this.facesBackwards) turn.set(-turn.x, turn.y, -turn.z, turn.w);
      if (joint.parent >= 0 && !this.bones[joint.parent])
        turn.premultiply(this.turns[joint.parent]!);
      this.bones[index]?.quaternion.copy(turn);
    });
  }
}
