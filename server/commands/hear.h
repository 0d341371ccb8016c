// `kinesphere hear FILE.wav [-o FILE.csv]`: what is heard of recorded speech, a line a syllable.
//
//   .wav --read_wave--> samples --Hearing--> syllables --> .csv
#pragma once

#include <iosfwd>
#include <string>

namespace CLI {
class App;
}

namespace kine::server {

struct HearOptions {
  std::string file;
  std::string output = "-";  // a .csv; "-": standard output
};

/// Writes a table of syllables and silences in the order in which they were known. 1 if the sound
/// cannot be read or the table not written; `errors` say so.
int hear(const HearOptions& options, std::ostream& output, std::ostream& errors);

void add_hear(CLI::App& program, int& exit_code);

}  // namespace kine::server
