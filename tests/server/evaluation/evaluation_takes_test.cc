// Tests for server/evaluation/evaluation_takes.h.
#include "server/evaluation/evaluation_takes.h"

#include <array>

#include "server/corpus/corpus.h"
#include "server/offline/soundtrack.h"
#include "server/scene/stock.h"
#include "tests/support/catch.h"
#include "tests/support/temporary_folder.h"

namespace kine::evaluation_takes_test {

using namespace kine;

TEST_CASE("takes that are made on the spot are those that a corpus has in its files",
          "[evaluation]") {
  const auto stock = server::our_stock().value();
  const auto& names = stock->words().joints;
  const auto made = server::make_evaluation_takes({}, names, 1.2);
  if (!made) return;  // no voice can be heard
  const test::TemporaryFolder folder;
  const auto written =
      server::make_corpus({.seed = server::kHeldOutSeed, .minutes = 1.2},
                          [&](std::size_t number, const server::CorpusTake& take) -> Result<Done> {
                            const std::string name = std::to_string(number);
                            folder.write(name + ".wav", server::wave_of(take.audio));
                            folder.write(name + ".bvh", take.bvh);
                            folder.write(name + ".truth.csv", take.truth);
                            return Done{};
                          });
  REQUIRE(written);
  Diagnostics diagnostics;
  const auto read = server::read_evaluation_takes(folder.path().string(), {}, names, diagnostics);
  REQUIRE(read);
  CHECK(diagnostics.warnings().empty());
  REQUIRE(made->size() == written->takes);
  REQUIRE(read->size() == made->size());
  for (std::size_t i = 0; i < made->size(); ++i) {
    CHECK((*made)[i].sound == (*read)[i].sound);
    CHECK((*made)[i].truth.nuclei_s == (*read)[i].truth.nuclei_s);
    CHECK((*made)[i].motion.frames.size() == (*read)[i].motion.frames.size());
    CHECK(server::length_of((*made)[i]) == server::length_of((*read)[i]));
    CHECK(server::length_of((*made)[i]).count() > 20);
  }
}

TEST_CASE("a folder without truth is no corpus", "[evaluation]") {
  const test::TemporaryFolder folder;
  const auto stock = server::our_stock().value();
  Diagnostics diagnostics;
  CHECK_FALSE(server::read_evaluation_takes(folder.path().string(), {}, stock->words().joints,
                                            diagnostics));
}

}  // namespace kine::evaluation_takes_test
