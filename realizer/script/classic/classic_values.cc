#include "realizer/script/classic/classic_values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <string>
#include <system_error>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"

namespace kine::script::classic {
namespace {

constexpr double kMillisecondsInASecond = 1000;

/// Nobody means a direction or a place with more; its square must stay a number.
constexpr double kComponentMax = 1e9;

struct Number {
  enum class Form { Whole, WithMoreBehind, None, NotFinite };
  double value = 0;
  Form form = Form::None;
};

Number read_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument) return {};
  if (error != std::errc() || !std::isfinite(value)) return {0, Number::Form::NotFinite};
  const bool whole = end == text.data() + text.size();
  return {value, whole ? Number::Form::Whole : Number::Form::WithMoreBehind};
}

std::string what(const Setting& setting, std::string_view fault) {
  return setting.key + " " + std::string(fault) + ": " + quoted(setting.value);
}

enum class Axes { Character, LeftArm, RightArm, Unknown };

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

Axes axes_of(std::string_view joint) {
  if (is_one_of(joint, {"root", "head", "neck", "spine1", "spine2", "spine3", "spine4"})) {
    return Axes::Character;
  }
  if (joint.ends_with(".Left")) return Axes::LeftArm;  // the bones of a hand
  if (joint.ends_with(".Right")) return Axes::RightArm;
  if (joint.empty() || !is_one_of(joint.substr(1), {"clavicle", "humerus", "radius", "hand"})) {
    return Axes::Unknown;
  }
  return joint.front() == 'l'   ? Axes::LeftArm
         : joint.front() == 'r' ? Axes::RightArm
                                : Axes::Unknown;
}

/// The time behind an optional "+", never before its zero.
std::optional<Seconds> time_behind(const Setting& setting, std::string_view digits,
                                   Diagnostics& diagnostics) {
  return duration_of({setting.key, std::string(digits), setting.where}, diagnostics);
}

}  // namespace

Name name_of(const Element& element, std::string_view key) {
  const Setting* setting = element.find(key);
  if (setting == nullptr) return {};
  return {setting->value, setting->where};
}

Vec3 character_from_agent(const Vec3& in_agent) { return {in_agent.x, in_agent.z, -in_agent.y}; }

// Of an arm there: Y runs along the bone, Z out of the back of the hand (a hanging arm's outer
// side), X to the thumb on the left (forward) and away from it on the right. In T-pose the left arm
// points to +X with its back up and the thumb forward, the right one to -X.
Vec3 joint_from_bone(std::string_view joint, const Vec3& in_bone) {
  switch (axes_of(joint)) {
    case Axes::LeftArm:
      return {in_bone.y, in_bone.z, in_bone.x};
    case Axes::RightArm:
      return {-in_bone.y, in_bone.z, -in_bone.x};
    case Axes::Character:
    case Axes::Unknown:
      break;
  }
  return in_bone;
}

bool has_known_axes(std::string_view joint) { return axes_of(joint) != Axes::Unknown; }

std::optional<double> number_of(const Setting& setting, Diagnostics& diagnostics) {
  const Number number = read_number(setting.value);
  switch (number.form) {
    case Number::Form::Whole:
      return number.value;
    case Number::Form::WithMoreBehind:
      diagnostics.warn(setting.where, what(setting, "is read up to the end of its number"));
      return number.value;
    case Number::Form::None:
      diagnostics.warn(setting.where, what(setting, "is no number"));
      return {};
    case Number::Form::NotFinite:
      break;
  }
  diagnostics.warn(setting.where, what(setting, "is no finite number"));
  return {};
}

std::optional<double> number_within(const Setting& setting, double lowest, double highest,
                                    Diagnostics& diagnostics) {
  const std::optional<double> number = number_of(setting, diagnostics);
  if (!number) return {};
  const double within = std::clamp(*number, lowest, highest);
  if (within != *number) {
    diagnostics.warn(setting.where,
                     what(setting, "is outside [" + format_number(lowest) + ", " +
                                       format_number(highest) + "] and brought to its border"));
  }
  return within;
}

