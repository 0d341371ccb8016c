// The page's colours, read from its style sheet, for what is not drawn by it: picture and curves.
export interface Colours {
  readonly ground: string;
  readonly horizon: string;
  readonly left: string;
  readonly right: string;
  readonly line: string;
  readonly soft: string;
  readonly bad: string;
  readonly card: string; // what text and curves stand on
}

export function followTheme(paint: (colours: Colours) => void): void {
  const read = (): void => {
    const style = getComputedStyle(document.documentElement);
    const colour = (name: string): string => style.getPropertyValue(`--${name}`).trim();
    paint({
      ground: colour("ground"),
      horizon: colour("horizon"),
      left: colour("left"),
      right: colour("right"),
      line: colour("line"),
      soft: colour("soft"),
      bad: colour("bad"),
      card: colour("card"),
    });
  };
  matchMedia("(prefers-color-scheme: light)").addEventListener("change", read);
  read();
}
