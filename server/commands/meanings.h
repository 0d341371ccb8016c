// `kinesphere meanings [WORD…]`: what scripts can let gestures mean, and which gestures that
// becomes, by ours and one's own dictionaries.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kine::server {

struct MeaningsOptions {
  std::vector<std::string> words = {};
  std::string lexicon = {};  // a folder with gestures of one's own; empty: none
  std::string styles = {};   // a folder with styles and dictionaries of one's own; empty: none
};

/// Writes a line for each meaning of each dictionary that has all words in the meaning's name, or
/// is of that style, or has that gesture: the meaning, the style, and how often it becomes what. 1
/// if there is none, or something is wrong with a folder; `errors` say so.
int meanings(const MeaningsOptions& options, std::ostream& output, std::ostream& errors);

void add_meanings(CLI::App& program, int& exit_code);

}  // namespace kine::server
