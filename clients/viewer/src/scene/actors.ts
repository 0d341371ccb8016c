// Everybody on the stage: a body, a name, a shadow and two trails each.
import { Group, Vector3 } from "three";
import { loadAvatar } from "./avatar.ts";
import type { Body } from "./body.ts";
import { Figure } from "./figure.ts";
import type { Seen } from "./framing.ts";
import { hipsAt, type Pose, type Skeleton } from "./pose.ts";
import { shadowPatch, type Stage } from "./stage.ts";
import { Trail } from "./trail.ts";

// So many get an avatar of their own; a crowd is drawn as figures.
const avatarsMax = 6;

export interface Actor {
  readonly skeleton: Skeleton;
  body: Body;
  avatar: "figure" | "served" | "dropped";
  readonly shadow: ReturnType<typeof shadowPatch>;
  readonly trails: Readonly<Record<"left" | "right", Trail>>;
  readonly tag: HTMLElement;
  posed: boolean;
  pose: Pose | undefined; // the last
  readonly seen: Seen & { heading: number };
}

export interface ActorEvents {
  // The avatar that the server has for a body; undefined: none.
  readonly fetchAvatar: (body: string) => Promise<ArrayBuffer | undefined>;
  readonly failed: (message: string) => void;
  readonly dressed: (actor: Actor) => void;
}

export class Actors {
  private readonly stage: Stage;
  private readonly tags: HTMLElement;
  private readonly events: ActorEvents;
  private readonly actors = new Map<number, Actor>();
  private readonly dressed = new Set<Actor>(); // or about to be, in what the server has
  private readonly trails = new Group();
  private trailColours = { left: "#3b7dd8", right: "#e07b39" };
  private readonly point = new Vector3();

  constructor(stage: Stage, tags: HTMLElement, events: ActorEvents) {
    this.stage = stage;
    this.tags = tags;
    this.events = events;
    stage.scene.add(this.trails);
  }

  get all(): readonly Actor[] {
    return [...this.actors.values()];
  }

  of(character: number): Actor | undefined {
    return this.actors.get(character);
  }

  enter(skeleton: Skeleton): void {
    const known = this.actors.get(skeleton.characterId);
    if (known && JSON.stringify(known.skeleton) === JSON.stringify(skeleton)) return;
    this.leave(skeleton.characterId);
    const tag = document.createElement("span");
    tag.className = "name-tag";
    tag.textContent = skeleton.character;
    this.tags.append(tag);
    const actor: Actor = {
      skeleton,
      body: new Figure(skeleton, Math.max(0, skeleton.characterId - 1)),
      avatar: "figure",
      shadow: shadowPatch(),
      trails: { left: new Trail(), right: new Trail() },
      tag,
      posed: false,
      pose: undefined,
      seen: {
        hips: new Vector3(),
        top: new Vector3(),
        face: new Vector3(),
        wrists: [new Vector3(), new Vector3()],
        heading: 0,
      },
    };
    actor.body.root.visible = false;
    this.tint(actor);
    this.trails.add(actor.trails.left.mesh, actor.trails.right.mesh);
    this.stage.scene.add(actor.body.root, actor.shadow);
    this.actors.set(skeleton.characterId, actor);
    void this.dressAsServed(actor);
  }

  leave(character: number): void {
    const actor = this.actors.get(character);
    if (!actor) return;
    actor.body.dispose();
    actor.shadow.removeFromParent();
    actor.trails.left.dispose();
    actor.trails.right.dispose();
    actor.tag.remove();
    this.dressed.delete(actor);
    this.actors.delete(character);
  }

  keepOnly(characters: ReadonlySet<number>): void {
    for (const id of [...this.actors.keys()]) if (!characters.has(id)) this.leave(id);
  }

  // Throws, with words for a person, where the file is no avatar.
  async dress(actor: Actor, file: ArrayBuffer, as: "served" | "dropped"): Promise<void> {
    const avatar = await loadAvatar(file, actor.skeleton, this.stage.drawnBySoftware);
    if (this.actors.get(actor.skeleton.characterId) !== actor) {
      avatar.dispose();
      return;
    }
    this.wear(actor, avatar, as);
  }

  // Back to the avatar that the server has for its body, or to the figure.
  async undress(actor: Actor): Promise<void> {
    const { skeleton } = actor;
    this.wear(actor, new Figure(skeleton, Math.max(0, skeleton.characterId - 1)), "figure");
    this.dressed.delete(actor);
    await this.dressAsServed(actor);
  }

