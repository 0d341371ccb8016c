#include "realizer/plan/explanation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/plan/layers.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"

namespace kine::plan {
namespace {

constexpr std::string_view kScopeWords[] = {"server", "character", "script", "sequence",
                                            "edit",   "edit",      "pose"};

/// What stands under a property: the one that counts is the last.
struct Setting {
  Laying laying;
  std::string value;
  std::string parts;  // what adds up to it
};

std::string number_text(double value) { return format_number(std::round(1000 * value) / 1000); }

std::string rhythm_text(const std::vector<double>& rhythm) {
  std::string text;
  for (const double share : rhythm) text += (text.empty() ? "" : " ") + number_text(share);
  return text;
}

std::string place_text(Where where) {
  if (where == Where{}) return "";
  return " " + std::to_string(where.line) + ":" + std::to_string(where.column);
}

std::string scope_text(SketchScope scope, Where where) {
  return std::string(kScopeWords[static_cast<std::size_t>(scope)]) + place_text(where);
}

/// "sequence 7:40 'shy' (style shy)": whose dictionary had the meaning.
std::string dictionary_text(const ChosenMeaning& chosen) {
  if (chosen.scope) {
    const std::string of_style = chosen.style.empty() ? "" : " (style " + chosen.style + ")";
    return scope_text(*chosen.scope, chosen.sketch.where) + " " + quoted(chosen.sketch.text) +
           of_style;
  }
  return chosen.style.empty() ? "everybody's dictionary" : "style " + chosen.style;
}

class Explanation {
 public:
  Explanation(const Plan& plan, const body::Body& body, std::span<const ChosenMeaning> meanings)
      : plan_(plan), body_(body), meanings_(meanings) {}

  std::string text() && {
    for (const ChosenMeaning& chosen : meanings_) add(chosen);
    const std::size_t before = lines_.size();
    for (const Sequence& sequence : plan_.sequences) add(sequence);
    if (lines_.size() == before) add_line("all is as usual: no sketch says anything");
    std::string text = "block " + plan_.id + " for " + plan_.character + "\n";
    for (const std::string& line : lines_) text += "  " + line + "\n";
    if (left_out_ > 0) text += "  and " + std::to_string(left_out_) + " lines more\n";
    return text;
  }

 private:
  void add_line(std::string line) {
    if (lines_.size() < kExplanationLinesMax) {
      lines_.push_back(std::move(line));
    } else {
      ++left_out_;
    }
  }

  void add(const ChosenMeaning& chosen) {
    add_line(chosen.gesture + ": " + chosen.meaning + " is " + chosen.lexeme + ", " +
             number_text(chosen.weight) + " of " + number_text(chosen.weights) + " by " +
             dictionary_text(chosen));
  }

  void add(const Sequence& sequence) {
    const Pose* before = nullptr;
    std::string same;
    const auto tell_same = [&] {
      if (!same.empty()) add_line("  " + same + ": as " + before->id);
      same.clear();
    };
    bool is_named = false;
    for (const Pose& pose : sequence.poses) {
      if (pose.id.empty()) continue;
      if (before != nullptr && before->sketched_by == pose.sketched_by) {
        same += (same.empty() ? "" : ", ") + pose.id;
        continue;
      }
      tell_same();
      const std::vector<std::string> settings = settings_of(sequence, pose);
      before = &pose;
      if (settings.empty()) continue;
      if (!std::exchange(is_named, true)) add_line(sequence.id);
      add_line("  " + pose.id);
      for (const std::string& each : settings) add_line("    " + each);
    }
    if (is_named) tell_same();
  }

  std::vector<std::string> settings_of(const Sequence& sequence, const Pose& pose) const {
    std::vector<SketchNaming> namings = plan_.sketched_by;
    for (const auto* more : {&sequence.sketched_by, &pose.sketched_by}) {
      namings.insert(namings.end(), more->begin(), more->end());
    }
    std::vector<std::string> lines;
    const script::Expressivity& whole = manner_of(plan_, sequence, pose);
    add_numbers(namings, {}, whole, nullptr, lines);
    add_word(
        "lean-to", namings, [](const Sketch& says) { return says.lean_to; }, lines);
    add_word(
        "rhythm", namings, [](const Sketch& says) { return rhythm_text(says.rhythm); }, lines);
    for (const body::Side side : body::kSides) {
      if (!pose.arm_sketches[static_cast<std::size_t>(side)]) continue;
      add_numbers(namings, side, manner_of(plan_, sequence, pose, side), &whole, lines);
    }
    return lines;
  }

