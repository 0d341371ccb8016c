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

#include "realizer/agenda/agenda.h"
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

  agenda::Waits waits;  // of one that has come: for others, by their numbers
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
    agenda::Coming block;
    Tick at_once;  // where nobody is waited for
  };

  /// `for_whom`: on which start_of() will be asked for.
  ForeseenBlocks(TickRate rate, Blocks blocks, std::string_view for_whom = {});

  const Span& span(std::size_t index) const { return spans_[index]; }
  std::optional<std::size_t> find(std::uint64_t number) const;

  /// When a block begins that comes now.
  std::optional<Tick> start_of(const Coming& coming) const;

  /// The points of one, counted from `zero`.
  void add_points(std::size_t index, Tick zero, std::vector<plan::KnownPoint>& points) const;
  std::vector<plan::KnownPoint> points_of(std::span<const std::uint64_t> numbers, Tick zero) const;

 private:
  void find_there();
  void foresee(std::size_t index);
  std::optional<Tick> start_after(const agenda::Waits& waits, Tick at_once) const;

  TickRate rate_;
  Blocks blocks_;
  std::vector<Span> spans_;
  std::vector<bool> is_foreseen_;     // or about to be: none waits for itself
  std::vector<agenda::Waits> waits_;  // of those that have not begun
  std::map<std::string_view, std::vector<agenda::Entry>> there_;  // of characters with some of them
};

/// Of several of one name the last that came, of the character itself before those of others.
std::optional<std::size_t> find_named(const ForeseenBlocks::Blocks& blocks, std::string_view name,
                                      std::string_view character);

}  // namespace kine::server
