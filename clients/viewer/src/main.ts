// The page: its parts, and which of them hears of what.
import { BodyDesk } from "./app/body_desk.ts";
import { Conversation } from "./app/conversation.ts";
import { CastChoice } from "./app/cast_choice.ts";
import { Course, rest_s } from "./app/course.ts";
import { element } from "./app/elements.ts";
import { Exporter, type Exported } from "./app/exporter.ts";
import { FaceDesk } from "./app/face_desk.ts";
import { tellFaults } from "./app/faults.ts";
import { letCardsGrow } from "./app/grow.ts";
import { Latency, type LatencyOptions } from "./app/latency.ts";
import { looks } from "./app/looks.ts";
import { MicrophoneDesk } from "./app/microphone_desk.ts";
import { MuscleDesk } from "./app/muscle_desk.ts";
import { Names } from "./app/names.ts";
import { Notices } from "./app/notices.ts";
import { Performer } from "./app/performer.ts";
import { Playback } from "./app/playback.ts";
import { Picture } from "./app/picture.ts";
import { offerFile, Recorder } from "./app/recorder.ts";
import { characterOf, greeting, withCharacter } from "./app/script_text.ts";
import { keptToken, TokenPrompt } from "./app/token_prompt.ts";
import { offerToSay } from "./app/say.ts";
import { copied, shareLink } from "./app/sharing.ts";
import { ScriptCheck } from "./app/script_check.ts";
import * as server from "./app/server_files.ts";
import { scriptOf } from "./app/shared_link.ts";
import { Speaker, WebSounds } from "./app/speaker.ts";
import { stats } from "./app/stats.ts";
import { followTheme } from "./app/theme.ts";
import { offerViews } from "./app/view_buttons.ts";
import { Wardrobe } from "./app/wardrobe.ts";
import { SpeedCurves } from "./curves/speed_curves.ts";
import { SpeedMeter, travelOf, type WristSample } from "./curves/speeds.ts";
import { ScriptEditor } from "./editor/script_editor.ts";
import { faceKey, Gallery, gestureKey, sampleKey } from "./gallery/gallery.ts";
import { Previews } from "./gallery/previews.ts";
import { gestureScript, mannerOf, plainManner, takesManner, withManner } from "./manner/manner.ts";
import { LookChoice, lookOf, withLook } from "./manner/look.ts";
import { MannerPanel } from "./manner/manner_panel.ts";
import { Actors } from "./scene/actors.ts";
import { acceptFiles } from "./scene/dropped_files.ts";
import { Stage } from "./scene/stage.ts";
import type { Skeleton } from "./scene/pose.ts";
import { layersOf } from "./timeline/layers.ts";
import { length_s } from "./timeline/performance.ts";
import { Pieces } from "./timeline/pieces.ts";
import { canMove, withPointAt } from "./timeline/script_times.ts";
import { Timeline } from "./timeline/timeline.ts";
import { Tour } from "./tour/tour.ts";
import { sharedNow_ms, type State } from "./worker/messages.ts";

// A slider that moves re-performs when it has rested for this long.
const slideRest_ms = 160;

// The greeting waits this long to see whether others have something playing.
const greetingWait_ms = 700;

const notices = new Notices(element("notices", HTMLElement));
tellFaults(notices);
const stage = new Stage(
  element("picture", HTMLCanvasElement),
  element("stage-tools", HTMLElement),
);
const timeline = new Timeline(element("timeline", HTMLElement), {
  layers: () => layersOf(editor.script, names.ofHead),
  canMove: (id) => canMove(editor.script, id),
  moved(id, time_s) {
    editor.script = withPointAt(editor.script, id, time_s) ?? editor.script;
    clearTimeout(slideTimer);
    slideTimer = setTimeout(perform, slideRest_ms);
  },
});
const curves = new SpeedCurves(element("curves", HTMLCanvasElement));
const caption = element("caption", HTMLElement);
const invitation = caption.textContent;
const meters = new Map<number, SpeedMeter>();
const pieces = new Pieces();
const speaker = new Speaker(new WebSounds());

