import assert from "node:assert/strict";
import { test } from "node:test";
import { PerspectiveCamera, Vector3 } from "three";
import {
  fingerReach_px,
  inPlane,
  mouseReach_px,
  nearest,
  pixelsPerMetre,
  reach_px,
} from "../../src/muscles/grips.ts";

function camera(place: Vector3, at: Vector3): PerspectiveCamera {
  const made = new PerspectiveCamera(28, 1.6, 0.05, 200);
  made.position.copy(place);
  made.lookAt(at);
  made.updateMatrixWorld();
  return made;
}

const cameras = [
  camera(new Vector3(0, 1, 5), new Vector3(0, 1, 0)),
  camera(new Vector3(-3, 1.4, 0.6), new Vector3(-0.5, 1, 0)),
  camera(new Vector3(0.2, 6, 2), new Vector3(0, 1, 0)),
];

test("a pointer on a joint is at the joint, from wherever it is seen", () => {
  for (const each of cameras) {
    const joint = new Vector3(-0.3, 1.2, 0.25);
    const seen = joint.clone().project(each);
    const found = inPlane(each, seen, joint);
    assert.ok(found.distanceTo(joint) < 1e-9, `${found.distanceTo(joint)} m`);
  }
});

test("a pointer elsewhere is where it is seen, as far from the camera as the joint", () => {
  for (const each of cameras) {
    const joint = new Vector3(-0.3, 1.2, 0.25);
    const found = inPlane(each, { x: 0.4, y: -0.7 }, joint);
    const seen = found.clone().project(each);
    assert.ok(Math.hypot(seen.x - 0.4, seen.y + 0.7) < 1e-9);
    const facing = each.getWorldDirection(new Vector3());
    assert.ok(Math.abs(found.clone().sub(joint).dot(facing)) < 1e-9, "it leaves the plane");
    assert.ok(found.distanceTo(joint) > 0.1);
  }
});

test("a metre has as many pixels as two places a metre apart are seen apart", () => {
  const [front] = cameras;
  const height_px = 600;
  const at = new Vector3(0, 1, 1);
  const seenAt = (y: number): number => at.clone().setY(y).project(front!).y;
  const apart = (seenAt(1.5) - seenAt(0.5)) / 2;
  assert.ok(Math.abs(pixelsPerMetre(front!, height_px, at) - height_px * apart) < 1e-6);
  assert.equal(pixelsPerMetre(front!, height_px, new Vector3(0, 1, 9)), 0, "behind the camera");
});

test("of two in reach the nearer one is held, and of none nothing", () => {
  const candidates = [
    { what: "wrist", places: [{ x: 100, y: 100 }], reach_px: 20 },
    { what: "hand", places: [{ x: 300, y: 0 }, { x: 110, y: 100 }], reach_px: 20 },
  ];
  assert.equal(nearest(candidates, { x: 103, y: 100 }), "wrist");
  assert.equal(nearest(candidates, { x: 107, y: 100 }), "hand");
  assert.equal(nearest(candidates, { x: 100, y: 119 }), "wrist");
  assert.equal(nearest(candidates, { x: 100, y: 121 }), undefined);
  assert.equal(nearest([], { x: 0, y: 0 }), undefined);
});

test("a finger reaches farther than a mouse, and neither over half a body that is near", () => {
  assert.equal(reach_px(10, mouseReach_px), mouseReach_px);
  assert.equal(reach_px(10, fingerReach_px), fingerReach_px);
  assert.ok(fingerReach_px > mouseReach_px);
  assert.ok(reach_px(300, mouseReach_px) > mouseReach_px, "a larger hand is found by its size");
  assert.ok(reach_px(5000, fingerReach_px) < 60);
});
