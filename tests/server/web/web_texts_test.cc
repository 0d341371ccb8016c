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

TEST_CASE("a skeleton is the line that a bake begins with", "[web_texts]") {
  const auto casts = make_casts(default_characters());
  const std::string line = skeleton_json(*casts->front(), TickRate(50));
  CHECK(line.starts_with(R"({"skeleton":{"body":"ada","joints":[{"name":"hips","parent":-1,)"));
  CHECK(line.ends_with("\"fps\":50}\n"));
}

}  // namespace kine::server::web_texts_test
