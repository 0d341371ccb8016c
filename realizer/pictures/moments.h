// Which moments of a motion are worth a look: the first, the last, poses that were reached, and
// what fills the widest gaps. However long the motion, what is kept of it is bounded.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "realizer/tick/state/feedback.h"
#include "realizer/tick/state/frame.h"

namespace kine::pictures {

struct Moment {
  Frame frame;
  std::string name;  // of the pose that was reached there; of several, the first
};

/// Keeps every item until there are kMax, then every second, every fourth …
template <class Item, std::size_t kMax>
class Thinned {
 public:
  void push(Item item) {
    if (pushed_++ % stride_ != 0) return;
    if (items_.size() == kMax) {
      for (std::size_t index = 0; 2 * index < kMax; ++index) {
        if (index > 0) items_[index] = std::move(items_[2 * index]);
      }
      items_.resize((kMax + 1) / 2);
      stride_ *= 2;
      if ((pushed_ - 1) % stride_ != 0) return;
    }
    items_.push_back(std::move(item));
  }

  const std::vector<Item>& items() const { return items_; }

 private:
  std::vector<Item> items_;
  std::size_t stride_ = 1;
  std::size_t pushed_ = 0;
};

class Moments {
 public:
  void add(const Feedback& feedback);
  void add(const Frame& frame);

  bool empty() const { return frames_.items().empty(); }

  /// Frames over the whole motion, evenly, the first among them.
  const std::vector<Frame>& frames() const { return frames_.items(); }
  const Frame& last() const { return last_; }

  /// At most `count` of them in the order of time; `count` is at least 2.
  std::vector<Moment> chosen(std::size_t count) const;

 private:
  static constexpr std::size_t kFramesMax = 4'096;
  static constexpr std::size_t kPosesMax = 64;

  Thinned<Frame, kFramesMax> frames_;
  Thinned<Moment, kPosesMax> poses_;
  Frame last_;
  std::string reached_;  // the pose whose frame comes next
};

}  // namespace kine::pictures
