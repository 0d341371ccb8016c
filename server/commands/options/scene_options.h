// The options that say what is in a scene beside its characters, which several commands take alike:
// --clips, --lexicon, --bodies, --styles, --poses, --sketch, --voice, --voices-from and --target.
#pragma once

#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "server/scene/stock.h"
#include "server/voices/voices.h"

namespace CLI {
class App;
}

namespace kine::server {

/// Where they go. All of it outlives the command, and is empty unless it is told.
struct SceneOptions {
  std::string& clips;
  StockFolders& stock;
  VoiceWish& voice;
  std::vector<std::string>& targets;
};

/// What the help says of the voice.
struct VoiceHelp {
  std::string_view what;
  std::string_view by_default;
};
inline constexpr VoiceHelp kVoiceOfTimes = {"The voice that gives speeches their times", "silent"};

void add_scene_options(CLI::App& command, SceneOptions options, const VoiceHelp& voice);

/// The folders among them alone. `folders` outlive the command and are empty unless they are told.
void add_stock_folders(CLI::App& command, StockFolders& folders);

/// What is in them; null where something is wrong. Every fault, and which of ours are replaced, are
/// lines of `messages`.
std::shared_ptr<const Stock> load_stock(const StockFolders& folders, std::ostream& messages);

}  // namespace kine::server
