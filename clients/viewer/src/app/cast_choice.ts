// Who performs: the characters of the server, one of them chosen.
import type { CharacterOnStage } from "kinesphere";

export class CastChoice {
  private readonly select: HTMLSelectElement;
  private characters: readonly CharacterOnStage[] = [];

  constructor(select: HTMLSelectElement, chosen: (character: CharacterOnStage) => void) {
    this.select = select;
    select.addEventListener("change", () => {
      const character = this.chosen;
      if (character) chosen(character);
    });
  }

  // The same one stays chosen, if it is still there.
  set cast(characters: readonly CharacterOnStage[]) {
    const name = this.chosen?.name;
    this.characters = characters;
    this.select.replaceChildren(...characters.map((one) => new Option(one.name, one.name)));
    if (name !== undefined) this.choose(name);
  }

  get cast(): readonly CharacterOnStage[] {
    return this.characters;
  }

  get chosen(): CharacterOnStage | undefined {
    return this.named(this.select.value) ?? this.characters[0];
  }

  named(name: string): CharacterOnStage | undefined {
    return this.characters.find((one) => one.name === name);
  }

  choose(name: string): void {
    if (this.named(name)) this.select.value = name;
  }
}
