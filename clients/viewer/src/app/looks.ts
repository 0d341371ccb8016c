// What the picture shows of characters, for tests and for those who look at the console.
import { Vector3 } from "three";
import { chainTo, placeOf } from "../scene/joint_place.ts";
import { channelsAt } from "../scene/pose.ts";
import type { Actor, Actors } from "../scene/actors.ts";
import type { Stage } from "../scene/stage.ts";
import type { Picture } from "./picture.ts";

export function looks(stage: Stage, actors: Actors, picture: Picture) {
  const named = (name: string): Actor | undefined =>
    actors.all.find((one) => one.skeleton.character === name);

  return {
    // Where a character is seen, in pixels of the page: from one hand stretched out to the other.
    boxOf(name: string): DOMRect | undefined {
      const actor = named(name);
      if (!actor?.posed) return undefined;
      const feet = stage.placeOf(actor.body.root.position);
      const top = stage.placeOf(actor.body.topOfHead(actor.body.root.position.clone()));
      if (!feet || !top) return undefined;
      const shown = stage.canvas.getBoundingClientRect();
      const height = feet.y - top.y;
      return new DOMRect(shown.x + feet.x - height / 2, shown.y + top.y, height, height);
    },

    // What the last picture showed of a character: the moment on the server's count of ticks, when
    // it was drawn, and how strong a channel was.
    shown(
      name: string,
      channel: string,
    ): { now_s: number; drawn_ms: number; value: number } | undefined {
      const actor = named(name);
      const index = actor?.skeleton.channels.indexOf(channel) ?? -1;
      if (!actor?.pose || index < 0) return undefined;
      return { ...picture.shown, value: actor.pose[channelsAt(actor.skeleton) + index] ?? 0 };
    },

    // Where a joint is: drawn, in pixels of the page, and in the world, as the server has it.
    joint(
      name: string,
      joint: string,
    ): { x: number; y: number; place: readonly number[] } | undefined {
      const actor = named(name);
      const drawn = actor?.body.jointPlace(joint, new Vector3());
      const seen = drawn && stage.placeOf(drawn);
      if (!actor?.pose || !seen) return undefined;
      const { left, top } = stage.canvas.getBoundingClientRect();
      const place = placeOf(chainTo(joint, actor.skeleton), actor.skeleton, actor.pose);
      return { x: left + seen.x, y: top + seen.y, place };
    },

    eye: () => ({
      place: stage.eye.camera.position.toArray(),
      target: stage.eye.target.toArray(),
      hasArrived: stage.eye.hasArrived,
      rests: stage.eye.rests,
    }),
    bodies: () => actors.look().map(({ hips, top }) => [hips.toArray(), top.toArray()]),
  };
}
