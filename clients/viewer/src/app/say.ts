// A sentence to be said: what somebody types becomes a script, which stands in the editor and is
// performed.
import { element } from "./elements.ts";

let count = 0;

export function sayScript(text: string): string {
  const safe = text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  return [
    `<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="say${++count}">`,
    '  <speech id="s1">',
    `    <text>${safe}</text>`,
    "  </speech>",
    "</bml>",
    "",
  ].join("\n");
}

export function offerToSay(say: (script: string) => void): void {
  const text = element("say-text", HTMLInputElement);
  element("say", HTMLFormElement).addEventListener("submit", (event) => {
    event.preventDefault();
    const words = text.value.trim();
    if (words) say(sayScript(words));
    else text.focus();
  });
}
