#include "realizer/script/attributes.h"

#include <algorithm>
#include <numbers>
#include <utility>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/values.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"

namespace kine::script {
namespace {

std::string shown(const Bounds& bounds) {
  return (bounds.lowest_excluded ? "above " : "from ") + format_number(bounds.lowest) +
         std::string(bounds.unit) + (bounds.lowest_excluded ? " and up to " : " to ") +
         format_number(bounds.highest) + std::string(bounds.unit);
}

std::optional<double> parse_trimmed_number(std::string_view text) {
  return parse_number(xml::trimmed(text));
}

std::optional<double> parse_seconds(std::string_view text) {
  const auto time = parse_time(text);
  return time ? std::optional(time->count()) : std::nullopt;
}

bool is_control(char byte) { return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F; }

}  // namespace

void FirstError::add(Error error) {
  if (!found_ || error.where < found_->where) found_ = std::move(error);
}

const xml::Attribute* Attributes::raw(std::string_view attribute, Need need) {
  if (std::find(asked_for_.begin(), asked_for_.end(), attribute) == asked_for_.end()) {
    asked_for_.push_back(attribute);
  }
  const xml::Attribute* found = element_.find_attribute(attribute);
  if (found == nullptr && need == Need::Required) {
    refuse(ErrorCode::Syntax, "<" + element_.name + "> needs the attribute " + quoted(attribute));
  }
  return found;
}

Name Attributes::name(std::string_view attribute, Need need) {
  const xml::Attribute* found = raw(attribute, need);
  if (found == nullptr) return {};
  const std::string_view text = xml::trimmed(found->value);
  if (text.empty()) {
    refuse(*found, ErrorCode::Syntax, "a name");
    return {};
  }
  if (auto fault = find_fault_of_name(text, found->value_where)) {
    error_.add(*std::move(fault));
    return {};
  }
  return {std::string(text), found->value_where};
}

template <class Value>
std::optional<Value> Attributes::parsed(std::string_view attribute, Need need,
                                        std::string_view rule,
                                        std::optional<Value> (*parse)(std::string_view)) {
  const xml::Attribute* found = raw(attribute, need);
  if (found == nullptr) return {};
  const auto value = parse(found->value);
  if (!value) refuse(*found, ErrorCode::Syntax, rule);
  return value;
}

std::optional<double> Attributes::bounded(std::string_view attribute, Bounds bounds, Need need,
                                          std::string_view rule,
                                          std::optional<double> (*parse)(std::string_view)) {
  const auto value = parsed(attribute, need, rule, parse);
  if (!value || !check(*element_.find_attribute(attribute), *value, bounds)) return {};
  return value;
}

bool Attributes::check(const xml::Attribute& attribute, double value, Bounds bounds) {
  if (bounds.contains(value)) return true;
  refuse(attribute, ErrorCode::OutOfRange, shown(bounds));
  return false;
}

std::optional<double> Attributes::number(std::string_view attribute, Bounds bounds, Need need) {
  return bounded(attribute, bounds, need, "a number", parse_trimmed_number);
}

std::optional<int> Attributes::whole_number(std::string_view attribute, Bounds bounds, Need need) {
  const auto parse = +[](std::string_view text) -> std::optional<double> {
    const auto whole = parse_integer(xml::trimmed(text));
    return whole ? std::optional(static_cast<double>(*whole)) : std::nullopt;
  };
  const auto value = bounded(attribute, bounds, need, "a whole number", parse);
  return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::optional<Seconds> Attributes::time(std::string_view attribute, Bounds bounds, Need need) {
  const auto value =
      bounded(attribute, bounds, need, "a time like 0.3, 0.3s or 300ms", parse_seconds);
  return value ? std::optional(Seconds(*value)) : std::nullopt;
}

std::optional<double> Attributes::length_m(std::string_view attribute, Bounds bounds, Need need) {
  return bounded(attribute, bounds, need, "a length like 0.2, 20cm or 200mm", parse_length_m);
}

std::optional<double> Attributes::mass_kg(std::string_view attribute, Bounds bounds, Need need) {
  return bounded(attribute, bounds, need, "a mass like 5kg or 500g", parse_mass_kg);
}

std::optional<double> Attributes::angle_rad(std::string_view attribute, Bounds bounds_deg,
                                            Need need) {
  const auto value = parsed(attribute, need, "an angle in degrees like 35", parse_angle_rad);
  if (!value) return {};
  const double degrees = *value * 180 / std::numbers::pi;
  return check(*element_.find_attribute(attribute), degrees, bounds_deg) ? value : std::nullopt;
}

std::optional<Tcb> Attributes::tcb(std::string_view attribute, Need need) {
  constexpr std::string_view kRule = "tension, continuity and bias, three numbers from -1 to 1";
  const auto tcb = parsed(attribute, need, kRule, parse_tcb);
  if (!tcb) return {};
  constexpr Bounds kEach{-1, 1};
  for (const double each : {tcb->tension, tcb->continuity, tcb->bias}) {
    if (kEach.contains(each)) continue;
    refuse(*element_.find_attribute(attribute), ErrorCode::OutOfRange, kRule);
    return {};
  }
  return tcb;
}

std::optional<bool> Attributes::yes_no(std::string_view attribute, Need need) {
  constexpr std::string_view kWords[] = {"no", "yes"};
  const auto index = one_of(attribute, kWords, need);
  return index ? std::optional(*index == 1) : std::nullopt;
}

std::optional<Vec3> Attributes::point_m(std::string_view attribute, Need need) {
  const auto value = parsed(attribute, need, "a point like '0.2 1.25 40cm'", parse_point_m);
  if (!value) return {};
  const bool within = length(*value) <= kPositionMax_m;  // false where the square overflows
  if (within) return value;
  refuse(*element_.find_attribute(attribute), ErrorCode::OutOfRange,
         "no farther than " + format_number(kPositionMax_m) + "m from the origin");
  return {};
}

std::optional<Vec3> Attributes::force_N(std::string_view attribute, double most_N, Need need) {
  const auto value = parsed(attribute, need, "a force in newtons like '0 0 150'", parse_vector);
  if (!value) return {};
  const bool within = length(*value) <= most_N;  // false where the square overflows
  if (within) return value;
  refuse(*element_.find_attribute(attribute), ErrorCode::OutOfRange,
         "no larger than " + format_number(most_N) + " newtons");
  return {};
}

std::optional<Vec3> Attributes::direction(std::string_view attribute, Need need) {
  return parsed(attribute, need, "a direction like '0 0 1', longer than 0", parse_direction);
}

std::optional<Vec3> Attributes::axis(std::string_view attribute, Need need) {
  return parsed(attribute, need, "an axis like x, -y or '0 0 1', longer than 0", parse_axis);
}

std::optional<std::size_t> Attributes::one_of(std::string_view attribute,
                                              std::span<const std::string_view> words, Need need) {
  const xml::Attribute* found = raw(attribute, need);
  if (found == nullptr) return {};
  const auto word = std::find(words.begin(), words.end(), xml::trimmed(found->value));
  if (word != words.end()) return static_cast<std::size_t>(word - words.begin());
  refuse(*found, ErrorCode::UnknownName, one_of_these(words));
  return {};
}

Where Attributes::where_of(std::string_view attribute) const {
  const xml::Attribute* found = element_.find_attribute(attribute);
  return found == nullptr ? element_.where : found->value_where;
}

void Attributes::refuse(const xml::Attribute& attribute, ErrorCode code, std::string_view rule) {
  error_.add({code,
              attribute.name + " of <" + element_.name + "> must be " + std::string(rule) +
                  ", not " + quoted(attribute.value),
              attribute.value_where});
}

void Attributes::refuse(ErrorCode code, std::string message) {
  error_.add({code, std::move(message), element_.where});
}

std::vector<const xml::Attribute*> Attributes::left() const {
  std::vector<const xml::Attribute*> left;
  for (const xml::Attribute& attribute : element_.attributes) {
    const bool asked_for =
        std::find(asked_for_.begin(), asked_for_.end(), attribute.name) != asked_for_.end();
    if (attribute.namespace_uri.empty() && !asked_for) left.push_back(&attribute);
  }
  return left;
}

void Attributes::done() {
  for (const xml::Attribute& attribute : element_.attributes) {
    const bool foreign =
        !attribute.namespace_uri.empty() && attribute.namespace_uri != element_.namespace_uri;
    const bool asked_for =
        attribute.namespace_uri.empty() &&
        std::find(asked_for_.begin(), asked_for_.end(), attribute.name) != asked_for_.end();
    if (foreign || asked_for) continue;
    error_.add({ErrorCode::UnknownName,
                "<" + element_.name + "> takes " + one_of_these(asked_for_) +
                    ", without a prefix, but not the attribute " + quoted(attribute.name),
                attribute.where});
  }
}

std::optional<Distance> take_distance(std::string_view attribute, Attributes& take) {
  constexpr Bounds kDistance{0, 10, "m"};
  const xml::Attribute* const written = take.raw(attribute);
  if (written == nullptr) return {};
  const std::string_view text = xml::trimmed(written->value);
  const bool is_word = !text.empty() && text.front() >= 'a' && text.front() <= 'z';
  if (is_word) {
    const auto word = take.one_of(attribute, kNearnessWords);
    return word ? std::optional<Distance>(static_cast<Nearness>(*word)) : std::nullopt;
  }
  const auto length_m = take.length_m(attribute, kDistance);
  return length_m ? std::optional<Distance>(*length_m) : std::nullopt;
}

std::vector<std::string_view> words_in(std::string_view text) {
  std::vector<std::string_view> words;
  std::string_view rest = xml::trimmed(text);
  while (!rest.empty()) {
    const auto end =
        std::min(static_cast<std::size_t>(std::ranges::find_if(rest, xml::is_blank) - rest.begin()),
                 rest.size());
    words.push_back(rest.substr(0, end));
    rest = xml::trimmed(rest.substr(end));
  }
  return words;
}

std::string one_of_these(std::span<const std::string_view> words) {
  std::string result;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) result += i + 1 == words.size() ? " or " : ", ";
    result += words[i];
  }
  return result.empty() ? "nothing" : result;
}

std::optional<Error> find_fault_of_name(std::string_view name, Where where) {
  if (name.size() > kNameBytesMax) {
    return Error{ErrorCode::LimitExceeded,
                 "the bytes of a name must be at most " + std::to_string(kNameBytesMax) + ", not " +
                     quoted(std::to_string(name.size())),
                 where};
  }
  if (std::any_of(name.begin(), name.end(), is_control)) {
    return Error{ErrorCode::Syntax,
                 "a name must have no control characters, unlike " + quoted(name), where};
  }
  return {};
}

bool has_room(std::size_t count, std::size_t limit, std::string_view what, Attributes& take) {
  if (count < limit) return true;
  take.refuse(ErrorCode::LimitExceeded, "the " + std::string(what) + " must be at most " +
                                            std::to_string(limit) + ", not " +
                                            quoted(std::to_string(limit + 1)));
  return false;
}

}  // namespace kine::script
