import assert from "node:assert/strict";
import { test } from "node:test";
import { PerspectiveCamera, Vector3 } from "three";
import {
  eyeOf,
  framingOf,
  outOfBodies,
  views,
  type Seen,
  type View,
} from "../../src/scene/framing.ts";

const fov = 28;

function seenAt(x: number, z: number, heading = 0): Seen {
  const ahead = new Vector3(Math.sin(heading), 0, Math.cos(heading));
  const at = (y: number, before = 0): Vector3 =>
    new Vector3(x, y, z).addScaledVector(ahead, before);
  return {
    hips: at(0.9),
    top: at(1.75),
    face: at(1.55, 0.08),
    wrists: [at(1.2, 0.35), at(0.8, 0.1)],
    heading,
  };
}

function lensOf(aspect: number, above = 0.06, below = 0.1): Parameters<typeof framingOf>[3] {
  const halfHeight = Math.tan((fov * Math.PI) / 360);
  return { halfHeight, halfWidth: halfHeight * aspect, above, below };
}

// Where a point is in the picture: -1 to 1, to the right and upwards.
function place(view: View, all: readonly Seen[], chosen: Seen, aspect: number, point: Vector3) {
  const { framing } = framingOf(view, all, chosen, lensOf(aspect));
  const camera = new PerspectiveCamera(fov, aspect, 0.05, 200);
  camera.position.copy(eyeOf(framing));
  camera.lookAt(framing.target);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  return point.clone().project(camera);
}

const couples: readonly (readonly Seen[])[] = [
  [seenAt(-0.5, 0), seenAt(0.5, 0)],
  [seenAt(-1.8, 0.35, -1.3), seenAt(1.8, 0.35, 1.3)],
  [seenAt(-0.5, 0, 1.03), seenAt(0.5, 0, -1.03)],
  [seenAt(-0.2, 1.6), seenAt(6, -3, 2)],
];

for (const aspect of [0.8, 1.3, 2.2]) {
  test(`a group is seen from head to feet, between names and buttons: ${aspect}`, () => {
    for (const all of couples) {
      for (const view of ["front", "side", "above"] as const) {
        for (const { hips, top } of all) {
          const feet = place(view, all, all[0]!, aspect, new Vector3(hips.x, 0, hips.z));
          const head = place(view, all, all[0]!, aspect, top);
          for (const point of [feet, head]) {
            assert.ok(Math.abs(point.x) < 1, `${view} ${point.x}`);
            assert.ok(point.y < 1 - 2 * 0.05, `${view} ${point.y}`);
            assert.ok(point.y > -1 + 2 * 0.09, `${view} ${point.y}`);
          }
        }
      }
    }
  });

  test(`close views show what they are for: ${aspect}`, () => {
    for (const all of couples) {
      for (const chosen of all) {
        const seen = (view: View, point: Vector3): boolean => {
          const { x, y } = place(view, all, chosen, aspect, point);
          return Math.abs(x) < 0.95 && Math.abs(y) < 0.95;
        };
        assert.ok(seen("face", chosen.face));
        assert.ok(chosen.wrists.every((wrist) => seen("hands", wrist)));
        assert.ok(seen("body", chosen.top));
        assert.ok(seen("body", new Vector3(chosen.hips.x, 0, chosen.hips.z)));
      }
    }
  });
}

test("no view is from within somebody, nor through another one", () => {
  for (const all of couples) {
    for (const chosen of all) {
      for (const view of views) {
        const { framing } = framingOf(view, all, chosen, lensOf(1.3));
        const eye = eyeOf(framing);
        for (const { hips } of all) {
          assert.ok(Math.hypot(eye.x - hips.x, eye.z - hips.z) > 0.6 || eye.y > 2.2, view);
        }
        if (view === "front" || view === "side" || view === "above") continue;
        for (const other of all.filter((one) => one !== chosen)) {
          for (let share = 0; share <= 1; share += 0.02) {
            const at = framing.target.clone().lerp(eye, share);
            const aside = Math.hypot(at.x - other.hips.x, at.z - other.hips.z);
            assert.ok(aside > 0.35, `${view} ${aside}`);
          }
        }
      }
    }
  }
});

test("a view keeps its side as long as nobody is in its way", () => {
  const alone = [seenAt(0, 0)];
  assert.equal(framingOf("face", alone, alone[0]!, lensOf(1.3), -50).turn, -50);
  const [ada, ben] = [seenAt(-0.5, 0, Math.PI / 2), seenAt(0.5, 0, -Math.PI / 2)];
  assert.notEqual(framingOf("face", [ada, ben], ada, lensOf(1.3), 0).turn, 0);
});

test("of a group nobody is behind another one", () => {
  const pairs = [
    [seenAt(-0.5, 0), seenAt(-0.2, 1.7)],
    [seenAt(-0.5, 0), seenAt(-0.5, 1.2)],
    [seenAt(0.3, -1), seenAt(-0.2, 2), seenAt(0.3, 0.4)],
  ];
  for (const all of pairs) {
    const { framing, turn } = framingOf("front", all, all[0]!, lensOf(1.3));
    assert.ok(Math.abs(turn) > 20);
    const aside = new Vector3(0, 1, 0).cross(framing.direction).normalize();
    const places = all.map(({ hips }) => hips.dot(aside)).toSorted((a, b) => a - b);
    for (let i = 1; i < places.length; ++i) assert.ok(places[i]! - places[i - 1]! > 0.35);
  }
  const apart = [seenAt(-0.5, 0), seenAt(0.5, 0)];
  assert.equal(framingOf("front", apart, apart[0]!, lensOf(1.3), 52).turn, 5);
});

test("an eye in somebody is put outside, and others stay where they are", () => {
  const all = [seenAt(0, 0), seenAt(1, 0)];
  const within = outOfBodies(new Vector3(0.1, 1.2, 0), all);
  for (const { hips } of all) {
    assert.ok(Math.hypot(within.x - hips.x, within.z - hips.z) >= 0.599, JSON.stringify(within));
  }
  assert.ok(Math.hypot(within.x - 0.1, within.z) < 1 && within.y === 1.2);
  const outside = new Vector3(0.3, 1.2, 2);
  assert.ok(outOfBodies(outside, all).equals(outside));
  const above = new Vector3(0, 4, 0);
  assert.ok(outOfBodies(above, all).equals(above));
});
