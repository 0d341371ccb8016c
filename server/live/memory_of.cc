#include "server/live/memory_of.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "server/live/live_blocks.h"
#include "server/scene/muscle_models.h"

namespace kine::server {
namespace {

/// What moves a segment, beside its keys.
constexpr std::size_t kActuatorBytes = 768;

/// Keys of a mouth, for each second that it speaks.
constexpr double kMouthBytesASecond = 8'192;

/// Keys of the head and the eyes that go with it.
constexpr double kSpeakerBytesASecond = 10'240;

template <class Each>
std::size_t memory_of_all(const std::vector<Each>& all) {
  return all.size() * sizeof(Each);
}

/// And the text that each has.
template <class Each>
std::size_t memory_of_all(const std::vector<Each>& all, std::string Each::*text) {
  std::size_t bytes = all.size() * sizeof(Each);
  for (const Each& each : all) bytes += (each.*text).size();
  return bytes;
}

std::size_t memory_of_texts(const std::vector<std::string>& texts) {
  std::size_t bytes = memory_of_all(texts);
  for (const std::string& each : texts) bytes += each.size();
  return bytes;
}

std::size_t memory_of(const plan::PartTimes& part) {
  return part.id.size() + memory_of_texts(part.points) + memory_of_all(part.times);
}

std::size_t memory_of(const plan::Cue& cue) {
  return cue.block.size() + memory_of_texts(cue.include) + memory_of_texts(cue.exclude);
}

}  // namespace

std::size_t memory_of(const ScriptSource& source) {
  return kScriptBytes + source.text.size() + memory_of_texts(source.targets) +
         memory_of_all(source.located, &Located::name);
}

std::size_t memory_of(const speech::SpeechTrack& track) {
  const std::size_t samples = track.audio.samples.capacity() * sizeof(std::int16_t);
  return sizeof track + samples + memory_of_all(track.words) + memory_of_all(track.phones) +
         memory_of_all(track.marks, &speech::Mark::id) + track.text.size();
}

std::size_t memory_of(const motion::Block& block, std::size_t text_bytes) {
  std::size_t bytes = sizeof block + block.id.size() + text_bytes * kPlannedBytesOfText;
  bytes += memory_of_all(block.segments) + block.segments.size() * kActuatorBytes;
  bytes += memory_of_all(block.sync_points, &motion::SyncPoint::id);
  for (const motion::SyncPoint& point : block.sync_points) bytes += memory_of_all(point.goals);
  bytes += memory_of_all(block.parts, &motion::Part::id);
  bytes += memory_of_all(block.others, &plan::KnownPoint::id);
  bytes += memory_of_all(block.warnings, &Warning::message);
  bytes += memory_of_all(block.cues) + memory_of_all(block.schedule);
  for (const plan::Cue& cue : block.cues) bytes += memory_of(cue);
  for (const plan::PartTimes& part : block.schedule) bytes += memory_of(part);
  bytes += memory_of_all(block.life) + memory_of_all(block.targets);
  bytes += memory_of_all(block.tensions) + memory_of_all(block.strokes);
  bytes += memory_of_all(block.forces.pushes) + memory_of_all(block.forces.loads);
  bytes += memory_of_all(block.muscle_tensions);
  if (block.muscles != nullptr) bytes += memory_of(*block.muscles);
  for (const motion::Utterance& said : block.utterances) {
    const double keys = said.track->length.count() * (kMouthBytesASecond + kSpeakerBytesASecond);
    bytes += sizeof said + said.id.size() + static_cast<std::size_t>(std::ceil(keys));
  }
  return bytes;
}

}  // namespace kine::server
