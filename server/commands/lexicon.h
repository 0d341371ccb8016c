// `kinesphere lexicon [WORD…]`: the gestures that scripts can call by name.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace kine::server {

/// Writes a line for each gesture that has all `words` in its name or among its tags: its name,
/// which hands it takes, its tags and what it is. 1 if there is none, which goes to `errors`.
int lexicon(const std::vector<std::string>& words, std::ostream& output, std::ostream& errors);

void add_lexicon(CLI::App& program, int& exit_code);

}  // namespace kine::server
