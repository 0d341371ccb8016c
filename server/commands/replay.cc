#include "server/commands/replay.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <iostream>
#include <memory>
#include <utility>

#include "clients/cpp/address.h"
#include "realizer/core/number.h"
#include "server/base/report_line.h"
#include "server/base/token_file.h"
#include "server/commands/options/number_in.h"
#include "server/commands/serve.h"
#include "server/offline/destination.h"
#include "server/offline/motion_forms.h"
#include "server/recordings/recording_file.h"
#include "server/ticks/recorded_frames.h"
#include "server/web/avatars.h"

namespace kine::server {
namespace {

using protocol::RecordedCharacter;
using protocol::RecordedMotion;

constexpr std::size_t kCopiedBytes = 1 << 20;

Result<const RecordedCharacter*> find_character(const protocol::RecordingHead& head,
                                                const std::optional<std::string>& name) {
  if (head.characters.empty()) {
    return Error{.code = ErrorCode::UnknownName, .message = "the recording has no characters"};
  }
  if (!name) return &head.characters.front();
  std::string names;
  for (const RecordedCharacter& character : head.characters) {
    if (character.name == *name) return &character;
    names += (names.empty() ? "" : ", ") + character.name;
  }
  return Error{.code = ErrorCode::UnknownName,
               .message = "the recording has " + names + ", not " + kine::quoted(*name)};
}

Result<Done> write_motion(RecordedMotion motion, const RecordedCharacter& character, Tick first,
                          formats::Writer& writer, Destination& destination) {
  if (const auto sought = motion.seek(first); !sought) return sought;
  std::string bytes;
  for (;;) {
    auto moment = motion.next();
    if (!moment) return moment.error();
    if (!*moment) break;
    const Tick tick{(*moment)->tick.index - first.index};
    if (auto* frame = std::get_if<Frame>(&(*moment)->what)) {
      if (frame->character != character.id) continue;
      frame->tick = tick;
      writer.append(*frame, bytes);
    } else if (auto* feedback = std::get_if<Feedback>(&(*moment)->what)) {
      if (feedback->character != character.id) continue;
      feedback->tick = tick;
      writer.append(*feedback, bytes);
    }
    if (bytes.size() >= kCopiedBytes) {
      if (const auto written = destination.write(bytes); !written) return written;
      bytes.clear();
    }
  }
  if (const auto finished = writer.finish(bytes); !finished) return finished;
  return destination.write(bytes);
}

Result<Done> check_beginning(const RecordedMotion& motion, Seconds from) {
  const TickRate rate = motion.head().rate;
  const Seconds length = rate.between(motion.first_tick(), motion.last_tick());
  if (from <= length) return Done{};
  return Error{.code = ErrorCode::OutOfRange,
               .message = "the recording is " + format_number(length.count()) +
                          " s long, and does not reach " +
                          kine::quoted(format_number(from.count()))};
}

Result<Done> export_to(const ReplayOptions& options, std::ostream& output) {
  const auto form = find_motion_form(*options.output);
  if (!form) return form.error();
  const auto file = RecordingFile::open(options.recording);
  if (!file) return file.error();
  const RecordedMotion motion = (*file)->motion();
  const auto character = find_character(motion.head(), options.character);
  if (!character) return character.error();
  if (const auto begins = check_beginning(motion, options.playback.from); !begins) return begins;

  auto destination = Destination::open(*options.output, output);
  if (!destination) return destination.error();
  const auto writer = (*form)->make_writer({.body = (*character)->body,
                                            .rate = motion.head().rate,
                                            .character = (*character)->name,
                                            .avatars = embedded_avatars()});
  const Tick first =
      motion.head().rate.first_at_or_after(motion.first_tick(), options.playback.from);
  const auto written = write_motion(motion, **character, first, *writer, *destination);
  return written ? destination->close() : written;
}

std::string greeting_of(const ReplayOptions& options, const std::string& address,
                        const Options& server) {
  std::string names;
  for (const auto& cast : server.casts) names += (names.empty() ? "" : ", ") + cast->name;
  return "kinesphere replays " + names + " of " + options.recording + " on " + address +
         "\nCtrl-C stops it.\n";
}

int replay(const ReplayOptions& options) {
  if (options.output) return export_recording(options, std::cout, std::cerr);
  return run_server([&](Diagnostics&) { return replay_server_options(options); },
                    Demonstration::Off,
                    [&](const std::string& address, const Options& server) {
                      return greeting_of(options, address, server);
                    });
}

}  // namespace

Result<Options> replay_server_options(const ReplayOptions& options) {
  const auto address = client::parse_address(options.listen);
  if (!address) return address.error();
  const auto file = RecordingFile::open(options.recording);
  if (!file) return file.error();
  const RecordedMotion motion = (*file)->motion();
  if (motion.head().characters.empty()) {
    return Error{.code = ErrorCode::UnknownName, .message = "the recording has no characters"};
  }
  if (const auto begins = check_beginning(motion, options.playback.from); !begins) {
    return begins.error();
  }
  Options result;
  result.host = address->host;
  result.port = address->port;
  result.strangers = options.strangers;
  result.casts = casts_of(motion.head());
  result.tick_rate_hz = motion.head().rate.hz();
  result.replay = Replay{.file = *file, .playback = options.playback};
  if (!options.token_file.empty()) {
    auto token = read_token_file(options.token_file);
    if (!token) return token.error();
    result.token = *std::move(token);
  }
  return result;
}

int export_recording(const ReplayOptions& options, std::ostream& output, std::ostream& messages) {
  const auto exported = export_to(options, output);
  if (exported) return 0;
  messages << report_line(options.recording, exported.error());
  return 1;
}

void add_replay(CLI::App& program, int& exit_code) {
  CLI::App* command = program.add_subcommand(
      "replay", "Streams a recording as a server would, or writes its motion to a file");
  const auto options = std::make_shared<ReplayOptions>();
  const auto from_s = std::make_shared<double>(0);
  const auto flags = std::make_shared<std::pair<bool, bool>>(false, false);
  command->add_option("RECORDING", options->recording, "The recording, a .ksr")
      ->required()
      ->type_name("FILE");
  command->add_option("--listen", options->listen, "Where it listens; port 0 is any that is free")
      ->type_name("HOST:PORT")
      ->capture_default_str();
  command->add_option("--speed", options->playback.speed, "How fast it plays (default: 1)")
      ->check(number_in(kReplaySpeedMin, kReplaySpeedMax))
      ->type_name("X");
  command->add_option("--from", *from_s, "Where it begins, in seconds (default: 0)")
      ->check(number_in(0, 1e6))
      ->type_name("S");
  command->add_flag("--loop", flags->first, "At its end it begins again");
  command->add_option("--token-file", options->token_file, "Its text is what clients must know")
      ->type_name("FILE");
  command->add_flag("--open", flags->second, "Lets everybody in, also from other machines");
  auto* output =
      command->add_option("-o,--output", options->output,
                          "A file for the motion, instead of clients; " + help_on_motion_forms());
  output->type_name("FILE");
  command
      ->add_option("--character", options->character,
                   "The character to write (default: the recording's first)")
      ->type_name("NAME")
      ->needs(output);
  command->callback([options, from_s, flags, &exit_code] {
    options->playback.from = Seconds(*from_s);
    if (flags->first) options->playback.end = Playback::End::GoesRound;
    if (flags->second) options->strangers = Strangers::Welcome;
    exit_code = replay(*options);
  });
}

}  // namespace kine::server