const conversation = new Conversation(new Worker("/viewer/worker.js", { type: "module" }), {
  state: onState,
  skeleton(skeleton) {
    enter(skeleton);
    names.offer();
  },
  cast(skeletons) {
    actors.keepOnly(new Set(skeletons.map((skeleton) => skeleton.characterId)));
    skeletons.forEach(enter);
  },
  poses(poses) {
    if (poses.moment) speaker.silence();
    picture.take(poses);
  },
  spoken(spoken) {
    ++stats.spoken;
    speaker.take(spoken, sharedNow_ms());
  },
  dynamics: (moved) => muscleDesk.moved(moved),
  heard: (heard) => microphoneDesk.take(heard),
  feedback(happened) {
    if (muscleDesk.owns(happened.id) || faceDesk.owns(happened.id)) return;
    somethingPlays ||= happened.kind === "started" || happened.kind === "sync";
    if (happened.kind === "sync") ++stats.syncs;
    pieces.take(happened);
    performer.take(happened);
  },
  answer(answer) {
    if (muscleDesk.owns(answer.id)) return muscleDesk.answered(answer);
    if (faceDesk.owns(answer.id)) return;
    ++stats.answers;
    performer.answered(answer);
    if (answer.accepted) scriptCheck.settle([], answer.warnings);
  },
  checked: (checked) => scriptCheck.take(checked),
  recorded(recorded) {
    stats.recorded_s = recorded.seconds;
    recorder.take(recorded);
  },
  arrived: (arrived) => latency.take(arrived),
  clip: (clip) => exporter.take(clip),
  saved: (file) => offerFile(file, "recording.ksr"),
  problem(message) {
    muscleDesk.complained();
    notices.say("problem", message, "error");
  },
});

const actors = new Actors(stage, element("name-tags", HTMLElement), {
  fetchAvatar: server.avatar,
  failed: (message) => notices.say("avatar", message, "error"),
  dressed(actor) {
    stats.avatars[actor.skeleton.character] = actor.avatar;
    wardrobe.changed();
  },
});

const editor = new ScriptEditor(element("script", HTMLElement), "script-title", {
  edited() {
    editedByHand = editor.script.trim() !== "";
    tour.leave();
    gallery.choose(undefined);
    caption.textContent = invitation;
  },
  changed(script) {
    undo.disabled = !editor.canUndo;
    showManner(script);
    scriptCheck.changed();
  },
  perform,
});

const scriptCheck = new ScriptCheck(editor, element("verdict", HTMLElement), conversation, () =>
  whoFor(editor.script),
);

const performer = new Performer(conversation, {
  shown(current, before) {
    const span_s = Math.max(length_s(current), before ? length_s(before) : 0) + rest_s;
    timeline.show(current, span_s);
    curves.show(current, before, timeline.span_s);
  },
  happened(_, id) {
    timeline.happened(id);
    stats.started = performer.started;
  },
  over(current) {
    curves.describe();
    stats.ended = performer.ended;
    stats.performances.push({ id: current.id, ...travelOf(current.speeds) });
    stats.performances.splice(0, stats.performances.length - 32);
  },
  refused: (answer) => scriptCheck.settle([answer], []),
});

const picture = new Picture(stage, actors, conversation, {
  wrist(character, sample) {
    const meter = meters.get(character) ?? new SpeedMeter();
    meters.set(character, meter);
    const speed = meter.after(sample as unknown as WristSample);
    if (!speed) return;
    pieces.measured(character, speed);
    if (performer.measured(character, speed)) curves.grown();
  },
  posed: () => muscleDesk.picture(),
  drawn(now_s, moment) {
    if (!moment) course.show(now_s);
    else if (moment.isRecent) timeline.at(now_s - (playback.shown?.from_s ?? now_s));
    stats.at_s = moment && now_s;
    playback.show(now_s, moment);
    recorder.show(moment);
    if (!moment) performer.seen(now_s);
    if (!moment && now_s > 0) speaker.picture(now_s, picture.shown.drawn_ms);
    curves.draw();
    const chosen = castChoice.chosen?.name ?? "";
    bodyDesk.chosen = muscleDesk.chosen = microphoneDesk.chosen = faceDesk.chosen = chosen;
  },
  chosen: () => castChoice.chosen?.id,
});

const latency = new Latency(conversation, picture);

const manner = new MannerPanel(element("manner", HTMLElement), (wanted) => {
  editor.script = withManner(editor.script, wanted);
  tour.leave();
  caption.textContent = invitation;
  clearTimeout(slideTimer);
  slideTimer = setTimeout(perform, slideRest_ms);
});
let slideTimer: ReturnType<typeof setTimeout> | undefined;

