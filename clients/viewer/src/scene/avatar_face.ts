// The face of an avatar, by whatever it offers: ARKit's shapes as morph targets or as expressions
// of the same names; else the expressions of VRM, which are nearest to them.
import type { VRM } from "@pixiv/three-vrm";
import { Mesh, type Object3D } from "three";

type Weight = (channel: string) => number;

// VRM's expressions out of ARKit's channels, for avatars that have no finer ones.
const approximations: readonly [expression: string, weight: (of: Weight) => number][] = [
  ["blinkLeft", (of) => of("eyeBlinkLeft")],
  ["blinkRight", (of) => of("eyeBlinkRight")],
  ["aa", (of) => of("jawOpen") * (1 - of("mouthClose"))],
  ["ou", (of) => Math.max(of("mouthPucker"), of("mouthFunnel"))],
  ["ih", (of) => (of("mouthStretchLeft") + of("mouthStretchRight")) / 2],
  ["happy", (of) => (of("mouthSmileLeft") + of("mouthSmileRight")) / 2],
  ["angry", (of) => (of("browDownLeft") + of("browDownRight")) / 2],
  ["sad", (of) => (of("mouthFrownLeft") + of("mouthFrownRight")) / 2],
  ["surprised", (of) => (of("eyeWideLeft") + of("eyeWideRight")) / 2],
];

const vrmChannel = "vrm_";

export class AvatarFace {
  private readonly vrm: VRM;
  private readonly channels: readonly string[];
  private readonly targets: readonly (readonly MorphTarget[])[]; // of each channel
  private readonly expressions: readonly (string | undefined)[]; // of each channel
  private readonly approximated: boolean;
  private now = new Float32Array(0);

  constructor(vrm: VRM, channels: readonly string[]) {
    this.vrm = vrm;
    this.channels = channels;
    const morphs = morphTargetsOf(vrm.scene);
    this.targets = channels.map((channel) => morphs.get(channel.toLowerCase()) ?? []);
    const named = new Map(
      (vrm.expressionManager?.expressions ?? []).map(
        (expression) =>
          [expression.expressionName.toLowerCase(), expression.expressionName] as const,
      ),
    );
    this.expressions = channels.map((channel, index) => {
      if (this.targets[index]!.length > 0) return undefined;
      const name = channel.startsWith(vrmChannel) ? channel.slice(vrmChannel.length) : channel;
      return named.get(name.toLowerCase());
    });
    const open = channels.indexOf("jawOpen");
    this.approximated = open >= 0 && !this.targets[open]?.length && !this.expressions[open];
  }

  // What is seen from the next picture on.
  set weights(weights: Float32Array<ArrayBuffer>) {
    this.now = weights;
  }

  // Before VRM's own expressions are applied, which then add to morph targets …
  beforeExpressions(): void {
    for (const targets of this.targets) {
      for (const target of targets) target.influences[target.index] = 0;
    }
    const manager = this.vrm.expressionManager;
    if (!manager) return;
    const of: Weight = (channel) => this.now[this.channels.indexOf(channel)] ?? 0;
    if (this.approximated) {
      for (const [name, weight] of approximations) manager.setValue(name, Math.min(1, weight(of)));
    }
    this.expressions.forEach((expression, index) => {
      if (expression === undefined) return;
      const nearest = this.approximated ? (manager.getValue(expression) ?? 0) : 0;
      manager.setValue(expression, Math.min(1, Math.max(this.now[index] ?? 0, nearest)));
    });
  }

  // … and after: they begin by setting to nothing what they know of.
  afterExpressions(): void {
    this.targets.forEach((targets, index) => {
      const weight = this.now[index] ?? 0;
      for (const { influences, index: at } of targets)
        influences[at] = (influences[at] ?? 0) + weight;
    });
  }
}

interface MorphTarget {
  readonly influences: number[];
  readonly index: number;
}

function morphTargetsOf(root: Object3D): Map<string, MorphTarget[]> {
  const found = new Map<string, MorphTarget[]>();
  root.traverse((node) => {
    if (!(node instanceof Mesh) || !node.morphTargetDictionary) return;
    const influences = node.morphTargetInfluences;
    if (!influences) return;
    for (const [name, index] of Object.entries(node.morphTargetDictionary)) {
      const same = found.get(name.toLowerCase()) ?? [];
      same.push({ influences, index });
      found.set(name.toLowerCase(), same);
    }
  });
  return found;
}
