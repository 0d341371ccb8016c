// Files that are dropped on an element, or chosen by a button for those who cannot drag.
export function acceptFiles(
  target: HTMLElement,
  chooser: HTMLInputElement,
  take: (file: File, at: { readonly x: number; readonly y: number } | undefined) => void,
): void {
  let depth = 0; // of the elements inside that the pointer has entered
  const carriesFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes("Files") ?? false;
  const mark = (change: number): void => {
    depth = Math.max(0, depth + change);
    target.classList.toggle("dropping", depth > 0);
  };
  target.addEventListener("dragenter", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    mark(1);
  });
  target.addEventListener("dragleave", (event) => carriesFiles(event) && mark(-1));
  target.addEventListener("dragover", (event) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
  });
  target.addEventListener("drop", (event) => {
    event.preventDefault();
    mark(-depth);
    const file = event.dataTransfer?.files[0];
    if (file) take(file, { x: event.clientX, y: event.clientY });
  });
  chooser.addEventListener("change", () => {
    const file = chooser.files?.[0];
    if (file) take(file, undefined);
    chooser.value = "";
  });
}
