#include "server/evaluation/gesture_scores.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "realizer/core/assert.h"
#include "realizer/gesture/measures/beats.h"
#include "realizer/gesture/measures/coupling.h"
#include "realizer/gesture/measures/likeness.h"
#include "realizer/gesture/measures/smoothness.h"
#include "realizer/gesture/measures/variety.h"

namespace kine::server {
namespace {

using gesture::BodySection;

constexpr double kLively = 0.75;  // arousal, at least
constexpr double kCalm = 0.25;    // at most
constexpr double kEarlyMost_s = 0.15;
constexpr double kTogether_s = 0.2;
constexpr double kOnset_rad_s = 0.5;

constexpr std::array kColumns = {ScoreColumn{"auc", &GestureScores::auc},
                                 ScoreColumn{"ratio", &GestureScores::ratio},
                                 ScoreColumn{"speed_m_s", &GestureScores::speed_m_s},
                                 ScoreColumn{"beat_z", &GestureScores::beat_z},
                                 ScoreColumn{"in_time", &GestureScores::in_time},
                                 ScoreColumn{"frechet", &GestureScores::frechet},
                                 ScoreColumn{"hellinger", &GestureScores::hellinger},
                                 ScoreColumn{"acceleration", &GestureScores::acceleration},
                                 ScoreColumn{"jerk", &GestureScores::jerk},
                                 ScoreColumn{"coverage", &GestureScores::coverage},
                                 ScoreColumn{"head_with_arms", &GestureScores::head_with_arms},
                                 ScoreColumn{"occupancy_kl", &GestureScores::occupancy_kl},
                                 ScoreColumn{"effective", &GestureScores::effective},
                                 ScoreColumn{"repeat", &GestureScores::repeat},
                                 ScoreColumn{"completion", &GestureScores::completion},
                                 ScoreColumn{"early", &GestureScores::early}};

/// Where hands are, and how fast, of one take.
struct Hands {
  double rate_hz = 0;
  std::vector<double> rows;  // six numbers a frame
  std::array<std::vector<double>, 2> speeds_m_s;

