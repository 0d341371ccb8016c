#include "clients/cpp/messages_from_wire.h"

#include <algorithm>

#include "protocol/feedback_kind.h"
#include "protocol/kinesphere.pb.h"
#include "protocol/packed_rotations.h"
#include "protocol/warning_kind.h"

namespace kine::client {
namespace {

Where where_of(const kinesphere::Place& place) { return {place.line(), place.column()}; }

double seconds(std::uint64_t tick, std::uint32_t tick_rate_hz) {
  return tick_rate_hz == 0 ? 0 : static_cast<double>(tick) / tick_rate_hz;
}

template <std::size_t Size>
bool copy(const google::protobuf::RepeatedField<float>& from, std::array<float, Size>& to) {
  if (from.size() != static_cast<int>(Size)) return false;
  std::copy(from.begin(), from.end(), to.begin());
  return true;
}

/// In either encoding, or none of them.
bool copy_rotations(const kinesphere::Frame& message, const Skeleton& skeleton, Frame& frame) {
  const std::size_t joints = skeleton.joints.size();
  const auto rotations = static_cast<std::size_t>(message.parent_from_joint_size());
  if (rotations == 0 && message.packed_rotations().empty()) return true;
  frame.parent_from_joint.resize(joints);
  if (rotations == 0) return protocol::unpack(message.packed_rotations(), frame.parent_from_joint);
  if (rotations != 4 * joints) return false;
  for (std::size_t i = 0; i < rotations; ++i) {
    frame.parent_from_joint[i / 4][i % 4] = message.parent_from_joint(static_cast<int>(i));
  }
  return true;
}

std::vector<Warning> warnings_of(
    const google::protobuf::RepeatedPtrField<kinesphere::Warning>& messages) {
  std::vector<Warning> warnings;
  for (const auto& message : messages) {
    warnings.push_back({.message = message.message(),
                        .where = where_of(message.place()),
                        .kind = protocol::find_warning_kind(message.kind()),
                        .about = message.about()});
  }
  return warnings;
}

std::vector<PlannedSync> syncs_of(
    const google::protobuf::RepeatedPtrField<kinesphere::PlannedSync>& messages) {
  std::vector<PlannedSync> syncs;
  for (const auto& message : messages) {
    syncs.push_back({message.id(), message.time_s(), message.phase()});
  }
  return syncs;
}

std::vector<Prediction::Attribute> attributes_of(
    const google::protobuf::RepeatedPtrField<kinesphere::Prediction::Attribute>& messages) {
  std::vector<Prediction::Attribute> attributes;
  for (const auto& message : messages) attributes.push_back({message.name(), message.value()});
  return attributes;
}

/// None, too, of one that a later server knows and we do not.
Timing timing_of(kinesphere::Timing on_the_wire) {
  return kinesphere::Timing_IsValid(on_the_wire) ? static_cast<Timing>(on_the_wire) : Timing::None;
}

std::vector<Speech> speeches_of(
    const google::protobuf::RepeatedPtrField<kinesphere::Speech>& messages) {
  std::vector<Speech> speeches;
  for (const auto& message : messages) {
    speeches.push_back({message.id(), timing_of(message.timing())});
  }
  return speeches;
}

std::optional<PredictionStage> find_stage(kinesphere::Prediction::Stage on_the_wire) {
  switch (on_the_wire) {
    case kinesphere::Prediction::PLANNING:
      return PredictionStage::Planning;
    case kinesphere::Prediction::PLANNED:
      return PredictionStage::Planned;
    case kinesphere::Prediction::PLAYING:
      return PredictionStage::Playing;
    default:
      return {};
  }
}

}  // namespace

Character character_of(const kinesphere::Character& message) {
  return {message.id(), message.name(), message.body()};
}

std::vector<Character> characters_of(const kinesphere::Hello& message) {
  std::vector<Character> characters;
  for (const auto& character : message.characters()) {
    characters.push_back(character_of(character));
  }
  return characters;
}

Skeleton skeleton_of(const kinesphere::Skeleton& message) {
  Skeleton skeleton{
      .character_id = message.character_id(),
      .character = message.character(),
      .body = message.body(),
      .joints = {},
      .channels = {message.channels().begin(), message.channels().end()},
  };
  for (const auto& joint : message.joints()) {
    skeleton.joints.push_back({.name = joint.name(), .parent = joint.parent(), .offset = {}});
    copy(joint.offset(), skeleton.joints.back().offset);
  }
  return skeleton;
}

bool is_sound(const Skeleton& skeleton) {
  for (std::size_t i = 0; i < skeleton.joints.size(); ++i) {
    const int parent = skeleton.joints[i].parent;
    if (parent < -1 || parent >= static_cast<int>(i)) return false;
  }
  return true;
}

std::optional<Frame> frame_of(const kinesphere::Frame& message, const Skeleton& skeleton,
                              std::uint32_t tick_rate_hz) {
  Frame frame;
  frame.character_id = message.character_id();
  frame.tick = message.tick();
  frame.time = seconds(message.tick(), tick_rate_hz);
  if (!message.root().empty() && !copy(message.root(), frame.root)) return {};
  if (!message.hips().empty() && !copy(message.hips(), frame.hips)) return {};

  if (!copy_rotations(message, skeleton, frame)) return {};
  const auto channels = static_cast<std::size_t>(message.channels_size());
  if (channels != 0 && channels != skeleton.channels.size()) return {};
  frame.channels.assign(message.channels().begin(), message.channels().end());
  frame.discontinuity = message.discontinuity();
  return frame;
}

std::optional<Feedback> feedback_of(const kinesphere::Feedback& message,
                                    std::uint32_t tick_rate_hz) {
  const auto kind = protocol::find_kind<FeedbackKind>(message.kind());
  if (!kind) return {};
  Feedback feedback{
      .kind = *kind,
      .id = message.id(),
      .tick = message.tick(),
      .time = seconds(message.tick(), tick_rate_hz),
      .character_id = message.character_id(),
      .message = message.message(),
      .where = where_of(message.place()),
      .warning = protocol::find_warning_kind(message.warning()),
      .planned_time = message.time_s(),
      .missed = message.missed_m(),
      .last_sync_point = message.last_sync_point(),
      .last_word = message.last_word(),
  };
  if (message.has_performed()) feedback.performed = performed_of(message.performed());
  feedback.traceparent = message.traceparent();
  return feedback;
}

Performed performed_of(const kinesphere::Performance& message) {
  Performed performed;
  for (const auto& each : message.speeches()) {
    performed.speeches.push_back({.id = each.id(),
                                  .words = each.words(),
                                  .words_done = each.words_done(),
                                  .last_word = each.last_word(),
                                  .text_done = each.text_done(),
                                  .text_left = each.text_left(),
                                  .sound_ms = each.sound_ms()});
  }
  for (const auto& each : message.behaviours()) {
    performed.behaviours.push_back(
        {each.id(), each.phase(), each.phase_fraction(), each.fraction()});
  }
  return performed;
}

std::vector<PerformedBlock> performed_blocks_of(const kinesphere::Performed& message,
                                                std::uint32_t tick_rate_hz) {
  std::vector<PerformedBlock> blocks;
  for (const auto& each : message.blocks()) {
    PerformedBlock& block = blocks.emplace_back();
    block.id = each.id();
    block.character_id = each.character_id();
    block.time = seconds(message.tick(), tick_rate_hz);
    if (each.has_start_tick()) block.start = seconds(each.start_tick(), tick_rate_hz);
    block.performed = performed_of(each.performed());
  }
  return blocks;
}

std::optional<Prediction> prediction_of(const kinesphere::Prediction& message,
                                        std::uint32_t tick_rate_hz) {
  const auto stage = find_stage(message.stage());
  if (!stage) return {};
  Prediction prediction{
      .id = message.id(), .character_id = message.character_id(), .stage = *stage};
  if (message.has_start_tick()) prediction.start = seconds(message.start_tick(), tick_rate_hz);
  if (message.has_end_tick()) prediction.end = seconds(message.end_tick(), tick_rate_hz);
  for (const auto& behaviour : message.behaviours()) {
    Prediction::Behaviour& predicted = prediction.behaviours.emplace_back();
    predicted.id = behaviour.id();
    predicted.element = behaviour.element();
    predicted.syncs = syncs_of(behaviour.syncs());
    predicted.attributes = attributes_of(behaviour.attributes());
    for (const auto& child : behaviour.children()) {
      predicted.children.push_back({child.element(), attributes_of(child.attributes())});
    }
  }
  return prediction;
}

AudioOpen audio_of(const kinesphere::AudioOpen& message) {
  return {.stream = message.stream(),
          .character_id = message.character_id(),
          .id = message.id(),
          .time = message.pts(),
          .rate_hz = message.rate_hz(),
          .sample_count = message.samples(),
          .timing = timing_of(message.timing())};
}

AudioChunk audio_of(const kinesphere::AudioChunk& message) {
  const auto has = [&](kinesphere::AudioChunk::Flag flag) {
    return (message.flags() & static_cast<std::uint32_t>(flag)) != 0;
  };
  AudioChunk chunk{.stream = message.stream(),
                   .character_id = message.character_id(),
                   .sequence = message.seq(),
                   .time = message.pts(),
                   .rate_hz = message.rate_hz(),
                   .samples = {},
                   .starts = has(kinesphere::AudioChunk::START),
                   .ends = has(kinesphere::AudioChunk::END),
                   .discards = has(kinesphere::AudioChunk::DISCARD)};
  const std::string& bytes = message.samples();
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    const auto low = static_cast<std::uint8_t>(bytes[i]);
    const auto high = static_cast<std::uint8_t>(bytes[i + 1]);
    chunk.samples.push_back(static_cast<std::int16_t>(low | high << 8));
  }
  return chunk;
}

