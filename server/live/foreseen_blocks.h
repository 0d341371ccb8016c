// When blocks that wait will begin, as far as it can be foreseen, and when the points of all are.
//
//   LiveBlocks --KnownBlock…--> ForeseenBlocks --> starts, ends, points of others
//
// A look at all the blocks there are, at one moment: their owner keeps them as they are meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"

namespace kine::server {

struct ScriptSource;

/// What others want to know of a block.
struct KnownBlock {
  std::shared_ptr<const motion::Block> block;  // never null
  std::uint64_t number = 0;                    // of all that came
  std::optional<BlockId> id;                   // nothing: it is on its way
  Tick expected;                               // where it is to begin at once
  std::optional<Tick> start;                   // nothing: it has not begun
  std::optional<Tick> over;                    // when it had its last word
  bool was_interrupted = false;
  std::shared_ptr<const ScriptSource> source;  // null: nobody plans it anew

  // An appended one does not wait for those that nobody had activated when it came, by their
  // numbers; null while it is on its way.
  std::shared_ptr<const std::vector<std::uint64_t>> asleep;
};

class ForeseenBlocks {
 public:
  /// In the order in which they came, which is that of their numbers; none is null.
  using Blocks = std::vector<const KnownBlock*>;

  /// When one begins and ends; nothing where nobody can tell.
  struct Span {
    std::optional<Tick> start;
    std::optional<Tick> end;
  };

  /// What the beginning of a block depends on.
  struct Coming {
    std::string_view character;
    plan::Composition composition = plan::Composition::Merge;
    const plan::Entrance* entrance = nullptr;            // never null
    Tick at_once;                                        // where nobody is waited for
    const std::vector<std::uint64_t>* asleep = nullptr;  // when it came; null: it comes now
  };

  /// `for_whom`: on which start_of() will be asked for.
  ForeseenBlocks(TickRate rate, Blocks blocks, std::string_view for_whom = {});

  const Span& span(std::size_t index) const { return spans_[index]; }
  std::optional<std::size_t> find(std::uint64_t number) const;

  /// When a block begins that comes now.
  std::optional<Tick> start_of(const Coming& coming) const {
    return start_after(blocks_.size(), coming);
  }

  /// Of the character of that one, those that are not over, by their index; in their order.
  const std::vector<std::size_t>& present_with(std::size_t index) const;

  /// The points of one, counted from `zero`.
  void add_points(std::size_t index, Tick zero, std::vector<plan::KnownPoint>& points) const;
  std::vector<plan::KnownPoint> points_of(std::span<const std::uint64_t> numbers, Tick zero) const;

 private:
  /// Those of one character that are not over, in their order.
  struct Present {
    std::vector<std::size_t> all;
    std::vector<std::size_t> before_others;  // of them: those that others wait for that came first
  };

  bool find_present();
  Span span_of(std::size_t index) const;
  std::size_t first_left(std::span<const std::size_t> present, std::size_t earlier) const;
  std::optional<Tick> start_after(std::size_t earlier, const Coming& coming) const;
  std::optional<Tick> start_before(std::size_t index) const;

  TickRate rate_;
  Blocks blocks_;
  std::vector<Span> spans_;
  std::map<std::string_view, Present> present_;  // of characters with some that wait, and for what
};

/// Of several of one name the last that came, of the character itself before those of others.
std::optional<std::size_t> find_named(const ForeseenBlocks::Blocks& blocks, std::string_view name,
                                      std::string_view character);

}  // namespace kine::server
