// Brings what a tick gave to everybody who asked for it.
//
//   tick loop --publish--> Hub --phases--> Subscribers (sessions, the demonstration)
//
// Bytes are encoded once and shared. Subscribers, not characters, are spread over the phases of a
// tick, so that their writes do not queue behind one another. Feedback and sound do not wait for a
// phase.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/ids.h"
#include "realizer/tick/state/feedback.h"
#include "server/base/status.h"
#include "server/ticks/shard_threads.h"

namespace boost::asio {
class io_context;
}

namespace kine::server {

/// One feedback, encoded once for all that hear of it.
struct Event {
  Feedback feedback;
  protocol::Bytes bytes;
};

/// What listens to the hub. Called on the hub's strand, so each call returns at once.
class Subscriber {
 public:
  virtual ~Subscriber() = default;
  virtual void offer_frames(std::shared_ptr<const TickOutput> output) = 0;
  virtual void offer_event(std::shared_ptr<const Event> event) = 0;

  /// Of a tick in which there is some of the characters that it wants to hear.
  virtual void offer_audio(std::shared_ptr<const TickOutput>) {}

  /// Of a tick in which somebody joins or leaves; before all else of it.
  virtual void offer_company(std::shared_ptr<const TickOutput>) {}

  /// Of a tick in which blocks go on as others, of any client; before its events.
  virtual void offer_replanned(std::shared_ptr<const TickOutput>) {}

  /// Of a tick in which body language begins motions, where it was asked for.
  virtual void offer_motions(std::shared_ptr<const TickOutput>) {}

  /// A block of its own is in the journal.
  virtual void offer_kept(BlockId) {}
};

/// What a subscriber wants to hear; nothing of it until it asks.
struct Subscription {
  std::vector<CharacterId> characters;  // whose frames and events; ascending
  bool everybody = false;               // of these and of all that join
  std::optional<protocol::FrameVariant> parts;
  bool events = false;            // of every block on its characters; of its own it always hears
  std::uint32_t rate_hz_max = 0;  // 0: the tick rate
  bool audio = false;             // what its characters say
  bool writes_down = false;       // has a tick's frames before anybody hears of that tick

  /// Whether it hears of this character.
  bool has(CharacterId character) const;
};

/// Every call may come from any thread.
class Hub {
 public:
  Hub(boost::asio::io_context& io, TickRate rate, Status& status);
  ~Hub();

  void add(ClientId client, std::weak_ptr<Subscriber> subscriber);
  void remove(ClientId client);

  /// The present frames follow at once.
  void subscribe(ClientId client, Subscription subscription);

  /// Whether it hears of the motions that body language begins.
  void offer_motions_to(ClientId client, bool wanted);

  void publish(std::shared_ptr<const TickOutput> output);

  /// A block of this client is in the journal.
  void tell_kept(ClientId client, BlockId block);

  /// Calls it when all that was published before has been offered.
  void post(std::function<void()> call);

  /// What anybody has subscribed to.
  VariantsWanted variants_wanted() const;

 private:
  struct Strand;
  std::shared_ptr<Strand> strand_;  // outlives calls that are on their way
};

}  // namespace kine::server
