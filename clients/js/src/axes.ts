// Frames in the axes of other programs: a signed permutation of the axes, and the size of a metre.
// What a map makes of a rotation follows from that: of a quaternion's vector part the same as of a
// vector, the other way round where it mirrors. clients/renderers/axes.json has the same maps.

import type { Quaternion, Vector } from "./quaternion.js";

/** Of x, y or z there: the axis here, and its sign. */
type Row = readonly [axis: 0 | 1 | 2, sign: 1 | -1];

export class AxisMap {
  readonly name: string;
  /** What one metre becomes. */
  readonly unit: number;
  /** Whether the target is left-handed. */
  readonly mirrors: boolean;
  readonly #rows: readonly [Row, Row, Row];

  constructor(name: string, rows: readonly [Row, Row, Row], unit = 1) {
    this.name = name;
    this.unit = unit;
    this.#rows = rows;
    const isEven = (rows[0][0] + 1) % 3 === rows[1][0];
    this.mirrors = rows[0][1] * rows[1][1] * rows[2][1] * (isEven ? 1 : -1) < 0;
  }

  direction(v: Vector): Vector {
    const [x, y, z] = this.#rows;
    return [x[1] * v[x[0]], y[1] * v[y[0]], z[1] * v[z[0]]];
  }

  /** A point or an offset, in the target's units. */
  vector(v: Vector): Vector {
    const [x, y, z] = this.direction(v);
    return [this.unit * x, this.unit * y, this.unit * z];
  }

  /** x, y, z, w of a rotation. */
  quaternion(q: Quaternion): Quaternion {
    const side = this.mirrors ? -1 : 1;
    const [x, y, z] = this.direction([q[0], q[1], q[2]]);
    return [side * x, side * y, side * z, q[3]];
  }
}

/** By the names of axes.json. */
export const axisMaps: ReadonlyMap<string, AxisMap> = new Map([
  new AxisMap("gltf", [[0, 1], [1, 1], [2, 1]]),
  new AxisMap("blender", [[0, 1], [2, -1], [1, 1]]),
  new AxisMap("unity", [[0, -1], [1, 1], [2, 1]]),
  new AxisMap("unreal-mesh", [[0, 1], [2, 1], [1, 1]], 100),
  new AxisMap("unreal-actor", [[2, 1], [0, -1], [1, 1]], 100),
  new AxisMap("vrm0", [[0, -1], [1, 1], [2, -1]]),
].map((map) => [map.name, map]));