std::optional<Vec3> vector_of(const Setting& setting, Diagnostics& diagnostics) {
  std::array<double, 3> components = {};
  std::size_t count = 0;
  bool malformed = false;
  std::string_view rest = setting.value;
  for (bool more = true; more && count < components.size(); ++count) {
    const std::size_t end = rest.find(';');
    const Number number = read_number(rest.substr(0, end));
    malformed = malformed || number.form != Number::Form::Whole;
    if (number.form == Number::Form::NotFinite || std::abs(number.value) > kComponentMax) {
      diagnostics.warn(setting.where, what(setting, "is out of range and left out"));
      return {};
    }
    components[count] = number.value;
    more = end != std::string_view::npos;
    rest = more ? rest.substr(end + 1) : std::string_view();
  }
  // A last ";" ends a vector in some scripts.
  if (count < components.size()) {
    diagnostics.warn(setting.where, what(setting, "is not three numbers; the missing ones are 0"));
  } else if (malformed) {
    diagnostics.warn(setting.where, what(setting, "is malformed and read as far as it goes"));
  } else if (!rest.empty()) {
    diagnostics.warn(setting.where, what(setting, "is more than three numbers"));
  }
  return Vec3{components[0], components[1], components[2]};
}

std::optional<Vec3> position_of(const Setting& setting, Diagnostics& diagnostics) {
  const std::optional<Vec3> position = vector_of(setting, diagnostics);
  if (!position || length(*position) <= kPositionMax_m) return position;
  diagnostics.warn(
      setting.where,
      what(setting, "is farther away than " + format_number(kPositionMax_m) + " m and left out"));
  return {};
}

std::optional<Vec3> gaze_target_of(const Setting& setting, Diagnostics& diagnostics) {
  const std::optional<Vec3> target = vector_of(setting, diagnostics);
  if (!target || length(*target) <= kPositionMax_m) return target;
  diagnostics.warn(setting.where,
                   what(setting, "is farther away than " + format_number(kPositionMax_m) +
                                     " m and brought nearer"));
  return kPositionMax_m * unit(*target);
}

std::optional<Seconds> duration_of(const Setting& setting, Diagnostics& diagnostics) {
  const std::optional<double> milliseconds = number_of(setting, diagnostics);
  if (!milliseconds) return {};
  if (*milliseconds < 0) {
    diagnostics.warn(setting.where, what(setting, "is negative and taken as 0"));
    return Seconds{0};
  }
  return Seconds(*milliseconds / kMillisecondsInASecond);
}

std::optional<Time> start_of(const Setting& setting, Diagnostics& diagnostics) {
  if (setting.value == "asap") return Time{Seconds{0}, Time::From::Block, setting.where};
  const std::optional<Seconds> time = time_behind(setting, setting.value, diagnostics);
  if (!time) return {};
  return Time{*time, Time::From::Block, setting.where};
}

std::optional<Time> time_point_of(const Setting& setting, Diagnostics& diagnostics) {
  const bool relative = setting.value.starts_with('+');
  const std::string_view digits = std::string_view(setting.value).substr(relative ? 1 : 0);
  const std::optional<Seconds> time = time_behind(setting, digits, diagnostics);
  if (!time) return {};
  return Time{*time, relative ? Time::From::Sequence : Time::From::Block, setting.where};
}

std::optional<TimeWarp> time_warp_of(const Setting& setting, Diagnostics& diagnostics) {
  const std::size_t end = setting.value.find(';');
  const std::string_view kind = std::string_view(setting.value).substr(0, end);
  TimeWarp warp;
  warp.where = setting.where;
  if (kind == "TAN") {
    warp.kind = TimeWarp::Kind::Tan;
  } else if (kind != "EXP") {
    diagnostics.warn(setting.where, what(setting, "is neither TAN nor EXP and left out"));
    return {};
  }
  if (end == std::string::npos) return warp;  // symmetry 1, as the engine had it

  const Number symmetry = read_number(std::string_view(setting.value).substr(end + 1));
  const bool usable =
      symmetry.form == Number::Form::Whole || symmetry.form == Number::Form::WithMoreBehind;
  if (!usable || symmetry.value <= 0) {
    diagnostics.warn(setting.where, what(setting, "has no symmetry above 0 and is left out"));
    return {};
  }
  warp.symmetry = symmetry.value;
  return warp;
}

}  // namespace kine::script::classic
