// Materials that cost little: where pictures are made without a graphics card, the physical ones
// that glTF has take most of the time.
import {
  Mesh,
  MeshLambertMaterial,
  MeshStandardMaterial,
  type Material,
  type Object3D,
} from "three";

export function usePlainMaterials(root: Object3D): void {
  const plain = new Map<Material, Material>();
  const plainOf = (material: Material): Material => {
    if (!(material instanceof MeshStandardMaterial)) return material;
    const known = plain.get(material) ?? lambert(material);
    plain.set(material, known);
    return known;
  };
  root.traverse((node) => {
    if (!(node instanceof Mesh)) return;
    const own = node.material as Material | Material[];
    node.material = Array.isArray(own) ? own.map(plainOf) : plainOf(own);
  });
  for (const old of plain.keys()) old.dispose();
}

function lambert(material: MeshStandardMaterial): MeshLambertMaterial {
  const { name, color, map, vertexColors, side, transparent, opacity, alphaTest } = material;
  const { emissive, emissiveMap, depthWrite } = material;
  return new MeshLambertMaterial({
    name,
    color,
    map,
    vertexColors,
    side,
    transparent,
    opacity,
    alphaTest,
    emissive,
    emissiveMap,
    depthWrite,
  });
}
