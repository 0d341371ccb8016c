// Tests for server/cluster/scene_name.h
#include "server/cluster/scene_name.h"

#include "tests/support/catch.h"

namespace kine::server::scene_name_test {

TEST_CASE("a scene's key has a tenant and a scene, and no way into other subjects", "[cluster]") {
  CHECK(SceneName{"lab", "main"}.key() == "lab.main");
  CHECK(is_scene_name({"lab", "main-2_B"}));
  for (const char* text : {"", "a.b", "*", ">", "a b", "ä", "a\n"}) {
    CHECK_FALSE(is_subject_token(text));
    CHECK_FALSE(is_scene_name({"lab", text}));
    CHECK_FALSE(is_scene_name({text, "main"}));
  }
  CHECK(is_subject_token(std::string(kSubjectTokenBytesMax, 'a')));
  CHECK_FALSE(is_subject_token(std::string(kSubjectTokenBytesMax + 1, 'a')));
}

}  // namespace kine::server::scene_name_test
