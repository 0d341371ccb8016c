// `kinesphere serve`: the server, until it is told to leave.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "server/commands/program_log.h"
#include "server/commands/serve_bridges.h"
#include "server/commands/serve_cluster.h"
#include "server/commands/serve_retention.h"
#include "server/config/configured.h"
#include "server/server.h"
#include "server/services/options.h"
#include "server/tls/tls_context.h"

namespace CLI {
class App;
}

namespace kine::server {

struct ServeOptions {
  std::string listen = "127.0.0.1:7730";
  std::vector<std::string> scenes;      // beside main
  std::vector<std::string> characters;  // as parse_character reads them; none: ada and ben
  std::string clips;                    // a folder; empty: none but our own
  StockFolders stock;                   // folders of gestures, bodies, styles and poses
  LogOptions log_style;
  std::string log;         // a file that is not there yet; empty: none
  std::string journal;     // a folder; empty: nothing that is accepted is kept
  std::string recordings;  // a folder; empty: nothing is recorded
  KeepOptions keep;        // how long both are kept
  VoiceWish voice;
  std::size_t shards = 1;
  std::size_t physical_max = kPhysicalMax;
  std::uint32_t tick_rate_hz = 60;
  bool still = false;                // whether characters do nothing of themselves
  std::string tension;               // a manner, of every character; empty: none
  std::vector<std::string> targets;  // to be looked at, as parse_target reads them
  std::string config;                // a file that was read already; empty: none
  std::vector<std::string> limits;   // as set_limit reads them
  std::string admin;                 // HOST:PORT; empty: nowhere
  BridgeWords bridges;
  std::vector<std::string> vmc;  // as parse_vmc_target reads them
  std::uint64_t seed = 0;        // of what is random
  std::vector<std::string> allowed_origins;
  std::vector<std::string> proxies;  // as Proxies::parse reads them
  std::string tenants;               // a file with a line a token; empty: none
  std::string token_file;            // empty: no token
  TlsFiles tls;
  ClusterWords cluster;
  std::string model;  // of body language, a .kinemodel; empty: the program's own
  Strangers strangers = Strangers::Refused;
  Demonstration demonstration = Demonstration::Off;
};

/// What the server is to be, with its characters and clips loaded and its token read. Files of the
/// folder that are no clips are left out, with a warning each.
Result<Options> server_options(const ServeOptions& options, Diagnostics& left_out);

/// The first lines that it prints: where it is, and what to type next.
std::string greeting(const std::string& address, const Options& options);

Result<Tenants> read_tenants(const std::string& path);

/// What `serve` is told now: typed, by the environment, by a file.
struct ServeSettings {
  ServeOptions options;
  Configured configured;
};
std::optional<ServeSettings> read_serve_settings(const std::vector<std::string>& typed,
                                                 ConfigFault& fault);

/// Runs the server of these options until it is told to leave; prints the greeting when it is
/// there. SIGHUP calls `on_hangup`; empty: it ends the server as it ends any program. Meanwhile
/// what is too old is deleted. The exit code.
int run_server(const std::function<Result<Options>(Diagnostics& left_out)>& options_of,
               Demonstration demonstration,
               const std::function<std::string(const std::string& address, const Options& options)>&
                   greeting_of,
               const LogOptions& log = {}, const std::function<void(Server&)>& on_hangup = {},
               const RetentionWish& retention = {});

/// `typed` is what is behind the command's name, to be read again on SIGHUP.
void add_serve(CLI::App& program, int& exit_code, const std::vector<std::string>& typed = {});

}  // namespace kine::server
