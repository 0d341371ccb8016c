#include "server/commands/bake.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/formats/writer.h"
#include "server/commands/number_in.h"
#include "server/commands/seed_option.h"
#include "server/destination.h"
#include "server/motion_forms.h"
#include "server/offline_stage.h"
#include "server/report_line.h"
#include "server/script_file.h"
#include "server/script_part.h"

namespace kine::server {
namespace {

constexpr std::size_t kPieceBytes = 1 << 20;
constexpr Seconds kProgressEvery{1};

/// How far the bake is, on a line that is written over.
class BakeProgress {
 public:
  BakeProgress(const BakeOptions& options, std::ostream& messages)
      : rate_(options.fps), messages_(options.shows_progress ? &messages : nullptr) {}

  void show(Tick tick) {
    if (messages_ == nullptr || tick.index % every_ != 0) return;
    *messages_ << "\rbaked " << std::llround(rate_.time_of(tick).count()) << " s" << std::flush;
  }
  void clear() {
    if (messages_ != nullptr) *messages_ << "\r\x1b[K" << std::flush;
  }

 private:
  TickRate rate_;
  std::ostream* messages_;  // null: is not shown
  std::uint64_t every_ = rate_.first_at_or_after({}, kProgressEvery).index;
};

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
    const Tick at = TickRate(options.fps).first_at_or_after({}, Seconds(*time_s));
    all.push_back({.at = at, .file = std::move(file), .text = *std::move(text)});
  }
  std::ranges::stable_sort(all, {}, &Later::at);
  return all;
}