const looksAt = new LookChoice(element("manner", HTMLElement), (target) => {
  editor.script = withLook(editor.script, target);
  clearTimeout(slideTimer);
  slideTimer = setTimeout(perform, slideRest_ms);
});

const bodyDesk = new BodyDesk({
  send(sent) {
    ++stats.sketches;
    conversation.sketch(sent);
  },
  copied: (script) => void copySketch(script),
});

const faceDesk = new FaceDesk(conversation);

const microphoneDesk = new MicrophoneDesk(conversation, (message) =>
  notices.say("microphone", message, "error"),
);

const muscleDesk = new MuscleDesk(conversation, stage, actors, {
  isLive: () => picture.isLive,
  failed: (message) => notices.say("muscles", message, "error"),
  hint: (message) => notices.say("muscles", message),
});

const tokenPrompt = new TokenPrompt((token) => conversation.tellToken(token));

const search = element("search", HTMLInputElement);
const gallery = new Gallery(element("gallery", HTMLElement), search, new Previews(server.previews()), {
  face(name, script) {
    show(script, faceKey(name));
    perform();
  },
  gesture(name) {
    show(
      gestureScript(name, takesManner(editor.script) ? manner.manner : plainManner),
      gestureKey(name),
    );
    perform();
  },
  async sample(name) {
    const script = await server.sampleText(name);
    if (script === undefined) {
      notices.say("sample", `The server does not give out the sample ${name}.`, "error");
      return;
    }
    show(script, sampleKey(name));
    perform();
  },
});

const tour = new Tour(element("tour", HTMLElement), (stop) => {
  show(gestureScript(stop.lexeme, stop.manner), gestureKey(stop.lexeme));
  caption.textContent = stop.words;
  perform();
});

const names = new Names(
  { gallery, manner, bodyDesk, editor, looksAt },
  () => castChoice.cast.map((character) => character.name),
  () => actors.all[0]?.skeleton,
);

const castChoice = new CastChoice(element("character", HTMLSelectElement), (character) => {
  editor.script = withCharacter(editor.script, character.name);
  scriptCheck.changed();
});

const playback = new Playback(conversation);

const course = new Course({
  ...{ timeline, curves, performer, pieces, playback, actors },
  chosen: () => castChoice.chosen?.id,
});

const exporter = new Exporter(conversation, stage, {
  what: exported,
  say: (message, kind) => notices.say("export", message, kind),
  playAgain: () => playback.once(),
});

// What is performed, of the character that the timeline is about; of a recording, the chosen one.
function exported(): Exported | undefined {
  const chosen = castChoice.chosen?.id ?? -1;
  const id = picture.showsRecording ? chosen : (playback.shown?.character ?? chosen);
  const { span } = playback;
  const { skeleton } = actors.of(id) ?? actors.all[0] ?? {};
  return span && skeleton && { character: skeleton.characterId, name: skeleton.character, ...span };
}

const wardrobe = new Wardrobe(stage, actors, {
  chosen: () => castChoice.chosen?.id ?? -1,
  say: (message, kind) => notices.say("avatar", message, kind),
});

const recorder = new Recorder(conversation, () =>
  notices.say("recording", "The recording is full: the page keeps about ten minutes."),
);

let editedByHand = false; // what stands in the editor, so that nobody loses it by a click

function takeBack(): void {
  editor.undo();
  element("script", HTMLElement).scrollIntoView({ block: "nearest" });
}

let shownKey: string | undefined; // of the gallery

function enter(skeleton: Skeleton): void {
  actors.enter(skeleton);
  stats.characters = actors.all.length;
  stats.avatars[skeleton.character] ??= "figure";
}

function show(script: string, key: string | undefined): void {
  const character = characterOf(script);
  if (character !== undefined) castChoice.choose(character);
  if (key !== shownKey) performer.compareWithNothing();
  shownKey = key;
  const isOwn = editedByHand;
  editor.replace(script);
  if (isOwn) notices.say("undo", "Your script was replaced.", "news", { word: "Undo", run: takeBack });
  editedByHand = false;
  gallery.choose(key);
  tour.leave();
  caption.textContent = invitation;
}

function showManner(script: string): void {
  manner.enabled = takesManner(script);
  manner.manner = mannerOf(script) ?? plainManner;
  looksAt.chosen = lookOf(script);
}

function whoFor(script: string): { readonly id: number; readonly name: string } | undefined {
  const name = characterOf(script);
  return (name === undefined ? undefined : castChoice.named(name)) ?? castChoice.chosen;
}

