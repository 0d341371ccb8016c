#include "server/learning/recorded_takes.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <map>
#include <span>
#include <utility>
#include <variant>

#include "realizer/core/number.h"
#include "server/base/folder.h"
#include "server/learning/captured_motion.h"
#include "server/offline/heard_sound.h"
#include "server/recordings/recording_file.h"

namespace kine::server {
namespace {

/// What is heard of a character, and how far a recording may go.
constexpr double kRecordedSoundMax_s = 3'600;
constexpr double kFramesApartMax_s = 0.25;

struct TimedTurns {
  double time_s = 0;  // of the recording
  gesture::Rotations turns;
  Vec3 hips;  // from where they stand, in their heights
};

Vec3 hips_of(const Frame& frame, const body::Body& body) {
  const Vec3 stand = body.offsets_m[body::index_of(body::Joint::Hips)];
  const auto& [x, y, z] = frame.hips_m;
  return (1 / stand.y) * (Vec3{x, y, z} - stand);
}

/// One character of a recording.
struct RecordedSpeaker {
  std::vector<TimedTurns> frames;
  speech::Audio audio;
  double audio_from_s = 0;
};

/// Puts a chunk where it is due. An error where that is too far away, or at another rate.
Result<Done> add_sound(const protocol::RecordedSound& sound, RecordedSpeaker& speaker) {
  const auto heard = protocol::samples_of(sound);
  if (!heard) return Done{};
  if (speaker.audio.rate_hz == 0) {
    speaker.audio.rate_hz = sound.rate_hz;
    speaker.audio_from_s = sound.due.count();
  }
  if (speaker.audio.rate_hz != sound.rate_hz) {
    return Error{
        .code = ErrorCode::Unsupported,
        .message = "a character speaks at two rates: " + std::to_string(speaker.audio.rate_hz) +
                   " and " + kine::quoted(std::to_string(sound.rate_hz)) + " samples a second"};
  }
  const double from_s = std::max(0.0, sound.due.count() - speaker.audio_from_s);
  const double length_s = static_cast<double>(heard->samples.size()) / sound.rate_hz;
  if (from_s + length_s > kRecordedSoundMax_s) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "a character speaks for more than an hour"};
  }
  auto& samples = speaker.audio.samples;
  const auto from = static_cast<std::size_t>(std::llround(from_s * sound.rate_hz));
  if (heard->discards && samples.size() > from) samples.resize(from);
  if (samples.size() < from + heard->samples.size()) samples.resize(from + heard->samples.size());
  std::ranges::copy(heard->samples, samples.begin() + static_cast<std::ptrdiff_t>(from));
  return Done{};
}

using RecordedSpeakers = std::map<std::uint32_t, RecordedSpeaker>;

Result<RecordedSpeakers> read_speakers(protocol::RecordedMotion motion) {
  RecordedSpeakers speakers;
  const TickRate rate = motion.head().rate;
  std::map<std::uint32_t, std::shared_ptr<const body::Body>> bodies;
  for (const auto& each : motion.head().characters) bodies.emplace(each.id.value, each.body);
  for (;;) {
    const auto moment = motion.next();
    if (!moment) return moment.error();
    if (!*moment) return speakers;
    if (const auto* const frame = std::get_if<Frame>(&(*moment)->what)) {
      speakers[frame->character.value].frames.push_back(
          {.time_s = rate.time_of(frame->tick).count(),
           .turns = turns_of(*frame),
           .hips = hips_of(*frame, *bodies.at(frame->character.value))});
    } else if (const auto* const sound = std::get_if<protocol::RecordedSound>(&(*moment)->what)) {
      const auto added = add_sound(*sound, speakers[sound->character.value]);
      if (!added) return added.error();
    }
  }
}

