// What a server says about scripts as BML 1.0 has it: elements of the core namespace, one a line.
//
//   Prediction, Feedback, Accepted, Refused, Problem --BmlFeedback--> "<blockProgress id=…/>\n"
//
// BML says each thing once: the warnings of planning come with Accepted, and are passed over when
// their block says them again at its start. Numbers are plain decimals, as clients of the field
// read them; global times are seconds on the ticks' clock.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace kinesphere {
class Accepted;
class Envelope;
class Feedback;
class Hello;
class Prediction;
class Refused;
}  // namespace kinesphere

namespace kine::protocol {

/// What stands for the id of a block that has none.
inline constexpr std::string_view kNoBmlId = "<no id>";

class BmlFeedback {
 public:
  /// As Hello says it, for callers that have not got the message itself.
  void introduce(std::uint32_t tick_rate_hz, std::map<std::uint32_t, std::string> characters);

  /// The block that is submitted under this id gives itself none.
  void note_nameless(std::string id) { nameless_.insert(std::move(id)); }

  /// The elements that `envelope` is in BML, each with its line's end; empty where it is nothing
  /// there. Messages come in the order in which the server sent them, Hello first.
  std::string text_of(const kinesphere::Envelope& envelope);

 private:
  struct Planning {
    std::string id;
    std::uint32_t character = 0;
  };
  struct Block {
    bool started = false;
    int warnings_to_pass = 0;  // that it says again at its start
  };

  void take(const kinesphere::Hello& hello);
  std::string text_of(const kinesphere::Prediction& prediction);
  std::string text_of(const kinesphere::Accepted& accepted);
  std::string text_of(const kinesphere::Refused& refused);
  std::string text_of(const kinesphere::Feedback& feedback);
  Block* find(const std::string& block);
  void forget(const std::string& block);
  std::string_view status_at_end(int kind, const std::string& block);
  std::string_view planned_character_of(const std::string& block) const;
  std::string_view shown(const std::string& id) const;
  std::string_view character_of(std::uint32_t id) const;
  double seconds(std::uint64_t tick) const;

  std::uint32_t tick_rate_hz_ = 1;
  std::map<std::uint32_t, std::string> characters_;
  Planning planning_;  // of which a first prediction came last: its answer comes before another's
  // Those that were accepted, until their last word; of one id the later ones replace the earlier.
  std::map<std::string, std::deque<Block>> blocks_;
  std::set<std::string> nameless_;
};

}  // namespace kine::protocol
