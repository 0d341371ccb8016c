// The picture: ground, light, and the characters that stand there.
import {
  CanvasTexture,
  CircleGeometry,
  Color,
  DirectionalLight,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Scene,
  SRGBColorSpace,
  Vector3,
  WebGLRenderer,
  type Object3D,
} from "three";
import { Eye } from "./eye.ts";

export interface StageColours {
  readonly ground: string;
  readonly horizon: string;
}

// The pace of pictures drawn by software: how much the latest counts, how many are awaited before
// it is judged, and what is slow or quick.
const paceShare = 0.1;
const paceHolds = 20;
const tooSlow_ms = 45;
const quick_ms = 22;
const ratioLeast = 0.6;

export class Stage {
  readonly scene = new Scene();
  readonly eye: Eye;
  readonly canvas: HTMLCanvasElement;
  readonly drawnBySoftware: boolean;
  private readonly renderer: WebGLRenderer;
  private readonly ratioMost: number;
  private readonly ground: Mesh<CircleGeometry, MeshBasicMaterial>;
  private pace_ms = 30; // between pictures, smoothed
  private picturesAtThisPace = 0;
  private readonly sky = new HemisphereLight(0xffffff, 0x9a9088, 2.1);

  private readonly tools: HTMLElement;

  // `tools` lie over its lower edge.
  constructor(canvas: HTMLCanvasElement, tools: HTMLElement) {
    this.canvas = canvas;
    this.tools = tools;
    this.drawnBySoftware = isSoftware(canvas);
    this.renderer = new WebGLRenderer({ canvas, antialias: !this.drawnBySoftware });
    this.renderer.outputColorSpace = SRGBColorSpace;
    this.ratioMost = Math.min(this.drawnBySoftware ? 1 : 2, devicePixelRatio);
    this.renderer.setPixelRatio(this.ratioMost);
    this.eye = new Eye(canvas);
    const sun = new DirectionalLight(0xfff4e6, 2.2);
    sun.position.set(-1.2, 2.6, 2.4);
    const rim = new DirectionalLight(0xdfe8ff, 0.7);
    rim.position.set(1.8, 1.6, -2.2);
    this.ground = new Mesh(
      new CircleGeometry(40, 48),
      new MeshBasicMaterial({ map: fadingDisc(), transparent: true, depthWrite: false }),
    );
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.renderOrder = -2;
    this.scene.add(this.sky, sun, rim, this.ground);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement ?? canvas);
    this.resize();
  }

  paint(colours: StageColours): void {
    this.scene.background = new Color(colours.horizon);
    this.ground.material.color.set(colours.ground);
  }

  draw(): void {
    this.renderer.render(this.scene, this.eye.camera);
  }

  // A picture took so long. Without a graphics card fewer pixels are drawn where it takes too long,
  // and more again where there is time.
  took(milliseconds: number): void {
    if (!this.drawnBySoftware) return;
    this.pace_ms += paceShare * (Math.min(milliseconds, 250) - this.pace_ms);
    if (++this.picturesAtThisPace < paceHolds) return;
    const ratio = this.renderer.getPixelRatio();
    if (this.pace_ms > tooSlow_ms && ratio > ratioLeast) this.draws(ratio * 0.8);
    else if (this.pace_ms < quick_ms && ratio < this.ratioMost) {
      this.draws(Math.min(this.ratioMost, ratio * 1.25));
    }
  }

  // In pixels of the page, from the picture's upper left; undefined behind the eye.
  placeOf(point: Vector3): { x: number; y: number } | undefined {
    const seen = point.clone().project(this.eye.camera);
    if (seen.z > 1) return undefined;
    const { clientWidth, clientHeight } = this.canvas;
    return { x: ((seen.x + 1) / 2) * clientWidth, y: ((1 - seen.y) / 2) * clientHeight };
  }

  private draws(ratio: number): void {
    this.picturesAtThisPace = 0;
    this.renderer.setPixelRatio(ratio);
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.canvas.parentElement ?? this.canvas;
    if (clientWidth === 0 || clientHeight === 0) return;
    this.renderer.setSize(clientWidth, clientHeight, false);
    this.eye.shape(clientWidth, clientHeight, { below_px: this.tools.offsetHeight });
    this.draw();
  }
}

// A dark patch under a character, so that it stands on the ground and does not float. All patches
// are made of the same shape and material, which stay when a character leaves.
export function shadowPatch(): Object3D {
  shadow ??= {
    shape: new PlaneGeometry(0.95, 0.75),
    material: new MeshBasicMaterial({
      map: disc([
        [0, "rgba(0,0,0,0.34)"],
        [0.45, "rgba(0,0,0,0.16)"],
        [1, "rgba(0,0,0,0)"],
      ]),
      transparent: true,
      depthWrite: false,
    }),
  };
  const patch = new Mesh(shadow.shape, shadow.material);
  patch.rotation.x = -Math.PI / 2;
  patch.position.y = 0.002;
  patch.renderOrder = -1;
  return patch;
}

let shadow: { readonly shape: PlaneGeometry; readonly material: MeshBasicMaterial } | undefined;

function fadingDisc(): CanvasTexture {
  return disc([
    [0, "rgba(255,255,255,1)"],
    [0.05, "rgba(255,255,255,1)"],
    [0.2, "rgba(255,255,255,0)"],
  ]);
}

function disc(stops: readonly (readonly [number, string])[]): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 256;
  const pen = canvas.getContext("2d")!;
  const gradient = pen.createRadialGradient(128, 128, 0, 128, 128, 128);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  pen.fillStyle = gradient;
  pen.fillRect(0, 0, 256, 256);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

// Whether pictures are made without a graphics card: then each pixel costs. Asked on a canvas of
// its own, since a canvas keeps the first context that it was asked for.
function isSoftware(canvas: HTMLCanvasElement): boolean {
  const probe = canvas.ownerDocument.createElement("canvas").getContext("webgl2");
  if (!probe) return true;
  const names = probe.getExtension("WEBGL_debug_renderer_info");
  const renderer = String(
    probe.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : probe.RENDERER),
  );
  probe.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(renderer);
}
