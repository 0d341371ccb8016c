// Tests for realizer/plan/make/make.h.
#include "realizer/plan/make/make.h"

#include <algorithm>
#include <filesystem>
#include <random>

#include "realizer/cast/builtins.h"
#include "realizer/core/limits.h"
#include "realizer/plan/behaviours/behaviours.h"
#include "realizer/plan/make/meanings.h"
#include "realizer/plan/property.h"
#include "tests/support/catch.h"
#include "tests/support/golden.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/plan/examples.h"
#include "tests/support/source_files.h"

namespace kine::plan::make_test {
namespace {

using script::Dialect;

struct Made {
  Result<Plan> plan;
  std::vector<Warning> warnings;
};

Made made(const script::Document& document, std::string_view character = "ada") {
  Diagnostics diagnostics;
  auto plan =
      make(document, character, test::example_body(), test::example_vocabulary(), diagnostics);
  const auto warnings = diagnostics.warnings();
  return {std::move(plan), {warnings.begin(), warnings.end()}};
}

std::string error_of(const script::Document& document) {
  const Made result = made(document);
  return result.plan ? "" : result.plan.error().message;
}

script::Sequence reaching(double time_s = 0.5) {
  return test::sequence_of({test::pose_at(time_s, {test::reach("leftHand", {0.2, 1.2, 0.4})})});
}

/// What of plan.h's invariants a plan breaks; empty if none.
std::string broken_invariant(const Plan& plan) {
  const auto keys_in_order = [](Seconds start, const auto& keys, std::size_t poses) {
    Seconds before = start;
    for (const auto& key : keys) {
      const bool first = &key == &keys.front();
      if (key.time < before || (!first && key.time == before)) return false;
      if (key.hold < Seconds{0} || key.pose >= poses) return false;
      before = key.time + key.hold;
    }
    return !keys.empty();
  };
  for (const Sequence& sequence : plan.sequences) {
    if (sequence.start < Seconds{0}) return "a sequence starts before its block";
    if (!std::ranges::is_sorted(sequence.poses, {}, &Pose::time)) return "poses run backwards";
    for (const Track& track : sequence.tracks) {
      if (track.start < sequence.start) return "a track starts before its sequence";
      if (!keys_in_order(track.start, track.keys, sequence.poses.size())) return "keys of a group";
      for (const Key& key : track.keys) {
        if (key.goals.empty()) return "a key asks nothing";
        const Seconds end = key.goes_back() ? sequence.end() : sequence.end_of_holds();
        if (key.time + key.hold > end) return "a key outlives its sequence";
      }
    }
    for (const ChannelTrack& track : sequence.channels) {
      if (!keys_in_order(track.start, track.keys, sequence.poses.size())) return "channel keys";
      for (const ChannelKey& key : track.keys) {
        if (key.value < 0 || key.value > 1.5) return "a channel's value";
      }
    }
  }
  return {};
}

/// A random script, drawn from the bits alone: std's distributions differ between libraries.
class RandomScripts {
 public:
  explicit RandomScripts(std::uint32_t seed) : bits_(seed) {}

  script::Document document(Dialect dialect) {
    std::vector<script::Sequence> sequences;
    for (std::size_t i = up_to(4); i > 0; --i) sequences.push_back(sequence());
    return test::document_of(std::move(sequences), dialect);
  }

 private:
  std::size_t up_to(std::size_t most) { return bits_() % (most + 1); }
  double number(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_()) / 4294967296.0);
  }
  /// Often on a coarse grid, so that times meet.
  double time_s() {
    const double time = number(-1, 4);
    return up_to(2) == 0 ? time : 0.25 * static_cast<double>(static_cast<int>(4 * time));
  }

  script::Sequence sequence() {
    std::vector<script::Pose> poses;
    for (std::size_t i = up_to(6); i > 0; --i) poses.push_back(pose());
    script::Sequence sequence = test::sequence_of(std::move(poses));
    sequence.start.seconds = Seconds(time_s());
    return sequence;
  }

