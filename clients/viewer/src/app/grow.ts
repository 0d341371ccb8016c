// A card that grows over its neighbours, and becomes small again: by its button, or by Escape.

export function letCardsGrow(main: HTMLElement): void {
  const buttons = [...main.querySelectorAll<HTMLButtonElement>("[data-grow]")];
  const show = (): void => {
    for (const button of buttons) {
      const isLarge = main.dataset["grown"] === button.dataset["grow"];
      button.setAttribute("aria-pressed", String(isLarge));
      button.textContent = isLarge ? "⤡" : "⤢";
      button.ariaLabel = button.title = isLarge ? "Make this card small again" : "Make this card large";
    }
  };
  const grow = (card: string | undefined): void => {
    if (card === undefined) delete main.dataset["grown"];
    else main.dataset["grown"] = card;
    show();
  };
  for (const button of buttons) {
    button.addEventListener("click", () => {
      const card = button.dataset["grow"]!;
      grow(main.dataset["grown"] === card ? undefined : card);
    });
  }
  addEventListener("keydown", ({ key, defaultPrevented }) => {
    const isFree = !defaultPrevented && !document.querySelector("dialog[open]");
    if (key === "Escape" && isFree && main.dataset["grown"]) grow(undefined);
  });
  show();
}
