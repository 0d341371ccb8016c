// One client across its connections: what became of its scripts, and what it has not heard.
//
//   Conversation --expect, played, answered--> ResumedClient --attach--> its next connection
//   hub --events of its blocks--> ResumedClient --> the connection by which it is there
//
// Its blocks are those of the connection by which it came first, whatever connection it has by now.
// A script that it sends again is answered and not played again. Every call may come from any
// thread.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "protocol/framing.h"
#include "realizer/core/ids.h"
#include "realizer/core/result.h"
#include "realizer/motion/block.h"
#include "server/base/live_limits.h"
#include "server/guests/memory_account.h"
#include "server/resuming/kept_feedback.h"
#include "server/resuming/told_client.h"
#include "server/ticks/hub.h"

namespace kine::server {

/// A block of a script that was accepted.
struct RememberedBlock {
  BlockId id;
  CharacterId character;
  std::string name;
  std::shared_ptr<const motion::Block> block;
};

/// A script that was accepted, with its blocks that are not over.
struct RememberedScript {
  std::string id;
  std::vector<RememberedBlock> blocks;
};

/// A connection by which the client is there. Calls return at once.
struct ResumedConnection {
  ClientId id;  // of the connection itself
  std::weak_ptr<Subscriber> subscriber = {};
  std::function<void(protocol::Bytes)> send = {};
  std::function<void(RememberedScript)> adopt = {};  // accepted by a connection before it
  std::function<void()> give_way = {};               // another connection has come
};

class ResumedClient final : public Subscriber {
 public:
  using Time = std::chrono::microseconds;  // of steady_now()

  /// What is done where it does not come back in time.
  struct Parting {
    std::function<void()> let_go;  // of what waits, and of its claims
    std::function<void()> forget;  // of itself
  };

  /// `limits` outlive it.
  ResumedClient(ClientId client, const LiveLimits& limits);

  /// Whose its blocks are.
  ClientId client() const { return client_; }

  // Its connections.

  struct Returned {
    std::vector<protocol::Bytes> feedback;  // and what is kept, from the tick that it has heard
    std::vector<RememberedScript> scripts;  // that are not over
    std::uint64_t scripts_counted = 0;
  };
  /// A connection that stands still gives way.
  Returned attach(ResumedConnection connection, Tick heard, const MemoryHolder& holder);

  /// It is expected by a connection that is about to attach.
  void expect_back();

  /// Whether this was its connection: then it is gone.
  bool detach(ClientId connection, Time now, Parting parting);

  /// In place of its Parting's.
  void on_forgotten(std::function<void()> forget);

  /// Whether it is gone, and what waited was let go.
  bool is_let_go() const;

  /// Since when it is gone; nothing: it is there.
  std::optional<Time> gone_since() const;

  /// Does what is due of its parting. False when it is forgotten.
  bool look(Time now);

  /// All of its parting at once.
  void forget_now();

  // Its scripts, by the ids that it gives them. An empty id is none.

  /// So many have come, with an id or without.
  void count_script(std::uint64_t number);

  /// A script is about to be prepared; false where it was sent before. An error where there is no
  /// room for what becomes of it.
  Result<bool> expect(const std::string& id);

  /// Nothing became of it, and it may be sent again.
  void forget(const std::string& id);

  /// It is refused, and where it is sent again this is the answer. Whether `by` is its connection,
  /// which tells it; another one is told here.
  bool refused(const std::string& id, protocol::Bytes answer, ClientId by);

  /// Its blocks are about to play. Before the mailbox has them.
  void played(const RememberedScript& script, bool is_kept_later);
  bool accepted(const std::string& id, protocol::Bytes answer, ClientId by);

  struct Again {
    protocol::Bytes answer = {};             // null: it is being prepared, or `script` says it
    bool is_known = false;                   // it was sent before
    RememberedScript script = {};            // with what is not over
    std::vector<protocol::Bytes> told = {};  // its last words, and that it is kept
  };
  /// What became of a script that is sent again.
  Again again(const std::string& id) const;

  /// Whether Kept of this script is told here.
  bool keeps(const std::string& id) const;

  // Of a server that runs its journal again. A client that has heard nothing of `at` or later is
  // told that its script is kept.
  void recover(const std::string& id, const RememberedBlock& block, Tick at);
  void note(const Feedback& feedback, const protocol::Bytes& bytes);
  void recover(const ToldClient& told);

  /// Its scripts that were accepted, and its feedback. Nothing where a block of it is not over, as
  /// far as it has heard.
  std::optional<ToldClient> told() const;

  // As a Subscriber of what concerns its blocks: for its connection too.
  void offer_frames(std::shared_ptr<const TickOutput> output) override;
  void offer_event(std::shared_ptr<const Event> event) override;
  void offer_audio(std::shared_ptr<const TickOutput> output) override;
  void offer_company(std::shared_ptr<const TickOutput> output) override;
  void offer_replanned(std::shared_ptr<const TickOutput> output) override;
  void offer_motions(std::shared_ptr<const TickOutput> output) override;
  void offer_kept(BlockId block) override;

 private:
  enum class State { Preparing, Refused, Accepted };

  struct Sent {
    std::string id;
    State state = State::Preparing;
    MemoryShare share = {};
    protocol::Bytes answer = {};
    std::vector<RememberedBlock> blocks = {};  // that are not over
    std::vector<std::string> names = {};       // of all its blocks
    std::vector<protocol::Bytes> last_words = {};
    std::size_t unkept = 0;
    bool is_kept = false;
    bool is_over() const { return state != State::Preparing && blocks.empty(); }
  };
  using Place = std::list<Sent>::iterator;

  Sent* find(const std::string& id);
  const Sent* find(const std::string& id) const;
  Sent& add(const std::string& id);
  void erase(Place place);
  void make_room();
  bool tell(const protocol::Bytes& answer, ClientId by) const;
  void store(Sent& sent, protocol::Bytes answer) const;
  void note_locked(const Feedback& feedback, const protocol::Bytes& bytes);
  std::shared_ptr<Subscriber> listener() const;

  const ClientId client_;
  const LiveLimits& limits_;

  mutable std::mutex mutex_;
  MemoryHolder holder_;
  std::optional<ResumedConnection> connection_;
  std::optional<Time> gone_since_;
  Parting parting_;
  bool is_let_go_ = false;

  std::list<Sent> sent_;  // in the order in which they came
  std::map<std::string, Place, std::less<>> places_;
  std::map<BlockId, std::string> blocks_;  // that are not over or not kept, by their scripts
  KeptFeedback feedback_;
  std::uint64_t scripts_counted_ = 0;
};

}  // namespace kine::server
