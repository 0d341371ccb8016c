// Tests for server/corpus/corpus_take.h.
#include "server/corpus/corpus_take.h"

#include <cmath>
#include <sstream>

#include "realizer/formats/read/bvh_reader.h"
#include "server/scene/casts.h"
#include "server/voices/voices.h"
#include "tests/support/catch.h"

namespace kine::corpus_take_test {

using namespace kine;

namespace {

std::vector<std::shared_ptr<const Cast>> ada() {
  return server::make_casts({{.name = "ada", .body = "ada", .placement = {}}}).value();
}

/// A take whose sound nobody hears.
server::CorpusTake silent_take(std::size_t number) {
  return server::make_take(5, number, {.voice = server::shared_silent_voice(), .name = {}},
                           ada().front())
      .value();
}

std::size_t lines_with(const std::string& text, const std::string& beginning) {
  std::istringstream lines(text);
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) count += line.starts_with(beginning) ? 1 : 0;
  return count;
}

std::size_t rows_of(const std::string& truth, const std::string& kind) {
  return lines_with(truth, kind + ",");
}

}  // namespace

TEST_CASE("a take has phrases, syllables and gestures in its truth", "[corpus]") {
  const auto take = silent_take(0);
  CHECK(take.truth.starts_with(server::kTruthColumns));
  CHECK(rows_of(take.truth, "phrase") == 14);
  CHECK(rows_of(take.truth, "syllable") > 100);
  CHECK(rows_of(take.truth, "gesture") == lines_with(take.script, "<gesture "));
}

TEST_CASE("a take's motion is as long as its sound", "[corpus]") {
  const auto take = silent_take(1);
  const auto recording = formats::read_bvh(take.bvh);
  REQUIRE(recording);
  CHECK(recording->frame_time.count() == Approx(1.0 / server::kCorpusRate_hz).epsilon(1e-3));
  const double length_s =
      static_cast<double>(recording->frame_count - 1) * recording->frame_time.count();
  CHECK(std::abs(length_s - take.audio.length().count()) < 2.0 / server::kCorpusRate_hz);
}

TEST_CASE("the same seed and number make the same take, another number another one", "[corpus]") {
  const auto take = silent_take(2);
  CHECK(take.bvh == silent_take(2).bvh);
  CHECK(take.truth != silent_take(3).truth);
}

}  // namespace kine::corpus_take_test
