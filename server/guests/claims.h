// Which characters clients have for themselves: nobody else plays on them, ends what plays there,
// or changes how they are.
//
//   Claim --claim--> Claims --holder--> a conversation that wants something of a character
//
// Looking and listening is not concerned. A claim ends on release, or with its connection; one that
// was made with a key outlives that by its grace, for a client that comes back with the key. Every
// call may come from any thread.
#pragma once

#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/ids.h"

namespace kine::server {

/// How long a claim may outlive its connection: a client calls again after five seconds at most,
/// and nobody else should wait for a minute.
inline constexpr std::chrono::seconds kClaimGraceMax{60};

class Claims {
 public:
  using Time = std::chrono::microseconds;  // of steady_now()

  struct Claimant {
    ClientId client;
    std::string name;  // of the program, for clients that are refused
    std::string key;   // empty: nobody takes it over
    Time grace{0};
  };

  /// All of these for the claimant, and nothing; or none of them, and the name of the client that
  /// has one of them.
  [[nodiscard]] std::optional<std::string> claim(std::span<const CharacterId> characters,
                                                 const Claimant& claimant, Time now);

  /// Gives those of them back that this client has.
  void release(std::span<const CharacterId> characters, ClientId client);

  /// Its connection is over.
  void leave(ClientId client, Time now);

  /// The character is there no more.
  void forget(CharacterId character);

  /// The name of its claimant, where that is another client.
  std::optional<std::string> find_other(CharacterId character, ClientId client, Time now) const;

  std::vector<CharacterId> held_by(ClientId client) const;

 private:
  struct Claim {
    Claimant claimant;
    std::optional<Time> until;  // nothing: its connection stands
  };

  const Claim* find(CharacterId character, Time now) const;

  mutable std::mutex mutex_;
  std::map<CharacterId, Claim> claims_;
};

/// Whether two secrets are the same. It takes the same time whatever of them agrees, so that none
/// can be found letter by letter.
bool is_same_secret(std::string_view given, std::string_view wanted);

}  // namespace kine::server
