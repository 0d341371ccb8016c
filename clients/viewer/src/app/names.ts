// All that has a name on the server: what the gallery, the panels and the editor offer of it.
import type { ScriptEditor } from "../editor/script_editor.ts";
import type { Gallery } from "../gallery/gallery.ts";
import type { LookChoice } from "../manner/look.ts";
import type { MannerPanel } from "../manner/manner_panel.ts";
import type { Skeleton } from "../scene/pose.ts";
import type { BodyDesk } from "./body_desk.ts";
import { knownNames } from "./known_names.ts";
import * as server from "./server_files.ts";

export interface Offering {
  readonly gallery: Gallery;
  readonly manner: MannerPanel;
  readonly bodyDesk: BodyDesk;
  readonly editor: ScriptEditor;
  readonly looksAt: LookChoice;
}

export class Names {
  ofHead: ReadonlySet<string> = new Set(); // gestures that move the head alone
  private readonly offering: Offering;
  private readonly cast: () => readonly string[];
  private readonly skeleton: () => Skeleton | undefined;
  private lexemes: readonly string[] = [];
  private styles: readonly string[] = [];

  constructor(
    offering: Offering,
    cast: () => readonly string[],
    skeleton: () => Skeleton | undefined,
  ) {
    this.offering = offering;
    this.cast = cast;
    this.skeleton = skeleton;
  }

  async fetch(): Promise<void> {
    const [lexemes, samples, styles, manners, schemas] = await Promise.all([
      server.lexicon(),
      server.samples(),
      server.styles(),
      server.manners(),
      server.schemas(),
    ]);
    const { gallery, manner, bodyDesk, editor } = this.offering;
    const ofHead = lexemes.filter(({ tags }) => tags.includes("head"));
    this.ofHead = new Set(ofHead.map(({ name }) => name));
    gallery.lexicon = lexemes;
    gallery.scripts = samples;
    manner.styles = styles;
    bodyDesk.manners = manners;
    editor.offer(schemas);
    this.lexemes = lexemes.map((lexeme) => lexeme.name);
    this.styles = styles;
    this.offer();
  }

  // Who is there has changed, or what is known.
  offer(): void {
    const { editor, looksAt } = this.offering;
    const { lexemes, styles } = this;
    const cast = this.cast();
    looksAt.targets = ["camera", ...cast];
    editor.offerNames(knownNames({ lexemes, styles, cast, skeleton: this.skeleton() }));
  }
}