AudioClose audio_of(const kinesphere::AudioClose& message) {
  return {.stream = message.stream(), .character_id = message.character_id()};
}

std::optional<HeardSound> heard_of(const kinesphere::AudioHeard& message) {
  if (!kinesphere::AudioHeard::Kind_IsValid(message.kind())) return {};
  return HeardSound{.stream = message.stream(),
                    .character_id = message.character_id(),
                    .kind = static_cast<HeardSound::Kind>(message.kind()),
                    .at = message.at(),
                    .known = message.known(),
                    .f0_hz = message.f0_hz(),
                    .level_db = message.level_db(),
                    .observation = message.observation(),
                    .section = message.section(),
                    .motion = message.motion(),
                    .why = message.why()};
}

Submitted submitted_of(const kinesphere::Accepted& message) {
  return {
      .id = message.id(),
      .blocks = {message.blocks().begin(), message.blocks().end()},
      .warnings = warnings_of(message.warnings()),
      .timeline = syncs_of(message.timeline()),
      .speeches = speeches_of(message.speeches()),
      .traceparent = message.traceparent(),
      .kept_later = message.kept_later(),
  };
}

Checked checked_of(const kinesphere::Checked& message) {
  return {warnings_of(message.errors()), warnings_of(message.warnings()),
          speeches_of(message.speeches())};
}

Stats stats_of(const kinesphere::Stats& message) {
  return {message.frames_sent(), message.frames_dropped(), message.frames_unacknowledged(),
          message.rate_hz()};
}

Error error_of(const kinesphere::Refused& message) {
  return {ErrorCode::Syntax, message.error(), where_of(message.place())};
}

}  // namespace kine::client
