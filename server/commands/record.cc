#include "server/commands/record.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <iostream>
#include <memory>
#include <string_view>

#include "clients/cpp/client.h"
#include "server/base/report_line.h"
#include "server/base/stop_signals.h"
#include "server/commands/connect.h"
#include "server/commands/options/number_in.h"

namespace kine::server {
namespace {

constexpr std::string_view kEnding = ".ksr";

std::string name_without_ending(std::string name) {
  if (name.ends_with(kEnding)) name.resize(name.size() - kEnding.size());
  return name;
}

/// An error where the server has something against the recording, or is gone.
Result<Done> wait_for_end(client::Client& client, const std::optional<Error>& fault,
                          const std::optional<Seconds>& length,
                          const std::function<bool()>& stopped) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kAtOnce{50};
  const auto begin = Clock::now();
  const auto over = [&] { return length && Clock::now() - begin >= *length; };
  while (!fault && !over() && !stopped()) {
    if (const auto heard = client.poll(kAtOnce); !heard) return heard.error();
  }
  if (fault) return *fault;
  return Done{};
}

/// How many frames were written.
Result<std::uint64_t> record_frames(const RecordOptions& options, const std::string& name,
                                    const std::function<bool()>& stopped, std::ostream& output) {
  std::optional<Error> fault;
  auto client = connect_to(options.server, options.token_file, "kinesphere record");
  if (!client) return client.error();
  client->on_problem([&](const std::string& message) {
    fault = Error{.code = ErrorCode::Unsupported, .message = message};
  });
  const auto asked = client->record(name, options.characters);
  if (!asked) return asked.error();
  // What the server has against it comes before the answer to this; what its disk has, later.
  if (const auto answered = client->ping(); !answered) return answered.error();
  if (const auto heard = client->poll(); !heard) return heard.error();
  if (!fault && !options.length) output << "Ctrl-C ends the recording." << std::endl;
  const auto ended = wait_for_end(*client, fault, options.length, stopped);
  if (!ended) return ended.error();
  return client->stop_recording(name);
}

}  // namespace

int record(const RecordOptions& options, const std::function<bool()>& stopped, std::ostream& output,
           std::ostream& errors) {
  const std::string name = name_without_ending(options.name);
  const auto frames = record_frames(options, name, stopped, output);
  if (!frames) {
    errors << report_line("kinesphere", frames.error());
    return 1;
  }
  output << name << kEnding << ": " << *frames << " frames\n";
  return 0;
}

void add_record(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "record", "Has a server write down what its characters do, until Ctrl-C");
  const auto options = std::make_shared<RecordOptions>();
  const auto length_s = std::make_shared<double>();
  command
      ->add_option("NAME", options->name,
                   "Of the recording: NAME.ksr in the folder of `serve --recordings`")
      ->required();
  command->add_option("--server", options->server, "Where the server is")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command
      ->add_option("--character", options->characters,
                   "A character to record; may be repeated (default: all)")
      ->type_name("NAME")
      ->allow_extra_args(false);
  CLI::Option* length =
      command->add_option("--seconds", *length_s, "How long (default: until Ctrl-C)")
          ->check(number_in(0, kRecordLengthMax.count()))
          ->type_name("S");
  command->add_option("--token-file", options->token_file, "What the server's token file says")
      ->type_name("FILE");
  command->callback([options, length, length_s, &exit_code] {
    if (length->count() > 0) options->length = Seconds(*length_s);
    StopSignals signals;
    exit_code = record(
        *options, [&] { return signals.came(); }, std::cout, std::cerr);
  });
}

}  // namespace kine::server
