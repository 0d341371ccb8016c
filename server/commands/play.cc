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
#include "clients/cpp/utf8.h"
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

/// Classic texts of the years of Latin-1 have umlauts in their comments, and the protocol carries
/// UTF-8. An XML text says its encoding, so there a bad byte is an error.
std::string as_utf8(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  const bool is_xml = first != std::string::npos && text[first] == '<';
  if (is_xml || !client::find_bad_utf8(text)) return text;
  std::string utf8;
  for (const char byte : text) {
    const auto code = static_cast<unsigned char>(byte);
    if (code < 0x80) {
      utf8 += byte;
    } else {
      utf8 += static_cast<char>(0xC0 | code >> 6);
      utf8 += static_cast<char>(0x80 | (code & 0x3F));
    }
  }
  return utf8;
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