  std::vector<double> mean_speeds() const {
    std::vector<double> means;
    for (std::size_t i = 0; i < speeds_m_s[0].size(); ++i) {
      means.push_back((speeds_m_s[0][i] + speeds_m_s[1][i]) / 2);
    }
    return means;
  }
};

Hands hands_of(const gesture::RecordedMotion& motion, const gesture::JointOffsets& offsets_m) {
  Hands hands{.rate_hz = motion.rate_hz,
              .rows = key_signal(motion, BodySection::Arms, offsets_m).rows,
              .speeds_m_s = {}};
  for (std::size_t hand = 0; hand < 2; ++hand) {
    for (std::size_t at = 6 + 3 * hand; at + 2 < hands.rows.size(); at += 6) {
      const Vec3 step{hands.rows[at] - hands.rows[at - 6], hands.rows[at + 1] - hands.rows[at - 5],
                      hands.rows[at + 2] - hands.rows[at - 4]};
      hands.speeds_m_s[hand].push_back(motion.rate_hz * length(step));
    }
  }
  return hands;
}

std::vector<Hands> all_hands(const auto& motions, const gesture::JointOffsets& offsets_m) {
  std::vector<Hands> all;
  for (const auto& each : motions) all.push_back(hands_of(each, offsets_m));
  return all;
}

double mean_of(const std::vector<double>& values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// All numbers of all takes in a row.
std::vector<double> joined(const std::vector<Hands>& all, const auto& numbers_of) {
  std::vector<double> numbers;
  for (const Hands& each : all) {
    const auto part = numbers_of(each);
    numbers.insert(numbers.end(), part.begin(), part.end());
  }
  return numbers;
}

std::vector<double> all_speeds(const std::vector<Hands>& all) {
  return joined(all, [](const Hands& each) { return each.mean_speeds(); });
}

void score_coupling(const std::vector<Hands>& hands, const std::vector<TakeTruth>& truths,
                    GestureScores& scores) {
  std::vector<double> lively;
  std::vector<double> calm;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    const std::vector<double> speeds = hands[i].mean_speeds();
    const double length_s = static_cast<double>(speeds.size()) / hands[i].rate_hz;
    for (const TruePhrase& phrase : truths[i].phrases) {
      if (phrase.to_s > length_s) continue;  // of another, longer take
      const double mean =
          gesture::mean_within(speeds, hands[i].rate_hz, phrase.from_s, phrase.to_s);
      if (phrase.arousal >= kLively) lively.push_back(mean);
      if (phrase.arousal <= kCalm) calm.push_back(mean);
    }
  }
  scores.auc = gesture::compute_auc(lively, calm);
  const double below = mean_of(calm);
  scores.ratio = below > 0 ? mean_of(lively) / below : 0;
  scores.speed_m_s = mean_of(all_speeds(hands));
}

/// Takes one behind the other, as one long one.
void score_beats(const std::vector<Hands>& hands, const std::vector<TakeTruth>& truths,
                 Random& random, GestureScores& scores) {
  std::vector<double> beats_s;
  std::vector<double> nuclei_s;
  double from_s = 0;
  for (std::size_t i = 0; i < hands.size(); ++i) {
    for (const auto& speeds : hands[i].speeds_m_s) {
      for (const double each : gesture::find_beats(speeds, hands[i].rate_hz)) {
        beats_s.push_back(from_s + each + 0.5 / hands[i].rate_hz);  // between two frames
      }
    }
    const double length_s = static_cast<double>(hands[i].speeds_m_s[0].size()) / hands[i].rate_hz;
    for (const double each : truths[i].nuclei_s) {
      if (each < length_s) nuclei_s.push_back(from_s + each);
    }
    from_s += length_s;
  }
  std::ranges::sort(beats_s);
  if (beats_s.empty() || nuclei_s.empty()) return;
  scores.beat_z = gesture::compute_beat_alignment(beats_s, nuclei_s, from_s, random).z;
  const auto leads = gesture::leads_of(beats_s, nuclei_s);
  const auto in_time = std::ranges::count_if(
      leads, [](double lead_s) { return lead_s >= -kEarlyMost_s && lead_s <= 0; });
  scores.in_time = static_cast<double>(in_time) / static_cast<double>(leads.size());
}

gesture::FeatureRows windows_of(const std::vector<Hands>& all) {
  gesture::FeatureRows windows;
  for (const Hands& each : all) {
    auto of_take = gesture::window_features(each.rows, 6, each.rate_hz);
    windows.dimensions = of_take.dimensions;
    windows.numbers.insert(windows.numbers.end(), of_take.numbers.begin(), of_take.numbers.end());
  }
  return windows;
}

std::vector<Vec3> places_of(const std::vector<Hands>& all) {
  std::vector<Vec3> places;
  for (const Hands& each : all) {
    for (std::size_t at = 0; at + 2 < each.rows.size(); at += 3) {
      places.push_back({each.rows[at], each.rows[at + 1], each.rows[at + 2]});
    }
  }
  return places;
}

void score_likeness(const std::vector<Hands>& hands, const std::vector<Hands>& truth,
                    GestureScores& scores) {
  scores.frechet = gesture::compute_frechet_distance(windows_of(truth), windows_of(hands));
  scores.hellinger = gesture::compute_hellinger_distance(all_speeds(truth), all_speeds(hands));
  scores.coverage = gesture::compute_coverage_dice(places_of(truth), places_of(hands));
}

/// When a section becomes fast.
std::vector<double> onsets_of(const gesture::RecordedMotion& motion, BodySection section) {
  const auto activity =
      gesture::compute_activity(motion, section, gesture::usual_smoothing_s(section));
  std::vector<double> onsets;
  constexpr double kFast = kOnset_rad_s * kOnset_rad_s;
  for (std::size_t i = 1; i < activity.size(); ++i) {
    if (activity[i] >= kFast && activity[i - 1] < kFast) {
      onsets.push_back(static_cast<double>(i) / motion.rate_hz);
    }
  }
  return onsets;
}

void score_bodies(const std::vector<PerformedTake>& takes, GestureScores& scores) {
  std::vector<double> accelerations;
  std::vector<double> jerks;
  std::size_t onsets = 0;
  std::size_t together = 0;
  for (const PerformedTake& take : takes) {
    const auto smooth = gesture::compute_smoothness(take.motion, BodySection::Arms);
    accelerations.push_back(smooth.acceleration_p999_rad_s2);
    jerks.push_back(smooth.jerk_mean_rad_s3);
    const auto head = onsets_of(take.motion, BodySection::Head);
    for (const double each : onsets_of(take.motion, BodySection::Arms)) {
      ++onsets;
      together += std::ranges::any_of(
          head, [&](double other) { return std::abs(other - each) <= kTogether_s; });
    }
  }
  scores.acceleration = mean_of(accelerations);
  scores.jerk = mean_of(jerks);
  if (onsets > 0) {
    scores.head_with_arms = static_cast<double>(together) / static_cast<double>(onsets);
  }
}

/// How often each motion was heard of when it was learnt.
std::vector<double> learnt_shares(const gesture::MotionModel& model) {
  std::vector<double> shares;
  for (const gesture::Motion& each : model.motions) {
    shares.push_back(each.start_share + each.going_on_share);
  }
  return shares;
}

void score_motions(const std::vector<PerformedTake>& takes, const gesture::SectionRepertoire& arms,
                   GestureScores& scores) {
  std::vector<gesture::TimedMotion> sequence;
  std::vector<double> completions;
  for (const PerformedTake& take : takes) {
    for (const PlayedMotion& each : take.played) {
      if (each.section != BodySection::Arms) continue;
      const double played_s = each.to_s - each.from_s;
      sequence.push_back({.motion = each.motion, .length_s = played_s});
      if (each.ended_by == gesture::Termination::Early) {
        completions.push_back(std::min(played_s / each.length_s, 1.0));
      }
    }
  }
  if (sequence.empty()) return;
  const auto shares = gesture::occupancy(sequence, arms.model.size());
  scores.occupancy_kl = gesture::compute_divergence(shares, learnt_shares(arms.model));
  scores.effective = gesture::effective_count(shares);
  scores.repeat = static_cast<double>(gesture::longest_repeat(sequence));
  scores.completion = mean_of(completions);
  scores.early = static_cast<double>(completions.size()) / static_cast<double>(sequence.size());
}

}  // namespace

std::span<const ScoreColumn> score_columns() { return kColumns; }

GestureScores score(const Scored& scored, Random& random) {
  KINE_ASSERT(!scored.takes.empty() && scored.takes.size() == scored.truths.size());
  std::vector<gesture::RecordedMotion> motions;
  for (const PerformedTake& take : scored.takes) motions.push_back(take.motion);
  const std::vector<Hands> hands = all_hands(motions, scored.offsets_m);
  const std::vector<Hands> truth = all_hands(scored.true_motions, scored.offsets_m);
  GestureScores scores;
  score_coupling(hands, scored.truths, scores);
  score_beats(hands, scored.truths, random, scores);
  score_likeness(hands, truth, scores);
  score_bodies(scored.takes, scores);
  if (scored.arms != nullptr) score_motions(scored.takes, *scored.arms, scores);
  return scores;
}

}  // namespace kine::server
