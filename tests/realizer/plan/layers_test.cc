// Tests for realizer/plan/layers.h: which of several sources of a number counts.
#include "realizer/plan/layers.h"

#include <array>
#include <string>
#include <vector>

#include "realizer/plan/make/make.h"
#include "realizer/plan/make/manners.h"
#include "realizer/plan/make/sketch_scopes.h"
#include "realizer/plan/sketches.h"
#include "realizer/script/sketch.h"
#include "tests/support/catch.h"
#include "tests/support/plan/documents.h"
#include "tests/support/plan/examples.h"

namespace kine::plan::layers_test {
namespace {

constexpr std::array kScopes = {
    SketchScope::Server, SketchScope::Character, SketchScope::Script, SketchScope::Sequence,
    SketchScope::Edit,   SketchScope::PartEdit,  SketchScope::Pose};

/// Something that says how far poses reach: in a number of its own, else by its style.
struct Source {
  SketchScope scope = SketchScope::Script;
  bool is_direct = true;
  double value = 0;

  std::string id() const { return value < 0 ? "near" : "far"; }
  std::string sketch() const {
    const std::string says = is_direct
                                 ? "><shape extent='" + std::to_string(value) + "'/></sketch>"
                                 : " style='" + std::string(value < 0 ? "shrunk" : "grown") + "'/>";
    return "<sketch id='" + id() + "'" + says;
  }
  std::string edit() const {
    if (scope != SketchScope::Edit && scope != SketchScope::PartEdit) return "";
    const std::string group = scope == SketchScope::PartEdit ? " group='rightArm'" : "";
    return "<edit target='s' sketch='" + id() + "'" + group + "/>";
  }
  std::string named_by(SketchScope asked) const {
    return scope == asked ? " sketch='" + id() + "'" : "";
  }
};

Vocabulary with_two_styles() {
  Vocabulary vocabulary = test::example_vocabulary();
  vocabulary.styles["shrunk"].expressivity = {{script::kExtent, -0.5}};
  vocabulary.styles["grown"].expressivity = {{script::kExtent, 0.25}};
  return vocabulary;
}

/// A script with both, in their order.
std::string script_of(const Source& first, const Source& second) {
  const auto named = [&](SketchScope scope) {
    return first.named_by(scope) + second.named_by(scope);
  };
  return "<script xmlns='urn:kinesphere:script:1' character='ada'>" + first.sketch() +
         second.sketch() + "<character" + named(SketchScope::Script) + "/><sequence id='s'" +
         named(SketchScope::Sequence) + "><pose time='1'" + named(SketchScope::Pose) +
         "><position joint='rightHand' target='-0.2 1.2 0.3'/></pose></sequence>" + first.edit() +
         second.edit() + "</script>";
}

double extent_by(const Source& first, const Source& second) {
  const Vocabulary vocabulary = with_two_styles();
  script::Document document = test::document_of(script_of(first, second));
  const std::string ids[] = {first.id(), second.id()};
  GivenSketches given;
  for (const Source* const each : {&first, &second}) {
    const std::string& id = ids[each == &first ? 0 : 1];
    if (each->scope == SketchScope::Server) given.of_server = id;
    if (each->scope == SketchScope::Character) given.of_character = id;
  }
  give_sketches("ada", given, vocabulary, document);
  Diagnostics diagnostics;
  const auto plan = make(document, "ada", test::example_body(), vocabulary, diagnostics);
  REQUIRE(plan);
  CHECK(plan->valid(test::example_body()));
  const Sequence& sequence = plan->sequences.at(0);
  return manner_of(*plan, sequence, sequence.poses.at(0), body::Side::Right)[script::kExtent];
}

/// As issue 19 has it: by scope, then direct over composite, then the later.
double extent_by_the_rule(const Source& first, const Source& second) {
  if (first.scope != second.scope) return (first.scope > second.scope ? first : second).value;
  if (first.is_direct != second.is_direct) return (first.is_direct ? first : second).value;
  return second.value;
}

bool takes_two(SketchScope scope) {
  return scope == SketchScope::Edit || scope == SketchScope::PartEdit;
}

}  // namespace

TEST_CASE("of all pairs of sources the nearest counts, then the direct one, then the later",
          "[layers]") {
  int pairs = 0;
  for (const SketchScope one : kScopes) {
    for (const SketchScope other : kScopes) {
      if (one == other && !takes_two(one)) continue;
      for (int kinds = 0; kinds < 4; ++kinds) {
        const Source near{.scope = one, .is_direct = (kinds & 1) != 0, .value = -0.5};
        const Source far{.scope = other, .is_direct = (kinds & 2) != 0, .value = 0.25};
        CAPTURE(script_of(near, far));
        CHECK(extent_by(near, far) == extent_by_the_rule(near, far));
        CHECK(extent_by(far, near) == extent_by_the_rule(far, near));
        pairs += 2;
      }
    }
  }
  CHECK(pairs == (7 * 6 + 2) * 4 * 2);
}

TEST_CASE("a part has its own numbers and no other", "[layers]") {
  body::JointSet right_arm;
  right_arm.insert(body::Joint::RightUpperArm);
  CHECK(is_about(script::kExtent, right_arm, body::Side::Right));
  CHECK_FALSE(is_about(script::kExtent, right_arm, body::Side::Left));
  CHECK_FALSE(is_about(script::kExtent, right_arm));
  CHECK_FALSE(is_about(script::kPosture, right_arm, body::Side::Right));
  for (const script::MannerElement element : script::kSketchElements) {
    for (const script::Parameter* const each : script::parameters(element)) {
      CHECK(is_about(*each, body::JointSet::all()));
      CHECK_FALSE(is_about(*each, body::JointSet()));
    }
  }
}

TEST_CASE("edits of one scope are laid in two turns, what they write last", "[layers]") {
  const std::array namings = {SketchNaming{.scope = SketchScope::Sequence, .sketch = 0},
                              SketchNaming{.scope = SketchScope::Edit, .sketch = 1},
                              SketchNaming{.scope = SketchScope::Edit, .sketch = 2},
                              SketchNaming{.scope = SketchScope::Pose, .sketch = 3}};
  std::vector<std::size_t> order;
  for (const Laying& each : in_order(namings)) order.push_back(each.naming->sketch);
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 1, 2, 3});
}

TEST_CASE("half an amount goes half of the way from what lies beneath", "[layers]") {
  const NamedSketch slumped{.says = {.id = "a", .expressivity = {{script::kPosture, -1}}}};
  const SketchNaming naming{.scope = SketchScope::Edit, .amount = 0.5};
  const auto posture_over = [&](double outer, double amount) {
    SketchNaming its = naming;
    its.amount = amount;
    const Sketch set{.id = "b", .expressivity = {{script::kPosture, outer}}};
    return laid_over(set, Laying{&its}, slumped, {}).expressivity[script::kPosture];
  };
  CHECK(posture_over(0, 0.5) == -0.5);
  CHECK(posture_over(1, 0.5) == 0);
  CHECK(posture_over(1, 0.25) == 0.5);
  CHECK(posture_over(1, 0) == 1);
  CHECK(posture_over(1, 1) == -1);
}

}  // namespace kine::plan::layers_test
