// `kinesphere lexicon [WORD…]`: the gestures that scripts can call by name, ours and one's own; as
// a list, as a picture of each, or with how near each brings joints to their limits.
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
  std::string folder = {};   // with gestures of one's own; empty: none
  std::string sheet = {};    // a file that ends in .png: a picture of each; empty: none
  bool ranges = false;       // a table of shares of limits in place of the list
  std::string body = "ada";  // the name of one of ours: it makes them for sheet and ranges
};

/// Writes a line for each gesture that has all words in its name or among its tags: its name,
/// which hands it takes, its tags and what it is; or its line of lexicon_ranges.h. With a sheet and
/// no ranges it writes the sheet alone. 1 if there is none, no such body, the sheet cannot be
/// written, or something is wrong with the folder; `errors` say so, and which of our gestures the
/// folder replaces.
int lexicon(const LexiconOptions& options, std::ostream& output, std::ostream& errors);

void add_lexicon(CLI::App& program, int& exit_code);

}  // namespace kine::server
