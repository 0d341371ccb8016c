// Whom the character looks at while it does what the script says: a choice, which stands in the
// script as a sequence of its own.
import { takesManner, withoutComments } from "./manner.ts";

const id = "look";
const own = new RegExp(`[ \\t]*<sequence id="${id}"[^>]*>[^]*?</sequence>\\n?`);

// A script of another language, or one without an end, stays as it is. An empty target: nobody.
export function withLook(script: string, target: string): string {
  if (!takesManner(script)) return script;
  const bare = script.replace(own, "");
  const end = bare.lastIndexOf("</script>");
  if (target === "" || end < 0) return bare;
  const safe = target.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  const look =
    `  <sequence id="${id}">\n` +
    '    <pose time="0.5" hold="2s">\n' +
    `      <look-at target="${safe}" with="head-neck"/>\n` +
    "    </pose>\n" +
    "  </sequence>\n";
  return bare.slice(0, end) + look + bare.slice(end);
}

// Empty where it says nothing of that.
export function lookOf(script: string): string {
  const sequence = own.exec(withoutComments(script))?.[0] ?? "";
  return /<look-at target="([^"]*)"/.exec(sequence)?.[1] ?? "";
}

export class LookChoice {
  private readonly select = document.createElement("select");

  constructor(panel: HTMLElement, choose: (target: string) => void) {
    const label = document.createElement("label");
    label.className = "choice";
    const name = document.createElement("span");
    name.textContent = "Looks at";
    label.append(name, this.select);
    panel.querySelector(".choices")?.append(label);
    this.select.add(new Option("nobody", ""));
    this.select.addEventListener("change", () => choose(this.select.value));
  }

  set targets(names: readonly string[]) {
    const { value } = this.select;
    this.select.replaceChildren(new Option("nobody", ""));
    for (const name of names) this.select.add(new Option(name));
    this.chosen = value;
  }

  set chosen(target: string) {
    if (target !== "" && ![...this.select.options].some(({ value }) => value === target))
      this.select.add(new Option(target));
    this.select.value = target;
  }
}
