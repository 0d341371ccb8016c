// Tests for server/web/web_texts.h.
#include "server/web/web_texts.h"

#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::server::web_texts_test {

TEST_CASE("a sample's name is its file's without the ending", "[web_texts]") {
  CHECK(name_of_script("scripts/wave.xml") == "wave");
  CHECK(name_of_script("scripts/wave.animl.xml") == "wave.animl");
  CHECK(name_of_script("scripts/embr_beat.embr") == "embr_beat");
}

TEST_CASE("a sample's title is the first sentence of its comment", "[web_texts]") {
  CHECK(
      title_of_script("<?xml version=\"1.0\"?>\n<!-- A wave,\n     twice. Look for: more. -->\n") ==
      "A wave, twice");
  CHECK(title_of_script("# One beat,\n# as told. Look for: more\nTIME_RESET\n# no") ==
        "One beat, as told");
  CHECK(title_of_script("<!-- One sentence -->") == "One sentence");
  CHECK(title_of_script("<script/>").empty());
  CHECK(title_of_script("#").empty());
  CHECK(title_of_script("").empty());
}

TEST_CASE("the samples, gestures and styles are listed as JSON", "[web_texts]") {
  const auto casts = make_casts(default_characters());
  const plan::Vocabulary& vocabulary = *casts->front()->vocabulary;
  CHECK(scripts_json().find(R"({"name":"wave.animl","title":"A wave in animl, the XML form of )"
                            R"(EMBRScript"})") != std::string::npos);
  CHECK(lexicon_json(vocabulary).find(R"({"name":"beat","hands":)") != std::string::npos);
  CHECK(styles_json(vocabulary) ==
        R"(["afraid","angry","bored","confident","disgusted","elegant","happy","hesitant",)"
        R"("nervous","proud","sad","shy","surprised","tired"])");
}

TEST_CASE("numbers of manners are listed with their ranges, and those of styles", "[web_texts]") {
  const auto casts = make_casts(default_characters());
  const std::string json = manners_json(*casts->front()->vocabulary);
  CHECK(json.starts_with(R"({"parameters":[{"name":"spatial-extent","element":"nucleus",)"));
  CHECK(json.find(R"({"name":"posture","element":"shape","least":-1,"most":1,"usual":0,)"
                  R"("meaning":"from slumped to upright","at_zero":"as the body stands"})") !=
        std::string::npos);
  CHECK(
      json.find(R"({"name":"succession","element":"timing","least":-0.2,"most":0.2,"usual":0,)") !=
      std::string::npos);
  CHECK(json.find(R"({"name":"amount","element":"idle","least":0,"most":1,"usual":1,)") !=
        std::string::npos);
  CHECK(json.find(R"("at_zero":"all joints move at once","unit":"s"})") != std::string::npos);
  // All of schemas/styles/surprised.xml, by name.
  CHECK(json.find(R"({"name":"surprised","numbers":{"com-ahead":-0.3,"com-side":0,)"
                  R"("elbows":0.2,"extent":0.3,"fluidity":-0.3,"head":-0.5,"lean":-0.5,)"
                  R"("posture":0.4,"power":0.3,"raise":0.6,"spatial-extent":0.3,)"
                  R"("temporal-extent":-0.5},"face":{"surprised":0.9}})") != std::string::npos);
  CHECK(json.ends_with("]}"));
}

TEST_CASE("a skeleton is the line that a bake begins with", "[web_texts]") {
  const auto casts = make_casts(default_characters());
  const std::string line = skeleton_json(*casts->front(), TickRate(50));
  CHECK(line.starts_with(R"({"skeleton":{"body":"ada","joints":[{"name":"hips","parent":-1,)"));
  CHECK(line.ends_with("\"fps\":50}\n"));
}

}  // namespace kine::server::web_texts_test
