// When the blocks of all characters do what, as far as it is known: what a script is planned by
// that refers to others.
//
//   prepared blocks, inputs and feedback of each tick --> LiveBlocks --look()--> prepare
//
// A block that plays began at a tick and its sync points are its own; of one that waits it is
// foreseen when it will begin; one that is over is remembered for some time. Every call may come
// from any thread, but for note(), which is the ticks'.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/prepare.h"
#include "realizer/shard.h"

namespace kine::server {

class LiveBlocks {
 public:
  /// Of blocks that are over, so many of each character are remembered.
  static constexpr std::size_t kRemembered = 16;

  /// `zero` is how blocks are put to their characters.
  LiveBlocks(TickRate rate, PlayBlock::Zero zero) : rate_(rate), zero_(zero) {}

  /// A block that is prepared and on its way to its character; or that does not come after all.
  void expect(std::shared_ptr<const motion::Block> block);
  void forget(const motion::Block& block);

  /// What went into a tick, and what came out of it.
  void note(Tick tick, std::span<const Input> inputs, std::span<const Feedback> feedback,
            std::span<const Replanned> replanned = {});

  /// The answer to a script that is prepared: which tick will be its zero, as far as can be
  /// foreseen, and the points counted from there.
  struct Seen {
    Tick zero;
    std::vector<plan::KnownPoint> points;
  };
  Seen look(const plan::OtherPointsWanted& wanted) const;

 private:
  struct Entry {
    std::shared_ptr<const motion::Block> block;
    std::optional<BlockId> id;  // nothing: it is on its way
    Tick expected;              // where it is to begin at once
    std::optional<Tick> start;  // nothing: it has not begun
    std::optional<Tick> over;   // when it had its last word
    bool was_interrupted = false;
  };

  Tick next_zero() const;
  std::optional<Tick> start_of(std::size_t entry) const;
  std::optional<Tick> end_of(std::size_t entry) const;
  std::optional<Tick> start_after(std::size_t earlier, std::string_view character,
                                  plan::Composition composition, const plan::Entrance& entrance,
                                  Tick at_once) const;
  const Entry* find(std::string_view name, std::string_view character) const;
  void take(const PlayBlock& play);
  void take(const Feedback& feedback);
  void take(const Replanned& replanned);
  void forget_oldest(std::string_view character);
  void add_points(std::size_t entry, Tick zero, std::vector<plan::KnownPoint>& points) const;

  TickRate rate_;
  PlayBlock::Zero zero_;
  mutable std::mutex mutex_;
  std::optional<Tick> last_;
  std::vector<Entry> entries_;  // in the order in which they came
};

}  // namespace kine::server
