#include "server/evaluation/evaluation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/script/body_language.h"
#include "realizer/tick/body_language.h"

namespace kine::server {
namespace {

using gesture::DrawnFrom;
using gesture::DrawnHow;

gesture::Profile with(gesture::Profile profile, DrawnFrom from, DrawnHow how) {
  profile.from = from;
  profile.how = how;
  return profile;
}

/// Ours, the paper's own, and variants of both.
const std::array kProfiles = {
    NamedProfile{"default", {}},
    NamedProfile{"levine2009", gesture::kLevine2009},
    NamedProfile{"levine2009-probable",
                 with(gesture::kLevine2009, DrawnFrom::Both, DrawnHow::MostProbable)},
    NamedProfile{"levine2009-alpha",
                 with(gesture::kLevine2009, DrawnFrom::Alpha, DrawnHow::Sampled)},
    NamedProfile{"levine2009-alpha-probable",
                 with(gesture::kLevine2009, DrawnFrom::Alpha, DrawnHow::MostProbable)},
    NamedProfile{"levine2009-gamma",
                 with(gesture::kLevine2009, DrawnFrom::Gamma, DrawnHow::Sampled)},
    NamedProfile{"default-gamma", with({}, DrawnFrom::Gamma, DrawnHow::Sampled)},
    NamedProfile{"delayed", {}, script::kUsualDelay.count()}};

/// What the same profile is compared with.
struct Control {
  std::string_view name;
  bool shuffles = false;
  bool any_motion = false;
  bool ends_early = true;
};
constexpr std::array kControls = {
    Control{.name = ""}, Control{.name = " shuffled", .shuffles = true},
    Control{.name = " unsynced", .ends_early = false},
    Control{.name = " random", .any_motion = true, .ends_early = false},
    Control{.name = " random synced", .any_motion = true}};

/// What was heard, in another order at the same times.
HeardSound shuffled(HeardSound sound, Random& random) {
  for (std::size_t i = sound.size(); i-- > 1;) {
    const auto j = static_cast<std::size_t>(random.number(0, static_cast<double>(i + 1)));
    std::swap(sound[i].symbol, sound[j].symbol);
    std::swap(sound[i].context, sound[j].context);
  }
  return sound;
}

/// Scores of takes that were performed.
class Scorer {
 public:
  Scorer(const std::vector<EvaluationTake>& takes, const body::Body& body) : takes_(takes) {
    for (const EvaluationTake& each : takes) {
      motions_.push_back(each.motion);
      truths_.push_back(each.truth);
    }
    std::ranges::copy(body.offsets_m, offsets_m_.begin());
  }

  GestureScores score(const std::vector<PerformedTake>& performed,
                      const gesture::SectionRepertoire* arms) const {
    Random random({.seed = 1});
    return server::score({.takes = performed,
                          .true_motions = motions_,
                          .truths = truths_,
                          .offsets_m = offsets_m_,
                          .arms = arms},
                         random);
  }

  /// What the speaker did `later` takes behind each.
  GestureScores score_speaker(std::size_t later) const {
    std::vector<PerformedTake> performed;
    for (std::size_t i = 0; i < takes_.size(); ++i) {
      performed.push_back({.motion = motions_[(i + later) % motions_.size()], .played = {}});
    }
    return score(performed, nullptr);
  }