  script::Pose pose() {
    std::vector<script::Constraint> constraints;
    for (std::size_t i = up_to(4); i > 0; --i) constraints.push_back(constraint());
    script::Pose pose = test::pose_at(time_s(), std::move(constraints));
    if (up_to(3) == 0) pose.time.from = script::Time::From::Block;
    pose.hold = Seconds(up_to(1) == 0 ? 0 : time_s());
    return pose;
  }

  script::Constraint constraint() {
    const char* const hands[] = {"leftHand", "rhand", "tail"};
    const char* const morphs[] = {"Grin", "mouthSmileLeft", "Basis", "Smirk"};
    switch (up_to(3)) {
      case 0:
        return test::reach(hands[up_to(2)], {number(-1, 1), number(0, 2), number(-1, 1)});
      case 1:
        return test::shape(up_to(1) == 0 ? "lhand" : "right", up_to(2) == 0 ? "fin" : "fist");
      default:
        return test::morph(morphs[up_to(3)], number(0, 1.5));
    }
  }

  std::mt19937 bits_;
};

Vocabulary vocabulary_of_schemas() {
  Vocabulary all;
  for (const char* table : {"embr", "hanim", "bml", "faces"}) {
    auto one = read_vocabulary(
        test::text_of(test::source_path("schemas/vocabulary") / (std::string(table) + ".xml")));
    REQUIRE(one);
    all.characters.merge(one->characters);
    all.joints.merge(one->joints);
    all.groups.merge(one->groups);
    all.shapes.merge(one->shapes);
    all.morphs.merge(one->morphs);
    all.shaders.merge(one->shaders);
  }
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_path("schemas/lexicon"))) {
    if (file.path().extension() != ".xml") continue;
    auto lexemes = script::read_lexicon(test::text_of(file.path()));
    REQUIRE(lexemes);
    for (script::Lexeme& lexeme : *lexemes) all.lexemes.emplace(lexeme.name, lexeme);
  }
  for (const char* name : {"angry", "elegant", "happy", "nervous", "proud", "shy", "tired"}) {
    const auto style = read_style(
        test::text_of(test::source_path("schemas/styles") / (std::string(name) + ".xml")));
    REQUIRE(style);
    all.styles[style->name] = *style;
    all.dictionaries[style->name] = style->dictionary;
  }
  const auto everybody = read_style(test::text_of(test::source_path("schemas/meanings.xml")));
  REQUIRE(everybody);
  all.dictionaries[""] = everybody->dictionary;
  all.clips = {{"nod-twice", Seconds(1.4)}, {"shift-weight", Seconds(6)}, {"crouch", Seconds(9.2)}};
  return all;
}

/// The plan of one character; meanings become lexemes on the way, and a BML block is brought to our
/// own kind.
Result<Plan> plan_of(const script::Document& written, const std::string& character,
                     const body::Body& body, const Vocabulary& vocabulary,
                     Diagnostics& diagnostics) {
  const auto meant = with_meanings_as_lexemes(
      written, vocabulary,
      {.says = character, .character = character, .script_id = written.id.text}, diagnostics);
  if (!meant) return meant.error();
  const script::Document& document = meant->document;
  if (!document.behaviours) return make(document, character, body, vocabulary, diagnostics);
  auto placed = with_behaviours_as_sequences(
      document,
      {.body = body,
       .vocabulary = vocabulary,
       .voice = speech::silent_voice(),
       .knows_target = [](std::string_view name) { return name == "camera" || name == "ben"; },
       .find_place = [](std::string_view) { return std::optional<Vec3>(); }},
      script::BodyLanguageMode::Small, {}, nullptr, diagnostics);
  if (!placed) return placed.error();
  auto plan = make(placed->document, character, body, vocabulary, diagnostics);
  if (plan) complete(*std::move(placed), *plan);
  return plan;
}

