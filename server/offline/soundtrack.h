// What is heard of a bake, as one sound: what blocks say, each from the tick at which it started,
// and the sound by which a character moves.
//
//   Blocks, Feedback --expect, note--> Soundtrack --mixed--> Audio of a movie
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/prepare/prepare.h"
#include "realizer/speech/voice.h"
#include "realizer/tick/state/feedback.h"

namespace kine::server {

class Soundtrack {
 public:
  explicit Soundtrack(TickRate rate) : rate_(rate) {}

  /// A block that will start, or not. May be null.
  void expect(std::shared_ptr<const motion::Block> block);

  void note(const Feedback& feedback);

  /// A sound that is heard from tick 0 on. May be null.
  void add(std::shared_ptr<const speech::Audio> audio);

  /// Nothing is heard behind this tick, the last that is seen.
  void end(Tick last) { end_ = rate_.time_of(Tick{last.index + 1}); }

  /// All of it, from tick 0 on; of no length where nobody was heard. The rate is that of the first
  /// sound. What is too loud together is cut off at the loudest.
  speech::Audio mixed() const;

 private:
  struct Heard {
    std::string block;
    Seconds start{0};
    std::optional<Seconds> silent_from;          // where its block was interrupted
    std::shared_ptr<const speech::Audio> audio;  // never null, with a sample at least
  };

  TickRate rate_;
  std::map<std::string, std::shared_ptr<const motion::Block>> expected_;  // by id
  std::vector<Heard> heard_;
  std::optional<Seconds> end_;
};

/// A .wav of 16 bits, one channel.
std::string wave_of(const speech::Audio& audio);

}  // namespace kine::server
