#include "realizer/script/classic/classic_limits.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/classic/classic_values.h"

namespace kine::script::classic {
namespace {

constexpr std::string_view kTimeKeys[] = {"START", "TIME_POINT", "HOLD", "FADE_IN", "FADE_OUT"};

struct Size {
  std::size_t elements = 0;
  std::size_t sequences = 0;
  std::size_t poses = 0;
};

Error too_much(Where where, std::string_view what, std::size_t limit) {
  return {ErrorCode::LimitExceeded,
          "the script has more than " + std::to_string(limit) + " " + std::string(what), where};
}

std::optional<Error> find_excess_of(const Setting& setting) {
  if (setting.value.size() > kNameBytesMax) {
    return Error{ErrorCode::LimitExceeded,
                 setting.key + " is longer than " + std::to_string(kNameBytesMax) +
                     " bytes: " + quoted(setting.value),
                 setting.where};
  }
  const bool is_time =
      std::find(std::begin(kTimeKeys), std::end(kTimeKeys), setting.key) != std::end(kTimeKeys);
  if (!is_time) return {};
  const Seconds limit = setting.key == "START" ? kStartAheadMax : kBlockLengthMax;
  Diagnostics unheard;  // the build says it again
  const std::optional<double> milliseconds = number_of(setting, unheard);
  if (!milliseconds || *milliseconds <= 1000 * limit.count()) return {};
  return Error{ErrorCode::LimitExceeded,
               setting.key + " is later than " + format_number(limit.count()) +
                   " s: " + quoted(setting.value),
               setting.where};
}

std::optional<Error> find_excess(const Element& element, std::size_t depth, Size& size) {
  if (depth > kNestingMax) return too_much(element.where, "elements in each other", kNestingMax);
  if (++size.elements > kElementsMax) return too_much(element.where, "elements", kElementsMax);
  if (element.kind == Kind::Sequence && ++size.sequences > kSequencesMax) {
    return too_much(element.where, "sequences", kSequencesMax);
  }
  if (element.kind == Kind::Pose && ++size.poses > kPosesMax) {
    return too_much(element.where, "poses", kPosesMax);
  }
  if (element.settings.size() > kAttributesMax) {
    return too_much(element.settings[kAttributesMax].where, "settings in an element",
                    kAttributesMax);
  }
  if (auto error = find_excess_of({"id", element.id.text, element.id.where})) return error;
  for (const Setting& setting : element.settings) {
    if (auto error = find_excess_of(setting)) return error;
  }
  for (const Element& child : element.elements) {
    if (auto error = find_excess(child, depth + 1, size)) return error;
  }
  return {};
}

}  // namespace

std::optional<Error> find_excess(const Script& script) {
  Size size;
  for (const Element& element : script.elements) {
    if (auto error = find_excess(element, 1, size)) return error;
  }
  for (const Name& message : script.feedback_messages) {
    if (auto error = find_excess_of({"FEEDBACK_MESSAGE", message.text, message.where})) {
      return error;
    }
  }
  return {};
}

}  // namespace kine::script::classic