  pose(character: number, pose: Pose): void {
    const actor = this.actors.get(character);
    if (!actor) return;
    actor.body.apply(pose);
    actor.pose = pose;
    actor.body.root.visible = true;
    const root = actor.body.root;
    this.point.set(pose[hipsAt]!, 0, pose[hipsAt + 2]!).applyQuaternion(root.quaternion);
    actor.shadow.position.set(
      root.position.x + this.point.x,
      0.002,
      root.position.z + this.point.z,
    );
    const { hips, wrists } = actor.seen;
    hips.set(pose[hipsAt]!, pose[hipsAt + 1]!, pose[hipsAt + 2]!);
    hips.applyQuaternion(root.quaternion).add(root.position);
    actor.seen.heading = 2 * Math.atan2(root.quaternion.y, root.quaternion.w);
    if (!actor.posed) wrists.forEach((wrist) => wrist.copy(hips));
    actor.posed = true;
  }

  // Those who are on the stage, as they are seen at this picture.
  look(): readonly Seen[] {
    const posed = this.all.filter((one) => one.posed);
    for (const { body, seen } of posed) {
      body.topOfHead(seen.top);
      body.middleOfFace(seen.face);
    }
    return posed.map((one) => one.seen);
  }

  // Left wrist at 1, 2, 3 and right wrist at 4, 5, 6 of the sample, as the Worker sends it.
  trace(character: number, sample: Float64Array | readonly number[]): void {
    const actor = this.actors.get(character);
    if (!actor) return;
    actor.trails.left.add(sample[0]!, sample[1]!, sample[2]!, sample[3]!);
    actor.trails.right.add(sample[0]!, sample[4]!, sample[5]!, sample[6]!);
    actor.seen.wrists[0].set(sample[1]!, sample[2]!, sample[3]!);
    actor.seen.wrists[1].set(sample[4]!, sample[5]!, sample[6]!);
  }

  advance(seconds: number, now_s: number): void {
    const eye = this.stage.eye.camera.position;
    for (const actor of this.actors.values()) {
      actor.body.advance(seconds);
      if (this.trails.visible) {
        actor.trails.left.draw(now_s, eye);
        actor.trails.right.draw(now_s, eye);
      }
    }
  }

  // After the picture is drawn, for then every node is where it was seen.
  placeTags(): void {
    for (const actor of this.actors.values()) {
      const place = actor.posed ? this.stage.placeOf(actor.body.topOfHead(this.point)) : undefined;
      actor.tag.hidden = place === undefined;
      if (!place) continue;
      const x = Math.round(place.x * 2) / 2;
      const y = Math.round(place.y * 2) / 2;
      actor.tag.style.transform = `translate(${x}px, ${y}px) translate(-50%, -100%)`;
    }
  }

  set trailsShown(shown: boolean) {
    this.trails.visible = shown;
  }

  clearTrails(): void {
    for (const actor of this.actors.values()) {
      actor.trails.left.clear();
      actor.trails.right.clear();
    }
  }

  paint(colours: { readonly left: string; readonly right: string }): void {
    this.trailColours = { ...colours };
    for (const actor of this.actors.values()) this.tint(actor);
  }

  private tint(actor: Actor): void {
    actor.trails.left.tint(this.trailColours.left);
    actor.trails.right.tint(this.trailColours.right);
  }

  private async dressAsServed(actor: Actor): Promise<void> {
    if (this.dressed.size >= avatarsMax || actor.skeleton.body === "") return;
    this.dressed.add(actor);
    try {
      const file = await this.events.fetchAvatar(actor.skeleton.body);
      if (!file) this.dressed.delete(actor);
      else if (actor.avatar === "figure") await this.dress(actor, file, "served");
    } catch (error) {
      this.dressed.delete(actor);
      this.events.failed(`The avatar ${actor.skeleton.body} cannot be shown: ${String(error)}`);
    }
  }

  private wear(actor: Actor, avatar: Body, as: Actor["avatar"]): void {
    avatar.root.visible = actor.posed;
    if (actor.pose) avatar.apply(actor.pose);
    actor.body.dispose();
    actor.body = avatar;
    actor.avatar = as;
    this.stage.scene.add(avatar.root);
    this.events.dressed(actor);
  }
}
