// The manners that clients have given characters, and since when: what a script is planned by where
// it says nothing itself.
//
//   a client's message --set--> LiveManners --seen_from--> prepare
//
// Of one thread: LiveBlocks keeps it under its lock.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/prepare/prepare.h"

namespace kine::server {

class LiveManners {
 public:
  explicit LiveManners(TickRate rate) : rate_(rate) {}

  /// From what the character has now, or no manner at all, to this one, eased in within `over`.
  void set(std::string_view character, const script::Expressivity& to, Seconds over, Tick now);

  /// The same of some of its parts; the others go on to what they went over to.
  void change(std::string_view character, const plan::MannerChange& change, Seconds over, Tick now);

  /// Whose dictionary counts for what the character means, in scripts that come from now on; empty:
  /// no style's.
  void set_style(std::string_view character, std::string_view style);
  std::vector<GivenSketch> styles() const;

  /// Nobody has a character of this name any more.
  void forget(std::string_view character);

  /// All of them, their times counted from a tick, and how many had been set by then.
  struct Seen {
    std::vector<plan::LiveManner> all;
    std::uint64_t count = 0;
  };
  Seen seen_from(Tick zero) const;

  /// How many had been set with the last one of this character; 0 where it has none.
  std::uint64_t count_at(std::string_view character) const;

 private:
  struct Given {
    plan::LiveManner manner;  // its times count from tick 0
    std::uint64_t count = 0;
  };

  TickRate rate_;
  std::uint64_t count_ = 0;
  std::map<std::string, Given, std::less<>> given_;
  std::map<std::string, std::string, std::less<>> styles_;
};

}  // namespace kine::server
