// The mark of a sync point. Where the script may say when it comes, it can be dragged along its row,
// or moved by the arrow keys.
import type { RowSync } from "./performance.ts";

const step_s = 0.05;
const fineStep_s = 0.01;

export interface MarkEvents {
  readonly canMove: boolean;
  readonly moved: (time_s: number) => void;
}

export function syncMark(sync: RowSync, length_s: number, events: MarkEvents): HTMLElement {
  const mark = document.createElement("span");
  mark.className = "sync";
  mark.classList.toggle("happened", sync.happened);
  place(mark, sync, sync.time_s, length_s);
  if (events.canMove) letMove(mark, sync, length_s, events.moved);
  return mark;
}

function letMove(
  mark: HTMLElement,
  sync: RowSync,
  length_s: number,
  moved: (time_s: number) => void,
): void {
  let time_s = sync.time_s;
  const goTo = (wanted_s: number): void => {
    time_s = Math.min(Math.max(0, wanted_s), length_s);
    place(mark, sync, time_s, length_s);
  };
  mark.classList.add("movable");
  mark.tabIndex = 0;
  mark.role = "slider";
  mark.ariaLabel = `When ${sync.name} of ${sync.id.split(":")[1]} comes`;
  mark.title += "; drag it to another time";
  const follow = ({ clientX }: PointerEvent): void => {
    const lane = mark.parentElement!.getBoundingClientRect();
    goTo(((clientX - lane.left) / lane.width) * length_s);
  };
  mark.addEventListener("pointerdown", (event) => {
    mark.setPointerCapture(event.pointerId);
    mark.classList.add("moving");
    mark.addEventListener("pointermove", follow);
    event.preventDefault();
    mark.focus();
  });
  mark.addEventListener("lostpointercapture", () => {
    mark.classList.remove("moving");
    mark.removeEventListener("pointermove", follow);
    if (time_s !== sync.time_s) moved(time_s);
  });
  mark.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (way === undefined) return;
    event.preventDefault();
    goTo(time_s + way * (event.shiftKey ? fineStep_s : step_s));
    moved(time_s);
  });
}

function place(mark: HTMLElement, sync: RowSync, time_s: number, length_s: number): void {
  mark.style.left = `${(100 * time_s) / length_s}%`;
  mark.title = `${sync.name}: ${time_s.toFixed(2)} s`;
  mark.dataset["time"] = `${sync.name} ${time_s.toFixed(2)} s`;
  mark.setAttribute("aria-valuetext", `${time_s.toFixed(2)} s`);
  mark.ariaValueMax = length_s.toFixed(2);
  mark.ariaValueNow = time_s.toFixed(2);
}
