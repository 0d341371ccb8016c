#include "server/commands/stability.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "realizer/dynamics/physical/stability.h"
#include "realizer/formats/measures.h"
#include "server/base/columns.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/commands/bake.h"
#include "server/commands/held_pose.h"
#include "server/commands/options/number_in.h"
#include "server/offline/offline_stage.h"
#include "server/offline/script_part.h"

namespace kine::server {
namespace {

namespace physical = dynamics::physical;

Error not_moved_at(const Part& part, Seconds at) {
  return {.code = ErrorCode::OutOfRange,
          .message = "no muscles move " + part.cast->name + " at " +
                     kine::quoted(format_number(at.count()) + " s")};
}

/// The script is played without a clock up to the time that is asked for, or to its end.
Result<HeldMoment> find_moment(const Part& part, const std::optional<Seconds>& at) {
  OfflineStage stage(part.casts, kStabilityRate);
  play_part(part, stage);
  const Tick last = kStabilityRate.first_at_or_after({}, at.value_or(kBakeLengthMax));
  std::optional<HeldMoment> worst;
  do {
    stage.advance();
    const std::uint64_t index = stage.tick().index;
    if (at ? stage.tick() < last : index % kTicksBetweenLooks != 0) continue;
    std::optional<HeldMoment> moment =
        held_moment(stage.snapshot().characters.front(), stage.tick());
    if (!moment) continue;
    const bool is_worse =
        !worst || moment->stability.critical_scale > worst->stability.critical_scale;
    if (is_worse) worst = std::move(moment);
    // Muscles that begin in the very tick are looked at in the next one.
  } while (stage.tick().index < last.index + (worst ? 0 : 1) && !stage.idle());
  if (worst) return *std::move(worst);
  return not_moved_at(part, at.value_or(Seconds(0)));
}

Result<HeldMoment> asked_moment(const StabilityOptions& options, Diagnostics& diagnostics) {
  const Result<std::string> script = read_script_file(options.script);
  if (!script) return script.error();
  const Result<Part> part =
      prepare_part(*script, {.character = options.character, .clips = options.clips}, diagnostics);
  if (!part) return part.error();
  if (part->block == nullptr || part->block->muscles == nullptr) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "no muscles move " + part->cast->name +
                            " in this script: give it <character dynamics=\"torso\"/>, or in BML "
                            "<k:character dynamics=\"torso\"/>"};
  }
  return find_moment(*part, options.at);
}

std::string verdict_on(const HeldMoment& moment) {
  const physical::Stability& its = moment.stability;
  if (its.critical_scale == 0) return "stable: any springs hold this pose";
  const std::string verge = formats::three_digits(its.critical_scale) + " times their tension; " +
                            name_of_degree(moment.model->figure, its.weakest) + " gives way first";
  return its.is_stable() ? "stable: the springs hold this pose, and would with " + verge
                         : "unstable: the springs would hold this pose with " + verge;
}

void write_moment(const HeldMoment& moment, std::ostream& output) {
  constexpr std::size_t kJointWidth = 15;
  constexpr std::size_t kAxisWidth = 6;
  constexpr std::size_t kNumberWidth = 11;
  output << "at " << formats::time_text(kStabilityRate.time_of(moment.tick)) << ", "
         << verdict_on(moment) << "\n"
         << padded("joint", kJointWidth) << padded("axis", kAxisWidth)
         << padded("k, Nm/rad", kNumberWidth) << "critical k\n";
  const auto& degrees = moment.stability.degrees;
  for (const physical::FigureJoint& joint : moment.model->figure.joints) {
    for (std::size_t i = 0; i < joint.degrees(); ++i) {
      constexpr std::string_view kAxes[] = {"x", "y", "z"};
      const physical::HeldDegree& held = degrees[joint.degree + i - physical::kBaseDegrees];
      output << padded(body::name_of(joint.joint), kJointWidth)
             << padded(kAxes[static_cast<std::size_t>(joint.axis(i))], kAxisWidth)
             << padded(formats::three_digits(held.tension_Nm_rad), kNumberWidth)
             << (held.critical_Nm_rad ? formats::three_digits(*held.critical_Nm_rad)
                                      : std::string("none"))
             << "\n";
    }
  }
}

}  // namespace

int stability(const StabilityOptions& options, std::ostream& output, std::ostream& messages) {
  Diagnostics diagnostics;
  const Result<HeldMoment> moment = asked_moment(options, diagnostics);
  messages << report_lines(shown_name(options.script), diagnostics);
  if (!moment) {
    messages << report_line(shown_name(options.script), moment.error());
    return 1;
  }
  write_moment(*moment, output);
  return moment->stability.is_stable() ? 0 : 1;
}

void add_stability(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "stability", "Says whether the springs of muscles hold the poses of a script");
  const auto options = std::make_shared<StabilityOptions>();
  const auto at = std::make_shared<std::string>();
  command
      ->add_option("SCRIPT", options->script,
                   "A script with dynamics=\"torso\"; - is standard input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--at", *at,
                   "Seconds of the script (default: every tenth of a second, and the worst is "
                   "printed)")
      ->check(number_in(0, kBakeLengthMax.count()))
      ->type_name("SECONDS");
  command
      ->add_option("--character", options->character,
                   "NAME[=BODY][@X,Z[,HEADING]]: whose muscles (default: the script's first)")
      ->type_name("NAME");
  command
      ->add_option("--clips", options->clips,
                   "A folder whose .bvh, .vrma and .glb files scripts may play as clips")
      ->type_name("FOLDER");
  command->callback([options, at, &exit_code] {
    if (!at->empty()) options->at = Seconds(*parse_number(*at));
    exit_code = stability(*options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
