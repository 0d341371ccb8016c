// A clip as a VRM animation, which any VRM avatar plays, or as a glTF with the page's own figure.
import { multiply, rotate, type Quaternion } from "kinesphere";
import type { Mesh, Object3D } from "three";
import {
  channels,
  hipsPlace,
  jointTurn,
  rootPlace,
  rootTurn,
  sum,
  type Clip,
} from "./clip.ts";
import { GltfParts } from "./gltf_parts.ts";

const extension = "VRMC_vrm_animation";
const vrm = "vrm_";

// What stands on the joints of the glTF: objects of three.js, by the name of their joint.
export type Figure = ReadonlyMap<string, readonly Object3D[]>;

export function vrmaOf(clip: Clip): Blob {
  const parts = new GltfParts();
  const times = addMotion(parts, clip);
  const humanBones = Object.fromEntries(
    clip.skeleton.joints.flatMap(({ name }, node) => (isEye(name) ? [] : [[name, { node }]])),
  );
  const expressions = addFace(parts, clip, times);
  const lookAt = addGaze(parts, clip, times);
  const said = { specVersion: "1.0", humanoid: { humanBones }, ...expressions, ...lookAt };
  return parts.file(clip.skeleton.character, {
    extensionsUsed: [extension],
    extensions: { [extension]: said },
  });
}

export function glbOf(clip: Clip, figure: Figure): Blob {
  const parts = new GltfParts();
  addMotion(parts, clip);
  clip.skeleton.joints.forEach(({ name }, joint) => {
    for (const object of figure.get(name) ?? []) addObject(parts, object, joint);
  });
  return parts.file(clip.skeleton.character, {});
}

// Joints are the first nodes, in their order. Answers the accessor of all times.
function addMotion(parts: GltfParts, { skeleton, frames }: Clip): number {
  for (const { name, parent, offset } of skeleton.joints)
    parts.addNode({ name, translation: [...offset] }, parent < 0 ? undefined : parent);
  const from_s = frames[0]!.time_s;
  const times = parts.addFloats(frames.map(({ time_s }) => time_s - from_s), "SCALAR", true);
  const way = frames.flatMap(({ pose }) =>
    sum(rootPlace(pose), rotate(rootTurn(pose), hipsPlace(pose))),
  );
  parts.addMotion(0, "translation", times, parts.addFloats(way, "VEC3"));
  skeleton.joints.forEach((_, joint) => {
    const turns = frames.map(({ pose }) => {
      const turn = jointTurn(pose, joint);
      return joint === 0 ? multiply(rootTurn(pose), turn) : turn;
    });
    parts.addMotion(joint, "rotation", times, parts.addFloats(onOneSide(turns), "VEC4"));
  });
  return times;
}

// Turns are the same on both sides of the sphere; readers that do not know stay on one.
function onOneSide(turns: readonly Quaternion[]): number[] {
  let before: readonly number[] = turns[0]!;
  return turns.flatMap((turn) => {
    const length = Math.hypot(...turn) || 1;
    const towards = turn.reduce((all, part, at) => all + part * before[at]!, 0);
    before = turn.map((part) => (towards < 0 ? -part : part) / length);
    return before;
  });
}

// A node for each channel that is ever anything: its place is the weight, at most 1.
function addFace(parts: GltfParts, { skeleton, frames }: Clip, times: number): object {
  const preset: Record<string, unknown> = {};
  const custom: Record<string, unknown> = {};
  skeleton.channels.forEach((channel, at) => {
    const isVrm = channel.startsWith(vrm);
    const weights = frames.map(({ pose }) => clamped(channels(pose, skeleton)[at] ?? 0));
    if (channel.startsWith(`${vrm}look`) || weights.every((weight) => weight === 0)) return;
    const name = isVrm ? channel.slice(vrm.length) : channel;
    const node = parts.addNode({ name: `expression_${name}` });
    const way = weights.flatMap((weight) => [weight, 0, 0]);
    parts.addMotion(node, "translation", times, parts.addFloats(way, "VEC3"));
    (isVrm ? preset : custom)[name] = { node };
  });
  const filled = Object.entries({ preset, custom }).filter(([, all]) => Object.keys(all).length > 0);
  return filled.length > 0 ? { expressions: Object.fromEntries(filled) } : {};
}

// One joint's gaze from the two eyes': half way between them.
function addGaze(parts: GltfParts, { skeleton, frames }: Clip, times: number): object {
  const eyes = skeleton.joints.flatMap(({ name }, joint) => (isEye(name) ? [joint] : []));
  if (eyes.length === 0) return {};
  const node = parts.addNode({ name: "lookAt" });
  const turns = frames.map(({ pose }): Quaternion => {
    const [left, right] = [jointTurn(pose, eyes[0]!), jointTurn(pose, eyes.at(-1)!)];
    const sign = left.reduce((all, part, at) => all + part * right[at]!, 0) < 0 ? -1 : 1;
    const half = left.map((part, at) => part + sign * right[at]!);
    return half as unknown as Quaternion;
  });
  parts.addMotion(node, "rotation", times, parts.addFloats(onOneSide(turns), "VEC4"));
  const [, y, z] = skeleton.joints[eyes[0]!]!.offset;
  return { lookAt: { node, offsetFromHeadBone: [0, y, z] } };
}

function addObject(parts: GltfParts, object: Object3D, parent: number): void {
  const { position, quaternion, scale } = object;
  const place = {
    translation: position.toArray(),
    rotation: quaternion.toArray(),
    scale: scale.toArray(),
  };
  const mesh = (object as Mesh).isMesh ? { mesh: addMesh(parts, object as Mesh) } : {};
  const node = parts.addNode({ ...place, ...mesh }, parent);
  for (const child of object.children) addObject(parts, child, node);
}

function addMesh(parts: GltfParts, { geometry, material }: Mesh): number {
  const colour = (material as unknown as { color?: { toArray(): number[] } }).color?.toArray();
  const pbrMetallicRoughness = {
    baseColorFactor: [...(colour ?? [1, 1, 1]), 1],
    metallicFactor: 0,
    roughnessFactor: 0.8,
  };
  const look = parts.materials.push({ pbrMetallicRoughness, doubleSided: true }) - 1;
  if (!geometry.getAttribute("normal")) geometry.computeVertexNormals();
  const [places, normals] = [geometry.getAttribute("position"), geometry.getAttribute("normal")];
  const attributes = {
    POSITION: parts.addVertices(places.array, true),
    NORMAL: parts.addVertices(unitNormals(normals.array)),
  };
  const corners = geometry.index ?? { array: Array.from({ length: places.count }, (_, at) => at) };
  const indices = parts.addCorners(corners.array);
  return parts.meshes.push({ primitives: [{ attributes, indices, material: look }] }) - 1;
}

// Of a corner that belongs to no triangle there is none; glTF wants one.
function unitNormals(normals: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(normals);
  for (let at = 0; at < unit.length; at += 3) {
    const length = Math.hypot(unit[at]!, unit[at + 1]!, unit[at + 2]!);
    if (length > 1e-6) for (let i = at; i < at + 3; ++i) unit[i]! /= length;
    else unit.set([0, 1, 0], at);
  }
  return unit;
}

function isEye(joint: string): boolean {
  return joint === "leftEye" || joint === "rightEye";
}

function clamped(weight: number): number {
  return Math.min(1, Math.max(0, weight));
}
