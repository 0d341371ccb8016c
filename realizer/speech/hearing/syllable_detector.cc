#include "realizer/speech/hearing/syllable_detector.h"

#include <algorithm>

#include "realizer/core/assert.h"
#include "realizer/speech/hearing/frame_grid.h"
#include "realizer/speech/loudness.h"

namespace kine::speech {
namespace {

// Frames on either side of a peak in which one has to be voiced: 20 ms.
constexpr std::int64_t kVoicedReach = 2;

}  // namespace

SyllableDetector::SyllableDetector(const Options& options)
    : options_(options), loudest_db_(options.loudest_min_db), valley_db_(kQuietest_db) {
  KINE_ASSERT(frames_in(options.wait_max) + frames_in(options.side_max) < kKept);
}

SyllableStep SyllableDetector::push_level(float db) {
  const std::int64_t frame = level_count_;
  const bool falls = frame > 0 && db < level_of(frame - 1);
  level_of(frame) = db;
  ++level_count_;
  loudest_db_ = std::max({options_.loudest_min_db, loudest_db_ - options_.decay_db, double{db}});
  if (open_) {
    follow_peak(frame, db);
    if (falls && !found_ && open_->frame == frame - 1) turned_ = open_;
    if (db <= open_->db - options_.fall_db) {
      open_.reset();
      valley_db_ = db;
    }
  } else {
    valley_db_ = std::min(valley_db_, double{db});
    if (db >= valley_db_ + options_.rise_db && db >= loudest_db_ - options_.range_db) {
      open_ = Peak{.frame = frame, .db = db};
      found_ = false;
      turned_.reset();
    }
  }
  if (SyllableStep step = find_peak(); step.peak) return step;
  return listen_for_silence(frame, db);
}

SyllableStep SyllableDetector::push_voicing(bool voiced) {
  voiced_[static_cast<std::size_t>(voicing_count_ % kKept)] = voiced;
  ++voicing_count_;
  return find_peak();
}

/// A higher level moves the peak that is open, and its syllable with it.
void SyllableDetector::follow_peak(std::int64_t frame, float db) {
  if (db <= open_->db) return;
  open_ = Peak{.frame = frame, .db = db};
  turned_.reset();
  if (!found_) return;
  last_nucleus_ = frame;
  if (!pending_) return;
  pending_->nucleus = *open_;
  pending_->begin = std::max(pending_->begin, frame - frames_in(options_.side_max));
}

/// Announces the peak behind which the level went down, as soon as it is known to be voiced.
SyllableStep SyllableDetector::find_peak() {
  if (!turned_) return {};
  const Peak peak = *turned_;
  bool is_voiced = false;
  for (std::int64_t frame = std::max<std::int64_t>(0, peak.frame - kVoicedReach);
       frame < std::min(voicing_count_, peak.frame + kVoicedReach + 1); ++frame) {
    is_voiced = is_voiced || voiced_[static_cast<std::size_t>(frame % kKept)];
  }
  if (!is_voiced) {
    if (voicing_count_ > peak.frame + kVoicedReach) turned_.reset();
    return {};
  }
  turned_.reset();
  found_ = true;
  const SyllableStep step{.ended = take_pending(peak.frame), .peak = peak.frame};
  pending_ = Pending{.nucleus = peak, .begin = begin_of(peak.frame), .announced = peak.frame};
  last_nucleus_ = peak.frame;
  return step;
}

SyllableStep SyllableDetector::listen_for_silence(std::int64_t frame, float db) {
  SyllableStep step;
  quiet_frames_ = db < loudest_db_ - options_.range_db ? quiet_frames_ + 1 : 0;
  if (quiet_frames_ >= frames_in(options_.silence)) {
    quiet_frames_ = 0;
    step.silence = true;
  }
  const bool waited = pending_ && frame - pending_->announced >= frames_in(options_.wait_max);
  if (step.silence || waited) step.ended = take_pending(frame);
  return step;
}

/// The syllable that waits, now that it ends before the frame `until`.
std::optional<SyllableBounds> SyllableDetector::take_pending(std::int64_t until) {
  if (!pending_) return {};
  const Pending ended = *pending_;
  pending_.reset();
  return SyllableBounds{.begin = ended.begin,
                        .nucleus = ended.nucleus.frame,
                        .end = end_of(ended.nucleus.frame, until),
                        .peak_db = ended.nucleus.db};
}

/// The lowest frame between the last nucleus and this one, or where silence ends.
std::int64_t SyllableDetector::begin_of(std::int64_t nucleus) {
  const std::int64_t first =
      std::max({std::int64_t{0}, last_nucleus_ + 1, nucleus - frames_in(options_.side_max)});
  std::int64_t lowest = nucleus;
  for (std::int64_t frame = nucleus; frame >= first; --frame) {
    if (level_of(frame) < level_of(lowest)) lowest = frame;
    if (level_of(frame) < loudest_db_ - options_.range_db) break;
  }
  return lowest;
}

std::int64_t SyllableDetector::end_of(std::int64_t nucleus, std::int64_t until) {
  const std::int64_t last = std::min(until - 1, nucleus + frames_in(options_.side_max));
  std::int64_t lowest = nucleus;
  for (std::int64_t frame = nucleus; frame <= last; ++frame) {
    if (level_of(frame) < level_of(lowest)) lowest = frame;
    if (level_of(frame) < loudest_db_ - options_.range_db) break;
  }
  return lowest;
}

}  // namespace kine::speech
