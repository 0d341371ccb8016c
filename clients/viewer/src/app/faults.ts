// What nobody has caught is told as well: else a page without WebGL would just stay dark.
import type { Notices } from "./notices.ts";

export function tellFaults(notices: Notices): void {
  for (const kind of ["error", "unhandledrejection"] as const) {
    addEventListener(kind, (event) => {
      const message = "reason" in event ? String(event.reason) : event.message;
      if (/^ResizeObserver loop/.test(message)) return; // one that is told a picture later
      notices.say("fault", `Something failed in this page: ${message}`, "error");
    });
  }
}
