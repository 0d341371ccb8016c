// Which block of a character waits for which, and what that makes of its beginning. Nothing here
// has a state: the shard acts by it, and a server foresees by it.
//
//   the blocks that are there, one that comes --waits_of--> Waits --nothing left--> it begins
//
// A block that waits for its activation is asleep, and so is every block that waits for one that is
// asleep. An appended block does not wait for those.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/motion/block.h"

namespace kine::agenda {

/// Blocks of one character that wait: with each that ends or begins they are looked at again.
constexpr std::size_t kWaitingBlocksMax = 64;

/// What the caller calls a block by.
using Key = std::uint64_t;

/// What a block waits for before it begins.
struct Waits {
  bool activation = false;
  std::vector<Key> after_end = {};    // until these have ended …
  std::vector<Key> after_relax = {};  // … or do nothing any more but go back

  bool nothing() const { return !activation && after_end.empty() && after_relax.empty(); }
  friend bool operator==(const Waits&, const Waits&) = default;
};

/// A block that is there: it plays, or waits.
struct Entry {
  Key key = 0;
  const motion::Block* block = nullptr;  // never null
  const Waits* waits = nullptr;          // null: it has begun …
  Tick start = {};                       // … then
};

/// What the coming of a block depends on.
struct Coming {
  plan::Composition composition;
  const plan::Entrance& entrance;

  static Coming of(const motion::Block& block) { return {block.composition, block.entrance}; }

  /// Whether it may wait for others, or others for it.
  bool is_about_others() const;
};

/// Whether so many wait already that no other one may.
bool is_full(std::span<const Entry> there);

/// Whether an appended block has one to wait for that plays: found without a look at what waits.
bool surely_waits(const Coming& coming, std::span<const Entry> there);

/// Those that are asleep, in no order.
std::vector<Key> asleep(std::span<const Entry> there);

/// What a block waits for that comes to those that are there.
Waits waits_of(const Coming& coming, std::span<const Entry> there);

/// Where `coming` is to come before one that is there and waits, that one waits for it as well.
/// False: it is not.
bool put_before(const Coming& coming, Key key, const motion::Block& waiting, Waits& waits);

/// One that has begun and was to come after `coming`; null: there is none.
const motion::Block* begun_too_early(const Coming& coming, std::span<const Entry> there);

/// One that is to come after `coming`, and that `coming` waits for, be it by way of others: neither
/// would ever begin. Null: there is none.
const motion::Block* deadlocked(const Coming& coming, const Waits& waits,
                                std::span<const Entry> there);

/// Forgets what it waits for no longer: what has let it go, or is not there any more. Pre: those
/// that are there are sorted by their keys.
void let_go(Waits& waits, std::span<const Entry> there, TickRate rate, Tick now);

/// When a block that began lets those go that wait for its end, or for it to relax.
Tick ended_at(TickRate rate, Tick start, const motion::Block& block);
Tick relaxed_at(TickRate rate, Tick start, const motion::Block& block);

}  // namespace kine::agenda
