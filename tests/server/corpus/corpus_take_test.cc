// Tests for server/corpus/corpus_take.h.
#include "server/corpus/corpus_take.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "realizer/formats/read/bvh_reader.h"
#include "server/scene/casts.h"
#include "server/voices/flite_voice.h"
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

TEST_CASE("phases of a truth follow each other, and a stroke ends where its gesture says",
          "[corpus][flite]") {
  auto flite = server::FliteVoice::start();
  if (!flite) return;
  const auto take =
      server::make_take(5, 0, {.voice = *std::move(flite), .name = "slt"}, ada().front()).value();
  std::istringstream lines(take.truth);
  std::set<std::string> strokes;  // where it ends, and its name
  std::size_t out = 0;
  double until_s = 0;
  for (std::string line; std::getline(lines, line);) {
    std::vector<std::string> cells(5);
    std::istringstream row(line);
    for (std::string& cell : cells) std::getline(row, cell, ',');
    if (cells[0] == "gesture") strokes.insert(cells[2] + cells[4]);
    if (cells[0] != "phase") continue;
    CHECK(std::stod(cells[1]) >= until_s);
    until_s = std::stod(cells[2]);
    if (cells[4] == "hold" || cells[4].starts_with("back ")) continue;
    ++out;
    // A script has thousandths of a second.
    CHECK(std::ranges::any_of(strokes, [&](const std::string& each) {
      return std::abs(std::stod(each) - until_s) < 1.1e-3 && each.ends_with(cells[4]);
    }));
  }
  CHECK(out == strokes.size());
  CHECK(out > 5);
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
