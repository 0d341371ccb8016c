// Keeps every character moving: the sample scripts inside the program, one after the other, again
// and again. It is a client like others, but for the socket.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "server/hub.h"
#include "server/services.h"

namespace kine::server {

class Demonstrator final : public Subscriber, public std::enable_shared_from_this<Demonstrator> {
 public:
  /// Prepares the samples for each character, whomever they were written for, and begins.
  /// `services` outlives the hub's last call.
  static std::shared_ptr<Demonstrator> start(Services& services);

  void offer_frames(std::shared_ptr<const TickOutput>) override {}
  void offer_event(std::shared_ptr<const Event> event) override;

  /// A character that leaves shows nothing any more. One that joins is left alone.
  void offer_company(std::shared_ptr<const TickOutput> output) override;

  /// Scripts that it plays in turn on each character.
  std::size_t scripts_of(CharacterId character) const;

 private:
  struct Act {
    CharacterId character;
    std::vector<std::shared_ptr<const motion::Block>> blocks;
    std::size_t next = 0;
    BlockId playing;  // 0: none
  };

  explicit Demonstrator(Services& services);
  void play_next(Act& act);

  Services& services_;
  std::vector<Act> acts_;
};

}  // namespace kine::server
