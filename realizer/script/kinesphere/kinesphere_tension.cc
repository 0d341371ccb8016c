#include "realizer/script/kinesphere/kinesphere_tension.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/kinesphere/elements.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr Bounds kRestError{kRestErrorMin_m, kRestErrorMax_m};
constexpr Bounds kAnyLength{-1e308, 1e308};
constexpr Bounds kZeta{kZetaMin, kZetaMax};
constexpr Bounds kOver{0, kBlockLengthMax.count(), "s"};

constexpr Bounds kStiffness{kStiffnessMin_Nm_rad, kStiffnessMax_Nm_rad};
constexpr Bounds kDamping{0, kDampingMax_Nms_rad};

bool has_value(const Attributes& take) {
  return take.has("rest-error") || take.has("zeta") || take.has("manner") ||
         take.has("stiffness") || take.has("compensate");
}

bool is_of_muscles(const Attributes& take) {
  return take.has("joints") || take.has("group") || take.has("stiffness") || take.has("damping") ||
         take.has("compensate") || take.has("gains");
}

std::vector<Name> take_joints(Attributes& take) {
  std::vector<Name> joints;
  const xml::Attribute* const written = take.raw("joints");
  if (written == nullptr) return joints;
  for (const std::string_view word : words_in(written->value)) {
    joints.push_back({std::string(word), written->value_where});
  }
  const bool fits = !joints.empty() && joints.size() <= kTensionJointsMax;
  if (!fits) {
    take.refuse(*written, ErrorCode::OutOfRange,
                "from 1 to " + std::to_string(kTensionJointsMax) + " joints between blanks");
  }
  return joints;
}

/// Which joints, and what only muscles can be told.
MuscleFirmness take_muscles(Attributes& take) {
  MuscleFirmness muscles{.joints = take_joints(take), .group = take.name("group")};
  muscles.stiffness_Nm_rad = take.number("stiffness", kStiffness);
  muscles.damping_Nms_rad = take.number("damping", kDamping);
  muscles.compensates = take.yes_no("compensate").value_or(true);
  if (const auto gains = take.one_of("gains", kGainUpdateWords)) {
    muscles.gains = static_cast<GainUpdate>(*gains);
  }
  if (take.has("joints") == take.has("group")) {
    take.refuse(ErrorCode::Syntax, "what is said of muscles needs joints, or a group");
  }
  if (take.has("arm")) {
    take.refuse(*take.raw("arm"), ErrorCode::Syntax, "left out beside joints or a group");
  }
  if (take.has("damping") && !take.has("stiffness")) {
    take.refuse(*take.raw("damping"), ErrorCode::Syntax, "left to a stiffness: others have a zeta");
  }
  return muscles;
}

std::optional<kine::Tension> take_value(Attributes& take) {
  const auto rest_error_m = take.length_m("rest-error", kAnyLength, Need::Required);
  if (rest_error_m && !kRestError.contains(*rest_error_m)) {
    constexpr double kMillimetres = 1000;
    take.refuse(*take.raw("rest-error"), ErrorCode::OutOfRange,
                "from " + format_number(kRestErrorMin_m * kMillimetres) + "mm to " +
                    format_number(kRestErrorMax_m) + "m");
  }
  const auto zeta = take.number("zeta", kZeta, Need::Required);
  if (!rest_error_m || !zeta) return {};
  return kine::Tension{.rest_error_m = *rest_error_m, .zeta = *zeta};
}

TensionPart take_part(Attributes& take) {
  TensionPart part;
  part.where = take.where();
  if (const auto phase = take.one_of("phase", kPhaseWords)) {
    part.phase = static_cast<Phase>(*phase);
  }
  if (const auto arm = take.one_of("arm", kArmSetWords)) part.arms = arm_set_at(*arm);
  if (is_of_muscles(take)) {
    part.arms = ArmSet::None;
    part.muscles = take_muscles(take);
  }
  part.manner = take.name("manner");
  const bool by_name = take.has("manner");
  if (take.has("stiffness")) {
    for (const std::string_view other : {"manner", "rest-error", "zeta"}) {
      const xml::Attribute* beside = take.raw(other);
      if (beside != nullptr) take.refuse(*beside, ErrorCode::Syntax, "left out beside a stiffness");
    }
    return part;
  }
  if (!by_name) {
    const bool lacks_stiffness = part.muscles && take.has("damping");  // that was told
    if (!lacks_stiffness) part.value = take_value(take);
    return part;
  }
  for (const std::string_view number : {"rest-error", "zeta"}) {
    const xml::Attribute* beside = take.raw(number);
    if (beside != nullptr) take.refuse(*beside, ErrorCode::Syntax, "left out beside a manner");
  }
  return part;
}

bool is_of_the_same(const TensionPart& a, const TensionPart& b) {
  const auto joints_of = [](const TensionPart& part) {
    return part.muscles ? part.muscles->joints : std::vector<Name>();
  };
  const auto group_of = [](const TensionPart& part) {
    return part.muscles ? part.muscles->group : Name();
  };
  return a.phase == b.phase && a.arms == b.arms &&
         std::ranges::equal(joints_of(a), joints_of(b), {}, &Name::text, &Name::text) &&
         group_of(a).text == group_of(b).text;
}

void read_for(const xml::Element& element, Tension& tension, KinesphereReading& reading) {
  Attributes take(element, reading.error);
  TensionPart part = take_part(take);
  take.done();
  expect_no_children(element, reading);
  const auto twin = std::ranges::find_if(
      tension.parts, [&](const TensionPart& each) { return is_of_the_same(each, part); });
  if (twin != tension.parts.end()) {
    take.refuse(
        ErrorCode::Syntax,
        "a <tension> says one thing of a phase and an arm or a group, but there is another before");
    return;
  }
  tension.parts.push_back(std::move(part));
}

constexpr ElementRow<Tension, KinesphereReading> kInTension[] = {{"for", read_for}};

}  // namespace

Tension read_tension(const xml::Element& element, Name id, Attributes& take,
                     KinesphereReading& reading) {
  Tension tension;
  tension.where = element.where;
  tension.id = std::move(id);
  tension.over = take.time("over", kOver);
  if (const auto lag = take.one_of("lag", kLagWords)) tension.lag = static_cast<Lag>(*lag);
  if (const auto frame = take.one_of("frame", kTensionFrameWords)) {
    tension.frame = static_cast<TensionFrame>(*frame);
  }
  // One that leaves it all to its <for> has no part of its own.
  const bool narrowed = take.has("phase") || take.has("arm") || is_of_muscles(take);
  if (has_value(take) || narrowed) {
    tension.parts.push_back(take_part(take));
  }
  take.done();
  read_children<Tension, KinesphereReading>(element, kInTension, tension, reading);
  const bool goes_off = std::ranges::any_of(
      tension.parts, [](const TensionPart& part) { return part.manner.text == kTensionOff; });
  if (goes_off && tension.over == Seconds{0}) {
    take.refuse(*take.raw("over"), ErrorCode::OutOfRange, "above 0s for what goes off");
  }
  if (tension.parts.empty()) {
    take.refuse(ErrorCode::Syntax, "a <tension> needs rest-error and zeta, a manner or a <for>");
  }
  return tension;
}

}  // namespace kine::script
