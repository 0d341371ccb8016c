// The options of `serve` for ports of other languages: where they are, and whose clients come by
// them.
//
//   "lab/hall=7500" --give_bridges--> BridgePorts
#pragma once

#include <string>
#include <vector>

#include "realizer/core/result.h"
#include "server/services/options.h"

namespace CLI {
class App;
}

namespace kine::server {

/// As they are typed.
struct BridgeWords {
  std::vector<std::string> bml;            // [TENANT[/SCENE]=]PORT
  std::vector<std::string> bml_feedback;   // [TENANT=]PORT
  std::vector<std::string> embr;           // as of bml
  std::vector<std::string> embr_feedback;  // [TENANT=]HOST[:PORT]
};

/// `words` outlive the command.
void add_bridge_options(CLI::App& command, BridgeWords& words);

/// To be called when `options` have tenants and scenes: a port that a server may not open is an
/// error.
Result<Done> give_bridges(const BridgeWords& words, Options& options);

}  // namespace kine::server
