#include "realizer/plan/make/clips.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "realizer/core/number.h"

namespace kine::plan {
namespace {

/// A clip of one frame, or of nearly none, stands for this long where the script says no hold.
constexpr Seconds kLeastHold{0.001};

std::string no_such_clip(const script::Clip& clip, const Names& names) {
  std::string text = "there is no clip";
  const std::vector<std::string> like = names.clips_like(clip.clip.text);
  for (std::size_t i = 0; i < like.size(); ++i) {
    text += (i == 0 ? " (like it: " : ", ") + like[i] + (i + 1 == like.size() ? ")" : "");
  }
  return text;
}

Seconds start_of(const script::Clip& clip, Seconds sequence_start) {
  const bool relative = clip.time.from == script::Time::From::Sequence;
  return std::max(relative ? sequence_start + clip.time.seconds : clip.time.seconds,
                  sequence_start);
}

/// Nothing where the fault was mended by leaving it out.
Result<std::optional<Clip>> make_clip(const script::Clip& written, Seconds sequence_start,
                                      const Names& names, Faults& faults) {
  const std::string_view name =
      written.group.empty() ? "all" : std::string_view(written.group.text);
  const auto group = names.find_group(name);
  const auto length = names.find_clip(written.clip.text);
  if (!group || !length) {
    const script::Name& unknown = group ? written.clip : written.group;
    const auto met =
        faults.meet({.what = group ? no_such_clip(written, names) : "there is no body group",
                     .mend = group ? "it is left out" : "its clip is left out",
                     .value = unknown.text,
                     .where = unknown.where});
    if (!met) return met.error();
    return std::optional<Clip>();
  }
  const auto hold = checked_length(written.hold, "hold", written.where, faults);
  if (!hold) return hold.error();
  return std::optional(
      Clip{.clip = written.clip.text,
           .group = *group,
           .time = start_of(written, sequence_start),
           .hold = *hold > Seconds{0} ? *hold : std::max(*length / written.speed, kLeastHold),
           .loop = written.loop,
           .weight = written.weight,
           .speed = written.speed});
}

}  // namespace

Result<std::vector<Clip>> make_clips(const script::Sequence& written, Seconds sequence_start,
                                     const Names& names, Faults& faults) {
  std::vector<Clip> clips;
  for (const script::Clip& each : written.clips) {
    auto clip = make_clip(each, sequence_start, names, faults);
    if (!clip) return clip.error();
    if (*clip) clips.push_back(**std::move(clip));
  }
  return clips;
}

}  // namespace kine::plan
