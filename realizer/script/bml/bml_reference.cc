#include "realizer/script/bml/bml_reference.h"

#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/attributes.h"
#include "realizer/script/bml_words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

constexpr std::string_view kRepeated = "stroke";  // the one point that has iterations

/// "nod-1:end": the id of a behaviour may be so, but no reference.
bool has_minus_in_name(std::string_view text) {
  const std::size_t minus = text.find('-');
  return minus != text.npos && minus > 0 && text.find(':', minus) != text.npos;
}

Error malformed(std::string_view text, Where where) {
  const std::string_view why =
      has_minus_in_name(text)
          ? "a minus begins an offset, so that an id with one cannot be referred to, as in "
          : "a sync reference must be a number of seconds, or [block:]behaviour:point[:iteration] "
            "and perhaps an offset like +0.5, not ";
  return {ErrorCode::Syntax, std::string(why) + quoted(text), where};
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (;;) {
    const std::size_t colon = text.find(':');
    parts.push_back(xml::trimmed(text.substr(0, colon)));
    if (colon == text.npos) return parts;
    text.remove_prefix(colon + 1);
  }
}

/// The number of seconds behind a sign, which is `text`'s first character. A number that has a sign
/// of its own is none.
std::optional<double> parse_offset(std::string_view text) {
  const std::string_view number = xml::trimmed(text.substr(1));
  if (number.empty() || number.front() == '+' || number.front() == '-') return {};
  const auto seconds = parse_number(number);
  return seconds && text.front() == '-' ? -*seconds : seconds;
}

/// The whole number that `text` is, if it is one from 1 on.
std::optional<int> parse_iteration(std::string_view text) {
  const auto number = parse_integer(text);
  if (!number || *number < 1 || *number > static_cast<long long>(kSyncPointsMax)) return {};
  return static_cast<int>(*number);
}

/// The names in `parts`, of which there are two to four.
std::optional<SyncReference> reference_of(std::vector<std::string_view> parts, Where where) {
  SyncReference reference;
  reference.where = where;
  if (parts.size() > 2 && parse_integer(parts.back())) {
    const auto iteration = parse_iteration(parts.back());
    if (!iteration || parts[parts.size() - 2] != kRepeated) return {};
    reference.iteration = *iteration;
    parts.pop_back();
  }
  if (parts.size() > 3) return {};
  reference.point = parts.back();
  reference.behaviour = {std::string(parts[parts.size() - 2]), where};
  if (parts.size() == 3) reference.block = {std::string(parts[0]), where};
  return reference;
}

std::optional<Error> find_fault_of_offset(Seconds offset, Where where) {
  if (std::abs(offset.count()) <= kBlockLengthMax.count()) return {};
  return Error{ErrorCode::LimitExceeded,
               "an offset or a time must be at most " + format_number(kBlockLengthMax.count()) +
                   "s, not " + quoted(format_number(offset.count())),
               where};
}

/// Splits off the offset. A sign with nothing behind it is part of the name before it.
struct Split {
  std::string_view names;
  std::optional<double> offset;
};
std::optional<Split> split(std::string_view text) {
  const std::size_t sign = text.find_first_of("+-");
  if (sign == text.npos || xml::trimmed(text.substr(sign + 1)).empty()) return Split{text, 0.0};
  const auto offset = parse_offset(text.substr(sign));
  if (!offset) return {};
  return Split{text.substr(0, sign), offset};
}

}  // namespace

Result<SyncReference> parse_reference(std::string_view text, Where where,
                                      std::string_view own_block) {
  SyncReference reference;
  reference.where = where;
  if (const auto seconds = parse_number(xml::trimmed(text))) {
    reference.offset = Seconds(*seconds);
    if (auto fault = find_fault_of_offset(reference.offset, where)) return *std::move(fault);
    return reference;
  }
  const auto halves = split(text);
  if (!halves) return malformed(text, where);
  const auto parts = parts_of(halves->names);
  if (parts.size() < 2 || parts.size() > 4) return malformed(text, where);
  for (const std::string_view part : parts) {
    if (part.empty()) return malformed(text, where);
    if (auto fault = find_fault_of_name(part, where)) return *std::move(fault);
  }
  auto names = reference_of(parts, where);
  if (!names) return malformed(text, where);
  reference = *std::move(names);
  reference.offset = Seconds(*halves->offset);
  if (auto fault = find_fault_of_offset(reference.offset, where)) return *std::move(fault);
  if (!own_block.empty() && reference.block.text == own_block) reference.block = {};
  const bool own_start = reference.block.empty() && reference.behaviour.text == kBlockItself;
  if (!own_start) return reference;
  if (reference.point != "start") return malformed(text, where);
  return SyncReference{
      .block = {}, .behaviour = {}, .point = {}, .offset = reference.offset, .where = where};
}

Warning warning_of_first_stroke(const SyncReference& reference, std::string about) {
  SyncReference first = reference;
  first.iteration = 1;
  return {.message = "the head is repeated, so its first stroke is taken; write " +
                     quoted(format_reference(first)) + " instead of " +
                     quoted(format_reference(reference)),
          .where = reference.where,
          .kind = WarningKind::Other,
          .about = std::move(about)};
}

std::string format_reference(const SyncReference& reference) {
  const double offset = reference.offset.count();
  if (reference.is_absolute()) return format_number(offset);
  std::string text;
  if (!reference.block.empty()) text += reference.block.text + ":";
  text += reference.behaviour.text + ":" + reference.point;
  if (reference.iteration > 0) text += ":" + std::to_string(reference.iteration);
  if (offset == 0) return text;
  return text + (offset < 0 ? "" : "+") + format_number(offset);
}

}  // namespace kine::script
