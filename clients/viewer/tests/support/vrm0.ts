// A VRM 1.0 file of ours as the same avatar in VRM 0: everything is turned by half a turn about the
// vertical, for there avatars face -Z, and the humanoid stands in the older extension.
interface Node {
  translation?: number[];
  readonly rotation?: readonly number[];
  readonly matrix?: readonly number[];
}

interface Gltf {
  extensionsUsed: string[];
  extensions: Record<string, unknown>;
  readonly nodes: readonly Node[];
  readonly meshes?: readonly {
    readonly primitives: readonly {
      readonly attributes: Readonly<Record<string, number>>;
      readonly targets?: readonly Readonly<Record<string, number>>[];
    }[];
  }[];
  readonly accessors: readonly {
    readonly bufferView?: number;
    readonly byteOffset?: number;
    readonly componentType: number;
    readonly count: number;
    readonly sparse?: {
      readonly count: number;
      readonly values: { readonly bufferView: number; readonly byteOffset?: number };
    };
    min?: number[];
    max?: number[];
  }[];
  readonly bufferViews: readonly { readonly byteOffset?: number; readonly byteStride?: number }[];
  readonly skins?: readonly { readonly inverseBindMatrices?: number }[];
}

interface Humanoid {
  readonly humanBones: Readonly<Record<string, { readonly node: number }>>;
}

const float = 5126;

export function asVrm0(file: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = Uint8Array.from(file);
  const view = new DataView(bytes.buffer);
  const jsonBytes = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + jsonBytes))) as Gltf;
  const binaryAt = 20 + jsonBytes + 8;
  turnNodes(gltf);
  turnNumbers(gltf, view, binaryAt);
  rename(gltf);
  return withJson(gltf, bytes.subarray(20 + jsonBytes));
}

// Rests are unrotated, so that turning the world turns each offset, and the rests stay.
function turnNodes(gltf: Gltf): void {
  for (const node of gltf.nodes) {
    if (node.rotation || node.matrix) throw new Error("a node whose rest is turned");
    if (node.translation) node.translation = halfTurned(node.translation);
  }
}

function halfTurned([x, y, z]: readonly number[]): number[] {
  return [-x!, y!, -z!];
}

// Vertices, normals and what moves them; and where bones are when the skin is bound.
function turnNumbers(gltf: Gltf, view: DataView, binaryAt: number): void {
  const vectors = new Set<number>();
  for (const { primitives } of gltf.meshes ?? []) {
    for (const { attributes, targets } of primitives) {
      for (const of of [attributes, ...(targets ?? [])]) {
        for (const name of ["POSITION", "NORMAL"]) {
          const accessor = of[name];
          if (accessor !== undefined) vectors.add(accessor);
        }
      }
    }
  }
  for (const at of vectors) negate(gltf, view, binaryAt, at, 3, [0, 2]);
  const binds = new Set(gltf.skins?.flatMap(({ inverseBindMatrices: at }) => at ?? []));
  // Of a matrix that only moves, x and z of its last column.
  for (const at of binds) negate(gltf, view, binaryAt, at, 16, [12, 14]);
}

function negate(
  gltf: Gltf,
  view: DataView,
  binaryAt: number,
  accessorAt: number,
  size: number,
  which: readonly number[],
): void {
  const accessor = gltf.accessors[accessorAt]!;
  if (accessor.componentType !== float) throw new Error("numbers that are no floats");
  // What stands there by default is 0, and stays it.
  for (const [numbers, count] of [
    [accessor, accessor.count],
    [accessor.sparse?.values, accessor.sparse?.count ?? 0],
  ] as const) {
    if (numbers?.bufferView === undefined) continue;
    const { byteOffset = 0, byteStride = 4 * size } = gltf.bufferViews[numbers.bufferView]!;
    const first = binaryAt + byteOffset + (numbers.byteOffset ?? 0);
    for (let item = 0; item < count; ++item) {
      for (const component of which) {
        const place = first + item * byteStride + 4 * component;
        view.setFloat32(place, -view.getFloat32(place, true), true);
      }
    }
  }
  if (accessor.min && accessor.max && size === 3) {
    const [min, max] = [accessor.min, accessor.max];
    accessor.min = [-max[0]!, min[1]!, -max[2]!];
    accessor.max = [-min[0]!, max[1]!, -min[2]!];
  }
}

function rename(gltf: Gltf): void {
  const { humanoid } = gltf.extensions["VRMC_vrm"] as { readonly humanoid: Humanoid };
  const humanBones = Object.entries(humanoid.humanBones).map(([name, { node }]) => ({
    bone: olderNameOf(name),
    node,
    useDefaultValues: true,
  }));
  gltf.extensionsUsed = ["VRM"];
  gltf.extensions = {
    VRM: {
      exporterVersion: "test",
      specVersion: "0.0",
      meta: { title: "older", author: "test" },
      humanoid: { humanBones },
      firstPerson: {},
      blendShapeMaster: { blendShapeGroups: [] },
      secondaryAnimation: { boneGroups: [], colliderGroups: [] },
      materialProperties: [],
    },
  };
}

// The joints of the thumb are the only ones that were renamed.
function olderNameOf(name: string): string {
  return name
    .replace("ThumbProximal", "ThumbIntermediate")
    .replace("ThumbMetacarpal", "ThumbProximal");
}

function withJson(gltf: Gltf, binaryChunk: Uint8Array): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(gltf));
  const padded = new Uint8Array(4 * Math.ceil(json.length / 4)).fill(0x20);
  padded.set(json);
  const whole = new Uint8Array(20 + padded.length + binaryChunk.length);
  const view = new DataView(whole.buffer);
  view.setUint32(0, 0x46546c67, true); // "glTF"
  view.setUint32(4, 2, true);
  view.setUint32(8, whole.length, true);
  view.setUint32(12, padded.length, true);
  view.setUint32(16, 0x4e4f534a, true); // "JSON"
  whole.set(padded, 20);
  whole.set(binaryChunk, 20 + padded.length);
  return whole;
}
