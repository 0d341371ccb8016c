#include "realizer/gesture/training/section_training.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/core/random.h"
#include "realizer/gesture/learnt.h"
#include "realizer/gesture/training/section_truth.h"
#include "realizer/gesture/ward.h"

namespace kine::gesture {
namespace {

/// What is kept of a longer segment is its beginning.
constexpr double kKeptLongest_s = 10;

/// Clusters are made in the square of their number: so many take a minute.
constexpr std::size_t kSegmentsOfSectionMax = 20'000;

struct TakenSegment {
  std::size_t take = 0;  // its number
  CutSegment cut;
  std::size_t motion = 0;
};

/// A section of all takes, cut.
struct CutTakes {
  std::vector<TakenSegment> segments;
  std::vector<double> rows;  // features of each
  bool moves = false;        // in any take
};

CutTakes cut_takes(std::span<const TrainingTake> takes, BodySection section,
                   const JointOffsets& offsets_m, const TrainingSettings& settings) {
  CutTakes all;
  for (std::size_t i = 0; i < takes.size(); ++i) {
    const RecordedMotion& motion = takes[i].motion;
    const auto activity = compute_activity(motion, section, usual_smoothing_s(section));
    all.moves = all.moves || std::ranges::max(activity) > kActivityLeast;
    const auto cuts = cut_segments(activity, motion.rate_hz, settings.cut);
    const auto rows = segment_features(motion, section, key_signal(motion, section, offsets_m),
                                       cuts, settings.weights);
    all.rows.insert(all.rows.end(), rows.begin(), rows.end());
    for (const CutSegment& cut : cuts) all.segments.push_back({.take = i, .cut = cut});
  }
  return all;
}

/// Gives each segment its motion, and says how many there are.
std::size_t cluster(BodySection section, const TrainingSettings& settings, CutTakes& cut) {
  constexpr std::size_t kFewest = 2;
  const std::size_t segments = cut.segments.size();
  const std::size_t most = settings.motions_most[static_cast<std::size_t>(section)];
  const std::size_t wanted =
      std::max(std::min(most, segments / settings.segments_per_motion), kFewest);
  const std::size_t motions = std::min(wanted, segments);
  const auto motion_of = ward_clusters(cut.rows, feature_dimensions(section), motions);
  for (std::size_t i = 0; i < segments; ++i) cut.segments[i].motion = motion_of[i];
  return motions;
}

/// What a model is counted from.
std::vector<Take> labelled_takes(std::span<const TrainingTake> takes, const CutTakes& cut) {
  std::vector<Take> all(takes.size());
  for (std::size_t i = 0; i < takes.size(); ++i) {
    for (const speech::Heard& heard : takes[i].heard) {
      if (heard.kind == speech::Heard::Kind::Peak) continue;
      all[i].heard.push_back({.time_s = heard.found.count(),
                              .symbol = static_cast<std::uint8_t>(heard.observation.symbol()),
                              .context = heard.observation.context});
    }
  }
  for (const TakenSegment& each : cut.segments) {
    const double rate_hz = takes[each.take].motion.rate_hz;
    all[each.take].segments.push_back({.from_s = static_cast<double>(each.cut.from_frame) / rate_hz,
                                       .to_s = static_cast<double>(each.cut.to_frame) / rate_hz,
                                       .motion = each.motion});
  }
  return all;
}

/// The segment's frames and the next one, so that it lasts as long as it did.
std::shared_ptr<const pose::RecordedTurns> turns_of(const RecordedMotion& motion,
                                                    const CutSegment& cut, body::JointSet joints) {
  const auto longest = static_cast<std::size_t>(kKeptLongest_s * motion.rate_hz);
  const std::size_t from = std::min(cut.from_frame, motion.frames.size() - 2);
  const std::size_t to =
      std::min({cut.to_frame + 1, motion.frames.size(), cut.from_frame + longest});
  auto turns = std::make_shared<pose::RecordedTurns>();
  turns->joints = joints;
  turns->rate_hz = motion.rate_hz;
  for (std::size_t t = from; t < to; ++t) {
    auto& frame = turns->frames.emplace_back();
    for (std::size_t j = 0; j < body::kJointCount; ++j) {
      if (joints.contains(body::joint_at(j))) frame.push_back(normalized(motion.frames[t][j]));
    }
    const bool has_hips = joints.contains(body::Joint::Hips) && !motion.hips.empty();
    if (has_hips) turns->hips.push_back(motion.hips[t]);
  }
  return turns;
}

/// One of each of `count` equal parts of the segments, so that all takes are seen.
std::vector<TakenSegment> spread(const std::vector<TakenSegment>& segments, std::size_t count,
                                 Random random) {
  if (segments.size() <= count) return segments;
  std::vector<TakenSegment> chosen;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t begin = segments.size() * k / count;
    const std::size_t end = segments.size() * (k + 1) / count;
    chosen.push_back(segments[begin + random.bits() % (end - begin)]);
  }
  return chosen;
}

/// The first segment of each motion, then the second of each, and so on while a file has room.
std::vector<RepertoireSegment> kept_segments(std::span<const TrainingTake> takes,
                                             const CutTakes& cut, BodySection section,
                                             std::size_t motions,
                                             const TrainingSettings& settings) {
  std::vector<std::vector<TakenSegment>> chosen(motions);
  for (const TakenSegment& each : cut.segments) chosen[each.motion].push_back(each);
  for (std::size_t i = 0; i < motions; ++i) {
    const Random random({.seed = settings.seed,
                         .character = static_cast<std::uint64_t>(section),
                         .tick = i,
                         .purpose = key_of("kept segments")});
    chosen[i] = spread(chosen[i], settings.kept_per_motion, random);
  }
  std::vector<RepertoireSegment> kept;
  std::size_t frames = 0;
  const body::JointSet joints = played_joints(section);
  for (std::size_t round = 0; round < settings.kept_per_motion; ++round) {
    for (const auto& its : chosen) {
      if (round >= its.size()) continue;
      auto turns = turns_of(takes[its[round].take].motion, its[round].cut, joints);
      if (frames + turns->frames.size() > kModelFramesMax) continue;
      frames += turns->frames.size();
      kept.push_back({.motion = its[round].motion, .turns = std::move(turns)});
    }
  }
  std::ranges::stable_sort(kept, {}, &RepertoireSegment::motion);
  return kept;
}

/// The share of segments in which no syllable has its nucleus.
double share_without_syllable(std::span<const TrainingTake> takes, const std::vector<Take>& cut) {
  std::size_t segments = 0;
  std::size_t without = 0;
  for (std::size_t i = 0; i < takes.size(); ++i) {
    for (const MotionSegment& each : cut[i].segments) {
      const auto is_within = [&](const speech::Heard& heard) {
        return heard.kind == speech::Heard::Kind::Syllable && heard.at.count() >= each.from_s &&
               heard.at.count() < each.to_s;
      };
      ++segments;
      if (std::ranges::none_of(takes[i].heard, is_within)) ++without;
    }
  }
  return static_cast<double>(without) / static_cast<double>(segments);
}

/// Where motion becomes slow or fast in each take. Parts of one long rest are no change.
std::vector<std::vector<double>> changes_of(std::span<const TrainingTake> takes,
                                            const CutTakes& cut) {
  std::vector<std::vector<double>> changes(takes.size());
  for (std::size_t i = 1; i < cut.segments.size(); ++i) {
    const TakenSegment& before = cut.segments[i - 1];
    const TakenSegment& each = cut.segments[i];
    if (before.take != each.take || (!before.cut.fast && !each.cut.fast)) continue;
    changes[each.take].push_back(static_cast<double>(each.cut.from_frame) /
                                 takes[each.take].motion.rate_hz);
  }
  return changes;
}

double length_of(const std::vector<Take>& cut) {
  double length_s = 0;
  for (const Take& take : cut) {
    for (const MotionSegment& each : take.segments) length_s += each.to_s - each.from_s;
  }
  return length_s;
}

}  // namespace

