#include "server/commands/train.h"

#include <CLI/CLI.hpp>
#include <array>
#include <filesystem>
#include <iostream>
#include <memory>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/utf8.h"
#include "realizer/formats/read/ending.h"
#include "realizer/gesture/training/model_file.h"
#include "realizer/gesture/training/training.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/commands/options/number_in.h"
#include "server/commands/options/seed_option.h"
#include "server/scene/stock.h"

namespace kine::server {
namespace {

/// The body on which hands and feet are seen; the model is for any.
constexpr std::string_view kSeenOn = "ada";

constexpr double kOffsetMax_s = 60;

/// What is learnt, or why nothing can be.
Result<gesture::Trained> learn_from(const TrainOptions& options, Diagnostics& diagnostics) {
  const auto stock = our_stock();
  if (!stock) return stock.error();
  const auto body = (*stock)->make_body(kSeenOn);
  if (!body) return body.error();
  auto takes = read_takes(options.takes, (*stock)->words().joints, diagnostics);
  if (!takes) return takes.error();
  const std::string name =
      options.name.empty() ? std::filesystem::path(options.output).stem().string() : options.name;
  return gesture::train(*std::move(takes), {.name = name,
                                            .licence = options.licence,
                                            .offsets_m = (*body)->offsets_m,
                                            .settings = {.seed = options.seed}});
}

/// Where a model can be made of it, its bytes.
Result<std::string> model_bytes_of(const gesture::Trained& learnt) {
  if (const std::string fault = fault_of(learnt.model); !fault.empty()) {
    return Error{.code = ErrorCode::Unsupported, .message = "no model can be made: " + fault};
  }
  return gesture::encode_model(learnt.model);
}

std::string fault_of_line(const std::string& text, std::size_t bytes_max) {
  if (!text.empty() && one_line(text, bytes_max) == text) return {};
  return "takes one line of at most " + std::to_string(bytes_max) + " bytes, not " +
         kine::quoted(text);
}

std::string fault_of_model_output(const std::string& text) {
  struct ModelEnding {
    std::string_view ending;
  };
  static constexpr std::array kEndings = {ModelEnding{gesture::kModelEnding}};
  if (formats::find_by_ending(kEndings, text) != nullptr) return {};
  return "a model is written as " + std::string(gesture::kModelEnding) + ", not as " +
         kine::quoted(text);
}

}  // namespace

int train(const TrainOptions& options, std::ostream& output, std::ostream& messages) {
  Diagnostics diagnostics;
  const auto learnt = learn_from(options, diagnostics);
  if (learnt) {
    output << table_of(learnt->report);
    for (std::string& warning : warnings_of(learnt->report)) {
      diagnostics.warn({}, std::move(warning));
    }
  }
  messages << report_lines("kinesphere", diagnostics);
  const auto bytes = learnt ? model_bytes_of(*learnt) : Result<std::string>(learnt.error());
  if (!bytes) {
    messages << report_line("kinesphere", bytes.error());
    return 1;
  }
  if (options.strict && !diagnostics.warnings().empty()) return 1;
  const Result<Done> written = write_whole(options.output, *bytes);
  if (written) return 0;
  messages << report_line(options.output, written.error());
  return 1;
}

void add_train(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "train", "Learns how somebody moves while they speak, from recordings with their sound");
  const auto options = std::make_shared<TrainOptions>();
  command
      ->add_option("TAKES", options->takes.sources,
                   "Folders with NAME.wav and NAME.bvh (or .vrma, .glb) of any skeleton, 30 to 120 "
                   "frames a second; and recordings, .ksr")
      ->required()
      ->type_name("DIR|FILE");
  command->add_option("-o,--output", options->output, "Where the model goes, a .kinemodel")
      ->required()
      ->check(CLI::Validator(fault_of_model_output, ""))
      ->type_name("FILE");
  command
      ->add_option("--licence", options->licence,
                   "Under which licence the recordings are: a line that the model keeps")
      ->required()
      ->check(CLI::Validator(
          [](const std::string& text) { return fault_of_line(text, kLicenceBytesMax); }, ""))
      ->type_name("TEXT");
  command
      ->add_option("--name", options->name,
                   "What the model is called (default: its file's name without the ending)")
      ->check(CLI::Validator(
          [](const std::string& text) { return fault_of_line(text, kNameBytesMax); }, ""))
      ->type_name("NAME");
  command
      ->add_option("--motion", options->takes.motion,
                   "The folder where the motions lie, if not beside their sounds")
      ->type_name("DIR");
  command
      ->add_option("--offset", options->takes.offset_s,
                   "How many seconds later a thing is seen in the motion than heard in the sound "
                   "(default: 0)")
      ->check(number_in(-kOffsetMax_s, kOffsetMax_s))
      ->type_name("S");
  add_seed(*command, options->seed);
  command->add_flag("--strict", options->strict,
                    "Writes nothing and exits with 1 after a warning, too");
  command->callback([options, &exit_code] { exit_code = train(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
