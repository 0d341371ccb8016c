// All that is known to have been tried against a running server, each a conversation that is held
// again and again.
//
//   server <--bytes-- Attack, on threads of its own --> Words
//
// What a server answers is a part of each: an attack of which nobody hears that it is refused has
// not been tried, or has not been noticed.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/server/attacks/words.h"
#include "tests/support/server/wire_client.h"

namespace kine::attacks {

/// Of the server that is attacked.
inline constexpr const char* kToken = "sesame";
inline constexpr std::size_t kConnectionsMax = 500;

/// Which characters it has: the healthy clients look at the first and play on it, attacks are on
/// the others.
inline constexpr const char* kHealthy = "ben";

struct Target {
  std::uint16_t port = 0;
  std::string address = {};  // from which this attack comes
  std::chrono::steady_clock::time_point end;

  bool is_over() const { return std::chrono::steady_clock::now() >= end; }
};

struct Attack {
  std::string_view name;
  std::string_view item;  // of what attacks had brought up
  void (*talk)(const Target& target, Words& words);

  /// What the server says at least, one of these.
  std::vector<std::string_view> expected;
  int threads = 1;
  int conversations_max = 1'000'000;  // of a thread
};

std::span<const Attack> attacks_on_scripts();
std::span<const Attack> attacks_on_connections();
std::vector<Attack> all_attacks();

/// Somebody who knows the token, has said hello, and notes what he is told.
class Attacker {
 public:
  Attacker(const Target& target, Words& words);

  test::WireClient& client() { return client_; }
  void submit(const std::string& script, const std::string& id, const std::string& character);
  void send(const kinesphere::Envelope& envelope) { client_.send(envelope); }

  /// Up to the answers of so many scripts and recordings that were refused.
  void hear_answers(std::size_t count);

  /// Up to the answer of a ping that is sent now.
  void hear();
  void hear_until(const std::function<bool(const kinesphere::Envelope&)>& is_it);

 private:
  test::WireClient client_;
  Words& words_;
};

/// A Hello that knows the token, or another one.
kinesphere::Envelope hello_of(const std::string& token = kToken);

/// All of them at once, until the end; what each was told, in their order.
struct Told {
  std::string attack;
  std::string words;
  std::size_t count = 0;
};
std::vector<Told> attack(std::uint16_t port, std::chrono::seconds time);

/// Those of which the server has not said what it was to say.
std::vector<std::string_view> unanswered(std::span<const Told> told);

}  // namespace kine::attacks
