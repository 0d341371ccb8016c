// `kinesphere check SCRIPT…`: plans without a server and says what is wrong, and where.
#pragma once

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

#include "server/scene/stock.h"
#include "server/voices/voices.h"

namespace CLI {
class App;
}

namespace kine::server {

struct CheckOptions {
  std::vector<std::string> scripts;     // files, "-" is standard input
  std::vector<std::string> characters;  // as parse_character reads them; none: ada and ben
  std::string clips;                    // a folder; empty: none but our own
  StockFolders stock;                   // folders of gestures, bodies, styles and poses
  std::vector<std::string> targets;     // that scripts can look at, as parse_target reads them
  std::vector<std::string> bodies;      // body files to be checked instead or as well
  VoiceWish voice{.voice = "silent"};   // which voice speaks
  bool explain = false;                 // whether it says what sets each number
  std::uint64_t seed = 0;               // of what meanings become
  bool strict = false;                  // whether a warning is a failure
};

/// Writes a line for each error and warning; 1 if there was one that is a failure.
int check(const CheckOptions& options, std::ostream& output);

void add_check(CLI::App& program, int& exit_code);

}  // namespace kine::server
