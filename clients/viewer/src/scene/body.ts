// What draws one character: a figure made in code, or a VRM avatar. Both take the same poses.
import type { Object3D, Vector3 } from "three";
import type { Pose } from "./pose.ts";

export interface Body {
  readonly root: Object3D;
  apply(pose: Pose): void;
  // Moves what swings by itself, once a picture.
  advance(seconds: number): void;
  // Where a label may stand: above the head, in the world.
  topOfHead(into: Vector3): Vector3;
  // The middle of the face, in the world.
  middleOfFace(into: Vector3): Vector3;
  // Where a joint is drawn, in the world; undefined where the body has none of that name.
  jointPlace(joint: string, into: Vector3): Vector3 | undefined;
  dispose(): void;
}