function perform(): void {
  const character = whoFor(editor.script);
  if (!character) {
    notices.say("perform", "There is nobody on the stage yet.", "error");
    return;
  }
  clearTimeout(slideTimer);
  if (!picture.isLive) conversation.live();
  performer.perform(editor.script, character);
}

// The first words of a page: what a link brings, else a greeting if nobody else is at it.
let somethingPlays = false;
let greeted = false;
let demonstrates = false; // the server has something to show of itself

async function greet(): Promise<void> {
  if (greeted) return;
  greeted = true;
  const shared = await scriptOf(location.hash).catch((error: unknown) => {
    notices.say("link", `The script in this link cannot be read: ${String(error)}`, "error");
    return undefined;
  });
  show(shared ?? greeting, undefined);
  if (shared !== undefined) perform();
  else if (!demonstrates)
    setTimeout(() => !somethingPlays && performer.started === 0 && perform(), greetingWait_ms);
}

function onState(state: State): void {
  stats.state = state.state;
  stats.sessions = state.sessions;
  document.body.dataset["state"] = state.state;
  const words = element("state-text", HTMLElement);
  speaker.silence();
  if (state.state === "connected") {
    words.textContent = `connected, ${state.tickRate} ticks a second`;
    castChoice.cast = state.characters;
    actors.keepOnly(new Set(state.characters.map((character) => character.id)));
    element("character-choice", HTMLElement).hidden = state.characters.length < 2;
    meters.clear();
    playback.forget();
    playback.tickRate = state.tickRate;
    pieces.forget();
    demonstrates = state.demonstrates;
    actors.clearTrails();
    notices.takeBack("connection");
    names.offer();
    scriptCheck.changed();
    bodyDesk.connected();
    muscleDesk.connected();
    faceDesk.connected();
    void greet();
  } else {
    performer.forget();
    muscleDesk.lost();
    microphoneDesk.lost();
    latency.lost();
    words.textContent = state.state === "lost" ? "connection lost, trying again" : "connecting";
    if (state.wantsToken) tokenPrompt.ask(state.reason);
    else if (state.state === "lost") {
      const words = `The server is out of reach: ${state.reason}. The page calls again by itself.`;
      notices.say("connection", words, "error");
    }
  }
}

const undo = element("undo", HTMLButtonElement);
undo.addEventListener("click", takeBack);
letCardsGrow(element("main", HTMLElement));
offerToSay((script) => {
  show(script, undefined);
  perform();
});
offerViews(stage, actors);
element("perform", HTMLButtonElement).addEventListener("click", perform);
element("interrupt", HTMLButtonElement).addEventListener("click", () => {
  const character = whoFor(editor.script);
  if (character) performer.interrupt(character.name);
});
element("share", HTMLButtonElement).addEventListener("click", () => {
  void shareLink(editor.script).then((words) => notices.say("share", words));
});
acceptFiles(
  element("stage", HTMLElement),
  element("avatar", HTMLInputElement),
  async (file, at) => {
    if (!/\.ksr$/i.test(file.name)) return wardrobe.wear(file, at);
    conversation.load(file.name, await file.arrayBuffer());
  },
);

// Where the clipboard is closed to the page, the script stands in the editor instead.
async function copySketch(script: string): Promise<void> {
  if (await copied(script)) {
    notices.say("share", "The script is copied: a sketch, and a gesture that shows it.");
    return;
  }
  show(script, undefined);
  notices.say("share", "The script stands in the editor: this page may not use the clipboard.");
}

followTheme((colours) => {
  stage.paint(colours);
  actors.paint(colours);
  muscleDesk.colour = colours.bad;
  curves.paint({
    left: colours.left,
    right: colours.right,
    grid: colours.line,
    text: colours.soft,
    paper: colours.card,
  });
});

declare global {
  interface Window {
    kinesphere: unknown;
  }
}
window.kinesphere = {
  stats,
  ...looks(stage, actors, picture),
  script: () => editor.script,
  latency: (options: LatencyOptions) => latency.measure(options),
  started_s: () => performer.current?.start_s, // of what is performed, on the server's count of ticks
};

void names.fetch();
conversation.connect(new URL("/ws", location.href).href.replace(/^http/, "ws"), keptToken(),
                     new URLSearchParams(location.search).get("scene") ?? "");
