// The options --lexicon, --bodies, --styles and --poses, which several commands take alike.
#pragma once

#include <iosfwd>
#include <memory>

#include "server/scene/stock.h"

namespace CLI {
class App;
}

namespace kine::server {

/// `folders` outlive the command and are empty unless they are told.
void add_stock_folders(CLI::App& command, StockFolders& folders);

/// What is in them; null where something is wrong. Every fault, and which of ours are replaced, are
/// lines of `messages`.
std::shared_ptr<const Stock> load_stock(const StockFolders& folders, std::ostream& messages);

}  // namespace kine::server
