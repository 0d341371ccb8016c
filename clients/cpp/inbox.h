// What was read and waits for the program's functions, in the order in which it came.
//
//   Connection --push--> Inbox --pop--> on_frame, on_feedback, …
//
// Of each character's frames the newest alone waits: a slow function gets fewer of them and never
// old ones. Everything else is kept. A header of the client's inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <utility>

#include "protocol/kinesphere.pb.h"

namespace kine::client {

class Inbox {
 public:
  /// Messages that may wait, frames aside. With more, nothing is read until some are handed on, and
  /// the server's own limits hold.
  static constexpr std::size_t kWaitingMax = 4096;

  /// A frame takes the place of the one of its character that waits, behind all that came since.
  void push(kinesphere::Envelope message) {
    if (!message.has_frame()) {
      waiting_.push_back(std::move(message));
      return;
    }
    const auto waits = frames_.find(message.frame().character_id());
    if (waits != frames_.end()) {
      // Nothing leads here from the last that was handed on.
      if (waits->second->frame().discontinuity()) message.mutable_frame()->set_discontinuity(true);
      waiting_.erase(waits->second);
      frames_.erase(waits);
    }
    const std::uint32_t character = message.frame().character_id();
    frames_[character] = waiting_.insert(waiting_.end(), std::move(message));
  }

  /// What has waited longest.
  std::optional<kinesphere::Envelope> pop() {
    if (waiting_.empty()) return {};
    std::optional<kinesphere::Envelope> first = std::move(waiting_.front());
    if (first->has_frame()) frames_.erase(first->frame().character_id());
    waiting_.pop_front();
    return first;
  }

  std::size_t size() const { return waiting_.size(); }
  bool empty() const { return waiting_.empty(); }
  bool is_full() const { return waiting_.size() - frames_.size() >= kWaitingMax; }
  void clear() {
    waiting_.clear();
    frames_.clear();
  }

 private:
  std::list<kinesphere::Envelope> waiting_;
  std::map<std::uint32_t, std::list<kinesphere::Envelope>::iterator> frames_;  // by character
};

}  // namespace kine::client
