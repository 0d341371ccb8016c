#include "server/commands/gesture_eval.h"

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "realizer/core/number.h"
#include "server/base/output_file.h"
#include "server/base/report_line.h"
#include "server/evaluation/evaluation.h"
#include "server/offline/gesture_model_file.h"
#include "server/scene/casts.h"

namespace kine::server {
namespace {

std::string names_of_profiles() {
  std::string names;
  for (const NamedProfile& each : named_profiles()) {
    names += (names.empty() ? "" : ", ") + std::string(each.name);
  }
  return names;
}

Result<std::vector<const NamedProfile*>> find_profiles(const std::vector<std::string>& names) {
  std::vector<const NamedProfile*> profiles;
  for (const std::string& name : names) {
    const NamedProfile* const found = find_profile(name);
    if (found == nullptr) {
      return Error{ErrorCode::UnknownName, "the profiles are " + names_of_profiles() +
                                               "; there is no " + kine::quoted(name)};
    }
    profiles.push_back(found);
  }
  return profiles;
}

Result<std::vector<EvaluatedRow>> evaluate_files(const GestureEvalOptions& options,
                                                 std::ostream& messages) {
  const auto profiles = find_profiles(options.profiles);
  if (!profiles) return profiles.error();
  const auto own = options.model.empty() ? find_own_model() : Result<std::string>(options.model);
  if (!own) return own.error();
  const auto model = read_gesture_model(*own);
  if (!model) return model.error();
  const auto casts = make_casts({{.name = "ada", .body = "ada", .placement = {}}});
  if (!casts) return casts.error();
  const auto& cast = casts->front();
  Diagnostics diagnostics;
  const pose::JointNames& names = cast->vocabulary->joints;
  const auto takes =
      options.corpus.empty()
          ? make_evaluation_takes(model->prosody, names, options.minutes)
          : read_evaluation_takes(options.corpus, model->prosody, names, diagnostics);
  messages << report_lines("kinesphere", diagnostics);
  if (!takes) return takes.error();
  double length_s = 0;
  for (const EvaluationTake& each : *takes) length_s += length_of(each).count();
  if (takes->size() < 2 || length_s < kEvaluationLeast_s) {
    const std::string corpus = options.corpus.empty() ? "what is made" : options.corpus;
    return Error{ErrorCode::OutOfRange, corpus + ": two takes are needed at least, of " +
                                            format_number(kEvaluationLeast_s) +
                                            " s together, not " +
                                            kine::quoted(format_number(length_s)) + " s"};
  }
  return evaluate(*model, *takes, cast,
                  {.profiles = *profiles,
                   .seeds = options.seeds,
                   .on_row = [&](const std::string& row) { messages << row << "\n"; }});
}

}  // namespace

int gesture_eval(const GestureEvalOptions& options, std::ostream& output, std::ostream& messages) {
  const auto rows = evaluate_files(options, messages);
  if (!rows) {
    messages << report_line("kinesphere", rows.error());
    return 1;
  }
  output << lines_of(*rows);
  if (options.csv.empty()) return 0;
  const Result<Done> written = write_whole(options.csv, csv_of(*rows));
  if (written) return 0;
  messages << report_line(options.csv, written.error());
  return 1;
}

void add_gesture_eval(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "gesture-eval", "Scores body language on speech that it has not heard, beside controls");
  const auto options = std::make_shared<GestureEvalOptions>();
  command->add_option("MODEL", options->model, "A .kinemodel (default: the program's own)")
      ->type_name("FILE");
  command
      ->add_option("CORPUS", options->corpus,
                   "A folder that kinesphere corpus wrote (default: what it makes with --seed " +
                       std::to_string(kHeldOutSeed) + " --minutes " +
                       format_number(kHeldOutMinutes) + ", which nothing is learnt from)")
      ->type_name("FOLDER");
  command
      ->add_option("--profile", options->profiles,
                   "How it is performed: " + names_of_profiles() + " (default: the first two)")
      ->delimiter(',')
      ->type_name("P,Q");
  command->add_option("--seeds", options->seeds, "How often each is performed")
      ->check(CLI::Range(std::size_t{1}, kEvaluationSeedsMax))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--csv", options->csv, "A table of all scores by seed")->type_name("FILE");
  command->callback(
      [options, &exit_code] { exit_code = gesture_eval(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
