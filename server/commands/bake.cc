#include "server/commands/bake.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <span>
#include <sstream>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/formats/read/ending.h"
#include "realizer/formats/writer.h"
#include "realizer/pictures/moving_figure.h"
#include "server/base/folder.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/base/revision.h"
#include "server/base/script_file.h"
#include "server/base/sha256.h"
#include "server/commands/bake_batch.h"
#include "server/commands/bake_compared.h"
#include "server/commands/bake_progress.h"
#include "server/commands/options/audio_options.h"
#include "server/commands/options/number_in.h"
#include "server/commands/options/scene_options.h"
#include "server/commands/options/seed_option.h"
#include "server/offline/destination.h"
#include "server/offline/motion_forms.h"
#include "server/offline/movie.h"
#include "server/offline/offline_stage.h"
#include "server/offline/script_part.h"
#include "server/offline/soundtrack.h"
#include "server/scene/casts.h"
#include "server/voices/wave_file.h"
#include "server/web/avatars.h"

namespace kine::server {
namespace {

constexpr std::size_t kPieceBytes = 1 << 20;

constexpr std::string_view kNoScript = "<script xmlns=\"urn:kinesphere:script:1\"/>";

/// Names neither seed nor script, so that a batch says it once.
constexpr std::string_view kSeedWithoutLife =
    "without --alive a seed changes nothing in a script that asks for no blinks, breaths, sway, "
    "glances or meanings";

/// The pictures of an .apng, which ffmpeg then makes a movie of.
const formats::Form kMovieForm = {".mp4",
                                  "the same pictures as a movie with its sound, where ffmpeg is",
                                  pictures::make_moving_figure,
                                  {.has_pictures = true}};

Result<const formats::Form*> find_bake_form(const std::string& output) {
  if (formats::find_by_ending(std::span(&kMovieForm, 1), output) != nullptr) return &kMovieForm;
  return find_motion_form(output);
}

/// Pictures are taken of a motion that ticks as usual: muscles move by what they see each tick.
TickRate rate_of(const BakeOptions& options) {
  const auto form = find_bake_form(options.output);
  const bool ticks_as_asked = form && (*form)->traits.has_frames && !(*form)->traits.has_pictures;
  return TickRate(ticks_as_asked ? options.fps.value_or(kBakeFps) : kBakeFps);
}

/// A script that comes while others play.
struct Later {
  Tick at;
  std::string file;
  std::string text;
};

/// In the order in which they come.
Result<std::vector<Later>> read_later(const BakeOptions& options) {
  std::vector<Later> all;
  for (const std::string& word : options.later) {
    const std::size_t sign = word.find('=');
    const auto time_s = sign == std::string::npos
                            ? std::nullopt
                            : parse_number(std::string_view(word).substr(0, sign));
    if (!time_s || !(*time_s >= 0 && Seconds(*time_s) <= kBakeLengthMax)) {
      return Error{.code = ErrorCode::OutOfRange,
                   .message = "--then takes SECONDS=FILE, with seconds from 0 to " +
                              format_number(kBakeLengthMax.count()) + ", not " +
                              kine::quoted(word)};
    }
    std::string file = word.substr(sign + 1);
    Result<std::string> text = read_script_file(file);
    if (!text) return text.error();
    const Tick at = rate_of(options).first_at_or_after({}, Seconds(*time_s));
    all.push_back({.at = at, .file = std::move(file), .text = *std::move(text)});
  }
  std::ranges::stable_sort(all, {}, &Later::at);
  return all;
}

/// The warnings of a script, behind the label where there is one.
std::string report_script(std::string_view file, const Diagnostics& diagnostics,
                          const std::string& label) {
  if (label.empty()) return report_lines(file, diagnostics);
  std::string lines;
  for (Warning warning : diagnostics.warnings()) {
    warning.message = label + ": " + warning.message;
    lines += report_line(file, warning);
  }
  if (diagnostics.left_out() > 0) {
    const std::string count = std::to_string(diagnostics.left_out());
    lines +=
        report_line(file, Warning{.message = label + ": " + count + " more warnings are left out"});
  }
  return lines;
}

/// Where all goes that a bake makes.
struct BakeSinks {
  formats::Writer& writer;
  Destination& destination;
  Soundtrack& sound;
  BakeProgress& progress;
  std::ostream& messages;
  const std::string& cast_label;
};

/// The scripts that come at `tick`, onto the stage.
Result<Done> play_later(std::span<const Later> all, std::size_t& next, Tick tick, const Part& part,
                        OfflineStage& stage, const BakeSinks& sinks) {
  for (; next < all.size() && all[next].at <= tick; ++next) {
    Diagnostics diagnostics;
    const auto another = prepare_another(all[next].text, "script" + std::to_string(next + 2), part,
                                         stage, diagnostics);
    sinks.messages << report_script(shown_name(all[next].file), diagnostics, sinks.cast_label);
    if (!another) {
      Error error = another.error();
      error.message = std::string(shown_name(all[next].file)) + ":" +
                      std::to_string(error.where.line) + ":" + std::to_string(error.where.column) +
                      ": " + error.message;
      error.where = {};
      return error;
    }
    if (another->block != nullptr) stage.play(another->block, another->source);
    sinks.sound.expect(another->block);
  }
  return Done{};
}

/// What happened at this tick to the character that is baked, the first on the stage.
void append_part(const OfflineStage& stage, formats::Writer& writer, std::string& bytes) {
  constexpr CharacterId kBaked{1};
  for (const Feedback& feedback : stage.feedback()) {
    if (feedback.character == kBaked) writer.append(feedback, bytes);
  }
  for (const Frame& frame : stage.frames()) {
    if (frame.character == kBaked) writer.append(frame, bytes);
  }
}

/// Plays the part into the writer and the writer's bytes into the destination.
Result<Done> play(const Part& part, std::span<const Later> later, const BakeOptions& options,
                  const BakeSinks& sinks) {
  const TickRate rate = rate_of(options);
  const auto liveliness = options.alive ? autonomy::Liveliness::Alive : autonomy::Liveliness::Still;
  OfflineStage stage(part.casts, rate, {.liveliness = liveliness, .seed = options.seed});
  play_part(part, stage);
  sinks.sound.expect(part.block);
  for (const auto& block : part.others) sinks.sound.expect(block);
  const Tick last = rate.first_at_or_after({}, options.length.value_or(2 * kBakeLengthMax));

  std::string bytes;
  std::size_t next_later = 0;
  for (Tick tick; true; ++tick.index) {
    const auto played = play_later(later, next_later, tick, part, stage, sinks);
    if (!played) return played.error();
    stage.advance();
    for (const Feedback& feedback : stage.feedback()) sinks.sound.note(feedback);
    append_part(stage, sinks.writer, bytes);
    if (stage.tick() >= last || (!options.length && next_later == later.size() && stage.idle())) {
      break;
    }
    if (bytes.size() >= kPieceBytes) {
      if (const auto written = sinks.destination.write(bytes); !written) return written;
      bytes.clear();
    }
    sinks.progress.show(stage.tick());
  }
  sinks.sound.end(stage.tick());
  if (const Result<Done> finished = sinks.writer.finish(bytes); !finished) return finished;
  return sinks.destination.write(bytes);
}

/// Where the bake comes from; `script` is the text of the first script.
formats::Provenance provenance_of(const BakeOptions& options, const std::string& script,
                                  std::span<const Later> later) {
  formats::Provenance provenance{.version = std::string(kVersion),
                                 .revision = std::string(revision()),
                                 .seed = options.seed,
                                 .script_sha256 = sha256_of(script)};
  for (const Later& each : later) provenance.script_sha256 += "+" + sha256_of(each.text);
  for (const std::string& file : {options.audio, options.model}) {
    if (const auto bytes = read_file_up_to(file, kWaveBytesMax))
      provenance.script_sha256 += "+" + sha256_of(*bytes);
  }
  return provenance;
}

/// Beside a file of a form that cannot say where it comes from.
Result<Done> write_provenance_beside(const std::string& output,
                                     const formats::Provenance& provenance) {
  std::error_code ignored;
  if (output == "-" || !std::filesystem::is_regular_file(output, ignored)) return Done{};
  return write_whole(output + ".provenance.json", formats::json_of(provenance) + "\n");
}

/// A recording has the sound by which the character moves, too.
std::unique_ptr<formats::Writer> make_writer(const formats::Form& form,
                                             const formats::Recorded& recorded, const Part& part) {
  const bool records = form.make_writer == &make_recording_form;
  return records ? make_recording_with_sound(recorded, part.audio) : form.make_writer(recorded);
}

Result<Done> bake_part(const Part& part, const formats::Form& form, const BakeOptions& options,
                       std::ostream& output, std::ostream& messages) {
  const auto later = read_later(options);
  if (!later) return later.error();
  const formats::Provenance provenance = provenance_of(options, part.text, *later);
  const bool is_movie = &form == &kMovieForm;
  std::ostringstream pictures;
  Result<Destination> destination =
      is_movie ? Destination::open("-", pictures) : Destination::open(options.output, output);
  if (!destination) return destination.error();

  formats::Recorded recorded{.body = part.cast->body,
                             .rate = rate_of(options),
                             .character = part.cast->name,
                             .provenance = provenance,
                             .avatars = embedded_avatars()};
  if (options.fps) recorded.pictures_hz = *options.fps;
  const auto writer = make_writer(form, recorded, part);
  Soundtrack sound(recorded.rate);
  sound.add(part.audio);
  BakeProgress progress(rate_of(options), options.shows_progress ? &messages : nullptr);
  const Result<Done> played = play(part, *later, options,
                                   {.writer = *writer,
                                    .destination = *destination,
                                    .sound = sound,
                                    .progress = progress,
                                    .messages = messages,
                                    .cast_label = options.cast_label});
  progress.clear();
  if (!played) return played;
  if (const Result<Done> closed = destination->close(); !closed) return closed;
  if (is_movie) {
    return write_movie(
        options.output,
        {.pictures = std::move(pictures).str(), .sound = sound.mixed(), .provenance = provenance});
  }
  if (form.traits.says_provenance) return Done{};
  return write_provenance_beside(options.output, provenance);
}

/// What the form makes of --fps; empty: all that it asks for. An error where it cannot.
Result<std::string> remark_on_fps(const formats::Form& form, const BakeOptions& options) {
  if (!options.fps) return std::string();
  if (!form.traits.has_frames) {
    return "--fps does nothing to a " + std::string(form.ending) + ", which shows moments";
  }
  if (form.traits.has_pictures && *options.fps > formats::kPicturesMax_hz) {
    return Error{.code = ErrorCode::OutOfRange,
                 .message = "pictures a second of a " + std::string(form.ending) + " are at most " +
                            std::to_string(formats::kPicturesMax_hz) + ", not " +
                            kine::quoted(std::to_string(*options.fps))};
  }
  return std::string();
}

/// Whether anything depends on the seed: autonomous life, meanings and body language alone do.
bool has_chance(const Part& part, const BakeOptions& options) {
  const auto asks_for_life = [](const std::shared_ptr<const motion::Block>& block) {
    return block != nullptr && !block->life.empty();
  };
  return options.alive || part.has_meanings || part.sound != nullptr || asks_for_life(part.block) ||
         std::ranges::any_of(part.others, asks_for_life);
}

/// Below so many ticks a second muscles see too little of what they are to follow.
constexpr std::uint32_t kMusclesLeast_hz = 24;
constexpr const char* kMusclesAtFewFrames =
    "muscles move differently below 24 frames a second: bake with --fps 24 or more, and keep every "
    "nth frame";

/// Where a character that the script does not speak to has the name of a body, that body was
/// probably meant: says how to have it.
Error with_hint_on_body(Error error, const std::string& script, PartWish wish) {
  const auto spec = parse_character(wish.character);
  const bool is_about_name = error.code == ErrorCode::UnknownName && error.where.line == 0;
  if (!is_about_name || !spec || !spec->body.empty() || !wish.stock->has_body(spec->name)) {
    return error;
  }
  wish.character.clear();
  wish.mapped = nullptr;
  wish.voice = shared_silent_voice();
  Diagnostics unsaid;
  const auto part = prepare_part(script, wish, unsaid);
  if (!part || part->cast->name == spec->name) return error;
  const std::string& name = part->cast->name;
  error.message += "; for " + name + " with the body of " + spec->name + ", say " +
                   kine::quoted(name + "=" + spec->name);
  return error;
}

BakeOutcome failed_in(std::string_view file, Error error) {
  return {.fault = FileFault{.file = std::string(file), .error = std::move(error)}};
}

}  // namespace

std::optional<BakeGround> find_ground(const BakeOptions& options, std::ostream& messages) {
  VoiceWish wish = options.voice;
  wish.report = [&](const std::string& line) {
    messages << report_line("kinesphere", Warning{.message = line});
  };
  Result<ChosenVoice> voice = choose_voice(wish);
  if (!voice) {
    messages << report_line("kinesphere", voice.error());
    return {};
  }
  auto stock = load_stock(options.stock, messages);
  if (!stock) return {};
  return BakeGround{.stock = std::move(stock), .voice = std::move(voice->voice)};
}

PartWish part_wish(const BakeGround& ground, const BakeOptions& options) {
  return {.character = options.character.value_or(""),
          .others = options.others,
          .clips = options.clips,
          .stock = ground.stock,
          .style = options.style,
          .seed = options.seed,
          .targets = options.targets,
          .voice = ground.voice,
          .audio = options.audio,
          .audio_mode = options.audio_mode,
          .model = options.model};
}

BakeOutcome bake_on(const BakeGround& ground, const BakeOptions& options, std::ostream& output,
                    std::ostream& messages) {
  const auto form = find_bake_form(options.output);
  const auto remark = form ? remark_on_fps(**form, options) : form.error();
  if (!remark) return failed_in("kinesphere", remark.error());
  bool has_warned = !remark->empty();
  if (has_warned) {
    messages << report_line(options.fps_source.file,
                            Warning{.message = *remark, .where = options.fps_source.where});
  }

  Diagnostics diagnostics;
  std::vector<MappedClip> mapped;
  PartWish wish = part_wish(ground, options);
  wish.mapped = &mapped;
  const std::string_view script_name = shown_name(options.script);
  const bool sound_alone = options.script.empty();  // that moves the character
  const Result<std::string> script =
      sound_alone ? std::string(kNoScript) : read_script_file(options.script);
  if (!script) return failed_in(script_name, script.error());
  Result<Part> part = prepare_part(*script, wish, diagnostics);
  if (part && sound_alone) part->block = nullptr;
  for (const MappedClip& clip : mapped) {
    const Diagnostics losses = losses_of(clip);
    has_warned = has_warned || !losses.warnings().empty();
    messages << report_lines(clip.file, losses);
  }
  has_warned = has_warned || !diagnostics.warnings().empty();
  messages << report_script(script_name, diagnostics, options.cast_label);
  if (!part && sound_alone) return failed_in("kinesphere", part.error());
  if (!part) return failed_in(script_name, with_hint_on_body(part.error(), *script, wish));
  if (rate_of(options).hz() < kMusclesLeast_hz && has_muscles(*part)) {
    has_warned = true;
    messages << report_line("kinesphere", Warning{.message = kMusclesAtFewFrames});
  }
  if (options.seed != 0 && !has_chance(*part, options)) {
    has_warned = true;
    messages << report_line("kinesphere", Warning{.message = std::string(kSeedWithoutLife)});
  }
  if (options.strict && has_warned) return {.stopped_at_warning = true};
  const Result<Done> baked = bake_part(*part, **form, options, output, messages);
  return baked ? BakeOutcome{} : failed_in(options.output, baked.error());
}

int bake(const BakeOptions& options, std::ostream& output, std::ostream& messages) {
  if (const auto form = find_bake_form(options.output); !form) {
    messages << report_line("kinesphere", form.error());
    return 1;
  }
  const auto ground = find_ground(options, messages);
  if (!ground) return 1;
  const BakeOutcome outcome = bake_on(*ground, options, output, messages);
  if (outcome.fault) messages << report_line(outcome.fault->file, outcome.fault->error);
  return outcome.fault || outcome.stopped_at_warning ? 1 : 0;
}

namespace {

/// Which characters are there, what they have, and which voice speaks.
void add_stage(CLI::App& command, BakeOptions& options) {
  command
      .add_option(
          "--character", options.character,
          "NAME[=BODY][@X,Z[,HEADING]]: the character to bake (default: the script's first, "
          "at the origin)")
      ->type_name("NAME");
  command
      .add_option("--with", options.others,
                  "NAME[=BODY]@X,Z[,HEADING]: another character and its place; may be repeated "
                  "(default: the other characters of a server, where they stand there)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      .add_option("--style", options.style,
                  "The manner of the character where the script says nothing: a style's name")
      ->type_name("STYLE");
  add_scene_options(command, {options.clips, options.stock, options.voice, options.targets},
                    kVoiceOfTimes);
}

}  // namespace

void add_bake(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "bake", "Plays a script without a server, faster than real time, and writes the motion");
  const auto options = std::make_shared<BakeOptions>();
  const auto length_s = std::make_shared<double>();

