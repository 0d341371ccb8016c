// What an operator tells the server.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clients/cpp/address.h"
#include "realizer/cast/cast.h"
#include "realizer/live/live_tension.h"
#include "realizer/tick/shard.h"
#include "realizer/tick/state/character_state.h"
#include "server/base/limits.h"
#include "server/guests/guest_log.h"
#include "server/guests/proxies.h"
#include "server/guests/tenants.h"
#include "server/recordings/recording_file.h"
#include "server/scene/stock.h"
#include "server/ticks/recorded_frames.h"
#include "server/tls/tls_context.h"
#include "server/voices/voices.h"

namespace kine::server {

class ScenePlaces;

/// Which clients may speak to a server that listens beyond this machine.
enum class Strangers {
  Refused,  // there must be a token to listen there at all
  Welcome,
};

/// A character, and where it is sent as VMC.
struct VmcTarget {
  std::string character;  // empty: the first of the server's
  client::Address address;
};

/// A port beside the main one, for clients that have no token to show.
struct BridgePort {
  std::uint16_t port = 0;   // 0: any that is free
  std::string tenant = {};  // whose clients come by it; empty: a server without tenants has it
  std::string scene = {};   // that they join; empty: the main one
};

struct BmlPort : BridgePort {
  std::uint16_t feedback = 0;  // of the client's machine, as asap's 7501; 0: back as it came
};

struct EmbrPort : BridgePort {
  std::optional<client::Address> feedback = {};  // by UDP; nothing: none is sent
};

struct BridgePorts {
  std::vector<BmlPort> bml;
  std::vector<EmbrPort> embr;
};

/// A recording that stands in place of the shards.
struct Replay {
  std::shared_ptr<const RecordingFile> file;  // never null
  Playback playback;
};

/// How a server plays its scenes together with others.
struct ClusterOptions {
  std::vector<std::string> servers;   // of NATS
  std::string credentials_file = {};  // a user's of NATS; empty: what the servers' URLs say
  std::string name = "kinesphere";    // of the cluster: two on the same NATS have two
  std::string node;                   // of this server; each has its own
  std::string address = {};           // where the others reach it; empty: where it listens
  std::function<void(const std::string& why)> on_lost = {};  // it must end at once
};

struct Options {
  std::string host = "127.0.0.1";
  std::uint16_t port = 7730;                  // 0: any that is free
  std::optional<client::Address> admin = {};  // where operators look; nothing: nowhere
  std::string token;                          // what a Hello must carry; empty: none
  Strangers strangers = Strangers::Refused;
  std::optional<Tenants> tenants = {};  // that may come by tokens of their own

  /// What its port speaks TLS by; null: it speaks none.
  std::shared_ptr<const TlsContext> tls = {};

  Proxies proxies = {};  // that may say where their clients are

  /// Gets what clients do and how late ticks are, an event a line, from any thread; empty: nobody
  /// does.
  GuestLog::Write event_log = {};

  std::vector<std::string> allowed_origins;  // of pages elsewhere that may drive the server

  std::vector<std::shared_ptr<const Cast>> casts;  // of every scene; not empty, names unique
  std::vector<std::string> scenes = {};            // beside the main one, names unique
  std::shared_ptr<const ScenePlaces> places = {};  // null: this server plays all of them
  std::shared_ptr<const Stock> stock = {};  // what characters that join are made of; null: ours
  std::uint32_t tick_rate_hz = 60;
  std::size_t shards = 1;
  std::size_t physical_max = kPhysicalMax;  // of a shard: characters that move by their muscles
  autonomy::LifeOptions life = {};
  std::optional<plan::TensionChange> tension = {};  // of every character from its first tick on
  std::vector<SetTarget> targets = {};  // there from the first tick on; at most kSetTargetsMax
  std::size_t network_threads = 2;
  std::size_t prepare_threads = 2;
  std::vector<VmcTarget> vmc = {};  // where frames go by UDP as well
  BridgePorts bridges = {};
  std::string session_log = {};  // a file for all that comes in, not there yet; empty: none
  std::string journal = {};      // a folder for what is accepted, to go on from; empty: none
  std::optional<ClusterOptions> cluster = {};  // nothing: it plays alone
  std::string recordings = {};  // a folder that clients may have recordings written to
  std::shared_ptr<const speech::Voice> voice = shared_silent_voice();  // never null

  /// By which characters move while somebody speaks; null: by none.
  std::shared_ptr<const PlayableRepertoire> body_language = {};
  std::string voice_remark = {};          // why it is not the one by default; empty: it is
  std::vector<std::string> remarks = {};  // on what was loaded, for the log: a line each
  Limits limits = {};
  Seconds demonstration_pause = kDemonstrationPause;

  /// Then casts and rate are the recording's, and no script is taken.
  std::optional<Replay> replay = {};
};

}  // namespace kine::server
