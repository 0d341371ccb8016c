// The program: what its commands are. Each stands in a file of its own under commands/.
#include <google/protobuf/stubs/logging.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/machine.h"
#include "realizer/core/number.h"
#include "server/base/report_line.h"
#include "server/commands/bake.h"
#include "server/commands/calibrate.h"
#include "server/commands/check.h"
#include "server/commands/compare.h"
#include "server/commands/corpus.h"
#include "server/commands/forget.h"
#include "server/commands/gesture_eval.h"
#include "server/commands/hear.h"
#include "server/commands/inspect.h"
#include "server/commands/join.h"
#include "server/commands/lexicon.h"
#include "server/commands/meanings.h"
#include "server/commands/play.h"
#include "server/commands/probe.h"
#include "server/commands/record.h"
#include "server/commands/replay.h"
#include "server/commands/rerun.h"
#include "server/commands/response.h"
#include "server/commands/serve.h"
#include "server/commands/stability.h"
#include "server/commands/status.h"
#include "server/commands/tension.h"
#include "server/commands/train.h"
#include "server/config/configured.h"

namespace {

constexpr int kUsageError = 2;

/// CLI11 says only that a command is required.
std::optional<kine::Error> fault_of_command(const CLI::App& program, std::string_view word) {
  std::string all;
  for (const CLI::App* command : program.get_subcommands({})) {
    if (command->get_name() == word) return {};
    all += (all.empty() ? "" : ", ") + command->get_name();
  }
  return kine::Error{.code = kine::ErrorCode::UnknownName,
                     .message = "the commands are " + all + ", and not " + kine::quoted(word)};
}

int exit_of(const kine::server::ConfigFault& fault) {
  std::cerr << kine::server::report_line(fault.file.empty() ? "kinesphere" : fault.file,
                                         fault.error);
  return kUsageError;
}

/// What is wrong with an option that was not typed is told with the place where it stands.
int exit_of(const CLI::App& program, const CLI::ParseError& error,
            const kine::server::Configured& configured) {
  if (const auto fault = kine::server::fault_of(error.what(), configured)) return exit_of(*fault);
  return program.exit(error) == 0 ? 0 : kUsageError;
}

}  // namespace

int main(int argc, char** argv) {
  if (!kine::machine_is_able()) {
    std::fprintf(stderr, "kinesphere: this machine lacks %s\n", kine::machine_requirement());
    return 1;
  }
  // What is wrong with a message is told to whoever sent it: a stranger writes no log.
  google::protobuf::SetLogHandler(nullptr);
  CLI::App program("A behaviour script goes in, a moving figure comes out.", "kinesphere");
  program.set_version_flag("--version", "kinesphere " KINE_VERSION);
  program.require_subcommand(1);

  int exit_code = 0;
  const bool serves = argc > 1 && argv[1] == std::string_view("serve");
  std::vector<std::string> typed(argv + (serves ? 2 : 1), argv + argc);
  kine::server::add_serve(program, exit_code, serves ? typed : std::vector<std::string>());
  kine::server::add_play(program, exit_code);
  kine::server::add_record(program, exit_code);
  kine::server::add_join(program, exit_code);
  kine::server::add_probe(program, exit_code);
  kine::server::add_check(program, exit_code);
  kine::server::add_inspect(program, exit_code);
  kine::server::add_bake(program, exit_code);
  kine::server::add_replay(program, exit_code);
  kine::server::add_rerun(program, exit_code);
  kine::server::add_lexicon(program, exit_code);
  kine::server::add_meanings(program, exit_code);
  kine::server::add_response(program, exit_code);
  kine::server::add_tension(program, exit_code);
  kine::server::add_compare(program, exit_code);
  kine::server::add_calibrate(program, exit_code);
  kine::server::add_stability(program, exit_code);
  kine::server::add_status(program, exit_code);
  kine::server::add_forget(program, exit_code);
  kine::server::add_hear(program, exit_code);
  kine::server::add_train(program, exit_code);
  kine::server::add_gesture_eval(program, exit_code);
  kine::server::add_corpus(program, exit_code);

  if (argc > 1 && argv[1][0] != '-') {
    if (const auto fault = fault_of_command(program, argv[1])) {
      std::cerr << kine::server::report_line("kinesphere", *fault);
      return kUsageError;
    }
  }
  kine::server::Configured configured{.arguments = typed};
  if (serves) {
    kine::server::ConfigFault fault;
    auto all = kine::server::configured(*program.get_subcommand("serve"), std::move(typed),
                                        kine::server::process_variable, fault);
    if (!all) return exit_of(fault);
    configured = *std::move(all);
    configured.arguments.insert(configured.arguments.begin(), "serve");
  }
  try {
    // CLI11 wants them from behind.
    program.parse(
        std::vector<std::string>(configured.arguments.rbegin(), configured.arguments.rend()));
  } catch (const CLI::ParseError& error) {
    return exit_of(program, error, configured);
  }
  return exit_code;
}
