#include "realizer/plan/make/sketch_scopes.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "realizer/core/number.h"
#include "realizer/plan/layers.h"
#include "realizer/plan/names/faces.h"
#include "realizer/plan/names/names.h"
#include "realizer/plan/names/near_names.h"
#include "realizer/plan/names/vocabulary.h"
#include "realizer/plan/tension/named_tension.h"
#include "realizer/plan/tension/tension_manners.h"
#include "realizer/script/composites.h"
#include "realizer/script/words.h"

namespace kine::plan {
namespace {

// No id of a script has a colon.
constexpr char kColon = ':';
constexpr std::string_view kStyleNucleus = "style:";
constexpr std::string_view kStyleTension = "style:";
constexpr std::string_view kSketchNucleus = "sketch:";

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

/// One without anything where a sketch names none, or one that is none.
const Style& style_of(const script::Sketch& sketch, const Vocabulary& vocabulary) {
  static const Style plain;
  const auto style = vocabulary.styles.find(sketch.style.text);
  return style == vocabulary.styles.end() ? plain : style->second;
}

/// A tension of a style comes over this: an arm that is in none moves at its own time already.
constexpr Seconds kStyleTensionOver{0.2};

/// Its own, else that of its style: "style:loose".
std::string tension_of(const script::Sketch& sketch, const Style& style) {
  if (!sketch.tension.empty() || style.tension.empty()) return sketch.tension.text;
  return std::string(kStyleTension) + style.tension.text;
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

  /// An edit is given by its sequence's poses (make/edits.h): here all that it gives is known.
  void know_those_of(const script::Edit& edit) {
    know(edit.sketch);
    struct {
      script::Name nucleus = {};
      script::Name tension = {};
    } given;
    if (gives_manners(edit)) give_to(given, edit.sketch);
  }

  /// What a sketch gives has the place at which the scope names the sketch.
  template <class Scope>
  void give_to(Scope& scope, const script::Name& name) {
    const script::Sketch* sketch = find(name);
    if (sketch == nullptr) return;
    const std::string nucleus = scope.nucleus.empty() ? nucleus_of_sketch(*sketch).text : "";
    if (!nucleus.empty()) scope.nucleus = {nucleus, name.where};
    const Style& style = style_of(*sketch, vocabulary_);
    const std::string tension = tension_of(*sketch, style);
    if (sketch->tension.empty() && !style.tension.empty()) know_tension(tension, style.tension);
    const bool is_tense = !tension.empty() && knows_tension(document_, tension);
    if (scope.tension.empty() && is_tense) scope.tension = {tension, name.where};
    if constexpr (requires { scope.dynamics; }) {  // a pose has none
      if (!scope.dynamics) scope.dynamics = sketch->dynamics ? sketch->dynamics : style.dynamics;
    }
  }

 private:
  /// A tension of this id from now on: a manner that comes eased.
  void know_tension(const std::string& id, const script::Name& manner) {
    if (knows_tension(document_, id)) return;
    document_.tensions.push_back({.id = {id, manner.where},
                                  .parts = {{.manner = manner}},
                                  .over = kStyleTensionOver,
                                  .where = manner.where});
  }

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
    const bool is_styled = vocabulary_.styles.contains(sketch.style.text);
    const script::Expressivity own =
        part_of(script::expanded(sketch.composites), script::MannerElement::Nucleus);
    const bool has_numbers =
        !part_of(style_of(sketch, vocabulary_).expressivity, script::MannerElement::Nucleus)
             .values()
             .empty();
    if (!has_numbers && own.values().empty()) return {};
    const script::Name& named = own.values().empty() ? sketch.style : sketch.id;
    const std::string_view prefix = own.values().empty() ? kStyleNucleus : kSketchNucleus;
    script::Name id{std::string(prefix) + named.text, named.where};
    if (!knows_nucleus(document_, id.text)) {
      document_.nuclei.push_back({.id = id,
                                  .parameters = own,
                                  .style = is_styled ? sketch.style : script::Name(),
                                  .where = sketch.where});
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

/// Without the numbers of a nucleus.
script::Expressivity without_nucleus(const script::Expressivity& all) {
  script::Expressivity part;
  for (const script::MannerElement element : script::kSketchElements) {
    part = overridden(part, part_of(all, element));
  }
  return part;
}

/// What a sketch writes for the same movement and the same joints as its style adds to that.
/// Of two that it writes the later one counts.
std::vector<script::Transition> added_up(std::vector<script::Transition> of_style,
                                         std::span<const script::Transition> written) {
  const std::vector<script::Transition> plain = of_style;
  for (script::Transition each : written) {
    const auto same = std::ranges::find_if(plain, [&](const script::Transition& other) {
      return other.phase == each.phase && other.group.text == each.group.text;
    });
    if (same != plain.end()) each.parameters = sum_as_written(same->parameters, each.parameters);
    of_style.push_back(std::move(each));
  }
  return of_style;
}

Transition transition_on(const script::Transition& written, const Names& names) {
  return {.phase = written.phase,
          .group = written.group.empty() ? std::nullopt : names.find_group(written.group.text),
          .curve = written.curve,
          .parameters = written.parameters,
          .halt = written.halt};
}

/// Of one scope: those for a group count before others, then those for a phase, then the later.
/// Those for a group that is none are left out.
std::vector<Transition> in_their_order(std::span<const script::Transition> written,
                                       const Names& names) {
  std::vector<Transition> transitions;
  for (const script::Transition& each : written) {
    Transition transition = transition_on(each, names);
    const bool is_there = each.group.empty() || transition.group;
    if (is_there) transitions.push_back(std::move(transition));
  }
  std::ranges::stable_sort(transitions, {}, [](const Transition& each) {
    return std::pair(each.group.has_value(), each.phase.has_value());
  });
  return transitions;
}

Result<Done> check_groups_of(std::span<const script::Transition> written, const body::Body& body,
                             const Names& names, Faults& faults) {
  for (const script::Transition& each : written) {
    if (each.group.empty() || names.find_group(each.group.text)) continue;
    std::vector<std::string_view> known;
    for (const body::Group& group : body.groups) known.push_back(group.name);
    const auto met = meet_unknown_name(each.group, "group", known, faults);
    if (!met) return met;
  }
  return Done{};
}

/// One of them that is none is left out.
Result<Done> take_faces(std::span<const script::SketchFace> faces, const Vocabulary& vocabulary,
                        Faults& faults, Sketch& sketch) {
  if (faces.empty()) return Done{};
  const std::vector<std::string_view> known = face_names(vocabulary);
  std::vector<script::SketchFace> there;
  for (const script::SketchFace& face : faces) {
    if (find_name(face.name.text, known)) {
      there.push_back(face);
      continue;
    }
    const auto met =
        meet_unknown_name(face.name, "face", faces_near(face.name.text, known), faults);
    if (!met) return met;
  }
  if (there.empty()) return Done{};
  const auto sum = add_faces(there, vocabulary);
  if (!sum) return sum.error();
  sketch.face.emplace();
  for (const MorphPart& part : *sum) sketch.face->push_back({part.channel, part.weight});
  return Done{};
}

/// Those of its style, and its own.
Result<Done> take_transitions(const script::Sketch& written, const body::Body& body,
                              const Vocabulary& vocabulary, Faults& faults, NamedSketch& sketch) {
  const Names names(body, vocabulary);
  const std::vector<script::Transition>& of_style = style_of(written, vocabulary).transitions;
  const auto all = added_up(of_style, written.transitions);
  if (const auto known = check_groups_of(all, body, names, faults); !known) return known;
  sketch.says.transitions = in_their_order(all, names);
  sketch.transitions_of_style = in_their_order(of_style, names);
  sketch.written_transitions = in_their_order(written.transitions, names);
  return Done{};
}

/// The nucleus that with_sketches_named gives the scopes of a sketch, where it gives one.
std::optional<std::size_t> nucleus_given_by(const script::Sketch& written, const Plan& plan) {
  const std::string ids[] = {written.nucleus.text, std::string(kSketchNucleus) + written.id.text,
                             std::string(kStyleNucleus) + written.style.text};
  for (const std::string& id : ids) {
    const auto found = std::ranges::find(plan.nuclei, id, &Nucleus::id);
    if (found != plan.nuclei.end()) return static_cast<std::size_t>(found - plan.nuclei.begin());
    if (!written.nucleus.empty()) break;
  }
  return {};
}

std::optional<std::size_t> tension_given_by(const script::Sketch& written, const Style& style,
                                            const Plan& plan) {
  const auto found =
      std::ranges::find(plan.tensions, tension_of(written, style), &NamedTension::id);
  if (found == plan.tensions.end()) return {};
  return static_cast<std::size_t>(found - plan.tensions.begin());
}

Result<NamedSketch> make_sketch(const script::Sketch& written, const Plan& plan,
                                const body::Body& body, const Vocabulary& vocabulary,
                                Faults& faults) {
  const Style& style = style_of(written, vocabulary);
  const script::Expressivity composites = without_nucleus(script::expanded(written.composites));
  const script::Expressivity all_written = overridden(composites, written.parameters);
  NamedSketch sketch{.says = {.id = written.id.text,
                              .expressivity = all_written,
                              .lean_to = target_name(written.lean_to.text, vocabulary),
                              .rhythm = written.rhythm},
                     .style = written.style.text,
                     .written = written.parameters,
                     .nucleus = nucleus_given_by(written, plan),
                     .tension = tension_given_by(written, style, plan),
                     .where = written.where};
  const auto taken = take_transitions(written, body, vocabulary, faults, sketch);
  if (!taken) return taken.error();
  const auto& faces = written.faces.empty() ? style.faces : written.faces;
  const auto shown = take_faces(faces, vocabulary, faults, sketch.says);
  if (!shown) return shown.error();
  if (written.style.empty()) return sketch;
  if (!vocabulary.styles.contains(written.style.text)) {
    std::vector<std::string_view> known;
    for (const auto& [name, each] : vocabulary.styles) known.push_back(name);
    const auto met = meet_unknown_name(written.style, "style", known, faults);
    if (!met) return met.error();
    sketch.style.clear();
    return sketch;
  }
  sketch.of_style = without_nucleus(style.expressivity);
  sketch.says.expressivity = sum_as_written(sketch.of_style, all_written);
  return sketch;
}

std::string_view id_of_named(const NamedSketch& sketch) { return sketch.says.id; }

/// A sketch must name what there is, whether or not a scope names the sketch.
Result<Done> check_names(const script::Sketch& written, const script::Document& document,
                         const Plan& plan, Faults& faults) {
  if (!written.nucleus.empty() && !knows_nucleus(document, written.nucleus.text)) {
    std::vector<std::string_view> known;
    for (const Nucleus& each : plan.nuclei) {
      if (each.id.find(kColon) == std::string::npos) known.push_back(each.id);
    }
    const auto met = meet_unknown_name(written.nucleus, "nucleus", known, faults);
    if (!met) return met;
  }
  if (written.tension.empty() || knows_tension(document, written.tension.text)) return Done{};
  const auto tension = find_tension(written.tension, plan.tensions, faults);
  if (!tension) return tension.error();
  return Done{};
}

/// What a sketch writes for characters, where a gesture or a part of one names it.
void warn_of_numbers_of_characters(const NamedSketch& sketch, Where where, Faults& faults) {
  std::string idle;
  for (const script::Parameter* const each : kOfCharacters) {
    if (!sketch.written.says(*each)) continue;
    const auto element = script::word_of(script::kMannerElementWords, each->element);
    idle +=
        (idle.empty() ? "" : ", ") + std::string(each->name) + " of <" + std::string(element) + ">";
  }
  if (idle.empty()) return;
  faults.warn(where, "only a character's sketch has these, so here sketch " +
                         quoted(sketch.says.id) + " is without them: " + idle);
}

/// The sketches that behaviours of a block name.
void know_those_of(const script::Behaviours& block, SketchNames& names) {
  for (const script::Behaviour& each : block.behaviours) {
    if (const auto* gesture = std::get_if<script::Gesture>(&each.kind)) names.know(gesture->sketch);
    const auto* sequence = std::get_if<script::Sequence>(&each.kind);
    if (sequence == nullptr) continue;
    names.know(sequence->sketch);
    for (const script::Pose& pose : sequence->poses) names.know(pose.sketch);
  }
}

}  // namespace

script::Document with_sketches_named(script::Document document, const Vocabulary& vocabulary) {
  SketchNames names(vocabulary, document);
  for (script::Character& each : document.characters) {
    names.give_to(each);
    names.give_to(each, each.own_sketch);
    names.give_to(each, each.server_sketch);
  }
  for (const script::Edit& each : document.edits) names.know_those_of(each);
  if (document.behaviours) know_those_of(*document.behaviours, names);
  for (script::Gesture& each : document.gestures) names.give_to(each);
  for (script::Sequence& sequence : document.sequences) {
    names.give_to(sequence);
    for (script::Pose& pose : sequence.poses) names.give_to(pose);
  }
  return document;
}

Result<std::vector<NamedSketch>> make_sketches(const script::Document& document, const Plan& plan,
                                               const body::Body& body, const Vocabulary& vocabulary,
                                               Faults& faults) {
  std::vector<NamedSketch> sketches;
  for (const script::Sketch& written : document.sketches) {
    if (const auto checked = check_names(written, document, plan, faults); !checked) {
      return checked.error();
    }
    auto sketch = make_sketch(written, plan, body, vocabulary, faults);
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

std::vector<Transition> transitions_of(std::string_view style, const body::Body& body,
                                       const Vocabulary& vocabulary) {
  const auto found = vocabulary.styles.find(style);
  if (found == vocabulary.styles.end()) return {};
  return in_their_order(found->second.transitions, Names(body, vocabulary));
}

Result<std::optional<std::size_t>> SketchScopes::find(const script::Name& name, SketchScope scope,
                                                      Faults& faults) const {
  if (name.empty()) return std::optional<std::size_t>();
  const auto found = std::ranges::find(named_, name.text, id_of_named);
  if (found != named_.end()) {
    if (is_of_gestures(scope)) warn_of_numbers_of_characters(*found, name.where, faults);
    return std::optional(static_cast<std::size_t>(found - named_.begin()));
  }
  std::vector<std::string_view> known;
  for (const NamedSketch& each : named_) known.push_back(each.says.id);
  for (const auto& [style, each] : vocabulary_.styles) {
    if (std::ranges::find(known, style) == known.end()) known.push_back(style);
  }
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
    return each.expressivity == set.expressivity && each.transitions == set.transitions &&
           each.face == set.face && each.lean_to == set.lean_to && each.rhythm == set.rhythm;
  });
  known->second = static_cast<std::size_t>(twin - sets_.begin());
  if (twin == sets_.end()) sets_.push_back(std::move(set));
  return known->second;
}

}  // namespace kine::plan
