// What of a body a pointer takes hold of, and where the pointer is in the world.
import { Vector3, type PerspectiveCamera } from "three";

// By the joint that is pulled. A hand reaches beyond its wrist, so it is found by its middle, too.
export const grips = [
  { joint: "leftHand", towards: "leftMiddleProximal", name: "left hand" },
  { joint: "rightHand", towards: "rightMiddleProximal", name: "right hand" },
  { joint: "leftUpperArm", towards: undefined, name: "left shoulder" },
  { joint: "rightUpperArm", towards: undefined, name: "right shoulder" },
] as const;

export type Grip = (typeof grips)[number];

export interface Pixel {
  readonly x: number;
  readonly y: number;
}

// A pointer finds what is no farther from it than a hand is large, and at least so many pixels.
const reach_m = 0.09;
const reachMax_px = 48;
export const mouseReach_px = 12;
export const fingerReach_px = 26;

export function reach_px(pixelsPerMetre: number, least_px: number): number {
  return Math.max(least_px, Math.min(reachMax_px, reach_m * pixelsPerMetre));
}

// How many pixels of a picture that is so high a metre has at a place.
export function pixelsPerMetre(camera: PerspectiveCamera, height_px: number, at: Vector3): number {
  const depth = at.clone().applyMatrix4(camera.matrixWorldInverse).z;
  if (depth >= 0) return 0;
  return height_px / 2 / (Math.tan((camera.fov * Math.PI) / 360) * -depth);
}

export interface Candidate<What> {
  readonly what: What;
  readonly places: readonly Pixel[]; // where it is seen
  readonly reach_px: number;
}

// The one that is nearest to the pointer, of those that it reaches.
export function nearest<What>(
  candidates: readonly Candidate<What>[],
  pointer: Pixel,
): What | undefined {
  let found: { readonly what: What; readonly distance: number } | undefined;
  for (const { what, places, reach_px } of candidates) {
    for (const { x, y } of places) {
      const distance = Math.hypot(x - pointer.x, y - pointer.y);
      if (distance <= reach_px && (!found || distance < found.distance)) found = { what, distance };
    }
  }
  return found?.what;
}

// Where a pointer is in the plane that faces the camera and goes through a place. The pointer is in
// the picture's own measure: from -1 to 1, to the right and up.
export function inPlane(camera: PerspectiveCamera, pointer: Pixel, through: Vector3): Vector3 {
  const eye = new Vector3().setFromMatrixPosition(camera.matrixWorld);
  const along = new Vector3(pointer.x, pointer.y, 0.5).unproject(camera).sub(eye);
  const facing = camera.getWorldDirection(new Vector3());
  const depth = through.clone().sub(eye).dot(facing);
  return along.multiplyScalar(depth / along.dot(facing)).add(eye);
}
