// animl: EMBRScript's own XML form of 2011. Its names are translated into those of the text form,
// and the rest of the way is one.
//
//   XML --xml::parse--> Element --names--> classic::Script --classic::build--> Document
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/script/classic/classic.h"
#include "realizer/script/reader.h"
#include "realizer/xml/xml.h"

namespace kine::script {
namespace {

using classic::Element;
using classic::Kind;
using classic::Level;

struct Translation {
  std::string_view animl;
  std::string_view text;
};

struct AnimlRow {
  std::string_view tag;
  Kind kind;
  std::array<Translation, 5> attributes;  // besides those of every constraint
};

// clang-format off
constexpr std::array<AnimlRow, 12> kAnimlRows = {{
    {"nucleus", Kind::Nucleus,
     {{{"id", "NUCLEUS_ID"}, {"spatial-extent", "SPATIAL_EXT"}, {"temporal-extent", "TEMPORAL_EXT"},
       {"power", "POWER"}, {"fluidity", "FLUIDITY"}}}},
    {"key-pose-sequence", Kind::Sequence,
     {{{"character-name", "CHARACTER"}, {"start-time", "START"}, {"fade-in", "FADE_IN"},
       {"fade-out", "FADE_OUT"}, {"time-warp", "TIME_WARP"}}}},
    {"key-pose", Kind::Pose,
     {{{"time-point", "TIME_POINT"}, {"hold", "HOLD"}, {"nucleus-ref", "NUCLEUS"}}}},
    {"animation-clip", Kind::Clip,
     {{{"time-point", "TIME_POINT"}, {"hold", "HOLD"}, {"body-group", "BODY_GROUP"}}}},
    {"position-constraint", Kind::Position, {}},
    {"orientation-constraint", Kind::Orientation, {}},
    {"swivel-constraint", Kind::Swivel, {}},
    {"look-at-constraint", Kind::LookAt, {}},
    {"pose-target", Kind::Shape, {{{"key", "POSE_KEY"}, {"influence", "INFLUENCE"}}}},
    {"morph-target", Kind::Morph, {{{"key", "MORPH_KEY"}, {"value", "MORPH_VALUE"}}}},
    {"shader-target", Kind::Shader, {{{"key", "SHADER_KEY"}, {"value", "SHADER_VALUE"}}}},
    {"autonomous-behavior", Kind::Autonomous,
     {{{"key", "BEHAVIOR_KEY"}, {"value", "BEHAVIOR_VALUE"}}}},
}};

constexpr std::array<Translation, 3> kConstraintAttributes = {{
    {"body-group", "BODY_GROUP"}, {"joint", "JOINT"}, {"feedback-id", "FEEDBACK_ID"}}};

/// Elements that hold nothing but the value of a setting.
constexpr std::array<Translation, 6> kSettingElements = {{
    {"target", "TARGET"}, {"offset", "OFFSET"}, {"direction", "DIRECTION"}, {"normal", "NORMAL"},
    {"angle", "SWIVEL_ANGLE"}, {"animation", "ANIMATION_CLIP"}}};
// clang-format on

const AnimlRow* find_row(std::string_view tag) {
  const auto found = std::find_if(kAnimlRows.begin(), kAnimlRows.end(),
                                  [&](const AnimlRow& row) { return row.tag == tag; });
  return found == kAnimlRows.end() ? nullptr : &*found;
}

template <class Table>
std::string_view find_key(const Table& table, std::string_view name) {
  for (const Translation& row : table) {
    if (!name.empty() && row.animl == name) return row.text;
  }
  return {};
}

/// The words of a value with one blank between them: a line end in it was not meant.
std::string trimmed(std::string_view text) {
  std::string result;
  bool blank = false;
  for (const char byte : text) {
    if (static_cast<unsigned char>(byte) <= 0x20 || byte == 0x7F) {
      blank = !result.empty();
    } else {
      if (blank) result += ' ';
      blank = false;
      result += byte;
    }
  }
  return result;
}

class Translator {
 public:
  explicit Translator(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  classic::Script translate(const xml::Element& root) {
    for (const xml::Attribute& attribute : root.attributes) {
      if (attribute.name == "time-reset") {
        read_time_reset(attribute);
      } else if (!take_message(attribute)) {
        warn_of_unknown(attribute);
      }
    }
    for (const xml::Element& child : root.children) translate(child, nullptr);
    return std::move(script_);
  }

 private:
  void read_time_reset(const xml::Attribute& attribute) {
    const std::string value = trimmed(attribute.value);
    script_.time_reset = value == "true" || value == "1";
    if (script_.time_reset || value == "false" || value == "0") return;
    diagnostics_.warn(attribute.value_where,
                      "time-reset is neither true nor false: " + quoted(value));
  }

  bool take_message(const xml::Attribute& attribute) {
    if (attribute.name != "feedback-message") return false;
    script_.feedback_messages.push_back({trimmed(attribute.value), attribute.value_where});
    return true;
  }

  void warn_of_unknown(const xml::Attribute& attribute) {
    if (!attribute.namespace_uri.empty()) return;  // another language's, such as xsi:schemaLocation
    diagnostics_.warn(attribute.where,
                      "the element does not take this attribute: " + quoted(attribute.name));
  }

  /// Puts what `source` says into `holder`, or into the script itself.
  void translate(const xml::Element& source, Element* holder) {
    const std::string_view key = find_key(kSettingElements, source.name);
    const AnimlRow* row = find_row(source.name);
    if (!key.empty()) {
      translate_setting(source, key, holder);
    } else if (row != nullptr) {
      Element element = translate_element(source, *row);
      auto& elements = holder == nullptr ? script_.elements : holder->elements;
      elements.push_back(std::move(element));
    } else {
      diagnostics_.warn(source.where, "unknown element: " + quoted(source.name));
      for (const xml::Element& child : source.children) translate(child, holder);
    }
  }

  void translate_setting(const xml::Element& source, std::string_view key, Element* holder) {
    for (const xml::Attribute& attribute : source.attributes) warn_of_unknown(attribute);
    std::string value = trimmed(source.text);
    if (holder == nullptr || value.empty()) {
      diagnostics_.warn(source.where,
                        "an element that says nothing is left out: " + quoted(source.name));
      return;
    }
    holder->settings.push_back({std::string(key), without_blanks(std::move(value)), source.where});
  }

  /// Blanks between the numbers of a vector were not meant to end it.
  static std::string without_blanks(std::string value) {
    if (value.find(';') != std::string::npos) std::erase(value, ' ');
    return value;
  }

  Element translate_element(const xml::Element& source, const AnimlRow& row) {
    Element element;
    element.kind = row.kind;
    element.where = source.where;
    const bool is_constraint = classic::level_of(row.kind) == Level::Pose;
    for (const xml::Attribute& attribute : source.attributes) {
      std::string_view key = find_key(row.attributes, attribute.name);
      if (key.empty() && is_constraint) key = find_key(kConstraintAttributes, attribute.name);
      std::string value = trimmed(attribute.value);
      if (row.kind == Kind::Pose && attribute.name == "id") {
        element.id = {std::move(value), attribute.value_where};
      } else if (key.empty()) {
        if (!take_message(attribute)) warn_of_unknown(attribute);
      } else if (value.empty()) {
        diagnostics_.warn(attribute.where,
                          "an attribute without a value is left out: " + quoted(attribute.name));
      } else {
        element.settings.push_back({std::string(key), std::move(value), attribute.value_where});
      }
    }
    for (const xml::Element& child : source.children) translate(child, &element);
    return element;
  }

  Diagnostics& diagnostics_;
  classic::Script script_;
};

class AnimlReader final : public Reader {
 public:
  bool accepts(std::string_view root, std::string_view) const override {
    return root == "animl" || root.ends_with("}animl");
  }

  Result<Document> read(std::string_view text, Diagnostics& diagnostics) const override {
    const auto root = xml::parse(text);
    if (!root) return root.error();
    return classic::build(Translator(diagnostics).translate(*root), Dialect::Animl, diagnostics);
  }
};

}  // namespace

const Reader& animl_reader() {
  static const AnimlReader reader;
  return reader;
}

}  // namespace kine::script
