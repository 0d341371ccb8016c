// In which manner something is done: parameters of properties, and sets of them with their values.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <vector>

namespace kine::script {

/// The element of a script that says a parameter.
enum class MannerElement : std::uint8_t {
  Nucleus,
  Shape,
  Timing,
  Idle,
  Transition,
  Effort,
  ShapeQualities,
  Expressivity,
  Clarity
};
inline constexpr std::string_view kMannerElementWords[] = {
    "nucleus", "shape",           "timing",       "idle",   "transition",
    "effort",  "shape-qualities", "expressivity", "clarity"};

/// A number that a property declares.
struct Parameter {
  std::string_view name;  // as scripts and styles write it
  double least = -1;
  double most = 1;
  std::string_view meaning;  // what more of it does
  std::string_view at_zero;  // what 0 is
  MannerElement element = MannerElement::Nucleus;
  double usual = 0;  // where nothing is said: it changes nothing
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

/// All that this element of a script or a style can say, in the order in which they are written.
/// sketch.h has those of <shape>, <timing>, <idle> and <clarity>, transition.h those of
/// <transition>, composites.h the others. A property of plan/properties reads each of a nucleus.
std::span<const Parameter* const> parameters(MannerElement element);

/// Parameters and their values. One that is not among them has its usual value, and changes
/// nothing. So does one that was written with its usual value, but it hides what an outer scope
/// says.
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

  /// Leaves out what is usual.
  void set(const Parameter& parameter, double value);

  /// Keeps what is usual as well: a scope says it.
  void write(const Parameter& parameter, double value);

  /// Whether the parameter is among them.
  bool says(const Parameter& parameter) const;

  /// By their names.
  std::span<const Value> values() const { return values_; }

  friend bool operator==(const Expressivity&, const Expressivity&) = default;

 private:
  std::vector<Value> values_;
};

/// Both at once: how far each is from the usual adds up, kept within the range.
Expressivity operator+(const Expressivity& a, const Expressivity& b);

/// What an inner scope says, and of the other parameters what the outer one says.
Expressivity overridden(const Expressivity& outer, const Expressivity& inner);

/// What it says of the parameters of one element.
Expressivity part_of(const Expressivity& expressivity, MannerElement element);

/// A share of the way from one to another.
Expressivity mixed(const Expressivity& from, const Expressivity& to, double share);

/// Whether each value is within the range of its parameter.
bool valid(const Expressivity& expressivity);

}  // namespace kine::script
