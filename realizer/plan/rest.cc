#include "realizer/plan/rest.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace kine::plan {
namespace {

/// The point before all others of a behaviour that has not begun, which is now. No behaviour has
/// one of that name.
constexpr std::string_view kNow = "";

/// What has not begun keeps its distance from now, where nothing else is asked for: it is moved
/// sooner than that a hold of it gives way.
constexpr double kNowStiffness = kHoldStiffness / 100;

const PartTimes* find_part(const Rest& rest, const script::Behaviour& behaviour) {
  const auto found = std::ranges::find(rest.parts, behaviour.id.text, &PartTimes::id);
  return found == rest.parts.end() ? nullptr : &*found;
}

/// How many points there are up to and with that one; 0 where there is none.
std::size_t up_to(std::string_view point, const PartTimes& part) {
  const auto found = std::ranges::find(part.points, point);
  return found == part.points.end() ? 0 : static_cast<std::size_t>(found - part.points.begin()) + 1;
}

script::Appointment appointment_at(std::string point, Seconds time) {
  return {.point = std::move(point), .when = {.offset = time}};
}

/// Marks of a speech are points as well, but their appointments stand with the marks.
void forget_appointments(std::span<const std::string> points, script::Behaviour& behaviour) {
  const auto is_pinned = [&](const std::string& point) {
    return std::ranges::find(points, point) != points.end() ||
           std::ranges::find(points, point + ":1") != points.end();
  };
  std::erase_if(behaviour.appointments,
                [&](const script::Appointment& each) { return is_pinned(each.point); });
  if (auto* speech = std::get_if<script::Speech>(&behaviour.kind)) {
    for (script::SpeechMark& mark : speech->marks) {
      if (is_pinned(mark.id.text)) mark.when.reset();
    }
  }
}

bool is_spoken_anew(const Rest& rest, const script::Behaviour& behaviour) {
  return std::ranges::find(rest.spoken_anew, behaviour.id.text) != rest.spoken_anew.end();
}

std::size_t pinned_points_of(const Rest& rest, const script::Behaviour& behaviour,
                             const PartTimes& part) {
  if (!is_spoken_anew(rest, behaviour)) return pinned_points(behaviour.kind, part, rest.now);
  return static_cast<std::size_t>(
      std::ranges::count_if(part.times, [&](Seconds time) { return time < rest.now; }));
}

void pin_begun(const PartTimes& part, std::size_t pinned, Seconds now, script::Behaviour& behaviour,
               Phases& phases) {
  forget_appointments(std::span(part.points).first(pinned), behaviour);
  for (std::size_t i = 0; i < pinned; ++i) {
    behaviour.appointments.push_back(appointment_at(part.points[i], part.times[i]));
  }
  // What was given way by others may be shorter or longer than it would like to be.
  for (std::size_t i = 0; i + 1 < pinned; ++i) {
    phases.phases[i] = Phase::rigid(std::max(part.times[i + 1] - part.times[i], Seconds{0}));
  }
  if (pinned == part.points.size()) return;
  Phase& next = phases.phases[pinned - 1];
  next.least = std::max(next.least, now - part.times[pinned - 1]);
  next.preferred = std::max(next.preferred, next.least);
  if (next.most) next.most = std::max(*next.most, next.preferred);
}

/// What is tied to a behaviour that has gone stays where it was to be.
void keep_without(const Rest& rest, const PartTimes& part, script::Behaviour& behaviour) {
  const auto has_gone = [&](const script::SyncReference& when) {
    return when.block.empty() && !when.is_absolute() &&
           std::ranges::find(rest.parts, when.behaviour.text, &PartTimes::id) == rest.parts.end();
  };
  const auto keep = [&](const std::string& id, script::SyncReference& when) {
    if (!has_gone(when)) return;
    auto point = std::ranges::find(part.points, id);
    if (point == part.points.end()) point = std::ranges::find(part.points, id + ":1");
    if (point == part.points.end()) return;
    const auto index = static_cast<std::size_t>(point - part.points.begin());
    when = {.offset = std::max(part.times[index], rest.now)};
  };
  for (script::Appointment& each : behaviour.appointments) keep(each.point, each.when);
  auto* const speech = std::get_if<script::Speech>(&behaviour.kind);
  if (speech == nullptr) return;
  for (script::SpeechMark& mark : speech->marks) {
    if (mark.when) keep(mark.id.text, *mark.when);
  }
}

void keep_after_now(const PartTimes& part, Seconds now, script::Behaviour& behaviour,
                    Phases& phases) {
  phases.points.emplace(phases.points.begin(), kNow);
  phases.phases.insert(phases.phases.begin(),
                       Phase{.preferred = std::max(part.times.front() - now, Seconds{0}),
                             .least = Seconds{0},
                             .most = {},
                             .stiffness = kNowStiffness});
  behaviour.appointments.push_back(appointment_at(std::string(kNow), now));
}

}  // namespace

std::size_t pinned_points(const script::BehaviourKind& kind, const PartTimes& part, Seconds now) {
  const auto passed = static_cast<std::size_t>(
      std::ranges::count_if(part.times, [&](Seconds time) { return time < now; }));
  if (passed == 0) return 0;
  if (const auto* gaze = std::get_if<script::Gaze>(&kind); gaze != nullptr && !gaze->shift) {
    return std::max(passed, up_to("ready", part));
  }
  if (const auto* posture = std::get_if<script::Posture>(&kind);
      posture != nullptr && !posture->shift) {
    return std::max(passed, up_to("ready", part));
  }
  if (std::holds_alternative<script::Pointing>(kind)) {
    return std::max(passed, up_to("strokeEnd", part));
  }
  const auto* face = std::get_if<script::Face>(&kind);
  const bool gives_way = std::holds_alternative<script::Gesture>(kind) ||
                         std::holds_alternative<script::Wait>(kind) ||
                         (face != nullptr && !face->shift);
  return gives_way ? passed : part.points.size();
}

void pin(const Rest& rest, script::Behaviours& block, std::vector<std::optional<Phases>>& wanted) {
  for (script::SyncConstraint& constraint : block.constraints) constraint.required = false;
  for (std::size_t i = 0; i < block.behaviours.size(); ++i) {
    script::Behaviour& behaviour = block.behaviours[i];
    behaviour.required = false;
    if (!wanted[i]) continue;
    const PartTimes* part = find_part(rest, behaviour);
    if (part == nullptr || part->points != wanted[i]->points) {
      wanted[i].reset();
      continue;
    }
    keep_without(rest, *part, behaviour);
    const std::size_t pinned = pinned_points_of(rest, behaviour, *part);
    if (pinned > 0 && is_spoken_anew(rest, behaviour)) {
      // What its words were asked for has been; they come when they are said.
      forget_appointments(part->points, behaviour);
    }
    if (pinned == 0) {
      keep_after_now(*part, rest.now, behaviour, *wanted[i]);
    } else {
      pin_begun(*part, pinned, rest.now, behaviour, *wanted[i]);
    }
  }
}

void unpin(const Rest& rest, const script::Behaviours& block, Schedule& schedule) {
  for (std::size_t i = 0; i < block.behaviours.size(); ++i) {
    if (!schedule.times[i]) continue;
    const PartTimes& part = *find_part(rest, block.behaviours[i]);
    const std::size_t pinned = pinned_points_of(rest, block.behaviours[i], part);
    MomentTimes& times = *schedule.times[i];
    if (pinned == 0) times.erase(times.begin());
    std::copy_n(part.times.begin(), pinned, times.begin());
  }
}

}  // namespace kine::plan