/// Every plan of a script and all that was warned of on the way to it.
std::string plans_of(std::string_view text, const Vocabulary& vocabulary) {
  Diagnostics diagnostics;
  const auto document = script::read(text, builtins().readers, diagnostics);
  if (!document) return "refused: " + document.error().message + "\n";
  std::string plans;
  for (const std::string& character : characters_of(*document, vocabulary)) {
    const body::Body& body = character == "ben" ? test::ben() : test::ada();
    const auto plan = plan_of(*document, character, body, vocabulary, diagnostics);
    if (!plan) return plans + "refused: " + plan.error().message + "\n";
    CHECK(broken_invariant(*plan) == "");
    plans += to_text(*plan, body);
    const Plan manner = with_properties(
        *plan, builtins().properties, {.body = body, .placement = {}, .diagnostics = diagnostics});
    CHECK(broken_invariant(manner) == "");
    if (manner != *plan) plans += "with its manner:\n" + to_text(manner, body);
  }
  for (const Warning& warning : diagnostics.warnings()) {
    plans += std::to_string(warning.where.line) + ":" + std::to_string(warning.where.column) +
             ": warning: " + warning.message + "\n";
  }
  return plans;
}

}  // namespace

TEST_CASE("a script speaks to the characters of its sequences, under our names, each once",
          "[make]") {
  script::Document document = test::document_of({reaching(), reaching(), reaching()});
  document.character = test::named("Alfonse");
  document.sequences[1].character = test::named("Amber");

  CHECK(characters_of(document, test::example_vocabulary()) ==
        std::vector<std::string>{"ben", "ada"});
}

TEST_CASE("a script without sequences speaks to whom it names, or to whom it was submitted",
          "[make]") {
  script::Document document;
  CHECK(characters_of(document, {}) == std::vector<std::string>{""});
  document.character = test::named("ada");
  CHECK(characters_of(document, {}) == std::vector<std::string>{"ada"});
}

TEST_CASE("a plan has the sequences of its character alone", "[make]") {
  script::Document document = test::document_of({reaching(), reaching(), reaching()});
  document.sequences[1].character = test::named("Alfonse");

  const Made ada = made(document);
  REQUIRE(ada.plan);
  REQUIRE(ada.plan->sequences.size() == 2);
  CHECK(ada.plan->sequences[0].id == "s1");
  CHECK(ada.plan->sequences[1].id == "s3");
  const Made ben = made(document, "ben");
  REQUIRE(ben.plan);
  REQUIRE(ben.plan->sequences.size() == 1);
  CHECK(ben.plan->sequences[0].id == "s2");
}

TEST_CASE("what is to be said of a pose is said once, and counts as a sync point", "[make]") {
  script::Document document = test::document_of({reaching()}, Dialect::EmbrScript);
  script::Pose& pose = document.sequences[0].poses[0];
  pose.feedback_ids = {test::named("hit"), test::named("near"), test::named("hit")};
  const Made result = made(document);
  REQUIRE(result.plan);
  CHECK(result.plan->sequences[0].poses[0].feedback_ids == std::vector<std::string>{"hit", "near"});

  // Two points of the sequence and one a pose are there already.
  const std::size_t others = 2 + document.sequences[0].poses.size();
  pose.feedback_ids.assign(kSyncPointsMax - others, test::named("hit"));
  CHECK(made(document).plan);
  pose.feedback_ids.push_back(test::named("hit"));
  CHECK_FALSE(made(document).plan);
  pose.feedback_ids.pop_back();
  document.feedback_messages = {test::named("done")};
  CHECK_FALSE(made(document).plan);
}

TEST_CASE("what the whole script says is warned of with its first character alone", "[make]") {
  script::Document document = test::document_of({reaching(), reaching()}, Dialect::EmbrScript);
  document.sequences[1].character = test::named("Alfonse");
  script::Nucleus twin;
  twin.id = test::named("twin");
  document.nuclei = {twin, twin};

  CHECK(made(document, "ada").warnings.size() == 1);
  CHECK(made(document, "ben").warnings.empty());
}

TEST_CASE("TIME_RESET replaces what plays, everything else merges", "[make]") {
  script::Document document = test::document_of({reaching()}, Dialect::EmbrScript);
  CHECK(made(document).plan->composition == Composition::Merge);
  document.time_reset = true;
  CHECK(made(document).plan->composition == Composition::Replace);
}

