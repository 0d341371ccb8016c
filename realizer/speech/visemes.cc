#include "realizer/speech/visemes.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <string_view>

#include "realizer/core/assert.h"
#include "realizer/math/ease.h"
#include "realizer/speech/loudness.h"

namespace kine::speech {
namespace {

using enum Viseme;

// Cohen and Massaro, "Modeling coarticulation in synthetic visual speech" (1993): a sound s has on
// a parameter p the dominance
//
//   D_sp(t) = alpha_sp exp(-theta_s |t - t_s|),   and p is   F_p(t) = sum_s D_sp T_sp / sum_s D_sp
//
// with its target T_sp. Theirs has one centre a sound; here |t - t_s| counts but a little within
// the core of a long one, or a pause would never close the mouth.

// How fast dominance wanes, per second. The steeper two neighbours are, the faster one gives way to
// the other, by at most (theta + theta) / 4: these keep kWeightStepMax.
constexpr double kVowelWane = 30;
constexpr double kConsonantWane = 36;
constexpr double kRoundingComes = 20;  // lips are rounded well before an u
constexpr double kRestWane = 20;       // a mouth does not hurry to its rest
constexpr double kCoreWane = 4;        // within the core, so that a vowel is most itself amid it
constexpr double kEdge_s = 0.040;      // what is no core at either end of a sound
constexpr double kCoreMax_s = 1;       // beyond it a sound is held: it would wane to nothing at all

// Alpha: of the articulator that makes the sound, of the others, of a pause.
constexpr double kOwn = 1;
constexpr double kOther = 0.4;
constexpr double kRest = 0.3;

// Beyond it no sound pulls.
constexpr double kReach_s = 0.25;

// Lips that meet: how far, for how long at least and for how much of a long sound, and how long
// they take to meet and to part.
constexpr double kPressed = 0.97;
constexpr double kTouching = 0.9;
constexpr double kPressed_s = 0.046;
constexpr double kTouched_s = 0.012;
constexpr double kClosedShare = 0.5;
constexpr double kClosing_s = 0.080;

// Within how much of lips that press each other no lip touches the teeth.
constexpr double kYielding_s = 0.058;

// Sounds of the lips this near to each other keep apart, each on its own side: by how much of
// themselves.
constexpr double kNear_s = 0.150;
constexpr double kAside = 0.3;

// A mouth that has to move more than seven times a second moves less far.
constexpr double kSyllablesASecond = 7;
constexpr double kRateReach_s = 0.5;

// Pauses between sounds that nobody wrote down.
constexpr double kGapMin_s = 1e-6;

// A rest that is always there, before and after all that is said.
constexpr double kLongRest_s = 3'600;

enum class Articulator : std::uint8_t { None, Lips, Tongue, Rounding, Jaw };

constexpr std::array<Articulator, body::kVisemeChannelCount> kArticulators = {
    Articulator::None,      // sil
    Articulator::Lips,      // PP
    Articulator::Lips,      // FF
    Articulator::Tongue,    // TH
    Articulator::Tongue,    // DD
    Articulator::Tongue,    // kk
    Articulator::Rounding,  // CH
    Articulator::Tongue,    // SS
    Articulator::Tongue,    // nn
    Articulator::Rounding,  // RR
    Articulator::Jaw,       // aa
    Articulator::Jaw,       // E
    Articulator::Jaw,       // ih
    Articulator::Rounding,  // oh
    Articulator::Rounding,  // ou
};

Articulator articulator_of(Viseme viseme) { return kArticulators[index_of(viseme)]; }

bool is_vowel(Viseme viseme) { return index_of(viseme) >= index_of(AA); }

double alpha(Viseme sound, std::size_t parameter) {
  if (sound == Sil) return kRest;
  return articulator_of(sound) == kArticulators[parameter] ? kOwn : kOther;
}

double wane(Viseme viseme, bool before) {
  if (viseme == Sil) return kRestWane;
  if (before && articulator_of(viseme) == Articulator::Rounding) return kRoundingComes;
  return is_vowel(viseme) ? kVowelWane : kConsonantWane;
}

double& weight_of(VisemeWeights& weights, Viseme viseme) { return weights[index_of(viseme)]; }

/// The sum of all but Sil's.
double spoken(const VisemeWeights& weights) {
  double sum = 0;
  for (std::size_t i = 1; i < weights.size(); ++i) sum += weights[i];
  return sum;
}

void scale(VisemeWeights& weights, double factor) {
  for (double& weight : weights) weight *= factor;
}

/// All that is not the lips' gives way to them.
void close_lips(VisemeWeights& weights, double pressed, double touched) {
  scale(weights, 1 - std::min(1.0, pressed + touched));
  weight_of(weights, PP) += pressed;
  weight_of(weights, FF) += touched;
}

/// Halfway between eased and straight: eased alone would pass kWeightStepMax in the middle.
double closing(double share) {
  const double h = std::clamp(share, 0.0, 1.0);
  return std::midpoint(h, eased(h));
}

/// The gain at a time, from those in the middles of the windows.
double gain_at(const std::vector<double>& gains, double time_s) {
  if (gains.empty()) return 1;
  const double last = static_cast<double>(gains.size() - 1);
  const double place = std::clamp(time_s / Loudness::kWindow.count() - 0.5, 0.0, last);
  const auto before = static_cast<std::size_t>(place);
  const std::size_t after = std::min(before + 1, gains.size() - 1);
  return std::lerp(gains[before], gains[after], place - static_cast<double>(before));
}

}  // namespace

Mouth::Mouth(const SpeechTrack& track, const MouthOptions& options)
    : lead_s_(options.lead.count()), gains_(mouth_gains(loudness_of(track.audio))) {
  KINE_ASSERT(track.valid());
  add_rest(-kLongRest_s, 0);
  for (std::size_t i = 0; i < track.phones.size(); ++i) add_phone(track.phones, i);
  add_rest(targets_.back().end_s, track.length.count() + kLongRest_s);
  add_closures(options.seen_from.count() + lead_s_);
}

void Mouth::add_rest(double start_s, double end_s) {
  targets_.push_back(
      {.look = {}, .start_s = start_s, .end_s = end_s, .centre_s = std::midpoint(start_s, end_s)});
}

void Mouth::add_phone(const std::vector<Phone>& phones, std::size_t index) {
  const Phone& phone = phones[index];
  double at_s = phone.start.count();
  if (at_s > targets_.back().end_s + kGapMin_s) add_rest(targets_.back().end_s, at_s);
  const double length_s = phone.end.count() - at_s;
  if (length_s <= 0) return;
  if (is_nucleus(phone.ipa)) nuclei_s_.push_back(at_s + length_s / 2);
  for (VisemePart part : viseme_parts(phone.ipa)) {
    if (part.takes_next_vowel && index + 1 < phones.size()) {
      const VisemePart next = viseme_parts(phones[index + 1].ipa).front();
      if (next.viseme != Sil) part.viseme = next.viseme;
    }
    const double end_s = at_s + part.share * length_s;
    targets_.push_back(
        {.look = part, .start_s = at_s, .end_s = end_s, .centre_s = std::midpoint(at_s, end_s)});
    at_s = end_s;
  }
}

void Mouth::add_closures(double seen_from_s) {
  std::vector<const Target*> lips;
  for (const Target& target : targets_) {
    if (target.look.viseme == PP || target.look.viseme == FF) lips.push_back(&target);
  }
  const auto crowds = [](const Target& before, const Target& behind) {
    return before.look.viseme != behind.look.viseme && behind.centre_s - before.centre_s < kNear_s;
  };
  for (std::size_t i = 0; i < lips.size(); ++i) {
    const Target& target = *lips[i];
    const double length_s = target.end_s - target.start_s;
    const bool presses = target.look.viseme == PP;
    const double half_s = std::max(presses ? kPressed_s : kTouched_s, kClosedShare * length_s) / 2;
    const double room_s = std::max(0.0, std::min(kAside * length_s, length_s / 2 - half_s));
    double centre_s = target.centre_s;
    if (i > 0 && crowds(*lips[i - 1], target)) centre_s += room_s;
    if (i + 1 < lips.size() && crowds(target, *lips[i + 1])) centre_s -= room_s;
    const double start_s = std::max(centre_s - half_s, seen_from_s);
    closures_.push_back({.start_s = start_s,
                         .end_s = std::max(centre_s + half_s, start_s + 2 * half_s),
                         .lips = target.look.viseme});
  }
  std::ranges::stable_sort(closures_, {}, &Closure::end_s);  // a long sound stands before a short
}

VisemeWeights Mouth::pulled(double time_s) const {
  VisemeWeights pulls{};
  VisemeWeights dominances{};
  auto target = std::ranges::lower_bound(targets_, time_s - kReach_s, {}, &Target::end_s);
  for (; target != targets_.end() && target->start_s <= time_s + kReach_s; ++target) {
    const VisemePart& look = target->look;
    const double away_s = std::abs(time_s - target->centre_s);
    const double core_s = std::max(0.0, (target->end_s - target->start_s) / 2 - kEdge_s);
    const double within =
        look.viseme == Sil ? 0 : kCoreWane * std::min({away_s, core_s, kCoreMax_s});
    const double beyond =
        wane(look.viseme, time_s < target->centre_s) * std::max(0.0, away_s - core_s);
    const double dominance = std::exp(-within - beyond);
    for (std::size_t i = 1; i < pulls.size(); ++i) {
      const double share = alpha(look.viseme, i) * dominance;
      dominances[i] += share;
      if (i == index_of(look.viseme)) pulls[i] += share * look.weight;
      if (i == index_of(look.second)) pulls[i] += share * look.second_weight;
    }
  }
  for (std::size_t i = 1; i < pulls.size(); ++i) pulls[i] /= dominances[i];
  const double sum = spoken(pulls);
  if (sum > 1) scale(pulls, 1 / sum);
  return pulls;
}

double Mouth::amplitude(double time_s) const {
  double rate = 0;  // of syllables, weighted by a triangle whose area is kRateReach_s
  auto nucleus = std::ranges::lower_bound(nuclei_s_, time_s - kRateReach_s);
  for (; nucleus != nuclei_s_.end() && *nucleus < time_s + kRateReach_s; ++nucleus) {
    rate += (1 - std::abs(*nucleus - time_s) / kRateReach_s) / kRateReach_s;
  }
  return gain_at(gains_, time_s) * kSyllablesASecond / std::max(rate, kSyllablesASecond);
}

double Mouth::closed(Viseme lips, double time_s, double closing_s) const {
  double most = 0;
  auto closure = std::ranges::lower_bound(closures_, time_s - closing_s, {}, &Closure::end_s);
  for (; closure != closures_.end() && closure->start_s < time_s + kReach_s; ++closure) {
    if (closure->lips != lips) continue;
    const double away_s = std::max({0.0, closure->start_s - time_s, time_s - closure->end_s});
    most = std::max(most, closing(1 - away_s / closing_s));
  }
  return most;
}

VisemeWeights Mouth::at(Seconds time) const {
  const double time_s = time.count() + lead_s_;
  VisemeWeights weights = pulled(time_s);
  scale(weights, amplitude(time_s));
  const double yields = 1 - closed(PP, time_s, kYielding_s);
  close_lips(weights, kPressed * closed(PP, time_s, kClosing_s),
             kTouching * std::min(yields, closed(FF, time_s, kClosing_s)));
  weight_of(weights, Sil) = std::max(0.0, 1 - spoken(weights));
  return weights;
}

namespace {

struct NamedShare {
  Viseme viseme;
  std::string_view shape;  // without Left or Right where there is one of each
  double weight;
};

constexpr NamedShare kNamedShares[] = {
    {PP, "mouthPress", 0.5},      {PP, "mouthRollLower", 0.25}, {PP, "mouthRollUpper", 0.25},
    {PP, "mouthClose", 0.35},     {FF, "mouthRollLower", 0.55}, {FF, "mouthUpperUp", 0.25},
    {FF, "jawOpen", 0.08},        {TH, "jawOpen", 0.18},        {TH, "tongueOut", 0.35},
    {DD, "jawOpen", 0.12},        {DD, "mouthLowerDown", 0.2},  {NN, "jawOpen", 0.12},
    {NN, "mouthLowerDown", 0.2},  {KK, "jawOpen", 0.18},        {CH, "mouthFunnel", 0.5},
    {CH, "mouthPucker", 0.2},     {CH, "jawOpen", 0.08},        {SS, "mouthStretch", 0.3},
    {SS, "mouthLowerDown", 0.25}, {RR, "mouthFunnel", 0.35},    {RR, "mouthPucker", 0.15},
    {RR, "jawOpen", 0.12},        {AA, "jawOpen", 0.55},        {AA, "mouthLowerDown", 0.25},
    {E, "jawOpen", 0.3},          {E, "mouthStretch", 0.25},    {IH, "jawOpen", 0.18},
    {IH, "mouthSmile", 0.3},      {OH, "jawOpen", 0.35},        {OH, "mouthFunnel", 0.5},
    {OU, "mouthPucker", 0.7},     {OU, "mouthFunnel", 0.3},     {OU, "jawOpen", 0.12},
};

std::vector<ShapeShare> shares_of_channels() {
  std::vector<ShapeShare> shares;
  for (const NamedShare& named : kNamedShares) {
    for (const std::string_view side : {"", "Left", "Right"}) {
      const auto channel = body::find_channel(std::string(named.shape).append(side));
      if (channel) shares.push_back({named.viseme, *channel, named.weight});
    }
  }
  return shares;
}

}  // namespace

std::span<const ShapeShare> arkit_shares() {
  static const std::vector<ShapeShare> shares = shares_of_channels();
  return shares;
}

double projected(const VisemeWeights& weights, body::Channel channel) {
  double value = 0;
  for (const ShapeShare& share : arkit_shares()) {
    if (share.channel == channel) value += share.weight * weights[index_of(share.viseme)];
  }
  return value;
}

}  // namespace kine::speech
