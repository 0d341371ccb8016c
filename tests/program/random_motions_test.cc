// All that our language can say, at the ends of what it takes: no frame has a number that is not
// finite. `movement finite 100000` tries more of them.
#include <cstdint>
#include <cstdio>

#include "tests/support/catch.h"
#include "tests/support/movement/film.h"
#include "tests/support/movement/random_motions.h"
#include "tests/support/sanitized.h"

namespace kine::random_motions_test {

using namespace test::movement;

TEST_CASE("random scripts at the ends of what is taken give finite frames alone",
          "[random_motions][limits]") {
  constexpr std::uint32_t kScripts = test::kSanitized ? 64 : 480;
  const Finiteness seen = play_random_motions(0, kScripts);
  std::printf(
      "%llu random scripts, %llu refused, %llu numbers of %llu frames\n",
      static_cast<unsigned long long>(seen.scripts), static_cast<unsigned long long>(seen.refused),
      static_cast<unsigned long long>(seen.numbers), static_cast<unsigned long long>(seen.frames));
  INFO(seen.first);
  CHECK(seen.not_finite == 0);
  CHECK(seen.scripts + seen.refused == kScripts);
  CHECK(seen.scripts > kScripts * 3 / 4);
  CHECK(seen.frames > 60 * seen.scripts);
}

TEST_CASE("random motions are the same for a seed", "[random_motions]") {
  const auto& vocabulary = *two_casts().front()->vocabulary;
  CHECK(random_motions(7, vocabulary) == random_motions(7, vocabulary));
  CHECK(random_motions(7, vocabulary) != random_motions(8, vocabulary));
}

}  // namespace kine::random_motions_test
