#include "server/commands/bake_compared.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/pictures/moving_figure.h"
#include "realizer/pictures/paths_page.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/base/revision.h"
#include "server/base/script_file.h"
#include "server/base/sha256.h"
#include "server/commands/compare.h"
#include "server/offline/offline_stage.h"
#include "server/web/avatars.h"

namespace kine::server {
namespace {

constexpr std::string_view kPicturesEnding = ".apng";
constexpr std::string_view kCurvesEnding = ".svg";

/// Empty, or why no comparison is drawn.
std::string fault_of_comparison(const BakeOptions& options) {
  const bool draws_curves = options.output.ends_with(kCurvesEnding);
  if (!draws_curves && !options.output.ends_with(kPicturesEnding)) {
    return "--compare draws pictures as an .apng or curves as an .svg, not " +
           kine::quoted(options.output);
  }
  if (draws_curves && options.fps) return "curves have no --fps";
  if (options.length.value_or(Seconds{0}) > kComparedLengthMax) {
    return "a comparison lasts at most " + format_number(kComparedLengthMax.count()) + " s, not " +
           kine::quoted(format_number(options.length->count()));
  }
  if (!options.later.empty()) return "--compare takes one script, without --then";
  if (options.fps.value_or(0) <= formats::kPicturesMax_hz) return "";
  return "pictures a second of an .apng are at most " + std::to_string(formats::kPicturesMax_hz) +
         ", not " + kine::quoted(std::to_string(*options.fps));
}

Result<pictures::NamedMotion> play_named(std::string name, const Part& part, TickRate rate,
                                         const BakeOptions& options) {
  const auto liveliness = options.alive ? autonomy::Liveliness::Alive : autonomy::Liveliness::Still;
  OfflineStage stage(part.casts, rate, {.liveliness = liveliness, .seed = options.seed});
  play_part(part, stage);
  pictures::NamedMotion motion{.name = std::move(name), .frames = {}};
  const Seconds most = std::min(options.length.value_or(kComparedLengthMax), kComparedLengthMax);
  const Tick last = rate.first_at_or_after({}, most);
  do {
    stage.advance();
    motion.frames.push_back(stage.frames().front());  // of the character that is baked
  } while (stage.tick() < last && (options.length || !stage.idle()));
  if (options.length || stage.idle()) return motion;
  return Error{.code = ErrorCode::LimitExceeded,
               .message = "a comparison lasts at most " +
                          format_number(kComparedLengthMax.count()) +
                          " s; a part of it would fit: --seconds"};
}

using Motions = std::vector<pictures::NamedMotion>;

Result<Motions> play_both(const Part& part, TickRate rate, const BakeOptions& options) {
  const Result<Part> planned = as_planned(part);
  if (!planned) return planned.error();
  Motions motions;
  const std::pair<const char*, const Part*> compared[] = {{"AS PLANNED", &*planned},
                                                          {"BY MUSCLES", &part}};
  for (const auto& [name, each] : compared) {
    Result<pictures::NamedMotion> motion = play_named(name, *each, rate, options);
    if (!motion) return motion.error();
    motions.push_back(*std::move(motion));
  }
  return motions;
}

Result<std::string> draw_pictures(const Part& part, TickRate rate, const Motions& motions,
                                  const BakeOptions& options) {
  formats::Recorded recorded{
      .body = part.cast->body,
      .rate = rate,
      .character = part.cast->name,
      .provenance = formats::Provenance{.version = std::string(kVersion),
                                        .revision = std::string(revision()),
                                        .seed = options.seed,
                                        .script_sha256 = sha256_of(part.text)},
      .avatars = embedded_avatars()};
  if (options.fps) recorded.pictures_hz = *options.fps;
  return pictures::make_moving_comparison(recorded, motions);
}

Result<std::string> draw_curves(const Part& part, TickRate rate, const Motions& motions) {
  pictures::PathsComparison comparison = comparison_of(part, rate);
  for (const pictures::NamedMotion& motion : motions) {
    if (motion.frames.size() < 2) {
      return Error{.code = ErrorCode::Unsupported, .message = "one frame makes no curve"};
    }
    pictures::WristPaths& paths = comparison.paths.emplace_back(motion.name);
    for (const Frame& frame : motion.frames) paths.append(*part.cast->body, frame);
  }
  const Result<pictures::PlotPage> page = pictures::paths_page(comparison);
  if (!page) return page.error();
  return pictures::write_svg(*page);
}

/// Pre: nothing is wrong with the options.
Result<std::string> draw_compared(const Part& part, const BakeOptions& options) {
  const TickRate rate(kBakeFps);
  const Result<Motions> motions = play_both(part, rate, options);
  if (!motions) return motions.error();
  return options.output.ends_with(kCurvesEnding) ? draw_curves(part, rate, *motions)
                                                 : draw_pictures(part, rate, *motions, options);
}

}  // namespace

int bake_compared(const BakeOptions& options, std::ostream& messages) {
  const auto fails = [&](std::string_view file, const Error& error) {
    messages << report_line(file, error);
    return 1;
  };
  if (const std::string fault = fault_of_comparison(options); !fault.empty()) {
    return fails("kinesphere", {.code = ErrorCode::Unsupported, .message = fault});
  }
  const auto ground = find_ground(options, messages);
  if (!ground) return 1;
  const std::string_view script_name = shown_name(options.script);
  const Result<std::string> script = read_script_file(options.script);
  if (!script) return fails(script_name, script.error());
  Diagnostics diagnostics;
  const Result<Part> part = prepare_part(*script, part_wish(*ground, options), diagnostics);
  messages << report_lines(script_name, diagnostics);
  if (!part) return fails(script_name, part.error());
  if (options.strict && !diagnostics.warnings().empty()) return 1;
  const Result<std::string> bytes = draw_compared(*part, options);
  if (!bytes) return fails(script_name, bytes.error());
  const Result<Done> written = write_whole(options.output, *bytes);
  return written ? 0 : fails(options.output, written.error());
}

CLI::Option* add_compared(CLI::App& command) {
  return command
      .add_option("--compare",
                  "'dynamics': the character as planned beside what muscles make of it: pictures "
                  "(.apng), or the paths of the wrists (.svg)")
      ->check(CLI::IsMember({"dynamics"}))
      ->type_name("WHAT");
}

}  // namespace kine::server
