// Asks for the token of a server that wants one, and keeps it as long as the tab is open.
import { element } from "./elements.ts";

const key = "kinesphere-token";

export function keptToken(): string {
  return sessionStorage.getItem(key) ?? "";
}

export class TokenPrompt {
  private readonly dialog = element("token-dialog", HTMLDialogElement);
  private readonly reason = element("token-reason", HTMLElement);
  private readonly input = element("token", HTMLInputElement);

  constructor(given: (token: string) => void) {
    this.dialog.addEventListener("submit", () => {
      sessionStorage.setItem(key, this.input.value);
      given(this.input.value);
    });
  }

  ask(reason: string): void {
    this.reason.textContent = reason;
    if (this.dialog.open) return;
    this.input.value = "";
    this.dialog.showModal();
  }
}
