// Tests for realizer/plan/property.h: what every property promises, asked of each there is.
#include "realizer/plan/property.h"

#include <set>

#include "realizer/cast/builtins.h"
#include "realizer/plan/retime.h"
#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"
#include "tests/support/plan/plans.h"
#include "tests/support/plan/random_scripts.h"

namespace kine::plan::property_test {
namespace {

constexpr std::uint32_t kSeeds = 400;

TEST_CASE("a valid plan stays valid under every property, one by one and together",
          "[property][contract]") {
  int changed = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    script::Document document = test::random_script(seed);
    document.compat = seed % 4 == 0 ? script::Compat::Embr2010 : script::Compat::None;
    const Plan plan = test::plan_of(document);
    REQUIRE(plan.valid(test::ada()));
    for (const Property* property : builtins().properties) {
      CAPTURE(seed, property->name());
      const Plan manner = test::applied(*property, plan);
      REQUIRE(manner.valid(test::ada()));
      changed += manner != plan ? 1 : 0;
    }
    CAPTURE(seed);
    REQUIRE(test::with_all(plan).valid(test::ada()));
  }
  CHECK(changed > static_cast<int>(kSeeds));
}

TEST_CASE("a property is pure: the same plan becomes the same", "[property][contract]") {
  for (std::uint32_t seed = 0; seed < kSeeds / 4; ++seed) {
    const Plan plan = test::plan_of(test::random_script(seed));
    for (const Property* property : builtins().properties) {
      CAPTURE(seed, property->name());
      CHECK(test::applied(*property, plan) == test::applied(*property, plan));
    }
  }
}

TEST_CASE("a manner of 0 changes nothing, to the bit", "[property][contract]") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    script::Document document = test::with_manner(test::random_script(seed), {});
    document.compat = seed % 4 == 0 ? script::Compat::Embr2010 : script::Compat::None;
    const Plan plan = test::plan_of(document);
    CAPTURE(seed);
    CHECK(test::with_all(plan) == plan);
  }
}

TEST_CASE("a manner that no pose has changes nothing, to the bit", "[property][contract]") {
  script::Document document = test::random_script(7);
  for (script::Sequence& sequence : document.sequences) {
    sequence.nucleus = {};
    for (script::Pose& pose : sequence.poses) pose.nucleus = {};
  }
  document.nuclei[0].parameters = {{script::kPower, 1}, {script::kTemporalExtent, 1}};
  const Plan plan = test::plan_of(document);
  CHECK(test::with_all(plan) == plan);
}

TEST_CASE("what a pose says of its curve, no property changes", "[property][contract]") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Plan plan = test::with_all(test::plan_of(test::random_script(seed)));
    for (const Sequence& sequence : plan.sequences) {
      for (const Track& track : sequence.tracks) {
        for (const Key& key : track.keys) {
          const Pose& pose = sequence.poses[key.pose];
          CAPTURE(seed, pose.id);
          if (pose.tcb) CHECK(key.tcb == *pose.tcb);
        }
      }
    }
  }
}

TEST_CASE("the poses that were written stay, in their order, and only they are spoken of",
          "[property][contract]") {
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Plan plan = test::plan_of(test::random_script(seed));
    const Plan manner = test::with_all(plan);
    for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
      std::vector<std::string> written;
      std::vector<std::string> kept;
      for (const Pose& pose : plan.sequences[i].poses) {
        if (!pose.goes_back) written.push_back(pose.id);
      }
      for (const Pose& pose : manner.sequences[i].poses) {
        if (!pose.id.empty()) kept.push_back(pose.id);
      }
      CAPTURE(seed);
      CHECK(kept == written);
    }
  }
}

TEST_CASE("a pose that is named a stroke keeps its time, whatever its manner", "[property]") {
  int strokes = 0;
  for (std::uint32_t seed = 0; seed < kSeeds; ++seed) {
    const Plan plan = test::plan_of(test::random_script(seed));
    const Plan manner = test::with_all(plan);
    for (std::size_t i = 0; i < plan.sequences.size(); ++i) {
      for (const Pose& pose : plan.sequences[i].poses) {
        if (pose.phase != script::Phase::Stroke) continue;
        for (const Pose& kept : manner.sequences[i].poses) {
          if (kept.id != pose.id) continue;
          ++strokes;
          CAPTURE(seed, pose.id);
          CHECK(kept.time.count() == Approx(pose.time.count()).margin(1e-9));
        }
      }
    }
  }
  CHECK(strokes > 100);
}

