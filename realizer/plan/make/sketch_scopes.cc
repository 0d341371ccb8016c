#include "realizer/plan/make/sketch_scopes.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "realizer/plan/layers.h"
#include "realizer/plan/names/near_names.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/tension/tension_manners.h"

namespace kine::plan {
namespace {

/// No id of a script has a colon.
constexpr std::string_view kStyleNucleus = "style:";

/// An unknown name, which goes without; the nearest of `known` are said.
Result<Done> meet_unknown_name(const script::Name& name, const std::string& thing,
                               std::span<const std::string_view> known, Faults& faults) {
  const std::string near = known.empty() ? "" : known_names(name.text, known) + ":";
  return faults.meet({.what = "there is no " + thing + near,
                      .mend = "it goes without",
                      .value = name.text,
                      .where = name.where});
}

bool knows_nucleus(const script::Document& document, std::string_view id) {
  return std::ranges::any_of(document.nuclei, [&](const auto& each) { return each.id.text == id; });
}

bool knows_tension(const script::Document& document, std::string_view id) {
  return find_tension_manner(id) || std::ranges::any_of(document.tensions, [&](const auto& each) {
           return each.id.text == id;
         });
}

/// What the sketches of a document name.
class SketchNames {
 public:
  SketchNames(const Vocabulary& vocabulary, script::Document& document)
      : vocabulary_(vocabulary), document_(document) {}

  template <class Scope>
  void give_to(Scope& scope) {
    give_to(scope, scope.sketch);
  }

  /// A style that only this names is a sketch from now on.
  void know(const script::Name& name) { find(name); }

  template <class Scope>
  void give_to(Scope& scope, const script::Name& name) {
    const script::Sketch* sketch = find(name);
    if (sketch == nullptr) return;
    if (scope.nucleus.empty()) scope.nucleus = nucleus_of_sketch(*sketch);
    const bool is_tense =
        !sketch->tension.empty() && knows_tension(document_, sketch->tension.text);
    if (scope.tension.empty() && is_tense) scope.tension = sketch->tension;
  }

 private:
  /// A style is a sketch of its own name, where the script has none that is called so.
  const script::Sketch* find(const script::Name& name) {
    if (name.empty()) return nullptr;
    const auto id_of = [](const script::Sketch& each) { return each.id.text; };
    const auto found = std::ranges::find(document_.sketches, name.text, id_of);
    if (found != document_.sketches.end()) return &*found;
    if (!vocabulary_.styles.contains(name.text)) return nullptr;
    return &document_.sketches.emplace_back(
        script::Sketch{.id = name, .style = name, .where = name.where});
  }

  script::Name nucleus_of_sketch(const script::Sketch& sketch) {
    if (!sketch.nucleus.empty()) {
      return knows_nucleus(document_, sketch.nucleus.text) ? sketch.nucleus : script::Name{};
    }
    const auto style = vocabulary_.styles.find(sketch.style.text);
    const bool has_numbers =
        style != vocabulary_.styles.end() &&
        !part_of(style->second, script::MannerElement::Nucleus).values().empty();
    if (!has_numbers) return {};
    script::Name id{std::string(kStyleNucleus) + sketch.style.text, sketch.style.where};
    if (!knows_nucleus(document_, id.text)) {
      document_.nuclei.push_back({.id = id, .style = sketch.style, .where = sketch.where});
    }
    return id;
  }

