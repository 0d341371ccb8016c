// The attributes of one element, taken one by one with type, unit and bounds.
//
//   Attributes take(element, error);
//   pose.hold = take.time("hold", kHold).value_or(pose.hold);
//   take.done();  // complains of what nobody asked for
//
// So a reader of a dialect reads as its reference page. What is wrong goes to a FirstError, and
// reading goes on: only the first in the text will be told.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/math/vec3.h"
#include "realizer/script/document.h"
#include "realizer/xml/xml.h"

namespace kine::script {

/// Of all errors that are added, the one that stands first in the text.
class FirstError {
 public:
  void add(Error error);
  const std::optional<Error>& found() const { return found_; }

 private:
  std::optional<Error> found_;
};

/// lowest <= value <= highest, in our units.
struct Bounds {
  double lowest = 0;
  double highest = 0;
  std::string_view unit = "";    // for messages
  bool lowest_excluded = false;  // lowest < value

  bool contains(double value) const {
    return (lowest_excluded ? lowest < value : lowest <= value) && value <= highest;
  }
};

enum class Need { Optional, Required };

class Attributes {
 public:
  Attributes(const xml::Element& element, FirstError& error) : element_(element), error_(error) {}

  Where where() const { return element_.where; }

  // Each takes the attribute of that name, and is empty where there is none or where it is wrong.

  Name name(std::string_view attribute, Need need = Need::Optional);
  std::optional<double> number(std::string_view attribute, Bounds bounds,
                               Need need = Need::Optional);
  std::optional<int> whole_number(std::string_view attribute, Bounds bounds,
                                  Need need = Need::Optional);
  std::optional<Seconds> time(std::string_view attribute, Bounds bounds,
                              Need need = Need::Optional);
  std::optional<double> length_m(std::string_view attribute, Bounds bounds,
                                 Need need = Need::Optional);
  std::optional<double> mass_kg(std::string_view attribute, Bounds bounds,
                                Need need = Need::Optional);
  std::optional<double> angle_rad(std::string_view attribute, Bounds bounds_deg,
                                  Need need = Need::Optional);
  std::optional<bool> yes_no(std::string_view attribute, Need need = Need::Optional);

  /// No farther than kPositionMax_m from the origin.
  std::optional<Vec3> point_m(std::string_view attribute, Need need = Need::Optional);

  /// No larger than `most_N`.
  std::optional<Vec3> force_N(std::string_view attribute, double most_N,
                              Need need = Need::Optional);
  std::optional<Vec3> direction(std::string_view attribute, Need need = Need::Optional);
  std::optional<Vec3> axis(std::string_view attribute, Need need = Need::Optional);

  /// Each of its three within [-1, 1].
  std::optional<Tcb> tcb(std::string_view attribute, Need need = Need::Optional);

  /// Which of `words` it is.
  std::optional<std::size_t> one_of(std::string_view attribute,
                                    std::span<const std::string_view> words,
                                    Need need = Need::Optional);

  /// The place and text of the value, for what has a grammar of its own.
  const xml::Attribute* raw(std::string_view attribute, Need need = Need::Optional);

  bool has(std::string_view attribute) const {
    return element_.find_attribute(attribute) != nullptr;
  }

  /// Of its value; of the element where there is none.
  Where where_of(std::string_view attribute) const;

  /// "<what> must be <rule>, not '<value>'", where the value stands.
  void refuse(const xml::Attribute& attribute, ErrorCode code, std::string_view rule);

  /// The element as a whole.
  void refuse(ErrorCode code, std::string message);

  /// The attributes without a namespace that nobody asked for, in the order of the text.
  std::vector<const xml::Attribute*> left() const;

  /// Refuses the attributes that were not asked for; those of other namespaces are none of ours.
  void done();

 private:
  template <class Value>
  std::optional<Value> parsed(std::string_view attribute, Need need, std::string_view rule,
                              std::optional<Value> (*parse)(std::string_view));
  std::optional<double> bounded(std::string_view attribute, Bounds bounds, Need need,
                                std::string_view rule,
                                std::optional<double> (*parse)(std::string_view));
  bool check(const xml::Attribute& attribute, double value, Bounds bounds);

  const xml::Element& element_;
  FirstError& error_;
  std::vector<std::string_view> asked_for_;
};

/// How far before something one stops: a length or a word.
std::optional<Distance> take_distance(std::string_view attribute, Attributes& take);

/// What stands between blanks, in its order.
std::vector<std::string_view> words_in(std::string_view text);

/// "a, b or c".
std::string one_of_these(std::span<const std::string_view> words);

/// Whether a name fits kNameBytesMax and has no control characters; else what is the matter.
std::optional<Error> find_fault_of_name(std::string_view name, Where where);

/// Whether there is room for one more of `what`, as "faces of a sketch". Else the element is
/// refused, and the error names the limit.
bool has_room(std::size_t count, std::size_t limit, std::string_view what, Attributes& take);

}  // namespace kine::script
