#include "server/offline/target_words.h"

#include <array>
#include <cmath>
#include <optional>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/prepare/look_targets.h"

namespace kine::server {
namespace {

/// The three numbers of "X,Y,Z".
std::optional<Vec3> parse_point(std::string_view text) {
  std::array<double, 3> numbers = {};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t comma = text.find(',');
    const bool last = i + 1 == numbers.size();
    if (last != (comma == std::string_view::npos)) return {};
    const std::optional<double> number = parse_number(text.substr(0, comma));
    if (!number) return {};
    numbers[i] = *number;
    if (!last) text.remove_prefix(comma + 1);
  }
  return Vec3{numbers[0], numbers[1], numbers[2]};
}

bool is_in_the_scene(const Vec3& point_m) {
  return std::abs(point_m.x) <= kPositionMax_m && std::abs(point_m.y) <= kPositionMax_m &&
         std::abs(point_m.z) <= kPositionMax_m;
}

}  // namespace

Result<SetTarget> parse_target(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  const std::optional<Vec3> point_m =
      equals == std::string_view::npos ? std::nullopt : parse_point(text.substr(equals + 1));
  if (!point_m) {
    return Error{.code = ErrorCode::Syntax,
                 .message = "a target is NAME=X,Y,Z, not " + quoted(text)};
  }
  if (!is_in_the_scene(*point_m)) {
    return Error{.code = ErrorCode::OutOfRange,
                 .message = "a target lies within " + format_number(kPositionMax_m) +
                            " m of the origin, not at " + quoted(text)};
  }
  return SetTarget{std::string(text.substr(0, equals)), *point_m};
}

Result<std::vector<SetTarget>> parse_targets(std::span<const std::string> texts,
                                             std::span<const std::shared_ptr<const Cast>> casts) {
  if (texts.size() > kSetTargetsMax) {
    return Error{.code = ErrorCode::LimitExceeded,
                 .message = "past set_targets_max of " + std::to_string(kSetTargetsMax) + ": " +
                            quoted(std::to_string(texts.size()))};
  }
  std::vector<SetTarget> targets;
  for (const std::string& text : texts) {
    Result<SetTarget> target = parse_target(text);
    if (!target) return target.error();
    if (std::string reason = reason_not_to_set(target->name, casts); !reason.empty()) {
      return Error{.code = ErrorCode::OutOfRange, .message = std::move(reason)};
    }
    targets.push_back(*std::move(target));
  }
  return targets;
}

}  // namespace kine::server
