// Which blocks wait on their characters, and whose they are: what waits leaves with its client.
//
//   inputs and feedback of a tick --> WaitingBlocks --interrupts--> inputs of the next tick
//
// Only the ticks know what waits and what has begun, so they decide. A client is marked from any
// thread.
#pragma once

#include <map>
#include <mutex>
#include <span>
#include <vector>

#include "realizer/tick/shard.h"
#include "realizer/tick/state/feedback.h"
#include "server/live/mailbox.h"

namespace kine::server {

class WaitingBlocks {
 public:
  /// From any thread: of the blocks of this client that are in the mailbox already, those that have
  /// not begun two ticks from now are interrupted.
  void leave(ClientId client);

  // From the thread of the ticks, in this order.

  /// What the mailbox has, and behind it the interrupts.
  void take_in(Mailbox& mailbox, std::vector<Input>& inputs);
  void note(std::span<const Input> inputs, std::span<const Feedback> feedback);

 private:
  struct Waiting {
    ClientId client;
    CharacterId character;
  };

  std::mutex mutex_;
  std::vector<ClientId> left_;  // not taken by a tick yet
  std::vector<ClientId> leaving_;
  std::map<BlockId, Waiting> waiting_;
  std::vector<Input> interrupts_;
};

}  // namespace kine::server
