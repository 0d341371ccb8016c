#include "server/commands/play.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
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
#include "realizer/core/pcm16.h"
#include "server/base/folder.h"
#include "server/base/report_line.h"
#include "server/base/script_file.h"
#include "server/commands/connect.h"
#include "server/voices/wave_file.h"

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

/// "0.420 syllable high long", "0.900 motion arms 7 early".
std::string line_of(const client::HeardSound& heard) {
  char time[32];
  std::snprintf(time, sizeof(time), "%.3f", heard.known);
  std::string line = std::string(time) + ' ' + word_of(heard.kind);
  if (!heard.observation.empty()) line += ' ' + heard.observation;
  if (heard.kind == client::HeardSound::Kind::Motion) {
    line += ' ' + heard.section + ' ' + std::to_string(heard.motion) + ' ' + heard.why;
  }
  return line;
}

/// Sends it at the pace at which it is said, and hears meanwhile. Ends where the server has a
/// problem.
Result<Done> send_sound(client::Client& client, const speech::Audio& audio,
                        const std::string& character, const std::optional<Error>& problem) {
  constexpr std::chrono::milliseconds kPiece{20};
  const std::size_t count = audio.rate_hz * kPiece.count() / 1'000;
  const std::string bytes = pcm16_bytes(audio.samples);
  const std::string_view all = bytes;
  auto due = std::chrono::steady_clock::now();
  for (std::size_t first = 0; 2 * first < all.size(); first += count) {
    due += kPiece;  // when the last of its samples would have been said
    for (auto now = std::chrono::steady_clock::now(); now < due;
         now = std::chrono::steady_clock::now()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - now);
      if (const auto heard = client.poll(left); !heard) return heard.error();
      if (problem) return *problem;
    }
    const auto sent = client.send_sound({.character = character,
                                         .first_sample = first,
                                         .rate_hz = audio.rate_hz,
                                         .samples = all.substr(2 * first, 2 * count),
                                         .last = 2 * (first + count) >= all.size(),
                                         .tells = true});
    if (!sent) return sent;
  }
  return Done{};
}

/// What comes of a script until all of it is over; whether none of it was interrupted.
Result<bool> play_script(client::Client& client, const std::string& text,
                         const PlayOptions& options, std::ostream& output) {
  PlayProgress progress(output, options.form);
  client.on_feedback([&](const client::Feedback& feedback) { progress.hear(feedback); });
  const bool as_bml = options.form == PlayForm::Bml;
  if (as_bml) print_as_bml(client, output);
  const auto submitted =
      client.submit(text, {.character = options.character, .predictions = as_bml});
  if (!submitted) return submitted.error();
  constexpr std::chrono::milliseconds kAtOnce{1'000};
  while (progress.blocks_over() < submitted->blocks.size()) {
    if (const auto heard = client.poll(kAtOnce); !heard) return heard.error();
  }
  return !progress.interrupted();
}

/// Sound as it would be said, and what is heard of it.
Result<Done> play_audio(client::Client& client, const PlayOptions& options, std::ostream& output) {
  const auto bytes = read_file_up_to(options.audio, kWaveBytesMax);
  if (!bytes) return bytes.error();
  const auto audio = read_wave(*bytes);
  if (!audio) return audio.error();
  std::string character = options.character;
  if (character.empty()) character = client.characters().front().name;  // as for a script
  std::optional<Error> problem;
  client.on_problem([&](const std::string& error) { problem = Error{.message = error}; });
  client.on_heard([&](const client::HeardSound& heard) { output << line_of(heard) << std::endl; });
  if (const auto sent = send_sound(client, *audio, character, problem); !sent) return sent.error();
  if (const auto answered = client.ping(); !answered) return answered.error();  // all was heard
  if (problem) return *problem;
  return Done{};
}

}  // namespace

int play(const PlayOptions& options, std::ostream& output, std::ostream& errors) {
  const auto fail = [&](std::string_view what, const Error& error) {
    errors << report_line(what, error);
    return 1;
  };
  std::string text;
  if (!options.script.empty()) {
    const auto file = read_script_file(options.script);
    if (!file) return fail(shown_name(options.script), file.error());
    text = as_utf8(*file);
  }
  auto client = connect_to(options.server, options.token_file, "kinesphere play");
  if (!client) return fail("kinesphere", client.error());
  if (!options.audio.empty()) {
    const auto played = play_audio(*client, options, output);
    if (!played) return fail(options.audio, played.error());
    return 0;
  }
  const auto played = play_script(*client, text, options, output);
  if (!played) return fail(shown_name(options.script), played.error());
  return *played ? 0 : 1;
}

void add_play(CLI::App& program, int& exit_code) {
  CLI::App* command =
      program.add_subcommand("play", "Sends a script to a server and prints its feedback");
  const auto options = std::make_shared<PlayOptions>();
  CLI::Option* const script =
      command->add_option("SCRIPT", options->script, "The file to play; - is standard input");
  CLI::Option* const audio = command->add_option("--audio", options->audio,
                                                 "In place of a script, a .wav of somebody who "
                                                 "speaks: it is sent as it would be said, and the "
                                                 "character moves by it");
  audio->type_name("FILE")->excludes(script);
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
    if (options->script.empty() && options->audio.empty()) {
      throw CLI::RequiredError("SCRIPT or --audio");
    }
    if (*form == "bml") options->form = PlayForm::Bml;
    exit_code = play(*options, std::cout, std::cerr);
  });
}

}  // namespace kine::server
