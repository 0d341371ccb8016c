// `kinesphere replay FILE.ksr`: streams a recording as a server would, or writes a character's
// motion in the form that the ending of another file names.
#pragma once

#include <iosfwd>
#include <optional>
#include <string>

#include "realizer/core/result.h"
#include "server/services/options.h"

namespace CLI {
class App;
}

namespace kine::server {

struct ReplayOptions {
  std::string recording;  // a file
  std::string listen = "127.0.0.1:7730";
  Playback playback;
  std::string token_file;  // empty: no token
  Strangers strangers = Strangers::Refused;

  // Instead of all that is for clients:
  std::optional<std::string> output;     // a file; "-" is standard output, as .jsonl
  std::optional<std::string> character;  // nothing: the recording's first
};

/// The server that plays this recording: its characters, its rate, its motion.
Result<Options> replay_server_options(const ReplayOptions& options);

/// Writes to options.output, or to `output` for "-"; errors go to `messages`. Times count from
/// playback.from on. The exit code: 1 on an error, else 0.
int export_recording(const ReplayOptions& options, std::ostream& output, std::ostream& messages);

void add_replay(CLI::App& program, int& exit_code);

}  // namespace kine::server
