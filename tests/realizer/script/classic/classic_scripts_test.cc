// What classic scripts are promised: every one like those in circulation is accepted, and no text,
// wherever it is cut or garbled, does harm.
#include "realizer/script/reader.h"

#include <cmath>
#include <cstddef>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/limits.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::script::classic_scripts_test {
namespace {

std::vector<std::filesystem::path> classic_samples() {
  std::vector<std::filesystem::path> samples;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_path("schemas/scripts"))) {
    if (entry.path().extension() == ".embr") samples.push_back(entry.path());
  }
  return samples;
}

bool is_finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool keeps_its_promises(const Constraint& constraint) {
  if (const auto* position = std::get_if<Position>(&constraint)) {
    return length(position->target_m) <= kPositionMax_m && is_finite(position->offset_m);
  }
  if (const auto* orientation = std::get_if<Orientation>(&constraint)) {
    return std::abs(length(orientation->axis) - 1) < 1e-9 &&
           std::abs(length(orientation->direction) - 1) < 1e-9;
  }
  if (const auto* swivel = std::get_if<Swivel>(&constraint))
    return std::isfinite(swivel->angle_rad);
  if (const auto* shape = std::get_if<Shape>(&constraint)) {
    return shape->influence >= 0 && shape->influence <= 1;
  }
  if (const auto* morph = std::get_if<Morph>(&constraint)) {
    return morph->weight >= 0 && morph->weight <= 1.5;
  }
  return true;
}

bool keeps_its_promises(const Pose& pose) {
  bool kept = pose.hold >= Seconds(0) && pose.time.seconds >= Seconds(0);
  for (const Constraint& constraint : pose.constraints)
    kept = kept && keeps_its_promises(constraint);
  return kept;
}

/// What document.h says of a Document, as far as classic scripts can break it.
bool keeps_its_promises(const Document& document) {
  bool kept = true;
  for (const Sequence& sequence : document.sequences) {
    kept = kept && sequence.frame == Space::HipsAtRest && sequence.start.seconds >= Seconds(0) &&
           (!sequence.poses.empty() || !sequence.clips.empty()) &&
           (!sequence.warp || sequence.warp->symmetry > 0);
    for (const Pose& pose : sequence.poses) kept = kept && keeps_its_promises(pose);
  }
  return kept;
}

/// Scripts like those in circulation: what stands in them and how often follows what is known of
/// some four hundred of them.
class Author {
 public:
  explicit Author(unsigned seed) : random_(seed) {}

  std::string script() {
    std::string text = chance(0.7) ? "TIME_RESET" + end_of_line() : "";
    if (chance(0.1))
      text += "BEGIN NUCLEUS\nNUCLEUS_ID:1\nSPATIAL_EXT:" + number(-1, 1) + "\nEND\n";
    const int sequences = integer(1, 4);
    for (int i = 0; i < sequences; ++i) text += sequence();
    if (chance(0.1)) text += "FEEDBACK_MESSAGE:done\n";
    return text;
  }

 private:
  std::string sequence() {
    std::string text = "BEGIN K_POSE_SEQUENCE" + end_of_line();
    text += "CHARACTER:" + one_of({"Amber", "Alfonse"}) + end_of_line();
    text += "START:" + one_of({"asap", "+100", "500", "2200"}) + end_of_line();
    if (chance(0.7)) text += "FADE_IN:200\nFADE_OUT:" + one_of({"0", "300"}) + end_of_line();
    if (chance(0.3)) text += "TIME_WARP:" + one_of({"EXP;3", "EXP;.33", "EXP;1", "TAN;2"}) + "\n";
    const int poses = integer(1, 6);
    int time = 200;
    for (int i = 0; i < poses; ++i) text += pose(time += integer(-100, 600));
    return text + "END" + end_of_line();
  }

  std::string pose(int time) {
    std::string text = "BEGIN K_POSE" + end_of_line();
    text += "TIME_POINT:" + one_of({"+", ""}) + std::to_string(time) + end_of_line();
    if (chance(0.3)) text += "HOLD:" + std::to_string(integer(0, 900)) + "\n";
    if (chance(0.1)) text += "NUCLEUS:" + one_of({"1", "7"}) + "\n";
    const int constraints = integer(0, 12);
    for (int i = 0; i < constraints; ++i) text += constraint() + "END" + end_of_line();
    return text + "END" + end_of_line();
  }