  const Vocabulary& vocabulary_;
  script::Document& document_;
};

/// What one of them writes, the sum writes, also where that is the usual value again.
script::Expressivity sum_as_written(const script::Expressivity& style,
                                    const script::Expressivity& written) {
  const script::Expressivity sum = style + written;
  script::Expressivity said;
  const script::Expressivity both = overridden(style, written);
  for (const script::Expressivity::Value& each : both.values()) {
    said.write(*each.parameter, sum[*each.parameter]);
  }
  return said;
}

Result<NamedSketch> make_sketch(const script::Sketch& written, const Vocabulary& vocabulary,
                                Faults& faults) {
  NamedSketch sketch{.says = {.id = written.id.text,
                              .expressivity = written.parameters,
                              .lean_to = target_name(written.lean_to.text, vocabulary),
                              .rhythm = written.rhythm},
                     .style = written.style.text,
                     .written = written.parameters,
                     .where = written.where};
  if (written.style.empty()) return sketch;
  const auto style = vocabulary.styles.find(written.style.text);
  if (style == vocabulary.styles.end()) {
    std::vector<std::string_view> known;
    for (const auto& [name, numbers] : vocabulary.styles) known.push_back(name);
    const auto met = meet_unknown_name(written.style, "style", known, faults);
    if (!met) return met.error();
    sketch.style.clear();
    return sketch;
  }
  for (const script::MannerElement element : script::kSketchElements) {
    sketch.of_style = overridden(sketch.of_style, part_of(style->second, element));
  }
  sketch.says.expressivity = sum_as_written(sketch.of_style, written.parameters);
  return sketch;
}

std::string_view id_of_named(const NamedSketch& sketch) { return sketch.says.id; }

/// A sketch must name what there is, whether or not a scope names the sketch.
Result<Done> check_names(const script::Sketch& written, const script::Document& document,
                         const Plan& plan, Faults& faults) {
  if (!written.nucleus.empty() && !knows_nucleus(document, written.nucleus.text)) {
    std::vector<std::string_view> known;
    for (const Nucleus& each : plan.nuclei) {
      if (!each.id.starts_with(kStyleNucleus)) known.push_back(each.id);
    }
    const auto met = meet_unknown_name(written.nucleus, "nucleus", known, faults);
    if (!met) return met;
  }
  if (written.tension.empty() || knows_tension(document, written.tension.text)) return Done{};
  const auto tension = find_tension(written.tension, plan.tensions, faults);
  if (!tension) return tension.error();
  return Done{};
}

}  // namespace

script::Document with_sketches_named(script::Document document, const Vocabulary& vocabulary) {
  SketchNames names(vocabulary, document);
  for (script::Character& each : document.characters) {
    names.give_to(each);
    names.give_to(each, each.own_sketch);
    names.give_to(each, each.server_sketch);
  }
  for (const script::Edit& each : document.edits) names.know(each.sketch);
  for (script::Gesture& each : document.gestures) names.give_to(each);
  for (script::Sequence& sequence : document.sequences) {
    names.give_to(sequence);
    for (script::Pose& pose : sequence.poses) names.give_to(pose);
  }
  return document;
}

Result<std::vector<NamedSketch>> make_sketches(const script::Document& document, const Plan& plan,
                                               const Vocabulary& vocabulary, Faults& faults) {
  std::vector<NamedSketch> sketches;
  for (const script::Sketch& written : document.sketches) {
    if (const auto checked = check_names(written, document, plan, faults); !checked) {
      return checked.error();
    }
    auto sketch = make_sketch(written, vocabulary, faults);
    if (!sketch) return sketch.error();
    const auto twin = std::ranges::find(sketches, sketch->says.id, id_of_named);
    if (twin == sketches.end()) {
      sketches.push_back(*std::move(sketch));
      continue;
    }
    const auto met = faults.meet({.code = ErrorCode::OutOfRange,
                                  .what = "duplicate sketch id",
                                  .mend = "the earlier one counts",
                                  .value = written.id.text,
                                  .where = written.id.where});
    if (!met) return met.error();
  }
  return sketches;
}

Result<std::optional<std::size_t>> SketchScopes::find(const script::Name& name,
                                                      Faults& faults) const {
  if (name.empty()) return std::optional<std::size_t>();
  const auto found = std::ranges::find(named_, name.text, id_of_named);
  if (found != named_.end()) return std::optional(static_cast<std::size_t>(found - named_.begin()));
  std::vector<std::string_view> known;
  for (const NamedSketch& each : named_) known.push_back(each.says.id);
  const auto met = meet_unknown_name(name, "sketch", known, faults);
  if (!met) return met.error();
  return std::optional<std::size_t>();
}

std::optional<std::size_t> SketchScopes::set_of(std::optional<std::size_t> outer,
                                                std::span<const SketchNaming> namings,
                                                std::optional<body::Side> arm) {
  if (namings.empty()) return outer;
  Stack key{outer, arm, {}};
  for (const SketchNaming& each : namings) {
    std::get<2>(key).emplace_back(each.scope, each.sketch, each.group, each.amount);
  }
  const auto [known, fresh] = found_.try_emplace(std::move(key), sets_.size());
  if (!fresh) return known->second;
  Sketch set = laid_over(outer ? sets_[*outer] : Sketch{}, namings, named_, {groups_, arm});
  const auto twin = std::ranges::find_if(sets_, [&](const Sketch& each) {
    return each.expressivity == set.expressivity && each.lean_to == set.lean_to &&
           each.rhythm == set.rhythm;
  });
  known->second = static_cast<std::size_t>(twin - sets_.begin());
  if (twin == sets_.end()) sets_.push_back(std::move(set));
  return known->second;
}

}  // namespace kine::plan
