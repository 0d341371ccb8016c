// Numbers that agree but for rounding.

import assert from "node:assert/strict";

export function assertNear(found: ArrayLike<number>, wanted: ArrayLike<number>,
                           tolerance = 1e-9): void {
  assert.equal(found.length, wanted.length);
  for (let i = 0; i < wanted.length; ++i) {
    assert.ok(Math.abs(found[i]! - wanted[i]!) <= tolerance,
              `[${Array.from(found).join(", ")}] is not [${Array.from(wanted).join(", ")}]`);
  }
}
