#include "server/commands/play.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/cpp/client.h"
#include "protocol/bml_feedback.h"
#include "protocol/envelope.h"
#include "protocol/kinesphere.pb.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/commands/connect.h"

namespace kine::server {
namespace {

/// Follows the blocks of one script, and prints.
class PlayProgress {
 public:
  PlayProgress(std::ostream& output, PlayForm form) : output_(output), form_(form) {}

  void hear(const client::Feedback& feedback) {
    if (form_ == PlayForm::Lines) print(feedback);
    if (feedback.kind == client::FeedbackKind::Interrupted) interrupted_ = true;
    if (feedback.kind == client::FeedbackKind::Ended ||
        feedback.kind == client::FeedbackKind::Interrupted)
      ++over_;
  }

  std::size_t blocks_over() const { return over_; }
  bool interrupted() const { return interrupted_; }

 private:
  void print(const client::Feedback& feedback) {
    if (!zero_) zero_ = feedback.time;
    char time[32];
    std::snprintf(time, sizeof(time), "%.3f", feedback.time - *zero_);
    output_ << time << ' ' << word_of(feedback.kind) << ' ' << feedback.id;
    if (feedback.warning != WarningKind::Other) output_ << ' ' << kine::word_of(feedback.warning);
    if (!feedback.message.empty()) output_ << ' ' << feedback.message;
    // Line by line, also into a pipe.
    output_ << std::endl;
  }

  std::ostream& output_;
  PlayForm form_;
  std::optional<double> zero_;
  std::size_t over_ = 0;
  bool interrupted_ = false;
};

/// Whatever BML has an element for.
void print_as_bml(client::Client& client, std::ostream& output) {
  std::map<std::uint32_t, std::string> characters;
  for (const client::Character& each : client.characters()) characters[each.id] = each.name;
  const auto feedback = std::make_shared<protocol::BmlFeedback>();
  feedback->introduce(client.tick_rate_hz(), std::move(characters));
  client.on_message([feedback, &output](std::string_view message) {
    const auto envelope = protocol::decode(message);
    if (envelope) output << feedback->text_of(*envelope) << std::flush;
  });
}

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

  PlayProgress progress(output, options.form);
  client->on_feedback([&](const client::Feedback& feedback) { progress.hear(feedback); });
  const bool as_bml = options.form == PlayForm::Bml;
  if (as_bml) print_as_bml(*client, output);
  const auto submitted =
      client->submit(text, {.character = options.character, .predictions = as_bml});
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
  const auto form = std::make_shared<std::string>("lines");
  command
      ->add_option("--feedback", *form, "How it is printed: a line an event, or as BML's elements")
      ->check(CLI::IsMember({"lines", "bml"}))
      ->capture_default_str();
  command->callback([options, form, &exit_code] {
    if (*form == "bml") options->form = PlayForm::Bml;
    exit_code = play(*options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
