// Scripts that come while others play, in counted time: what tests of several blocks share.
//
//   text, tick --> LiveStage --> "30 sync bml2:h1:start"
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/body/skeleton.h"
#include "server/offline/offline_stage.h"

namespace kine::test {

/// ada and ben with all that the program knows, at sixty ticks a second.
class LiveStage {
 public:
  /// `voice` outlives it.
  explicit LiveStage(const speech::Voice& voice = speech::silent_voice());

  /// Puts a block of BML on the stage, which must be able to read it: `inside` are its behaviours,
  /// `attributes` those of the block beside its id.
  void submit(const std::string& id, const std::string& inside, const std::string& attributes = {});

  /// Has a block of its own end another one now, or those of its behaviours that `what` says:
  /// `include="g"`.
  void interrupt(const std::string& block, const std::string& what = {});

  /// Up to and with this tick.
  void advance_to(std::uint64_t tick);
  void advance_to_the_end();

  /// How far a joint of ada's turns in each tick from `from` on up to `until`, in radians. The tick
  /// before `from` has been played.
  std::vector<double> turns_of(body::Joint joint, std::uint64_t from, std::uint64_t until);

  /// What was said so far, a line each in its order: the tick, a word of feedback, and the id.
  const std::vector<std::string>& said() const { return said_; }

  /// The tick that was said of "sync bml1:h1:end", or of "started bml1": what there must be once.
  std::uint64_t tick_of(std::string_view what) const;
  std::size_t count_of(std::string_view what) const;

  /// The first feedback that says "interrupted bml1"; there must be one.
  const Feedback& feedback_of(std::string_view what) const;
  const std::vector<Feedback>& all_feedback() const { return feedback_; }

  /// Of the warnings, each with its id in front.
  const std::vector<std::string>& warnings() const { return warnings_; }

  /// How often voices have changed what they had said before.
  std::size_t changes_of_voices() const;

  server::OfflineStage& stage() { return stage_; }

 private:
  void advance();

  const speech::Voice& voice_;
  std::vector<std::shared_ptr<const Cast>> casts_;
  server::OfflineStage stage_;
  std::vector<std::string> said_;
  std::vector<Feedback> feedback_;
  std::vector<std::string> warnings_;
  std::vector<server::ChangingSpeech> changing_;
  std::uint64_t next_ = 0;
  int interruptions_ = 0;
};

}  // namespace kine::test