Result<std::optional<TrainedSection>> train_section(std::span<const TrainingTake> takes,
                                                    BodySection section,
                                                    const JointOffsets& offsets_m,
                                                    const TrainingSettings& settings) {
  using Maybe = std::optional<TrainedSection>;
  CutTakes cut = cut_takes(takes, section, offsets_m, settings);
  if (!cut.moves) return Maybe();
  const std::size_t segments = cut.segments.size();
  if (segments > kSegmentsOfSectionMax) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "the takes have more segments than the " +
                            std::to_string(kSegmentsOfSectionMax) +
                            " that clusters are made of: give fewer takes, not " +
                            kine::quoted(std::to_string(segments))};
  }
  const std::size_t motions = cluster(section, settings, cut);
  const std::vector<Take> labelled = labelled_takes(takes, cut);
  TrainedSection trained;
  trained.repertoire = {.section = section,
                        .model = learn(labelled, motions),
                        .segments = kept_segments(takes, cut, section, motions, settings)};
  trained.report = {.section = section,
                    .segments = segments,
                    .motions = motions,
                    .kept = trained.repertoire.segments.size(),
                    .mean_length_s = length_of(labelled) / static_cast<double>(segments),
                    .without_syllable = share_without_syllable(takes, labelled),
                    .information_bits = information_bits(labelled, motions),
                    .purity = purity_of(takes, labelled, section, motions),
                    .boundary_f1 = boundary_f1_of(takes, changes_of(takes, cut), section)};
  return Maybe(std::move(trained));
}

}  // namespace kine::gesture