 private:
  const std::vector<EvaluationTake>& takes_;
  std::vector<gesture::RecordedMotion> motions_;
  std::vector<TakeTruth> truths_;
  gesture::JointOffsets offsets_m_;
};

const gesture::SectionRepertoire* find_arms(const gesture::Repertoire& repertoire) {
  const auto found = std::ranges::find(repertoire, gesture::BodySection::Arms,
                                       &gesture::SectionRepertoire::section);
  return found == repertoire.end() ? nullptr : &*found;
}

std::shared_ptr<const PlayableRepertoire> playable(const gesture::GestureModel& model,
                                                   gesture::Profile profile,
                                                   const Control& control) {
  profile.any_motion = control.any_motion;
  profile.ends_early = control.ends_early;
  return make_playable(model.repertoire,
                       {.name = model.name, .prosody = model.prosody, .profile = profile});
}

/// How takes are heard.
struct Hearing {
  double ahead_s = 0;
  bool shuffles = false;
};

/// What was heard, known so much earlier.
HeardSound ahead_by(HeardSound sound, double ahead_s) {
  for (gesture::HeardNow& each : sound) each.known_s = std::max(each.known_s - ahead_s, 0.0);
  return sound;
}

std::vector<PerformedTake> perform_all(const std::vector<EvaluationTake>& takes,
                                       const std::shared_ptr<const Cast>& cast,
                                       const std::shared_ptr<const PlayableRepertoire>& repertoire,
                                       const Hearing& hearing, std::uint64_t seed) {
  std::vector<PerformedTake> performed;
  for (std::size_t i = 0; i < takes.size(); ++i) {
    Random random({.seed = seed, .tick = i});
    HeardSound sound = ahead_by(takes[i].sound, hearing.ahead_s);
    if (hearing.shuffles) sound = shuffled(std::move(sound), random);
    performed.push_back(perform_take(std::make_shared<const HeardSound>(std::move(sound)),
                                     length_of(takes[i]), cast, repertoire, seed * 1'000 + i));
  }
  return performed;
}

struct MeanAndSpread {
  double mean = 0;
  double deviation = 0;
};

MeanAndSpread over_seeds(const EvaluatedRow& row, const ScoreColumn& column) {
  const auto count = static_cast<double>(row.scores.size());
  MeanAndSpread spread;
  for (const GestureScores& each : row.scores) spread.mean += each.*column.score / count;
  double squares = 0;
  for (const GestureScores& each : row.scores) {
    squares += (each.*column.score - spread.mean) * (each.*column.score - spread.mean);
  }
  if (count > 1) spread.deviation = std::sqrt(squares / (count - 1));
  return spread;
}

std::string rounded(double number) { return format_number(std::round(number * 1'000) / 1'000); }

}  // namespace

std::span<const NamedProfile> named_profiles() { return kProfiles; }

const NamedProfile* find_profile(std::string_view name) {
  const auto found = std::ranges::find(kProfiles, name, &NamedProfile::name);
  return found == kProfiles.end() ? nullptr : &*found;
}

std::vector<EvaluatedRow> evaluate(const gesture::GestureModel& model,
                                   const std::vector<EvaluationTake>& takes,
                                   const std::shared_ptr<const Cast>& cast,
                                   const EvaluationWish& wish) {
  KINE_ASSERT(takes.size() > 1 && wish.seeds > 0);
  const Scorer scorer(takes, *cast->body);
  std::vector<EvaluatedRow> rows = {{"truth", {scorer.score_speaker(0)}},
                                    {"original", {scorer.score_speaker(1)}}};
  const gesture::SectionRepertoire* const arms = find_arms(model.repertoire);
  for (const NamedProfile* const profile : wish.profiles) {
    for (const Control& control : kControls) {
      EvaluatedRow& row = rows.emplace_back();
      row.name = std::string(profile->name) + std::string(control.name);
      if (wish.on_row) wish.on_row(row.name);
      const auto repertoire = playable(model, profile->profile, control);
      for (std::size_t seed = 1; seed <= wish.seeds; ++seed) {
        row.scores.push_back(scorer.score(
            perform_all(takes, cast, repertoire,
                        {.ahead_s = profile->ahead_s, .shuffles = control.shuffles}, seed),
            arms));
      }
    }
  }
  return rows;
}

std::string lines_of(const std::vector<EvaluatedRow>& rows) {
  std::string lines;
  for (const EvaluatedRow& row : rows) {
    lines += row.name;
    for (const ScoreColumn& column : score_columns()) {
      const MeanAndSpread spread = over_seeds(row, column);
      lines += " " + std::string(column.name) + "=" + rounded(spread.mean);
      if (row.scores.size() > 1) lines += " sd=" + rounded(spread.deviation);
    }
    lines += "\n";
  }
  return lines;
}

std::string csv_of(const std::vector<EvaluatedRow>& rows) {
  std::string csv = "row,seed";
  for (const ScoreColumn& column : score_columns()) csv += "," + std::string(column.name);
  csv += "\n";
  for (const EvaluatedRow& row : rows) {
    for (std::size_t i = 0; i < row.scores.size(); ++i) {
      csv += row.name + "," + std::to_string(i + 1);
      for (const ScoreColumn& column : score_columns()) {
        csv += "," + format_number(row.scores[i].*column.score);
      }
      csv += "\n";
    }
  }
  return csv;
}

}  // namespace kine::server
