#include "server/commands/compare.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/commands/svg_page.h"
#include "server/offline/offline_stage.h"

namespace kine::server {
namespace {

const TickRate kRate(60);
constexpr Seconds kSwingsOut{1.5};  // how long arms are watched when all has ended

/// A part, and what its panel is called.
struct Compared {
  std::string name;
  Part part;
};

/// The same part, once a tension.
Result<std::vector<Compared>> prepare_parts(const CompareOptions& options,
                                            Diagnostics& diagnostics) {
  const Result<std::string> script = read_script_file(options.script);
  if (!script) return script.error();
  std::vector<Compared> parts;
  for (const std::string& tension : options.tensions) {
    Diagnostics unsaid;  // what was said of the first
    Result<Part> part = prepare_part(
        *script, {.character = options.character, .clips = options.clips, .tension = tension},
        parts.empty() ? diagnostics : unsaid);
    if (!part) return part.error();
    parts.push_back({tension, *std::move(part)});
  }
  return parts;
}

/// Pre: the part has a block.
Result<pictures::WristPaths> play(const Compared& compared) {
  const Part& part = compared.part;
  OfflineStage stage(part.casts, kRate);
  play_part(part, stage);
  pictures::WristPaths paths(compared.name);
  Tick end = kRate.first_at_or_after({}, kCompareLengthMax);
  bool plays = true;
  do {
    stage.advance();
    paths.append(*part.cast->body, stage.frames().front());
    if (plays && stage.idle()) {
      plays = false;
      end = kRate.first_at_or_after(stage.tick(), kSwingsOut);
    }
  } while (stage.tick() < end);
  if (!plays) return paths;
  return Error{
      .code = ErrorCode::LimitExceeded,
      .message = "a comparison lasts at most " + format_number(kCompareLengthMax.count()) + " s"};
}

bool say_the_same(const std::vector<Compared>& parts) {
  return std::ranges::all_of(parts, [&](const Compared& each) {
    return each.part.block->tensions == parts.front().part.block->tensions;
  });
}

Result<pictures::PlotPage> page_of(const CompareOptions& options, Diagnostics& diagnostics) {
  const Result<std::vector<Compared>> parts = prepare_parts(options, diagnostics);
  if (!parts) return parts.error();
  const Part& first = parts->front().part;
  if (first.block == nullptr) {
    return Error{.code = ErrorCode::Unsupported, .message = "the script moves no character"};
  }
  if (parts->size() > 1 && say_the_same(*parts)) {
    diagnostics.warn({}, "all are the same, for the script says itself how tense the arms are");
  }
  pictures::PathsComparison comparison = comparison_of(first, kRate);
  for (const Compared& each : *parts) {
    Result<pictures::WristPaths> paths = play(each);
    if (!paths) return paths.error();
    comparison.paths.push_back(*std::move(paths));
  }
  return pictures::paths_page(comparison);
}

}  // namespace

pictures::PathsComparison comparison_of(const Part& part, TickRate rate) {
  pictures::PathsComparison comparison{
      .title = "The wrists of " + part.cast->name + " in " + part.block->id,
      .body = *part.cast->body,
      .rate = rate,
      .paths = {}};
  for (const plan::ArmStroke& stroke : part.block->strokes) {
    comparison.strokes.push_back({.side = stroke.side, .start = stroke.start, .end = stroke.end});
  }
  return comparison;
}

int compare(const CompareOptions& options, std::ostream& messages) {
  KINE_ASSERT(!options.tensions.empty());
  KINE_ASSERT(options.tensions.size() <= pictures::kPathsMax);
  Diagnostics diagnostics;
  const Result<pictures::PlotPage> page = page_of(options, diagnostics);
  messages << report_lines(shown_name(options.script), diagnostics);
  if (!page) {
    messages << report_line(shown_name(options.script), page.error());
    return 1;
  }
  const Result<Done> written = write_svg_page(options.output, *page);
  if (written) return 0;
  messages << report_line(options.output, written.error());
  return 1;
}

void add_compare(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "compare", "Plays a script with one tension after the other and draws the wrists' paths");
  const auto options = std::make_shared<CompareOptions>();
  const auto tensions = std::make_shared<std::vector<std::string>>();

  command->add_option("SCRIPT", options->script, "The script; - is standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options->output,
                   "A page, .svg: the paths from the front, and the speed over time")
      ->required()
      ->check(CLI::Validator(fault_of_svg_name, ""))
      ->type_name("FILE");
  command
      ->add_option("--tension", *tensions,
                   "A manner, or what the script calls a tension; up to seven, each behind its own "
                   "--tension (default: off, tense, neutral, loose)")
      ->allow_extra_args(false)
      ->type_name("NAME");
  command
      ->add_option("--character", options->character,
                   "NAME[=BODY][@X,Z[,HEADING]]: whose wrists (default: the script's first)")
      ->type_name("NAME");
  command
      ->add_option("--clips", options->clips,
                   "A folder whose .bvh, .vrma and .glb files scripts may play as clips")
      ->type_name("FOLDER");
  command->callback([options, tensions, &exit_code] {
    if (tensions->size() > pictures::kPathsMax) {
      throw CLI::ValidationError("--tension", "at most seven can be told apart");
    }
    if (!tensions->empty()) options->tensions = *tensions;
    exit_code = compare(*options, std::cerr);
  });
}

}  // namespace kine::server