TEST_CASE("a pose refers to nuclei and tensions by their place", "[make]") {
  script::Document document = test::document_of({reaching()});
  script::Nucleus small;
  small.id = test::named("small");
  script::Nucleus big;
  big.id = test::named("big");
  script::Tension tense;
  tense.id = test::named("tense");
  tense.parts = {{.phase = {}, .value = Tension{.rest_error_m = 0.004, .zeta = 0.2}}};
  document.nuclei = {small, big};
  document.tensions = {tense};
  document.sequences[0].tension = test::named("tense");
  document.sequences[0].poses[0].nucleus = test::named("big");

  const Made result = made(document);
  REQUIRE(result.plan);
  CHECK(result.plan->sequences[0].poses[0].nucleus == 1);
  CHECK(result.plan->sequences[0].tension == 0);
  CHECK_FALSE(result.plan->tension);
  CHECK(result.warnings.empty());

  document.sequences[0].poses[0].nucleus = test::named("huge");
  CHECK(error_of(document) == "there is no nucleus 'huge'");
  document.dialect = Dialect::EmbrScript;
  REQUIRE(made(document).plan);
  CHECK_FALSE(made(document).plan->sequences[0].poses[0].nucleus);
}

TEST_CASE("ids that are there twice refuse our own dialect", "[make]") {
  script::Document document = test::document_of({reaching(), reaching()});
  document.sequences[0].id = document.sequences[1].id = test::named("wave");
  CHECK(error_of(document) == "duplicate sequence id 'wave'");
  document.dialect = Dialect::Animl;
  REQUIRE(made(document).plan);
  CHECK(made(document).plan->sequences[1].id == "s1");

  script::Document twins = test::document_of({reaching()});
  script::Nucleus big;
  big.id = test::named("big");
  twins.nuclei = {big, big};
  CHECK(error_of(twins) == "duplicate nucleus id 'big'");
}

TEST_CASE("times outside the limits are refused in every dialect, with the limit", "[make]") {
  const Dialect dialect = GENERATE(Dialect::Kinesphere, Dialect::EmbrScript);
  script::Document late = test::document_of({reaching()}, dialect);
  late.sequences[0].start.seconds = kStartAheadMax;
  CHECK(made(late).plan);
  late.sequences[0].start.seconds = Seconds(601);
  CHECK(error_of(late) == "a start lies at most 600 s ahead: '601 s'");

  script::Document lasting = test::document_of({reaching(600)}, dialect);
  lasting.sequences[0].fade_out = Seconds(0);
  CHECK(made(lasting).plan);
  lasting.sequences[0].fade_out = Seconds(1);
  CHECK(error_of(lasting) == "a script lasts at most 600 s: '601 s'");
  CHECK(made(lasting).plan.error().code == ErrorCode::LimitExceeded);
}

TEST_CASE("too many poses or sequences are refused", "[make]") {
  std::vector<script::Pose> poses;
  for (std::size_t i = 0; i < kPosesMax; ++i) {
    poses.push_back(test::pose_at(0.1 * static_cast<double>(i), {}));
  }
  script::Document document = test::document_of({test::sequence_of(std::move(poses))});
  CHECK(made(document).plan);
  document.sequences.push_back(reaching());
  CHECK(error_of(document) == "a script has at most 4096 poses: '4097'");

  script::Document crowded =
      test::document_of(std::vector<script::Sequence>(kSequencesMax, test::sequence_of({})));
  CHECK(made(crowded).plan);
  crowded.sequences.push_back(test::sequence_of({}));
  CHECK(error_of(crowded) == "a script has at most 2048 sequences: '2049'");
}

TEST_CASE("a negative time refuses our own dialect, and is 0 in a classic one", "[make]") {
  script::Document document = test::document_of({reaching()});
  document.sequences[0].start.seconds = Seconds(-1);
  CHECK(error_of(document) == "the sequence starts before the script: '-1 s'");
  document.dialect = Dialect::EmbrScript;
  REQUIRE(made(document).plan);
  CHECK(made(document).plan->sequences[0].start == Seconds(0));
  CHECK(made(document).warnings.size() == 1);

  script::Document held = test::document_of({reaching()});
  held.sequences[0].poses[0].hold = Seconds(-0.1);
  CHECK(error_of(held) == "there is no negative hold: '-0.1 s'");
}

