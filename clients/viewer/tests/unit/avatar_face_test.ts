import assert from "node:assert/strict";
import { test } from "node:test";
import type { VRM } from "@pixiv/three-vrm";
import { BufferGeometry, Mesh, Object3D } from "three";
import { AvatarFace } from "../../src/scene/avatar_face.ts";

// A face of morph targets, and a manager of expressions that does as VRM's does: it sets to nothing
// what its expressions bind, then adds their weights.
function faceOf(
  morphs: readonly string[],
  expressions: readonly string[],
  bound: readonly [string, string][] = [],
) {
  const mesh = new Mesh(new BufferGeometry());
  mesh.morphTargetDictionary = Object.fromEntries(morphs.map((name, index) => [name, index]));
  mesh.morphTargetInfluences = morphs.map(() => 0);
  const scene = new Object3D();
  scene.add(mesh);
  const values = new Map<string, number>();
  const expressionManager = {
    expressions: expressions.map((expressionName) => ({ expressionName })),
    setValue: (name: string, value: number) => values.set(name, value),
    getValue: (name: string) => values.get(name) ?? 0,
  };
  const update = (): void => {
    for (const [, morph] of bound) mesh.morphTargetInfluences![morphs.indexOf(morph)] = 0;
    for (const [expression, morph] of bound) {
      mesh.morphTargetInfluences![morphs.indexOf(morph)]! += values.get(expression) ?? 0;
    }
  };
  const vrm = { scene, expressionManager } as unknown as VRM;
  const show = (face: AvatarFace, weights: readonly number[]): readonly number[] => {
    face.weights = Float32Array.from(weights);
    face.beforeExpressions();
    update();
    face.afterExpressions();
    return mesh.morphTargetInfluences!.map((value) => Number(value.toFixed(6)));
  };
  return { vrm, values, show };
}

test("channels are morph targets of the same names, whatever their case", () => {
  const { vrm, show } = faceOf(["JawOpen", "eyeBlinkLeft"], []);
  const face = new AvatarFace(vrm, ["eyeBlinkLeft", "jawOpen", "noseSneerLeft"]);
  assert.deepEqual(show(face, [0.25, 0.5, 1]), [0.5, 0.25]);
  assert.deepEqual(show(face, [0, 0.5, 1]), [0.5, 0]);
});

test("an expression that binds the same shape adds to it, and nothing piles up", () => {
  const { vrm, show } = faceOf(
    ["jawOpen", "mouthSmileLeft"],
    ["happy"],
    [["happy", "mouthSmileLeft"]],
  );
  const face = new AvatarFace(vrm, ["jawOpen", "mouthSmileLeft", "vrm_happy"]);
  for (let picture = 0; picture < 3; ++picture) {
    assert.deepEqual(show(face, [0.5, 0.25, 0.5]), [0.5, 0.75]);
  }
  assert.deepEqual(show(face, [0, 0, 0]), [0, 0]);
});

test("a face that knows VRM's expressions only gets what is nearest", () => {
  const { vrm, values, show } = faceOf([], ["aa", "blinkLeft", "happy"]);
  const face = new AvatarFace(vrm, [
    "jawOpen",
    "eyeBlinkLeft",
    "mouthSmileLeft",
    "mouthSmileRight",
    "vrm_happy",
  ]);
  show(face, [0.5, 1, 0.4, 0.8, 0.1]);
  assert.equal(values.get("aa"), 0.5);
  assert.equal(values.get("blinkLeft"), 1);
  assert.ok(Math.abs(values.get("happy")! - 0.6) < 1e-6);
});

test("expressions of ARKit's names are driven as such", () => {
  const { vrm, values, show } = faceOf([], ["JawOpen", "aa"]);
  const face = new AvatarFace(vrm, ["jawOpen"]);
  show(face, [0.5]);
  assert.equal(values.get("JawOpen"), 0.5);
  assert.equal(values.get("aa"), undefined);
});
