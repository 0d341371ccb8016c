#include "server/commands/tension.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/formats/read/ending.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/offline/tension_words.h"
#include "server/scene/casts.h"

namespace kine::server {
namespace {

struct Failure {
  std::string file;  // whose it is
  Error error;
};

std::optional<Failure> write_file(const std::string& path, std::string_view bytes) {
  const Result<Done> written = write_whole(path, bytes);
  return written ? std::nullopt : std::optional(Failure{path, written.error()});
}

/// What other skeletons call our joints, as clips of scripts have it.
Result<pose::JointNames> joint_names() {
  const auto casts = make_casts({default_characters().front()});
  if (!casts) return casts.error();
  return casts->front()->vocabulary->joints;
}

std::optional<Failure> make_tense(const TensionOptions& options, std::ostream& output,
                                  Diagnostics& diagnostics) {
  CapturedTension asked{.manner = options.manner, .arms = options.arms, .phases = {}};
  if (!options.phases.empty()) {
    const Result<std::string> text = read_script_file(options.phases);
    if (!text) return Failure{options.phases, text.error()};
    auto phases = plan::read_phases(*text);
    if (!phases) return Failure{options.phases, phases.error()};
    asked.phases = *std::move(phases);
  }
  const std::string input(shown_name(options.input));
  const Result<std::string> text = read_clip_file(options.input);
  if (!text) return Failure{input, text.error()};
  const auto names = joint_names();
  if (!names) return Failure{"kinesphere", names.error()};
  const auto motion = with_tension(*text, *names, asked, diagnostics);
  if (!motion) return Failure{input, motion.error()};
  if (options.strict && !diagnostics.warnings().empty()) {
    return Failure{input, {ErrorCode::Unsupported, "nothing is written after a warning"}};
  }
  if (options.phases.empty()) {
    output << "# phases found in " << input << ": mend them, and give them back as --phases\n"
           << plan::to_text(motion->phases);
  }
  return write_file(options.output, motion->bvh);
}

std::string fault_of_tension_output(const std::string& text) {
  struct Ending {
    std::string_view ending;
  };
  static constexpr Ending kEndings[] = {{".bvh"}};
  if (formats::find_by_ending(std::span(kEndings), text) != nullptr) return {};
  return "captured motion is written as .bvh, not as " + kine::quoted(text);
}

/// What is typed, checked one by one.
struct TensionCommandWords {
  TensionWords tension;
  std::string arm = "both";
};

plan::ArmSet arms_of(const std::string& word) {
  if (word == "left") return plan::ArmSet::Left;
  return word == "right" ? plan::ArmSet::Right : plan::ArmSet::Both;
}

}  // namespace

int tension(const TensionOptions& options, std::ostream& output, std::ostream& messages) {
  Diagnostics diagnostics;
  const auto failure = make_tense(options, output, diagnostics);
  messages << report_lines(shown_name(options.input), diagnostics);
  const auto& stroke = options.manner.in(script::Phase::Stroke);
  const std::string warning = stroke ? warning_of_tension(*stroke) : std::string();
  if (!warning.empty()) messages << report_line("kinesphere", Warning{.message = warning});
  if (!failure) return 0;
  messages << report_line(failure->file, failure->error);
  return 1;
}

void add_tension(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "tension", "Makes captured motion tense or loose: its arms follow through springs");
  const auto options = std::make_shared<TensionOptions>();
  const auto words = std::make_shared<TensionCommandWords>();
  command
      ->add_option("MOTION", options->input,
                   "A .bvh of any skeleton whose arms have names that are known; - is standard "
                   "input")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("-o,--output", options->output,
                   "Where the motion goes, a .bvh; all but the turns of the arms is as it was")
      ->required()
      ->check(CLI::Validator(fault_of_tension_output, ""))
      ->type_name("FILE");
  add_tension_options(
      *command, words->tension,
      "By its name, tense, loose and so on: each phase of a gesture has its own value");
  command
      ->add_option("--phases", options->phases,
                   "The phases of the gesture, one a line: START END PHASE [ARM], in "
                   "seconds (default: found from the wrists' speed, and printed)")
      ->type_name("FILE");
  command->add_option("--arm", words->arm, "left, right or both (default: both)")
      ->check(CLI::IsMember({"left", "right", "both"}))
      ->type_name("ARM");
  command->add_flag("--strict", options->strict,
                    "Writes nothing and exits with 1 after a warning, too");
  command->callback([options, words, &exit_code] {
    options->manner = manner_of(words->tension);
    options->arms = arms_of(words->arm);
    exit_code = tension(*options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
