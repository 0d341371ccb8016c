// Who performs: the characters of the server, one of them chosen.
export interface Character {
  readonly id: number;
  readonly name: string;
  readonly body: string;
}

export class CastChoice {
  private readonly select: HTMLSelectElement;
  private characters: readonly Character[] = [];

  constructor(select: HTMLSelectElement, chosen: (character: Character) => void) {
    this.select = select;
    select.addEventListener("change", () => {
      const character = this.chosen;
      if (character) chosen(character);
    });
  }

  // The same one stays chosen, if it is still there.
  set cast(characters: readonly Character[]) {
    const name = this.chosen?.name;
    this.characters = characters;
    this.select.replaceChildren(...characters.map((one) => new Option(one.name, one.name)));
    if (name !== undefined) this.choose(name);
  }

  get cast(): readonly Character[] {
    return this.characters;
  }

  get chosen(): Character | undefined {
    return this.named(this.select.value) ?? this.characters[0];
  }

  named(name: string): Character | undefined {
    return this.characters.find((one) => one.name === name);
  }

  choose(name: string): void {
    if (this.named(name)) this.select.value = name;
  }
}