  std::string constraint() {
    const std::string side = one_of({"r", "l"});
    const std::string arm = "BODY_GROUP:" + side + "arm\nJOINT:" + side + "hand\n";
    switch (integer(0, 9)) {
      case 0:
        return "BEGIN POSITION_CONSTRAINT\n" + arm + "TARGET:" + vector() + "\n" +
               (chance(0.05) ? "TIME_WARP:EXP;3\n" : "") + (chance(0.1) ? "FEEDBACK_ID:x\n" : "");
      case 1:
        return "BEGIN ORIENTATION_CONSTRAINT\n" + arm + "DIRECTION:" + vector() +
               "\nNORMAL:" + one_of({"Xaxis", "Yaxis", "Zaxis", "0;0;1"}) + "\n";
      case 2:
        return "BEGIN SWIVEL_CONSTRAINT\n" + arm + one_of({"SWIVEL_ANGLE", "TARGET"}) + ":" +
               number(-79, 158) + "\n";
      case 3:
        return "BEGIN LOOK_AT_CONSTRAINT\nBODY_GROUP:" +
               one_of({"eyes", "head", "headNeck", "headThorax", "headAbdomen"}) +
               "\nTARGET:" + vector() + "\n";
      case 4:
        return "BEGIN POSE_TARGET\nBODY_GROUP:" + side + "hand\nPOSE_KEY:hands_" +
               one_of({"open-relaxed", "fist", "index", "DGS_V", "ASL_FCL"}) + "\n";
      case 5:
        return "BEGIN SHADER SHADER_KEY:blushing SHADER_VALUE:" + number(0, 1) + " ";
      case 6:
        return "BEGIN AUTONOMOUS_BEHAVIOR BEHAVIOR_KEY:breathingFrequency BEHAVIOR_VALUE:" +
               number(0.3, 1.2) + " ";
      default:
        return "BEGIN MORPH_TARGET MORPH_KEY:" +
               one_of({"Phonoh", "ExpSmileClosed", "PhonB,M,P", "ModBlinkLeft", "Basis"}) +
               " MORPH_VALUE:" + number(0, 1.5) + " ";
    }
  }

  std::string vector() {
    return number(-0.7, 0.5) + ";" + number(-0.88, 0.06) + ";" + number(-1, 0.96);
  }

  std::string number(double lowest, double highest) {
    return std::to_string(std::uniform_real_distribution<double>(lowest, highest)(random_));
  }

  int integer(int lowest, int highest) {
    return std::uniform_int_distribution<int>(lowest, highest)(random_);
  }

  bool chance(double probability) { return std::bernoulli_distribution(probability)(random_); }

  std::string one_of(const std::vector<std::string>& list) {
    return list[static_cast<std::size_t>(integer(0, static_cast<int>(list.size()) - 1))];
  }

  std::string end_of_line() { return one_of({"\n", "\r\n", "\n\n", "  # a comment: END\n", " "}); }

  std::mt19937 random_;
};

TEST_CASE("every classic sample opens with a comment and is read", "[classic_scripts]") {
  const auto samples = classic_samples();
  REQUIRE(samples.size() >= 6);
  for (const auto& sample : samples) {
    CAPTURE(sample.filename());
    const std::string text = test::text_of(sample);
    CHECK(text.starts_with("# "));
    CHECK(embrscript_reader().accepts("", text));
    Diagnostics diagnostics;
    const auto document = embrscript_reader().read(text, diagnostics);
    REQUIRE(document);
    CHECK_FALSE(document->sequences.empty());
    CHECK(keeps_its_promises(*document));
    const bool is_old = sample.filename() == "embr_old_dialect.embr";
    CHECK(diagnostics.warnings().empty() != is_old);
  }
}

TEST_CASE("every prefix of a sample is read or refused", "[classic_scripts]") {
  for (const auto& sample : classic_samples()) {
    const std::string text = test::text_of(sample);
    const std::size_t first_word = text.find("\n") == std::string::npos ? 0 : text.find("BEGIN K");
    for (std::size_t size = 0; size <= text.size(); ++size) {
      Diagnostics diagnostics;
      const auto document =
          embrscript_reader().read(std::string_view(text).substr(0, size), diagnostics);
      // From the first sequence on there is always something to read.
      if (document ? !keeps_its_promises(*document) : size >= first_word + 21) {
        FAIL(sample.filename() << " cut after " << size << " bytes");
      }
    }
  }
}

TEST_CASE("every script like those in circulation is accepted", "[classic_scripts]") {
  for (unsigned seed = 0; seed < 400; ++seed) {
    const std::string text = Author(seed).script();
    Diagnostics diagnostics;
    const auto document = embrscript_reader().read(text, diagnostics);
    const bool well = embrscript_reader().accepts("", text) && document &&
                      !document->sequences.empty() && keeps_its_promises(*document);
    if (!well) FAIL("seed " << seed << ":\n" << text);
  }
}

TEST_CASE("garbled scripts do no harm", "[classic_scripts]") {
  constexpr std::string_view kGarbage = "\xFF;:#+-\r\n 0aE.\t\x01";
  std::mt19937 random(7);
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::string text = Author(seed).script();
    for (int i = 0; i < 20; ++i)
      text[random() % text.size()] = kGarbage[random() % kGarbage.size()];
    Diagnostics diagnostics;
    const auto document = embrscript_reader().read(text, diagnostics);
    const bool well = document ? keeps_its_promises(*document)
                               : document.error().code == ErrorCode::LimitExceeded;
    if (!well) FAIL("seed " << seed << ":\n" << text);
  }
}

}  // namespace
}  // namespace kine::script::classic_scripts_test
