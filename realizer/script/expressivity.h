// In which manner something is done: parameters of properties, and sets of them with their values.
#pragma once

#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace kine::script {

/// A number that a property declares.
struct Parameter {
  std::string_view name;  // as scripts and styles write it
  double least = -1;
  double most = 1;
  std::string_view meaning;  // what more of it does
  std::string_view at_zero;  // what 0 is
};

// The four of a nucleus (Pohl 2010, section 3.1).

inline constexpr Parameter kSpatialExtent{
    .name = "spatial-extent", .meaning = "it takes more room", .at_zero = "targets as written"};
inline constexpr Parameter kTemporalExtent{
    .name = "temporal-extent", .meaning = "it takes more time", .at_zero = "times as written"};
inline constexpr Parameter kPower{
    .name = "power", .meaning = "from loose to forceful", .at_zero = "strokes as written"};
inline constexpr Parameter kFluidity{
    .name = "fluidity", .meaning = "from halting to flowing", .at_zero = "pauses as written"};

/// All that a script or a style can say, in the order in which they are written. A property of
/// plan/properties reads each.
std::span<const Parameter* const> parameters();

/// Parameters and their values. One that is not among them is 0, and changes nothing.
class Expressivity {
 public:
  /// A parameter is one object for the whole program.
  struct Value {
    const Parameter* parameter = nullptr;
    double value = 0;

    Value(const Parameter& its, double number) : parameter(&its), value(number) {}
    friend bool operator==(const Value&, const Value&) = default;
  };

  Expressivity() = default;
  Expressivity(std::initializer_list<Value> values);

  double operator[](const Parameter& parameter) const;
  void set(const Parameter& parameter, double value);

  /// By their names; none is 0.
  std::span<const Value> values() const { return values_; }

  friend bool operator==(const Expressivity&, const Expressivity&) = default;

 private:
  std::vector<Value> values_;
};

/// Both at once, each sum kept within its range.
Expressivity operator+(const Expressivity& a, const Expressivity& b);

/// A share of the way from one to another.
Expressivity mixed(const Expressivity& from, const Expressivity& to, double share);

/// Whether each value is within the range of its parameter.
bool valid(const Expressivity& expressivity);

}  // namespace kine::script
