#include "server/ticks/recorded_frames.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "realizer/core/assert.h"

namespace kine::server {
namespace {

Frame at_rest(CharacterId character, const body::Body& body) {
  Frame frame;
  frame.character = character;
  const Vec3& hips_m = body.offsets_m[body::index_of(body::Joint::Hips)];
  frame.hips_m = {static_cast<float>(hips_m.x), static_cast<float>(hips_m.y),
                  static_cast<float>(hips_m.z)};
  for (auto& rotation : frame.parent_from_joint) rotation = {0, 0, 0, 1};
  return frame;
}

}  // namespace

std::vector<std::shared_ptr<const Cast>> casts_of(const protocol::RecordingHead& head) {
  const auto nothing = std::make_shared<const plan::Vocabulary>();
  std::vector<std::shared_ptr<const Cast>> casts;
  for (const protocol::RecordedCharacter& character : head.characters) {
    casts.push_back(std::make_shared<const Cast>(
        Cast{.name = character.name, .body = character.body, .vocabulary = nothing}));
  }
  return casts;
}

RecordedFrames::RecordedFrames(protocol::RecordedMotion motion, const Playback& playback)
    : motion_(std::move(motion)), playback_(playback) {
  KINE_ASSERT(playback.speed >= kReplaySpeedMin && playback.speed <= kReplaySpeedMax);
  for (const protocol::RecordedCharacter& character : motion_.head().characters) {
    const CharacterId ours{static_cast<std::uint32_t>(frames_.size() + 1)};
    ids_[character.id] = ours;
    frames_.push_back(at_rest(ours, *character.body));
  }
}

void RecordedFrames::advance_to(Tick tick) {
  feedback_.clear();
  sound_.clear();
  if (!began_) go_to_beginning(tick);
  const Tick first = motion_.head().rate.first_at_or_after(motion_.first_tick(), playback_.from);
  const double ticks_since = static_cast<double>(tick.index - began_->index) * playback_.speed;
  const std::uint64_t due = first.index + static_cast<std::uint64_t>(std::floor(ticks_since));
  while (next_ && next_->tick.index <= due) {
    take_in(*std::move(next_), tick);
    read_on();
  }
  if (!next_ && due > motion_.last_tick().index && playback_.end == Playback::End::GoesRound) {
    go_to_beginning(tick);
    while (next_ && next_->tick <= first) {
      take_in(*std::move(next_), tick);
      read_on();
    }
    for (Frame& frame : frames_) frame.arrived = tick;
  }
  for (Frame& frame : frames_) frame.tick = tick;
}

void RecordedFrames::go_to_beginning(Tick tick) {
  began_ = tick;
  const TickRate rate = motion_.head().rate;
  const Tick first = rate.first_at_or_after(motion_.first_tick(), playback_.from);
  sound_.end(rate.time_of(tick));
  sound_.begin(rate.time_of(tick) - rate.time_of(first));
  take_in_sound_from_before(first);
  // A recording that cannot be read on has come to its end.
  next_.reset();
  if (motion_.seek(first)) read_on();
}

/// Sound was sent ahead of its time: some that is heard from `first` on stands before it.
void RecordedFrames::take_in_sound_from_before(Tick first) {
  const TickRate rate = motion_.head().rate;
  const auto ahead = static_cast<std::uint64_t>(std::ceil(kAudioAhead.count() * rate.hz()));
  const Tick from{std::max(motion_.first_tick().index, first.index - std::min(first.index, ahead))};
  if (from >= first || !motion_.seek(from)) return;
  for (read_on(); next_ && next_->tick < first; read_on()) {
    const auto* sound = std::get_if<protocol::RecordedSound>(&next_->what);
    if (sound != nullptr && sound->end > rate.time_of(first)) take_in(*sound);
  }
}

void RecordedFrames::read_on() {
  auto moment = motion_.next();
  if (moment) {
    next_ = *std::move(moment);
  } else {
    next_.reset();
  }
}

void RecordedFrames::take_in(protocol::RecordedMotion::Moment&& moment, Tick tick) {
  if (auto* frame = std::get_if<Frame>(&moment.what)) {
    const CharacterId ours = ids_.at(frame->character);
    frame->character = ours;
    Frame& shown = frames_[ours.value - 1];
    frame->arrived = frame->arrived ? tick : shown.arrived;
    shown = *frame;
  } else if (const auto* sound = std::get_if<protocol::RecordedSound>(&moment.what)) {
    take_in(*sound);
  } else {
    Feedback& feedback = std::get<Feedback>(moment.what);
    feedback.character = ids_.at(feedback.character);
    feedback.tick = tick;
    feedback_.push_back(std::move(feedback));
  }
}

void RecordedFrames::take_in(const protocol::RecordedSound& sound) {
  if (playback_.speed == 1) sound_.take_in(sound, ids_.at(sound.character));
}

}  // namespace kine::server
