// Pulls at hands and shoulders by a pointer. One that goes down on a body that moves by its muscles
// holds it until it goes up, and the camera stands still meanwhile.
import { Vector3 } from "three";
import type { Actor, Actors } from "../scene/actors.ts";
import { chainTo, placeOf } from "../scene/joint_place.ts";
import { PullMark } from "../scene/pull_mark.ts";
import type { Stage } from "../scene/stage.ts";
import { dragsMax, type Drag } from "./drags.ts";
import * as grip from "./grips.ts";

export interface PullerEvents {
  readonly isPhysical: (character: string) => boolean;
  readonly isLive: () => boolean; // what is seen is no recording
  readonly pull: (character: string, joint: string, point: Drag["point"]) => void;
  readonly letGo: (character: string, joint: string) => void;
  readonly inVain: (character: string, grip: grip.Grip) => void; // its muscles do not move it
  readonly changed: (pulling: number) => void;
}

interface Held {
  readonly actor: Actor;
  readonly grip: grip.Grip;
}

interface Pull extends Held {
  readonly joint: Vector3; // where the server had it at first
  readonly grabbed: Vector3; // where the pointer took hold
  readonly beside: Vector3; // from the joint as it is drawn to there
  readonly mark: PullMark;
  pointer: grip.Pixel; // in the picture's own measure
}

export class Puller {
  colour = "#f08c7c";
  private readonly stage: Stage;
  private readonly actors: Actors;
  private readonly events: PullerEvents;
  private readonly pulls = new Map<number, Pull>(); // by pointers

  // Its handlers come before those that turn the camera.
  constructor(stage: Stage, actors: Actors, events: PullerEvents) {
    this.stage = stage;
    this.actors = actors;
    this.events = events;
    const { canvas } = stage;
    canvas.addEventListener("pointerdown", (event) => this.down(event), { capture: true });
    canvas.addEventListener("pointermove", (event) => this.moved(event), { capture: true });
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"] as const)
      canvas.addEventListener(kind, (event) => this.up(event.pointerId));
    addEventListener("blur", () => this.letAllGo());
  }

  // Once a picture: where each pointer is now, and what is held.
  picture(): void {
    for (const [pointer, pull] of this.pulls) {
      if (this.actors.of(pull.actor.skeleton.characterId) !== pull.actor) this.up(pointer);
      else this.pullOn(pull);
    }
  }

  letAllGo(character?: string): void {
    for (const [pointer, { actor }] of this.pulls)
      if (character === undefined || actor.skeleton.character === character) this.up(pointer);
  }

  private down(event: PointerEvent): void {
    const held = event.button === 0 && this.events.isLive() ? this.under(event) : undefined;
    const character = held?.actor.skeleton.character ?? "";
    const isMoved = held !== undefined && this.events.isPhysical(character);
    // While one finger holds a hand, another one does not turn the camera.
    if (isMoved || this.pulls.size > 0) event.stopImmediatePropagation();
    if (!held) return;
    if (!isMoved) return this.events.inVain(character, held.grip);
    const isTaken = [...this.pulls.values()].some(
      (each) => each.actor === held.actor && each.grip === held.grip,
    );
    if (isTaken || this.pulls.size >= dragsMax) return;
    event.preventDefault();
    const { canvas } = this.stage;
    canvas.focus({ preventScroll: true });
    canvas.setPointerCapture(event.pointerId);
    this.begin(event, held);
  }

  private begin(event: PointerEvent, held: Held): void {
    const { skeleton, pose, body } = held.actor;
    const drawn = body.jointPlace(held.grip.joint, new Vector3());
    if (!drawn || !pose) return;
    const pointer = this.measured(event);
    const grabbed = grip.inPlane(this.stage.eye.camera, pointer, drawn);
    const joint = new Vector3(...placeOf(chainTo(held.grip.joint, skeleton), skeleton, pose));
    const mark = new PullMark(this.colour);
    this.stage.scene.add(mark.group);
    const beside = grabbed.clone().sub(drawn);
    const pull = { ...held, joint, grabbed, beside, mark, pointer };
    this.pulls.set(event.pointerId, pull);
    this.pullOn(pull);
    this.tell();
  }

  private moved(event: PointerEvent): void {
    const pull = this.pulls.get(event.pointerId);
    if (pull) {
      event.stopImmediatePropagation();
      pull.pointer = this.measured(event);
    } else if (event.buttons === 0 && event.pointerType === "mouse") {
      const held = this.events.isLive() ? this.under(event) : undefined;
      const can = held !== undefined && this.events.isPhysical(held.actor.skeleton.character);
      this.stage.canvas.dataset["grip"] = can ? "can" : "";
    }
  }

  private up(pointer: number): void {
    const pull = this.pulls.get(pointer);
    if (!pull) return;
    this.pulls.delete(pointer);
    pull.mark.dispose();
    this.events.letGo(pull.actor.skeleton.character, pull.grip.joint);
    this.tell();
  }

  private tell(): void {
    const { canvas, eye } = this.stage;
    const isPulling = this.pulls.size > 0;
    eye.holdsStill = isPulling;
    canvas.dataset["grip"] = isPulling ? "holds" : "";
    this.events.changed(this.pulls.size);
  }

  // The joint goes as far as the pointer has gone since it took hold.
  private pullOn({ actor, grip: held, joint, grabbed, beside, mark, pointer }: Pull): void {
    const { camera } = this.stage.eye;
    const now = grip.inPlane(camera, pointer, grabbed);
    const { x, y, z } = now.clone().sub(grabbed).add(joint);
    this.events.pull(actor.skeleton.character, held.joint, [x, y, z]);
    const drawn = actor.body.jointPlace(held.joint, new Vector3());
    if (drawn) mark.place(drawn.add(beside), now, camera.position);
  }

  private under(event: PointerEvent): Held | undefined {
    const { canvas, eye } = this.stage;
    const least_px = event.pointerType === "touch" ? grip.fingerReach_px : grip.mouseReach_px;
    const candidates: grip.Candidate<Held>[] = [];
    for (const actor of this.actors.all) {
      if (!actor.posed) continue;
      for (const each of grip.grips) {
        const drawn = actor.body.jointPlace(each.joint, new Vector3());
        if (!drawn) continue;
        const size = grip.pixelsPerMetre(eye.camera, canvas.clientHeight, drawn);
        candidates.push({
          what: { actor, grip: each },
          places: this.seenAt(actor, each, drawn),
          reach_px: grip.reach_px(size, least_px),
        });
      }
    }
    return grip.nearest(candidates, this.pixel(event));
  }

  private seenAt(actor: Actor, { towards }: grip.Grip, drawn: Vector3): grip.Pixel[] {
    const end = towards && actor.body.jointPlace(towards, new Vector3());
    const places = end ? [drawn, end] : [drawn];
    return places.map((place) => this.stage.placeOf(place)).filter((place) => place !== undefined);
  }

  private pixel({ clientX, clientY }: PointerEvent): grip.Pixel {
    const { left, top } = this.stage.canvas.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  private measured(event: PointerEvent): grip.Pixel {
    const { x, y } = this.pixel(event);
    const { clientWidth, clientHeight } = this.stage.canvas;
    return { x: (2 * x) / clientWidth - 1, y: 1 - (2 * y) / clientHeight };
  }
}