  /// Those that the set has, or of an arm those that are others in it than for the whole body.
  void add_numbers(std::span<const SketchNaming> namings, std::optional<body::Side> arm,
                   const script::Expressivity& set, const script::Expressivity* whole,
                   std::vector<std::string>& lines) const {
    const LayerPart part{.groups = body_.groups, .arm = arm};
    for (const script::MannerElement element : script::kSketchElements) {
      for (const script::Parameter* const each : script::parameters(element)) {
        if (!set.says(*each)) continue;
        if (whole != nullptr && whole->says(*each) && (*whole)[*each] == set[*each]) continue;
        std::vector<Setting> settings;
        for (const Laying& laying : in_order(namings)) {
          const NamedSketch& sketch = plan_.named_sketches[laying.naming->sketch];
          const script::Expressivity said = numbers_of(laying, sketch, part);
          if (!said.says(*each) || laying.naming->amount == 0) continue;
          settings.push_back({laying, number_text(said[*each]), parts_text(*each, sketch)});
        }
        std::string name(each->name);
        if (arm) name = (*arm == body::Side::Left ? "left arm: " : "right arm: ") + name;
        lines.push_back(name + " " + number_text(set[*each]) + what_set(settings));
      }
    }
  }

  template <class Word>
  void add_word(std::string_view name, std::span<const SketchNaming> namings, Word word_of,
                std::vector<std::string>& lines) const {
    std::vector<Setting> settings;
    for (const Laying& laying : in_order(namings)) {
      const SketchNaming& naming = *laying.naming;
      if (naming.group || laying.numbers == Laying::Numbers::OfStyle || naming.amount == 0)
        continue;
      const std::string word = word_of(plan_.named_sketches[naming.sketch].says);
      if (!word.empty()) settings.push_back({laying, word, ""});
    }
    if (settings.empty()) return;
    lines.push_back(std::string(name) + " " + settings.back().value + what_set(settings));
  }

  /// What adds up to it: " (style tired -0.9, written 0.3)"; of a style alone " (style tired)".
  static std::string parts_text(const script::Parameter& parameter, const NamedSketch& sketch) {
    if (!sketch.of_style.says(parameter)) return "";
    if (!sketch.written.says(parameter)) return " (style " + sketch.style + ")";
    return " (style " + sketch.style + " " + number_text(sketch.of_style[parameter]) +
           ", written " + number_text(sketch.written[parameter]) + ")";
  }

  /// Of the one that counts the value is said already, where it is all of it.
  std::string setting_text(const Setting& setting, bool counts) const {
    const SketchNaming& naming = *setting.laying.naming;
    std::string text = scope_text(naming.scope, naming.where);
    if (naming.group) text += " of " + body_.groups[*naming.group].name;
    text += " " + quoted(plan_.named_sketches[naming.sketch].says.id);
    if (!counts || naming.amount != 1) text += " " + setting.value;
    if (naming.amount != 1) text += " by " + number_text(naming.amount);
    return text + setting.parts;
  }

  std::string what_set(const std::vector<Setting>& settings) const {
    std::string text;
    for (std::size_t i = settings.size(); i > 0; --i) {
      const bool counts = i == settings.size();
      text += (counts ? ", set by " : "; over ") + setting_text(settings[i - 1], counts);
    }
    return text;
  }

  const Plan& plan_;
  const body::Body& body_;
  std::span<const ChosenMeaning> meanings_;
  std::vector<std::string> lines_;
  std::size_t left_out_ = 0;
};

}  // namespace

std::string explanation_of(const Plan& plan, const body::Body& body,
                           std::span<const ChosenMeaning> meanings) {
  return Explanation(plan, body, meanings).text();
}

}  // namespace kine::plan
