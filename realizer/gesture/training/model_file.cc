#include "realizer/gesture/training/model_file.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "realizer/body/skeleton.h"
#include "realizer/core/assert.h"
#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/random.h"
#include "realizer/gesture/training/model_bytes.h"
#include "realizer/math/packed_quat.h"
#include "realizer/math/units.h"

namespace kine::gesture {
namespace {

constexpr std::string_view kModelSignature = "\x89KMD\r\n\x1a\n";
constexpr std::size_t kTurnBytes = 6;
constexpr std::size_t kShortBytes = 2;
constexpr double kPerHeight = 10'000;
constexpr double kStaysWithin_rad = 0.3 * kDegree;

/// Changes with any name or the order of the joints.
std::uint64_t hash_of_joints() {
  std::string names;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    names += body::name_of(body::joint_at(i));
    names += ' ';
  }
  return key_of(names);
}

/// The numbers of the tables of a model, one by one and in the order of the file: what is written
/// and what is read go the same way.
template <typename Settings, typename Real, typename Count>
void visit_settings(Settings& settings, Real real, Count count) {
  for (auto* each :
       {&settings.cut.hysteresis, &settings.cut.shortest_s, &settings.cut.integral_share,
        &settings.cut.still_s, &settings.weights.length, &settings.weights.pose}) {
    real(*each);
  }
  for (auto& each : settings.motions_most) count(each);
  count(settings.segments_per_motion);
  count(settings.kept_per_motion);
}

template <typename Prosody, typename Real>
void visit_prosody(Prosody& prosody, Real real) {
  for (auto* each : {&prosody.rise_st, &prosody.fall_st, &prosody.level_db, &prosody.duration_s,
                     &prosody.context_db}) {
    real(each->mean);
    real(each->deviation);
  }
}

template <typename ItsMotion, typename Real>
void visit_motion(ItsMotion& motion, Real real) {
  real(motion.length_s);
  real(motion.completion.slope);
  real(motion.completion.half);
  for (auto& each : motion.next) real(each);
  real(motion.continues);
  for (auto& each : motion.switches) real(each);
  for (auto* emission : {&motion.start, &motion.going_on}) {
    for (auto& each : emission->symbols) real(each);
    for (auto& each : emission->contexts) real(each);
  }
  real(motion.start_share);
  real(motion.going_on_share);
}

bool stays(const pose::RecordedTurns& turns, std::size_t joint) {
  return std::ranges::all_of(turns.frames, [&](const std::vector<Quat>& frame) {
    return angle_between(turns.frames.front()[joint], frame[joint]) <= kStaysWithin_rad;
  });
}

/// A place of the hips, in ten-thousandths of their height.
std::uint16_t short_of(double heights) {
  constexpr double kMost = 32'767;
  return static_cast<std::uint16_t>(
      static_cast<std::int16_t>(std::clamp(std::round(heights * kPerHeight), -kMost, kMost)));
}
double heights_of(std::uint64_t bits) {
  return static_cast<std::int16_t>(static_cast<std::uint16_t>(bits)) / kPerHeight;
}

void put_turns(const pose::RecordedTurns& turns, ByteWriter& to) {
  const std::size_t joints = turns.joints.size();
  std::uint64_t moving = 0;
  for (std::size_t j = 0; j < joints; ++j) {
    if (!stays(turns, j)) moving |= std::uint64_t{1} << j;
  }
  to.put_number(turns.frames.size(), 4);
  to.put_number(moving, 8);
  for (std::size_t j = 0; j < joints; ++j) {
    if ((moving >> j & 1) == 0) to.put_number(packed(turns.frames.front()[j]), kTurnBytes);
  }
  for (const std::vector<Quat>& frame : turns.frames) {
    for (std::size_t j = 0; j < joints; ++j) {
      if ((moving >> j & 1) != 0) to.put_number(packed(frame[j]), kTurnBytes);
    }
  }
  to.put_number(turns.hips.empty() ? 0 : 1, 1);
  for (const Vec3& hips : turns.hips) {
    for (const double each : {hips.x, hips.y, hips.z}) to.put_number(short_of(each), kShortBytes);
  }
}

void put_section(const SectionRepertoire& section, ByteWriter& to) {
  const auto real = [&](double value) { to.put_real(value); };
  to.put_number(static_cast<std::uint64_t>(section.section), 4);
  to.put_number(section.model.size(), 4);
  for (const Motion& motion : section.model.motions) visit_motion(motion, real);
  to.put_number(section.segments.size(), 4);
  for (const RepertoireSegment& each : section.segments) {
    to.put_number(each.motion, 4);
    real(each.turns->rate_hz);
    put_turns(*each.turns, to);
  }
}

Error no_model(std::string what) {
  return {.code = ErrorCode::Syntax, .message = "the model is broken: " + std::move(what)};
}

Error too_many(std::string_view what, std::size_t most, std::uint64_t count) {
  return {.code = ErrorCode::LimitExceeded,
          .message = std::string("a section of a model has at most ") + std::to_string(most) + " " +
                     std::string(what) + ", not " + kine::quoted(std::to_string(count))};
}

/// Nothing where the bytes end before; the frames of its section are counted.
Result<std::optional<pose::RecordedTurns>> read_turns(ByteReader& from, body::JointSet joints,
                                                      std::size_t& frames_read) {
  using Maybe = std::optional<pose::RecordedTurns>;
  const double rate_hz = from.real();
  const std::uint64_t frames = from.number(4);
  const std::uint64_t moving = from.number(8);
  if (frames > kModelFramesMax - frames_read) {
    return too_many("frames", kModelFramesMax, frames_read + frames);
  }
  const std::size_t count = joints.size();
  std::vector<Quat> first(count);
  std::size_t turns_a_frame = 0;
  const auto read_turn = [&] { return normalized(unpacked(from.number(kTurnBytes))); };
  for (std::size_t j = 0; j < count; ++j) {
    if ((moving >> j & 1) == 0) {
      first[j] = read_turn();
    } else {
      ++turns_a_frame;
    }
  }
  if (from.has_failed() || frames * turns_a_frame * kTurnBytes > from.left()) return Maybe();
  frames_read += frames;
  pose::RecordedTurns turns{.joints = joints, .rate_hz = rate_hz, .frames = {}};
  turns.frames.assign(frames, first);
  for (std::vector<Quat>& frame : turns.frames) {
    for (std::size_t j = 0; j < count; ++j) {
      if ((moving >> j & 1) != 0) frame[j] = read_turn();
    }
  }
  const bool has_hips = from.number(1) != 0;
  if (from.has_failed() || (has_hips && frames * 3 * kShortBytes > from.left())) return Maybe();
  if (!has_hips) return Maybe(std::move(turns));
  for (std::uint64_t i = 0; i < frames; ++i) {
    Vec3& hips = turns.hips.emplace_back();
    for (double* each : {&hips.x, &hips.y, &hips.z}) *each = heights_of(from.number(kShortBytes));
  }
  return Maybe(std::move(turns));
}

Result<Done> read_segments(ByteReader& from, SectionRepertoire& section) {
  const body::JointSet joints = played_joints(section.section);
  const std::uint64_t segments = from.number(4);
  if (segments > kModelSegmentsMax) return too_many("segments", kModelSegmentsMax, segments);
  std::size_t frames = 0;
  for (std::uint64_t i = 0; i < segments && !from.has_failed(); ++i) {
    const std::uint64_t motion = from.number(4);
    auto turns = read_turns(from, joints, frames);
    if (!turns) return turns.error();
    if (!*turns) break;
    section.segments.push_back(
        {.motion = motion,
         .turns = std::make_shared<const pose::RecordedTurns>(*std::move(*turns))});
  }
  if (section.segments.size() == segments) return Done{};
  return no_model("it ends within a segment, at byte " + std::to_string(from.place()));
}

Result<SectionRepertoire> read_section(ByteReader& from) {
  const std::uint64_t which = from.number(4);
  if (which >= kBodySections.size()) {
    return no_model("there is no section " + kine::quoted(std::to_string(which)));
  }
  SectionRepertoire section{.section = kBodySections[which], .model = {}, .segments = {}};
  const std::uint64_t motions = from.number(4);
  if (motions > kMotionsMax) return too_many("motions", kMotionsMax, motions);
  const auto real = [&](double& value) { value = from.real(); };
  for (std::uint64_t i = 0; i < motions; ++i) {
    Motion& motion = section.model.motions.emplace_back();
    motion.next.resize(motions);
    motion.switches.resize(motions);
    visit_motion(motion, real);
  }
  if (from.has_failed()) {
    return no_model("it ends within a motion, at byte " + std::to_string(from.place()));
  }
  if (const auto read = read_segments(from, section); !read) return read.error();
  return section;
}

/// What stands before the sections.
void read_model_head(ByteReader& from, GestureModel& model) {
  model.name = from.text();
  model.licence = from.text();
  model.settings.seed = from.number(8);
  const auto real = [&](double& value) { value = from.real(); };
  visit_settings(model.settings, real, [&](std::size_t& count) { count = from.number(4); });
  visit_prosody(model.prosody, real);
}

/// Of the file's beginning.
std::optional<Error> find_stranger(std::string_view bytes, ByteReader& from) {
  if (bytes.size() > kModelBytesMax) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "a model has at most " + std::to_string(kModelBytesMax) + " bytes"};
  }
  if (from.take(kModelSignature.size()) != kModelSignature) {
    return Error{.code = ErrorCode::Syntax,
                 .message = "no model of body language: 'kinesphere train' writes one"};
  }
  const std::uint64_t layout = from.number(4);
  const std::uint64_t joints = from.number(8);
  if (from.has_failed()) return no_model("it ends at byte " + std::to_string(bytes.size()));
  if (layout != kModelLayout) {
    return Error{.code = ErrorCode::Unsupported,
                 .message = "this program reads models of version " + std::to_string(kModelLayout) +
                            ", not " + kine::quoted(std::to_string(layout))};
  }
  if (joints == hash_of_joints()) return {};
  return Error{.code = ErrorCode::Unsupported,
               .message = "the model was learnt for another skeleton than this program has"};
}

}  // namespace

