#include "realizer/tick/state/performed.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "realizer/motion/block.h"
#include "realizer/script/words.h"
#include "realizer/speech/said_text.h"

namespace kine {
namespace {

Seconds length_of(const speech::SpeechTrack& track) {
  return track.audio.samples.empty() ? track.length : track.audio.length();
}

Performed::Speech speech_done(const motion::Block& block, const motion::Utterance& utterance,
                              std::optional<Seconds> now) {
  const speech::SpeechTrack& track = *utterance.track;
  const Seconds heard = now ? std::max(*now - utterance.start, Seconds{0}) : Seconds{0};
  const std::size_t begun = speech::words_begun(track, heard);
  // A recorded sound may have no words: it has been said when it is over.
  const bool is_left = track.words.empty() && heard < length_of(track);
  speech::SaidText text = speech::said_text(track, begun);
  if (is_left) std::swap(text.done, text.left);
  return {.id = block.id + ":" + utterance.id,
          .words = static_cast<std::uint32_t>(track.words.size()),
          .words_done = static_cast<std::uint32_t>(begun),
          .last_word = begun == 0 ? std::string() : speech::word_text(track, begun - 1),
          .text_done = std::move(text.done),
          .text_left = std::move(text.left),
          .sound = std::min(heard, length_of(track))};
}

/// Of BML's behaviours, whose points say by their names which phase ends there.
std::string_view phase_named(std::string_view point, std::string_view point_before) {
  using script::Phase;
  constexpr std::pair<std::string_view, Phase> kEndsAt[] = {
      {"ready", Phase::Preparation},         {"attackPeak", Phase::Preparation},
      {"strokeStart", Phase::PreStrokeHold}, {"stroke", Phase::Stroke},
      {"strokeEnd", Phase::Stroke},          {"relax", Phase::PostStrokeHold}};
  if (point.starts_with("stroke:")) point = "stroke";
  for (const auto& [name, phase] : kEndsAt) {
    if (point == name) return script::word_of(script::kPhaseWords, phase);
  }
  const bool goes_back = point == "end" && (point_before == "relax" || point_before == "strokeEnd");
  return goes_back ? script::word_of(script::kPhaseWords, Phase::Retraction) : std::string_view();
}

/// A stretch between two of a part's points, and the phase that it is.
struct PhaseStretch {
  Seconds begin{0};
  Seconds end{0};
  std::string_view phase;
};

std::vector<PhaseStretch> stretches_of(const motion::Block& block, std::size_t part) {
  const std::size_t prefix = block.id.size() + block.parts[part].id.size() + 2;
  std::vector<PhaseStretch> stretches;
  std::optional<Seconds> at;
  std::string_view before;
  for (const motion::SyncPoint& point : block.sync_points) {
    if (point.part != part || point.id.size() < prefix) continue;
    const std::string_view name = std::string_view(point.id).substr(prefix);
    if (at && point.time > *at) {
      const auto phase = point.phase.empty() ? phase_named(name, before) : point.phase;
      if (!stretches.empty() && stretches.back().phase == phase) {
        stretches.back().end = point.time;
      } else {
        stretches.push_back({.begin = *at, .end = point.time, .phase = phase});
      }
    }
    at = point.time;
    before = name;
  }
  return stretches;
}

double share(Seconds now, Seconds begin, Seconds end) {
  return end > begin ? std::clamp((now - begin) / (end - begin), 0.0, 1.0) : 1;
}

Performed::Part part_done(const motion::Block& block, std::size_t part, Seconds now) {
  Performed::Part done{.id = block.id + ":" + block.parts[part].id};
  const std::vector<PhaseStretch> stretches = stretches_of(block, part);
  if (stretches.empty()) {  // it takes no time
    done.fraction = block.parts[part].end <= now ? 1 : 0;
    return done;
  }
  done.fraction = share(now, stretches.front().begin, stretches.back().end);
  const bool speaks = std::ranges::any_of(
      block.utterances, [&](const auto& each) { return each.id == block.parts[part].id; });
  for (const PhaseStretch& each : stretches) {
    const bool is_in_it = each.begin <= now && now < each.end;
    // Marks of a speech may have any name, and a speech has no phases.
    if (!is_in_it || speaks || each.phase.empty()) continue;
    done.phase = each.phase;
    done.phase_fraction = share(now, each.begin, each.end);
  }
  return done;
}

/// What it takes in a message, roughly.
std::size_t bytes_of(const Performed& performed) {
  constexpr std::size_t kNumbers = 48;
  std::size_t bytes = kNumbers;
  for (const Performed::Speech& each : performed.speeches) {
    bytes += kNumbers + each.id.size() + each.last_word.size() + each.text_done.size() +
             each.text_left.size();
  }
  for (const Performed::Part& each : performed.parts) {
    bytes += kNumbers + each.id.size() + each.phase.size();
  }
  return bytes;
}

}  // namespace

Performed performed_of(const motion::Block& block, std::optional<Seconds> now) {
  Performed performed;
  for (const motion::Utterance& utterance : block.utterances) {
    performed.speeches.push_back(speech_done(block, utterance, now));
  }
  for (std::size_t part = 0; now && part < block.parts.size(); ++part) {
    if (!block.parts[part].goes_with.empty()) continue;
    performed.parts.push_back(part_done(block, part, *now));
  }
  return performed;
}

Performed performed_of(const motion::Block& block, std::size_t part, Seconds now) {
  Performed performed;
  for (const motion::Utterance& utterance : block.utterances) {
    if (utterance.id != block.parts[part].id) continue;
    performed.speeches.push_back(speech_done(block, utterance, now));
  }
  performed.parts.push_back(part_done(block, part, now));
  return performed;
}

void keep_within(std::size_t& bytes_left, Performed& performed) {
  if (bytes_of(performed) > bytes_left) {
    performed.parts.clear();
    for (Performed::Speech& each : performed.speeches) {
      each.text_done.clear();
      each.text_left.clear();
    }
  }
  bytes_left -= std::min(bytes_left, bytes_of(performed));
}

}  // namespace kine
