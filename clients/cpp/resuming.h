// What a client keeps from one connection to the next, where it has named itself to the server.
//
//   scripts without an answer --unanswered--> sent again;  feedback --is_news--> told once
#pragma once

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <vector>

#include "protocol/kinesphere.pb.h"

namespace kine::client {

/// Of a client without a name it does nothing.
class Resuming {
 public:
  explicit Resuming(std::string word);

  void write(kinesphere::Hello& hello) const;
  void read(const kinesphere::Hello& hello);

  bool is_on() const { return !word_.empty(); }

  /// Whether the server plays a script once that is sent twice.
  bool can_send_again() const { return is_on() && server_can_; }

  /// Of a script without an id: unique among all programs of this client.
  std::string name(const std::string& kind, std::uint64_t number) const {
    return kind + std::to_string(number) + suffix_;
  }

  /// Whether this feedback was not told yet.
  bool is_news(const kinesphere::Envelope& feedback);

  /// Sent again until it is answered. One question at a time.
  void keep(kinesphere::Envelope question) { unanswered_.assign(1, std::move(question)); }
  void answered() { unanswered_.clear(); }
  std::vector<kinesphere::Envelope> unanswered() const;

 private:
  const std::string word_;
  std::string suffix_;
  bool server_can_ = false;
  std::uint64_t heard_tick_ = 0;
  std::set<std::string> heard_;         // feedback, as it came …
  std::deque<std::string> heard_last_;  // … and in its order
  std::vector<kinesphere::Envelope> unanswered_;
};

}  // namespace kine::client