/// Writes its own name at the end of the plan's.
class Signs final : public Property {
 public:
  Signs(std::string name, Stage stage) : name_(std::move(name)), stage_(stage) {}
  std::string_view name() const override { return name_; }
  Stage stage() const override { return stage_; }
  std::span<const script::Parameter* const> parameters() const override { return {}; }
  Plan applied_to(Plan plan, const PropertyContext&) const override {
    plan.id += name_;
    return plan;
  }

 private:
  std::string name_;
  Stage stage_;
};

TEST_CASE("properties come in the order of their stages", "[property]") {
  const Signs time("t", Stage::Timing);
  const Signs strokes("s", Stage::Strokes);
  const Signs pauses("p", Stage::Pauses);
  const Signs space("a", Stage::Space);
  const Signs more_space("b", Stage::Space);
  const Property* properties[] = {&time, &strokes, &space, &pauses, &more_space};
  Diagnostics diagnostics;
  const Plan plan = with_properties(
      {}, properties, {.body = test::ada(), .placement = {}, .diagnostics = diagnostics});
  CHECK(plan.id == "abpst");
}

TEST_CASE("each property has a name of its own", "[property]") {
  std::set<std::string_view> names;
  for (const Property* property : builtins().properties) names.insert(property->name());
  CHECK(names.size() == builtins().properties.size());
  CHECK(names.size() == 9);
}

TEST_CASE(
    "each parameter of a nucleus is read by a property, and of a sketch its timing and amplitude",
    "[property]") {
  std::set<const script::Parameter*> read;
  for (const Property* property : builtins().properties) {
    CHECK_FALSE(property->parameters().empty());
    read.insert(property->parameters().begin(), property->parameters().end());
  }
  const auto said = script::parameters(script::MannerElement::Nucleus);
  std::set<const script::Parameter*> known(said.begin(), said.end());
  const auto timing = script::parameters(script::MannerElement::Timing);
  known.insert(timing.begin(), timing.end());
  known.insert(&script::kAmplitude);
  CHECK(read == known);
}

/// Lets every hold be longer by a share: with a parameter that nobody else has.
class Lingers final : public Property {
 public:
  static constexpr script::Parameter kLinger{.name = "linger",
                                             .least = 0,
                                             .most = 4,
                                             .meaning = "holds are longer",
                                             .at_zero = "holds as written"};
  std::string_view name() const override { return "linger"; }
  Stage stage() const override { return Stage::Pauses; }
  std::span<const script::Parameter* const> parameters() const override { return kParameters; }
  Plan applied_to(Plan plan, const PropertyContext&) const override {
    for (Sequence& sequence : plan.sequences) {
      for (Pose& pose : sequence.poses) {
        const double longer = parameter_of(plan, pose.nucleus, kLinger);
        if (longer != 0) pose.hold = (1 + longer) * pose.hold;
      }
    }
    return plan;
  }

 private:
  static constexpr const script::Parameter* kParameters[] = {&kLinger};
};

TEST_CASE("a property of one's own has a parameter of its own, with its own range", "[property]") {
  Plan plan;
  plan.nuclei = {{.id = "slow", .expressivity = {{Lingers::kLinger, 3}, {script::kPower, 0.5}}},
                 {.id = "plain", .expressivity = {}}};
  plan.sequences.emplace_back();
  plan.sequences[0].poses = {{.id = "a", .time = Seconds(1), .hold = Seconds(2), .nucleus = 0},
                             {.id = "b", .time = Seconds(4), .hold = Seconds(2), .nucleus = 1}};
  const Plan lingering = test::applied(Lingers(), plan);
  CHECK(lingering.sequences[0].poses[0].hold == Seconds(8));
  CHECK(lingering.sequences[0].poses[1].hold == Seconds(2));
  CHECK(valid(plan.nuclei[0].expressivity));
  CHECK_FALSE(valid(script::Expressivity{{Lingers::kLinger, 4.5}}));
}

}  // namespace
}  // namespace kine::plan::property_test