/// The scripts that come at `tick`, onto the stage.
Result<Done> play_later(std::span<const Later> all, std::size_t& next, Tick tick, const Part& part,
                        OfflineStage& stage, std::ostream& messages) {
  for (; next < all.size() && all[next].at <= tick; ++next) {
    Diagnostics diagnostics;
    const auto another = prepare_another(all[next].text, "script" + std::to_string(next + 2), part,
                                         stage, diagnostics);
    messages << report_lines(shown_name(all[next].file), diagnostics);
    if (!another) {
      Error error = another.error();
      error.message = std::string(shown_name(all[next].file)) + ":" +
                      std::to_string(error.where.line) + ":" + std::to_string(error.where.column) +
                      ": " + error.message;
      error.where = {};
      return error;
    }
    if (another->block != nullptr) stage.play(another->block, another->source);
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
Result<Done> play(const Part& part, const BakeOptions& options, formats::Writer& writer,
                  Destination& destination, BakeProgress& progress, std::ostream& messages) {
  const auto later = read_later(options);
  if (!later) return later.error();
  const TickRate rate(options.fps);
  const auto liveliness = options.alive ? autonomy::Liveliness::Alive : autonomy::Liveliness::Still;
  OfflineStage stage(part.casts, rate, {.liveliness = liveliness, .seed = options.seed});
  play_part(part, stage);
  const Tick last = rate.first_at_or_after({}, options.length.value_or(2 * kBakeLengthMax));

  std::string bytes;
  std::size_t next_later = 0;
  for (Tick tick; true; ++tick.index) {
    const auto played = play_later(*later, next_later, tick, part, stage, messages);
    if (!played) return played.error();
    stage.advance();
    append_part(stage, writer, bytes);
    if (stage.tick() >= last || (!options.length && next_later == later->size() && stage.idle())) {
      break;
    }
    if (bytes.size() >= kPieceBytes) {
      if (const Result<Done> written = destination.write(bytes); !written) return written;
      bytes.clear();
    }
    progress.show(stage.tick());
  }
  if (const Result<Done> finished = writer.finish(bytes); !finished) return finished;
  return destination.write(bytes);
}

Result<Done> bake_part(const Part& part, const formats::Form& form, const BakeOptions& options,
                       std::ostream& output, std::ostream& messages) {
  Result<Destination> destination = Destination::open(options.output, output);
  if (!destination) return destination.error();

  const auto writer = form.make_writer(
      {.body = part.cast->body, .rate = TickRate(options.fps), .character = part.cast->name});
  BakeProgress progress(options, messages);
  const Result<Done> played = play(part, options, *writer, *destination, progress, messages);
  progress.clear();
  return played ? destination->close() : played;
}

}  // namespace

int bake(const BakeOptions& options, std::ostream& output, std::ostream& messages) {
  const auto form = find_motion_form(options.output);
  if (!form) {
    messages << report_line("kinesphere", form.error());
    return 1;
  }

  VoiceWish wish = options.voice;
  wish.report = [&](const std::string& line) {
    messages << report_line("kinesphere", Warning{.message = line});
  };
  const Result<ChosenVoice> voice = choose_voice(wish);
  if (!voice) {
    messages << report_line("kinesphere", voice.error());
    return 1;
  }

  Diagnostics diagnostics;
  const Result<std::string> script = read_script_file(options.script);
  const Result<Part> part = script ? prepare_part(*script,
                                                  {.character = options.character.value_or(""),
                                                   .others = options.others,
                                                   .clips = options.clips,
                                                   .targets = options.targets,
                                                   .voice = voice->voice},
                                                  diagnostics)
                                   : script.error();
  messages << report_lines(shown_name(options.script), diagnostics);
  if (!part) {
    messages << report_line(shown_name(options.script), part.error());
    return 1;
  }

  const Result<Done> baked = bake_part(*part, **form, options, output, messages);
  if (!baked) {
    messages << report_line(options.output, baked.error());
    return 1;
  }
  return 0;
}

void add_bake(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "bake", "Plays a script without a server, faster than real time, and writes the motion");
  const auto options = std::make_shared<BakeOptions>();
  const auto length_s = std::make_shared<double>();

  command->add_option("SCRIPT", options->script, "The script; - is standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options->output,
                   "Where the motion goes; " + help_on_motion_forms())
      ->required()
      ->type_name("FILE");
  command
      ->add_option(
          "--character", options->character,
          "NAME[=BODY][@X,Z[,HEADING]]: the character to bake (default: the script's first, "
          "at the origin)")
      ->type_name("NAME");
  command
      ->add_option("--with", options->others,
                   "NAME[=BODY]@X,Z[,HEADING]: another character and its place; may be repeated "
                   "(default: the other characters of a server, where they stand there)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command
      ->add_option("--clips", options->clips,
                   "A folder whose .bvh, .vrma and .glb files scripts may play as clips")
      ->type_name("FOLDER");
  command
      ->add_option(
          "--voice", options->voice.voice,
          "The voice that gives speeches their times: " + voice_names() + " (default: silent)")
      ->type_name("VOICE");
  command
      ->add_option("--voices-from", options->voice.folder,
                   "A folder of recorded speech, NAME.wav with its labels, for the voice file")
      ->type_name("FOLDER");
  command
      ->add_option(
          "--then", options->later,
          "SECONDS=FILE: another script, which comes then and may refer to what plays; may "
          "be repeated")
      ->type_name("SECONDS=FILE")
      ->allow_extra_args(false);
  command->add_option("--fps", options->fps, "Frames a second (default: 60)")
      ->check(CLI::Range(1u, kBakeFpsMax))
      ->type_name("N");
  CLI::Option* length =
      command->add_option("--seconds", *length_s, "How long (default: until everything has ended)")
          ->check(number_in(0, kBakeLengthMax.count()))
          ->type_name("S");
  add_seed(*command, options->seed);
  command
      ->add_option("--target", options->targets,
                   "NAME=X,Y,Z: what scripts can look at, in metres in the world; may be repeated")
      ->type_name("NAME")
      ->allow_extra_args(false);
  command->add_flag("--alive", options->alive,
                    "The character blinks, breathes, sways and lets its eyes stray");
  command->callback([options, length, length_s, &exit_code] {
    if (length->count() > 0) options->length = Seconds(*length_s);
    options->shows_progress = ::isatty(STDERR_FILENO) != 0;
    exit_code = bake(*options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
