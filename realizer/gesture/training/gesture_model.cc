#include "realizer/gesture/training/gesture_model.h"

#include <cmath>
#include <string_view>

#include "realizer/core/limits.h"
#include "realizer/core/utf8.h"

namespace kine::gesture {
namespace {

bool is_line(std::string_view text, std::size_t bytes_max) {
  return !text.empty() && text.size() <= bytes_max && one_line(text, bytes_max) == text;
}

bool can_be(const speech::MeanAndDeviation& statistics) {
  return std::isfinite(statistics.mean) && std::isfinite(statistics.deviation) &&
         statistics.deviation > 0;
}

bool can_be(const speech::ProsodyStatistics& prosody) {
  return can_be(prosody.rise_st) && can_be(prosody.fall_st) && can_be(prosody.level_db) &&
         can_be(prosody.duration_s) && can_be(prosody.context_db);
}

std::string fault_of_size(const SectionRepertoire& section) {
  std::size_t frames = 0;
  for (const RepertoireSegment& each : section.segments) frames += each.turns->frames.size();
  return frames <= kModelFramesMax
             ? ""
             : "it has more than " + std::to_string(kModelFramesMax) + " frames";
}

}  // namespace

std::string fault_of(const GestureModel& model) {
  if (!is_line(model.name, kNameBytesMax)) return "its name is no line of text";
  if (!is_line(model.licence, kLicenceBytesMax)) return "its licence is no line of text";
  if (!can_be(model.prosody)) return "its prosody has a deviation that is not above 0";
  if (model.repertoire.empty()) return "it has no section";
  for (std::size_t i = 0; i < model.repertoire.size(); ++i) {
    const SectionRepertoire& section = model.repertoire[i];
    if (i > 0 && section.section <= model.repertoire[i - 1].section) {
      return "its sections are not in order";
    }
    std::string fault = fault_of(section);
    if (fault.empty()) fault = fault_of_size(section);
    if (!fault.empty()) return words_of(section.section) + ": " + fault;
  }
  return "";
}

}  // namespace kine::gesture