std::string encode_model(const GestureModel& model) {
  KINE_ASSERT(fault_of(model).empty());
  ByteWriter to;
  const auto real = [&](double value) { to.put_real(value); };
  to.put_bytes(kModelSignature);
  to.put_number(kModelLayout, 4);
  to.put_number(hash_of_joints(), 8);
  to.put_text(model.name);
  to.put_text(model.licence);
  to.put_number(model.settings.seed, 8);
  visit_settings(model.settings, real, [&](std::size_t count) { to.put_number(count, 4); });
  visit_prosody(model.prosody, real);
  to.put_number(model.repertoire.size(), 4);
  for (const SectionRepertoire& section : model.repertoire) put_section(section, to);
  return std::move(to).take();
}

Result<GestureModel> decode_model(std::string_view bytes) {
  ByteReader from(bytes);
  if (auto stranger = find_stranger(bytes, from)) return *std::move(stranger);
  GestureModel model;
  read_model_head(from, model);
  const std::uint64_t sections = from.number(4);
  if (from.has_failed()) return no_model("it ends at byte " + std::to_string(from.place()));
  if (sections > kBodySections.size()) {
    return no_model("it has more than three sections: " + kine::quoted(std::to_string(sections)));
  }
  for (std::uint64_t i = 0; i < sections; ++i) {
    auto section = read_section(from);
    if (!section) return section.error();
    model.repertoire.push_back(*std::move(section));
  }
  if (from.left() > 0) return no_model("bytes follow its end, at " + std::to_string(from.place()));
  if (const std::string fault = fault_of(model); !fault.empty()) return no_model(fault);
  return model;
}

}  // namespace kine::gesture
