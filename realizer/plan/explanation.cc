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
#include "realizer/script/transition.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

constexpr std::string_view kScopeWords[] = {"server", "character", "script", "sequence",
                                            "edit",   "edit",      "pose"};

/// What stands under a property: the one that counts is the last.
struct Setting {
  SketchScope scope = SketchScope::Script;
  Where where = {};
  std::string group = {};   // of an edit
  std::string sketch = {};  // empty: the scope itself says it
  double amount = 1;        // of an edit
  std::string value = {};
  std::string parts = {};  // what adds up to it
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

/// What adds up to it: " (style tired -0.9, written 0.3)"; of a style alone " (style tired)".
std::string parts_text(const script::Parameter& parameter, const NamedSketch& sketch,
                       const script::Expressivity& of_style, const script::Expressivity& written) {
  if (!of_style.says(parameter)) return "";
  if (!written.says(parameter)) return " (style " + sketch.style + ")";
  return " (style " + sketch.style + " " + number_text(of_style[parameter]) + ", written " +
         number_text(written[parameter]) + ")";
}

/// "jawOpen 0.5, mouthFunnel 1", or "neutral".
std::string face_text(const std::optional<std::vector<FacePart>>& face) {
  if (!face) return "";
  std::string text;
  for (const FacePart& part : *face) {
    text += text.empty() ? "" : ", ";
    text += std::string(body::channel_names()[part.channel.index]) + " " + number_text(part.weight);
  }
  return text.empty() ? "neutral" : text;
}

std::string curve_text(const TransitionCurve& curve) {
  const auto named = std::ranges::find(script::kNamedCurves, curve, &script::NamedCurve::curve);
  if (named != script::kNamedCurves.end()) return std::string(named->name);
  return number_text(curve.start_dt) + " " + number_text(curve.start_dx) + " " +
         number_text(curve.end_dt) + " " + number_text(curve.end_dx);
}

/// A transition of a sketch, in the order in which they are laid.
struct LaidTransition {
  const SketchNaming* naming = nullptr;
  const Transition* says = nullptr;
  const Transition* of_style = nullptr;  // what its style adds, or is alone
  const Transition* written = nullptr;   // null: the style alone says it
  std::optional<std::size_t> group = {};
};

/// Those of one sketch, each with what it is the sum of.
std::vector<LaidTransition> transitions_of(const SketchNaming& naming, const NamedSketch& sketch) {
  std::vector<LaidTransition> all;
  auto style = sketch.transitions_of_style.begin();
  auto written = sketch.written_transitions.begin();
  for (const Transition& each : sketch.says.transitions) {
    LaidTransition laid{.naming = &naming, .says = &each};
    if (style != sketch.transitions_of_style.end() && *style == each) {
      laid.of_style = &*style++;
    } else {
      const auto same =
          std::ranges::find_if(sketch.transitions_of_style, [&](const Transition& other) {
            return other.phase == each.phase && other.group == each.group;
          });
      if (same != sketch.transitions_of_style.end()) laid.of_style = &*same;
      laid.written = &*written++;
    }
    laid.group = naming.group ? naming.group : each.group;
    all.push_back(laid);
  }
  return all;
}

std::string scope_text(SketchScope scope, Where where) {
  return std::string(kScopeWords[static_cast<std::size_t>(scope)]) + place_text(where);
}

/// "sequence 7:40 'shy' (style shy)": the dictionary that had the meaning.
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
    const std::string* before = nullptr;
    std::vector<std::string> said;
    std::string same;
    const auto tell_same = [&] {
      if (!same.empty()) add_line("  " + same + ": as " + *before);
      same.clear();
    };
    bool is_named = false;
    for (const Pose& pose : sequence.poses) {
      if (pose.id.empty()) continue;
      std::vector<std::string> settings = settings_of(sequence, pose);
      if (before != nullptr && settings == said) {
        same += (same.empty() ? "" : ", ") + pose.id;
        continue;
      }
      tell_same();
      before = &pose.id;
      said = std::move(settings);
      if (said.empty()) continue;
      if (!std::exchange(is_named, true)) add_line(sequence.id);
      add_line("  " + pose.id);
      for (const std::string& each : said) add_line("    " + each);
    }
    if (is_named && !said.empty()) tell_same();
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
    add_word(
        "face", namings, [](const Sketch& says) { return face_text(says.face); }, lines);
    for (const body::Side side : body::kSides) {
      if (!pose.arm_sketches[static_cast<std::size_t>(side)]) continue;
      add_numbers(namings, side, manner_of(plan_, sequence, pose, side), &whole, lines);
    }
    if (!pose.goes_back) add_transitions(namings, pose, lines);
    const MannerNamings* const manners[] = {&plan_.manners_by, &sequence.manners_by,
                                            &pose.manners_by};
    add_manner("nucleus", manners, &MannerNamings::nuclei, plan_.nuclei, lines);
    add_manner("tension", manners, &MannerNamings::tensions, plan_.tensions, lines);
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
          settings.push_back(
              setting_of(*laying.naming, number_text(said[*each]),
                         parts_text(*each, sketch, sketch.of_style, sketch.written)));
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
      if (!word.empty()) settings.push_back(setting_of(naming, word, ""));
    }
    if (settings.empty()) return;
    lines.push_back(std::string(name) + " " + settings.back().value + what_set(settings));
  }

  /// Each word of the transitions that hold for the movement to the pose: for all joints, then for
  /// groups of them.
  void add_transitions(std::span<const SketchNaming> namings, const Pose& pose,
                       std::vector<std::string>& lines) const {
    const std::vector<LaidTransition> laid = transitions_to(namings, pose);
    const auto curve = [](const Transition& each) {
      return each.curve ? curve_text(*each.curve) : std::string();
    };
    add_transition_word("curve", laid, curve, nullptr, lines);
    for (const script::Parameter* const each :
         script::parameters(script::MannerElement::Transition)) {
      const auto number = [&](const Transition& transition) {
        return transition.parameters.says(*each) ? number_text(transition.parameters[*each]) : "";
      };
      add_transition_word(each->name, laid, number, each, lines);
    }
    const auto halt = [](const Transition& each) {
      return std::string(each.halt ? script::word_of(script::kHaltWords, *each.halt) : "");
    };
    add_transition_word("halt", laid, halt, nullptr, lines);
  }

  /// Those of all sketches that hold for the movement to the pose, in the order of their laying.
  std::vector<LaidTransition> transitions_to(std::span<const SketchNaming> namings,
                                             const Pose& pose) const {
    std::vector<LaidTransition> all;
    for (const Laying& laying : in_order(namings)) {
      const SketchNaming& naming = *laying.naming;
      if (laying.numbers == Laying::Numbers::OfStyle || naming.amount == 0) continue;
      for (LaidTransition& each : transitions_of(naming, plan_.named_sketches[naming.sketch])) {
        const bool is_of_phase = !each.says->phase || each.says->phase == pose.phase;
        const bool is_of_group =
            !naming.group || !each.says->group || each.says->group == naming.group;
        if (is_of_phase && is_of_group) all.push_back(each);
      }
    }
    return all;
  }

  /// A line for all joints, and one for each group of which the last one that says it is.
  template <class Word>
  void add_transition_word(std::string_view name, std::span<const LaidTransition> laid,
                           Word word_of, const script::Parameter* number,
                           std::vector<std::string>& lines) const {
    std::vector<LaidTransition> saying;
    for (const LaidTransition& each : laid) {
      if (!word_of(*each.says).empty()) saying.push_back(each);
    }
    for (std::size_t last = 0; last < saying.size(); ++last) {
      const body::JointSet joints = joints_of(saying[last]);
      const auto later = std::span(saying).subspan(last + 1);
      const auto covers = [&](const auto& other) { return (joints_of(other) & joints) == joints; };
      if (std::ranges::any_of(later, covers)) continue;
      std::vector<Setting> settings;
      for (const LaidTransition& each : std::span(saying).first(last + 1)) {
        if ((joints_of(each) & joints).empty()) continue;
        settings.push_back(transition_setting(each, word_of(*each.says), number));
      }
      const auto& group = saying[last].group;
      const double amount = settings.back().amount;
      const std::string value = number == nullptr
                                    ? settings.back().value
                                    : number_text(amount * saying[last].says->parameters[*number]);
      lines.push_back((group ? body_.groups[*group].name + ": " : "") + std::string(name) + " " +
                      value + what_set(settings));
    }
  }

  body::JointSet joints_of(const LaidTransition& transition) const {
    return transition.group ? body_.groups[*transition.group].joints : body::JointSet::all();
  }

  /// A share of an edit is one of its numbers, not of its words.
  Setting transition_setting(const LaidTransition& laid, std::string value,
                             const script::Parameter* number) const {
    static const script::Expressivity nothing;
    const NamedSketch& sketch = plan_.named_sketches[laid.naming->sketch];
    std::string parts;
    if (number != nullptr) {
      parts = parts_text(*number, sketch, laid.of_style ? laid.of_style->parameters : nothing,
                         laid.written ? laid.written->parameters : nothing);
    } else if (!laid.written) {
      parts = " (style " + sketch.style + ")";
    }
    Setting setting = setting_of(*laid.naming, std::move(value), std::move(parts));
    if (number == nullptr) setting.amount = 1;
    const auto& phase = laid.says->phase;
    const auto& group = laid.says->group;
    if (phase)
      setting.sketch += " for " + std::string(script::word_of(script::kPhaseWords, *phase));
    if (group && !laid.naming->group) setting.sketch += " of " + body_.groups[*group].name;
    return setting;
  }

  /// Of the scopes that have one the nearest counts.
  template <class Manner>
  void add_manner(std::string_view name, std::span<const MannerNamings* const> namings,
                  std::vector<MannerNaming> MannerNamings::*kind,
                  const std::vector<Manner>& manners, std::vector<std::string>& lines) const {
    std::vector<Setting> settings;
    for (const MannerNamings* const scope : namings) {
      for (const MannerNaming& each : scope->*kind) {
        Setting setting{.scope = each.scope, .where = each.where, .value = manners[each.manner].id};
        if (each.sketch) setting.sketch = quoted(plan_.named_sketches[*each.sketch].says.id);
        settings.push_back(std::move(setting));
      }
    }
    if (settings.empty()) return;
    lines.push_back(std::string(name) + " " + settings.back().value + what_set(settings));
  }

  Setting setting_of(const SketchNaming& naming, std::string value, std::string parts) const {
    return {.scope = naming.scope,
            .where = naming.where,
            .group = naming.group ? body_.groups[*naming.group].name : "",
            .sketch = quoted(plan_.named_sketches[naming.sketch].says.id),
            .amount = naming.amount,
            .value = std::move(value),
            .parts = std::move(parts)};
  }

  /// Of the one that counts the value is said already, where it is all of it.
  static std::string setting_text(const Setting& setting, bool counts) {
    std::string text(kScopeWords[static_cast<std::size_t>(setting.scope)]);
    text += place_text(setting.where);
    if (!setting.group.empty()) text += " of " + setting.group;
    if (!setting.sketch.empty()) text += " " + setting.sketch;
    if (!counts || setting.amount != 1) text += " " + setting.value;
    if (setting.amount != 1) text += " by " + number_text(setting.amount);
    return text + setting.parts;
  }

  static std::string what_set(const std::vector<Setting>& settings) {
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
