// The parts that a glTF is put together from: numbers in one buffer, and the bytes of a .glb.

export interface Node {
  name?: string;
  children?: number[];
  translation?: number[];
  rotation?: number[];
  scale?: number[];
  mesh?: number;
}

interface Accessor {
  readonly bufferView: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: string;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
}

const float = 5126;
const unsignedInt = 5125;
const forVertices = 34962;
const forCorners = 34963;
const componentsOf: Readonly<Record<string, number>> = { SCALAR: 1, VEC3: 3, VEC4: 4 };

export class GltfParts {
  readonly nodes: Node[] = [];
  readonly roots: number[] = [];
  readonly meshes: unknown[] = [];
  readonly materials: unknown[] = [];
  readonly samplers: unknown[] = [];
  readonly channels: unknown[] = [];
  private readonly accessors: Accessor[] = [];
  private readonly views: unknown[] = [];
  private readonly bytes: Uint8Array<ArrayBuffer>[] = [];
  private length = 0;

  // `parent` is the number of a node; undefined: the scene.
  addNode(node: Node, parent?: number): number {
    const number = this.nodes.push(node) - 1;
    if (parent === undefined) this.roots.push(number);
    else (this.nodes[parent]!.children ??= []).push(number);
    return number;
  }

  addFloats(numbers: ArrayLike<number>, type: string, bounds = false): number {
    const floats = Float32Array.from(numbers);
    return this.add(floats, float, type, undefined, bounds);
  }

  addVertices(numbers: ArrayLike<number>, bounds = false): number {
    return this.add(Float32Array.from(numbers), float, "VEC3", forVertices, bounds);
  }

  addCorners(corners: ArrayLike<number>): number {
    return this.add(Uint32Array.from(corners), unsignedInt, "SCALAR", forCorners, false);
  }

  // A property of a node, by the accessors of its times and of its values.
  addMotion(node: number, path: "translation" | "rotation", input: number, output: number): void {
    const sampler = this.samplers.push({ input, output, interpolation: "LINEAR" }) - 1;
    this.channels.push({ sampler, target: { node, path } });
  }

  // `more` stands beside what every glTF has.
  file(animation: string, more: Readonly<Record<string, unknown>>): Blob {
    const some = (name: string, list: readonly unknown[]) => (list.length > 0 ? { [name]: list } : {});
    const json = {
      asset: { version: "2.0", generator: "Kinesphere" },
      scene: 0,
      scenes: [{ nodes: this.roots }],
      nodes: this.nodes,
      ...some("meshes", this.meshes),
      ...some("materials", this.materials),
      animations: [{ name: animation, samplers: this.samplers, channels: this.channels }],
      accessors: this.accessors,
      bufferViews: this.views,
      buffers: [{ byteLength: this.length }],
      ...more,
    };
    return glb(new TextEncoder().encode(JSON.stringify(json)), this.bytes, this.length);
  }

  private add(
    numbers: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
    componentType: number,
    type: string,
    target: number | undefined,
    bounds: boolean,
  ): number {
    const size = componentsOf[type]!;
    const bytes = new Uint8Array(numbers.buffer);
    const place = { buffer: 0, byteOffset: this.length, byteLength: bytes.length };
    const bufferView = this.views.push(target ? { ...place, target } : place) - 1;
    this.bytes.push(bytes);
    this.length += bytes.length; // each number has four bytes, so all stay aligned
    const accessor = { bufferView, componentType, count: numbers.length / size, type };
    const said = bounds ? boundsOf(numbers, size) : {};
    return this.accessors.push({ ...accessor, ...said }) - 1;
  }
}

function boundsOf(numbers: ArrayLike<number>, size: number): { min: number[]; max: number[] } {
  const min = new Array<number>(size).fill(Infinity);
  const max = new Array<number>(size).fill(-Infinity);
  for (let at = 0; at < numbers.length; ++at) {
    min[at % size] = Math.min(min[at % size]!, numbers[at]!);
    max[at % size] = Math.max(max[at % size]!, numbers[at]!);
  }
  return { min, max };
}

function glb(json: Uint8Array, parts: readonly Uint8Array<ArrayBuffer>[], length: number): Blob {
  const padded = new Uint8Array((json.length + 3) & ~3).fill(0x20);
  padded.set(json);
  const words = (...values: number[]): Uint32Array<ArrayBuffer> => Uint32Array.from(values);
  const total = 12 + 8 + padded.length + 8 + length;
  const head = words(0x46546c67, 2, total, padded.length, 0x4e4f534a);
  return new Blob([head, padded, words(length, 0x004e4942), ...parts], { type: "model/gltf-binary" });
}
