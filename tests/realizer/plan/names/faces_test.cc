// Tests for realizer/plan/names/faces.h.
#include "realizer/plan/names/faces.h"

#include <algorithm>

#include "tests/support/catch.h"

namespace kine::plan::faces_test {
namespace {

using Parts = std::vector<MorphPart>;

body::Channel channel(std::string_view name) { return *body::find_channel(name); }

Vocabulary with_a_grin() {
  Vocabulary vocabulary;
  vocabulary.morphs["grin"] = {{channel("mouthSmileLeft"), 1}, {channel("jawOpen"), 0.5}};
  vocabulary.morphs["blank"] = {};
  return vocabulary;
}

double weight_of(const Parts& parts, std::string_view name) {
  const auto index_of = [](const MorphPart& each) { return each.channel.index; };
  const auto found = std::ranges::find(parts, channel(name).index, index_of);
  return found == parts.end() ? 0 : found->weight;
}

}  // namespace

TEST_CASE("feelings are offered first, then morphs, then channels, each once", "[faces]") {
  Vocabulary vocabulary = with_a_grin();
  vocabulary.morphs["happy"] = {};
  const auto names = face_names(vocabulary);
  CHECK(names.front() == "happy");
  CHECK(std::ranges::count(names, "happy") == 1);
  CHECK(std::ranges::count(names, "grin") == 1);
  CHECK(std::ranges::count(names, "jawOpen") == 1);
}

TEST_CASE("a face is a sum of channels, up to one and a half", "[faces]") {
  const auto sum =
      add_faces({{{{"grin", {}}, 0.5}, {{"jawOpen", {}}, 1}, {{"blank", {}}, 1}}}, with_a_grin());
  REQUIRE(sum);
  CHECK(sum->size() == 2);
  CHECK(weight_of(*sum, "mouthSmileLeft") == 0.5);
  CHECK(weight_of(*sum, "jawOpen") == 1.25);
  const auto most = add_faces({{{{"jawOpen", {}}, 1}, {{"jawOpen", {}}, 1}}}, with_a_grin());
  CHECK(weight_of(*most, "jawOpen") == body::kChannelMax);
}

TEST_CASE("a name that is none is refused with its place, and with those near to it", "[faces]") {
  const auto refused = add_faces({{{{"grim", {3, 7}}, 1}}}, with_a_grin());
  REQUIRE_FALSE(refused);
  CHECK(refused.error().where == Where{3, 7});
  CHECK(refused.error().message == "there is no face, near to it are grin: 'grim'");
  const auto far = add_faces({{{{"qqqqqqqq", {}}, 1}}}, with_a_grin());
  CHECK(far.error().message.find("there are happy, sad") != std::string::npos);
}

}  // namespace kine::plan::faces_test
