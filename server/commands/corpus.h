// `kinesphere corpus --seed N --minutes M -o FOLDER`: speech with the gestures of a written
// grammar, for body language to be learnt from where there are no recordings of people.
//
//   voices, seed --make_take--> NNN.wav, NNN.bvh, NNN.xml, NNN.truth.csv
//   recorded speech --teach_files--> the same, with gestures to what is heard
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kine::server {

inline constexpr double kCorpusMinutesLeast = 0.1;
inline constexpr double kCorpusMinutesMax = 600;

struct CorpusOptions {
  std::uint64_t seed = 0;
  double minutes = 10;                  // from kCorpusMinutesLeast to kCorpusMinutesMax
  std::vector<std::string> voices;      // "espeak:en-gb", "flite:slt"; empty: those that work here
  std::vector<std::string> talks = {};  // .wav files and folders of them; empty: our own sentences
  std::string output;                   // a folder, which is made where there is none
};

/// Takes until they last so long; voices take turns. Or all of the talks. 1 where no voice works,
/// or a file cannot be read or written; `messages` say so.
int corpus(const CorpusOptions& options, std::ostream& messages);

void add_corpus(CLI::App& program, int& exit_code);

}  // namespace kine::server
