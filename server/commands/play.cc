#include "server/commands/play.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/cpp/client.h"
#include "server/commands/connect.h"
#include "server/report_line.h"
#include "server/script_file.h"

namespace kine::server {
namespace {

using client::FeedbackKind;

/// Follows the blocks of one script, and prints.
class Progress {
 public:
  explicit Progress(std::ostream& output) : output_(output) {}

  void print(const client::Feedback& feedback) {
    if (!zero_) zero_ = feedback.time;
    char time[32];
    std::snprintf(time, sizeof(time), "%.3f", feedback.time - *zero_);
    output_ << time << ' ' << word_of(feedback.kind) << ' ' << feedback.id;
    if (feedback.warning != WarningKind::Other) output_ << ' ' << kine::word_of(feedback.warning);
    if (!feedback.message.empty()) output_ << ' ' << feedback.message;
    // Line by line, also into a pipe.
    output_ << std::endl;
    if (feedback.kind == FeedbackKind::Interrupted) interrupted_ = true;
    if (feedback.kind == FeedbackKind::Ended || feedback.kind == FeedbackKind::Interrupted) ++over_;
  }

  std::size_t blocks_over() const { return over_; }
  bool interrupted() const { return interrupted_; }

 private:
  std::ostream& output_;
  std::optional<double> zero_;
  std::size_t over_ = 0;
  bool interrupted_ = false;
};

}  // namespace

int play(const PlayOptions& options, std::ostream& output, std::ostream& errors) {
  const auto fail = [&](std::string_view what, const Error& error) {
    errors << report_line(what, error);
    return 1;
  };
  const auto file = read_script_file(options.script);
  if (!file) return fail(shown_name(options.script), file.error());
  const std::string text = as_utf8(*file);
  auto client = connect_to(options.server, options.token_file, "kinesphere play");
  if (!client) return fail("kinesphere", client.error());

  Progress progress(output);
  client->on_feedback([&](const client::Feedback& feedback) { progress.print(feedback); });
  const auto submitted = client->submit(text, {.character = options.character});
  if (!submitted) return fail(shown_name(options.script), submitted.error());

  constexpr std::chrono::milliseconds kAtOnce{1'000};
  while (progress.blocks_over() < submitted->blocks.size()) {
    if (const auto heard = client->poll(kAtOnce); !heard) return fail("kinesphere", heard.error());
  }
  return progress.interrupted() ? 1 : 0;
}

void add_play(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("play", "Sends a script to a server and prints its feedback");
  const auto options = std::make_shared<PlayOptions>();
  command->add_option("SCRIPT", options->script, "The file to play; - is standard input")
      ->required();
  command->add_option("--server", options->server, "Where the server is")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command
      ->add_option("--character", options->character, "Whom it is for, where the script says none")
      ->type_name("NAME");
  command->add_option("--token-file", options->token_file, "What the server's token file says")
      ->type_name("FILE");
  command->callback([options, &exit_code] { exit_code = play(*options, std::cout, std::cerr); });
}

}  // namespace kine::server
