// `kinesphere lexicon [WORD…]`: the gestures that scripts can call by name, ours and one's own.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kine::server {

struct LexiconOptions {
  std::vector<std::string> words = {};
  std::string folder = {};  // with gestures of one's own; empty: none
};

/// Writes a line for each gesture that has all words in its name or among its tags: its name,
/// which hands it takes, its tags and what it is. 1 if there is none, or something is wrong with
/// the folder; `errors` say so, and which of our gestures the folder replaces.
int lexicon(const LexiconOptions& options, std::ostream& output, std::ostream& errors);

void add_lexicon(CLI::App& program, int& exit_code);

}  // namespace kine::server