TEST_CASE("a sequence moves a joint by one group only", "[make]") {
  script::Orientation chest;
  chest.joint = test::named("chest");
  script::Orientation head;
  head.joint = test::named("head");
  head.group = test::named("headThorax");
  script::Document document = test::document_of(
      {test::sequence_of({test::pose_at(0.5, {chest}), test::pose_at(1, {head})})});

  CHECK(error_of(document) ==
        "the sequence moves joints of 'headThorax' by another group, 'spine'");
  document.dialect = Dialect::EmbrScript;
  CHECK(made(document).plan);

  script::LookAt look_at;
  look_at.with = test::named("head-thorax");
  script::Document looking =
      test::document_of({test::sequence_of({test::pose_at(0.5, {chest, look_at})})});
  CHECK(made(looking).plan);
}

TEST_CASE("a stored pose that means nothing here asks for nothing", "[make]") {
  script::Document document = test::document_of(
      {test::sequence_of({test::pose_at(0.5, {test::shape("right", "default")})})},
      Dialect::EmbrScript);
  const Made result = made(document);
  REQUIRE(result.plan);
  CHECK(result.warnings.empty());
  CHECK(result.plan->sequences.at(0).tracks.empty());
}

TEST_CASE(
    "a warp by which time runs backwards is brought to the nearest that does not, in classic "
    "scripts alone",
    "[make]") {
  using Kind = script::TimeWarp::Kind;
  script::Document document = test::document_of({reaching()}, Dialect::EmbrScript);
  document.sequences[0].warp = script::TimeWarp{.kind = Kind::Exp, .symmetry = 9};
  const Made mended = made(document);
  REQUIRE(mended.plan);
  CHECK(mended.plan->sequences[0].warp->symmetry == 6.8541);
  REQUIRE(mended.warnings.size() == 1);
  CHECK(mended.warnings[0].message.find("'9'") != std::string::npos);

  // That of a movement too.
  document.sequences[0].poses[0].warp = document.sequences[0].warp;
  document.sequences[0].warp.reset();
  const Made movement = made(document);
  REQUIRE(movement.plan);
  CHECK(movement.plan->sequences[0].poses[0].warp->symmetry == 6.8541);
  CHECK(movement.warnings.size() == 1);
  std::swap(document.sequences[0].warp, document.sequences[0].poses[0].warp);

  document.dialect = Dialect::Kinesphere;
  CHECK_FALSE(made(document).plan);
  document.sequences[0].warp->recoil = true;
  CHECK(made(document).plan);
  document.sequences[0].warp = script::TimeWarp{.kind = Kind::Tan, .symmetry = 2};
  CHECK(made(document).warnings.empty());
}

TEST_CASE("a classic script of any times whatever is planned, and the plan keeps its invariants",
          "[make][property]") {
  for (std::uint32_t seed = 0; seed < 2000; ++seed) {
    const Made result = made(RandomScripts(seed).document(Dialect::EmbrScript));
    CAPTURE(seed);
    REQUIRE(result.plan);
    REQUIRE(broken_invariant(*result.plan) == "");
  }
}

TEST_CASE("our own dialect is planned with its invariants or refused", "[make][property]") {
  int planned = 0;
  for (std::uint32_t seed = 0; seed < 4000; ++seed) {
    const Made result = made(RandomScripts(seed).document(Dialect::Kinesphere));
    CAPTURE(seed);
    if (!result.plan) {
      REQUIRE_FALSE(result.plan.error().message.empty());
      continue;
    }
    REQUIRE(broken_invariant(*result.plan) == "");
    planned += result.plan->sequences.empty() ? 0 : 1;
  }
  CHECK(planned > 50);
}

TEST_CASE("the plans of the sample scripts are the golden ones", "[make][golden]") {
  const Vocabulary vocabulary = vocabulary_of_schemas();
  std::vector<std::filesystem::path> files;
  for (const auto& file :
       std::filesystem::directory_iterator(test::source_path("schemas/scripts"))) {
    const auto ending = file.path().extension();
    if (ending == ".xml" || ending == ".embr") files.push_back(file.path());
  }
  REQUIRE(files.size() >= 10);
  for (const std::filesystem::path& file : files) {
    const std::string golden = "plan/" + file.filename().string() + ".txt";
    CHECK(test::difference_from_golden(golden, plans_of(test::text_of(file), vocabulary)) == "");
  }
}

}  // namespace kine::plan::make_test
