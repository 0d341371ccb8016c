// The least VRM 1.0 there can be: the bones that a humanoid needs, and one triangle to be seen.
export const bones: readonly (readonly [
  name: string,
  parent: number,
  offset: readonly number[],
])[] = [
  ["hips", -1, [0, 1, 0]],
  ["spine", 0, [0, 0.15, 0]],
  ["head", 1, [0, 0.4, 0]],
  ["leftUpperArm", 1, [0.18, 0.3, 0]],
  ["leftLowerArm", 3, [0.27, 0, 0]],
  ["leftHand", 4, [0.25, 0, 0]],
  ["rightUpperArm", 1, [-0.18, 0.3, 0]],
  ["rightLowerArm", 6, [-0.27, 0, 0]],
  ["rightHand", 7, [-0.25, 0, 0]],
  ["leftUpperLeg", 0, [0.09, -0.05, 0]],
  ["leftLowerLeg", 9, [0, -0.42, 0]],
  ["leftFoot", 10, [0, -0.42, 0]],
  ["rightUpperLeg", 0, [-0.09, -0.05, 0]],
  ["rightLowerLeg", 12, [0, -0.42, 0]],
  ["rightFoot", 13, [0, -0.42, 0]],
];

export function smallVrm(): Buffer {
  const triangle = new Float32Array([-0.2, 0, 0, 0.2, 0, 0, 0, 0.5, 0]);
  const nodes = bones.map(([name, , offset], index) => {
    const children = bones.flatMap(([, parent], at) => (parent === index ? [at] : []));
    return {
      name,
      translation: offset,
      ...(children.length > 0 ? { children } : {}),
      ...(name === "spine" ? { mesh: 0 } : {}),
    };
  });
  const humanBones = Object.fromEntries(bones.map(([name], node) => [name, { node }]));
  const gltf = {
    asset: { version: "2.0" },
    extensionsUsed: ["VRMC_vrm"],
    extensions: {
      VRMC_vrm: {
        specVersion: "1.0",
        meta: { name: "small", authors: ["test"], licenseUrl: "https://vrm.dev/licenses/1.0/" },
        humanoid: { humanBones },
      },
    },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [
      {
        bufferView: 0,
        componentType: 5126,
        count: 3,
        type: "VEC3",
        min: [-0.2, 0, 0],
        max: [0.2, 0.5, 0],
      },
    ],
    bufferViews: [{ buffer: 0, byteLength: triangle.byteLength }],
    buffers: [{ byteLength: triangle.byteLength }],
  };
  return glb(JSON.stringify(gltf), Buffer.from(triangle.buffer));
}

function glb(json: string, binary: Buffer): Buffer {
  const text = Buffer.from(json.padEnd(4 * Math.ceil(json.length / 4)));
  const chunks = [chunk(0x4e4f534a, text), chunk(0x004e4942, binary)];
  const header = Buffer.alloc(12);
  header.write("glTF");
  header.writeUInt32LE(2, 4);
  header.writeUInt32LE(12 + chunks[0]!.length + chunks[1]!.length, 8);
  return Buffer.concat([header, ...chunks]);
}

function chunk(kind: number, bytes: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt32LE(bytes.length, 0);
  header.writeUInt32LE(kind, 4);
  return Buffer.concat([header, bytes]);
}