/// Frames of a steady rate between the first one and the last. Pre: two at least, at times that
/// increase.
gesture::RecordedMotion steady(std::span<const TimedTurns> frames) {
  gesture::RecordedMotion motion{.rate_hz = gesture::kTakeRate_hz, .frames = {}};
  const double from_s = frames.front().time_s;
  const double length_s = frames.back().time_s - from_s;
  std::size_t next = 1;
  for (std::size_t i = 0; static_cast<double>(i) / motion.rate_hz <= length_s; ++i) {
    const double time_s = from_s + static_cast<double>(i) / motion.rate_hz;
    while (next + 1 < frames.size() && frames[next].time_s < time_s) ++next;
    const TimedTurns& before = frames[next - 1];
    const TimedTurns& after = frames[next];
    const double h =
        std::clamp((time_s - before.time_s) / (after.time_s - before.time_s), 0.0, 1.0);
    gesture::Rotations& turns = motion.frames.emplace_back();
    for (std::size_t j = 0; j < turns.size(); ++j) {
      turns[j] = slerp(before.turns[j], after.turns[j], h);
    }
    motion.hips.push_back((1 - h) * before.hips + h * after.hips);
  }
  return motion;
}

/// Parts whose frames are near each other, and that are long enough.
std::vector<std::span<const TimedTurns>> runs_of(std::span<const TimedTurns> frames) {
  std::vector<std::span<const TimedTurns>> runs;
  std::size_t begin = 0;
  for (std::size_t i = 1; i <= frames.size(); ++i) {
    const bool goes_on = i < frames.size() && frames[i].time_s > frames[i - 1].time_s &&
                         frames[i].time_s - frames[i - 1].time_s <= kFramesApartMax_s;
    if (goes_on) continue;
    const auto run = frames.subspan(begin, i - begin);
    if (run.back().time_s - run.front().time_s >= kTakeLengthMin_s) runs.push_back(run);
    begin = i;
  }
  return runs;
}

Result<std::vector<gesture::TrainingTake>> takes_of(const std::string& name,
                                                    const RecordedSpeaker& speaker) {
  std::vector<gesture::TrainingTake> takes;
  const auto heard = speech::hear_all(speaker.audio);
  if (!heard) return heard.error();
  for (const auto run : runs_of(speaker.frames)) {
    const double length_s = run.back().time_s - run.front().time_s;
    const double rate_hz = static_cast<double>(run.size() - 1) / length_s;
    if (const auto checked = check_take(rate_hz, run.size()); !checked) return checked.error();
    const Seconds late(speaker.audio_from_s - run.front().time_s);
    auto its = gesture::later(*heard, late);
    std::erase_if(its, [&](const speech::Heard& each) {
      return each.found < Seconds{0} || each.found > Seconds(length_s);
    });
    takes.push_back({.name = name, .motion = steady(run), .heard = std::move(its)});
  }
  return takes;
}

}  // namespace

gesture::Rotations turns_of(const Frame& frame) {
  gesture::Rotations turns;
  for (std::size_t j = 0; j < turns.size(); ++j) {
    const auto& [x, y, z, w] = frame.parent_from_joint[j];
    turns[j] = normalized({x, y, z, w});
  }
  return turns;
}

Result<std::vector<gesture::TrainingTake>> read_recorded_takes(const std::string& path) {
  const auto file = RecordingFile::open(path);
  if (!file) return error_in_file(path, file.error());
  const auto speakers = read_speakers((*file)->motion());
  if (!speakers) return error_in_file(path, speakers.error());
  std::vector<gesture::TrainingTake> all;
  for (const auto& [character, speaker] : *speakers) {
    if (speaker.audio.samples.empty() || speaker.frames.size() < 2) continue;
    auto takes = takes_of(std::filesystem::path(path).stem().string(), speaker);
    if (!takes) return error_in_file(path, takes.error());
    std::ranges::move(*takes, std::back_inserter(all));
  }
  if (!all.empty()) return all;
  return error_in_file(path, {.code = ErrorCode::Unsupported,
                              .message = "no character both speaks and moves in it for " +
                                         format_number(kTakeLengthMin_s) + " s"});
}

}  // namespace kine::server
