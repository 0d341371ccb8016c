// Tests for server/corpus/corpus.h.
#include "server/corpus/corpus.h"

#include "tests/support/catch.h"

namespace kine::corpus_test {

using namespace kine;

TEST_CASE("a corpus of a voice that nobody hears is refused before a take is made", "[corpus]") {
  std::size_t takes = 0;
  const auto made =
      server::make_corpus({.voices = {"silent"}}, [&](std::size_t, const server::CorpusTake&) {
        ++takes;
        return Result<Done>(Done{});
      });
  REQUIRE_FALSE(made);
  CHECK(made.error().message == "voice 'silent': a corpus needs a voice that can be heard");
  CHECK(takes == 0);
}

TEST_CASE("what a sink refuses ends a corpus", "[corpus]") {
  std::size_t takes = 0;
  const auto made =
      server::make_corpus({.minutes = 5, .voices = {"flite:slt"}},
                          [&](std::size_t number, const server::CorpusTake& take) -> Result<Done> {
                            CHECK(number == takes);
                            CHECK_FALSE(take.audio.samples.empty());
                            if (++takes < 2) return Done{};
                            return Error{ErrorCode::Unsupported, "no more"};
                          });
  REQUIRE_FALSE(made);
  CHECK(made.error().message == "no more");
  CHECK(takes == 2);
}

}  // namespace kine::corpus_test
