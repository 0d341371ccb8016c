// `kinesphere play SCRIPT`: sends a script to a server and prints what becomes of it; or, with
// --audio, sound by which a character moves, and prints what is heard of it.
#pragma once

#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace kine::server {

/// What is printed of what happens.
enum class PlayForm {
  Lines,  // "TIME KIND ID [MESSAGE]"
  Bml,    // elements of BML's feedback, predictions too
};

struct PlayOptions {
  std::string script;  // a file, "-" is standard input; empty: none
  std::string audio;   // a .wav that is sent as it would be said; empty: none
  std::string server = "127.0.0.1:7730";
  std::string character;  // which it is for, where the script does not say
  std::string token_file;
  PlayForm form = PlayForm::Lines;
};

/// A line an event, the time in seconds from the start of the script, of a warning with its kind;
/// what went wrong goes to `errors`. 0 when script and sound have ended, 1 otherwise.
int play(const PlayOptions& options, std::ostream& output, std::ostream& errors);

void add_play(CLI::App& program, int& exit_code);

}  // namespace kine::server
