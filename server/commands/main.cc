// The program: what its commands are. Each stands in a file of its own under commands/.
#include <google/protobuf/stubs/logging.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
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

std::optional<std::string> variable(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

/// What is wrong with an option that a file gave is told with its place there.
int exit_of(const CLI::App& program, const CLI::ParseError& error,
            const kine::server::Configured& configured) {
  const std::string message = error.what();
  for (const auto& [name, where] : configured.places) {
    const std::size_t at = message.find("--" + name);
    const std::size_t end = at + 2 + name.size();
    const bool is_it = at != std::string::npos && end < message.size() &&
                       (message[end] == ':' || message[end] == ' ');
    if (!is_it) continue;
    std::cerr << kine::server::report_line(configured.file,
                                           kine::Error{.message = message, .where = where});
    return kUsageError;
  }
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
  kine::server::add_serve(program, exit_code);
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
  kine::server::Configured configured{.arguments = {argv + 1, argv + argc}};
  if (argc > 1 && argv[1] == std::string_view("serve")) {
    kine::server::ConfigFault fault;
    auto all = kine::server::configured(*program.get_subcommand("serve"), {argv + 2, argv + argc},
                                        variable, fault);
    if (!all) {
      std::cerr << kine::server::report_line(fault.file.empty() ? "kinesphere" : fault.file,
                                             fault.error);
      return kUsageError;
    }
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
