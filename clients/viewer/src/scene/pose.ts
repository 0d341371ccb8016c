// A character's bones and one pose of them, as they go from the Worker to the picture.

export interface Skeleton {
  readonly characterId: number;
  readonly skeletonId: number;
  readonly character: string;
  readonly body: string;
  readonly hipsHeight: number;
  readonly joints: readonly Joint[]; // parents first
  readonly channels: readonly string[];
}

export interface Joint {
  readonly name: string;
  readonly parent: number; // -1: the hips
  readonly offset: readonly [number, number, number];
}

// Numbers in a row: the root's place (x, y, z) and turn (x, y, z, w), the hips' translation, a
// quaternion a joint, a number a channel.
export type Pose = Float32Array<ArrayBuffer>;

export const rootAt = 0;
export const hipsAt = 7;
export const rotationsAt = 10;

export function channelsAt(skeleton: Skeleton): number {
  return rotationsAt + 4 * skeleton.joints.length;
}

export function poseSize(skeleton: Skeleton): number {
  return channelsAt(skeleton) + skeleton.channels.length;
}