  const auto table = std::make_shared<std::string>();
  command->add_option("SCRIPT", options->script, "The script; - is standard input")
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options->output,
                   "Where the motion goes; " + help_on_motion_forms() + "\n  .mp4       " +
                       std::string(kMovieForm.what))
      ->type_name("FILE");
  command
      ->add_option("--batch", *table,
                   "A .csv with a row a bake, its columns script, character, style, seed, fps, "
                   "seconds and output, in place of SCRIPT and -o")
      ->type_name("FILE");
  add_stage(*command, *options);
  add_audio_options(*command, options->audio, options->model);
  add_mode_of_audio(*command, options->audio_mode);
  command
      ->add_option(
          "--then", options->later,
          "SECONDS=FILE: another script, which comes then and may refer to what plays; may "
          "be repeated")
      ->type_name("SECONDS=FILE")
      ->allow_extra_args(false);
  command
      ->add_option(
          "--fps", options->fps,
          "Frames a second (default: 60; of an .apng or .mp4 at most 60, and 20 by default)")
      ->check(CLI::Range(1u, kBakeFpsMax))
      ->type_name("N");
  CLI::Option* length =
      command->add_option("--seconds", *length_s, "How long (default: until everything has ended)")
          ->check(number_in(0, kBakeLengthMax.count()))
          ->type_name("S");
  add_seed(*command, options->seed);
  command->add_flag(
      "--alive", options->alive,
      "The character blinks, breathes, sways, shifts its weight and lets its eyes stray");
  command->add_flag("--strict", options->strict,
                    "Bakes nothing and exits with 1 after a warning, too");
  CLI::Option* compared = add_compared(*command);
  command->callback([options, table, length, length_s, compared, command, &exit_code] {
    if (length->count() > 0) options->length = Seconds(*length_s);
    options->shows_progress = ::isatty(STDERR_FILENO) != 0;
    if (!table->empty()) {
      if (!options->script.empty()) throw CLI::ExcludesError("--batch", "SCRIPT");
      if (!options->output.empty()) throw CLI::ExcludesError("--batch", "--output");
      // The table has a column of seeds.
      if (command->count("--seed") > 0) throw CLI::ExcludesError("--batch", "--seed");
      exit_code = bake_batch({.table = *table, .bake = *options}, std::cerr);
      return;
    }
    const bool has_sound = !options->audio.empty() && compared->count() == 0;
    if (options->script.empty() && !has_sound) throw CLI::RequiredError("SCRIPT");
    if (options->output.empty()) throw CLI::RequiredError("--output");
    exit_code = compared->count() > 0 ? bake_compared(*options, std::cerr)
                                      : bake(*options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
