#include "server/voices/labels.h"

#include <cmath>

#include "tests/support/catch.h"

namespace kine::server::labels_test {
namespace {

// As Praat 6.3 writes it, but for the blanks at the ends of its lines.
constexpr std::string_view kLong = R"(File type = "ooTextFile"
Object class = "TextGrid"

xmin = 0
xmax = 1.5
tiers? <exists>
size = 3
item []:
    item [1]:
        class = "IntervalTier"
        name = "words"
        xmin = 0
        xmax = 1.5
        intervals: size = 3
        intervals [1]:
            xmin = 0
            xmax = 0.25
            text = ""
        intervals [2]:
            xmin = 0.25
            xmax = 0.5
            text = "so-called"
        intervals [3]:
            xmin = 0.5
            xmax = 1.5
            text = "3 ""x"""
    item [2]:
        class = "TextTier"
        name = "words"
        xmin = 0
        xmax = 1.5
        points: size = 1
        points [1]:
            number = 0.3
            mark = "here"
    item [3]:
        class = "IntervalTier"
        name = "Phones"
        xmin = 0
        xmax = 1.5
        intervals: size = 3
        intervals [1]:
            xmin = 0
            xmax = 0.25
            text = "sil"
        intervals [2]:
            xmin = 0.25
            xmax = 0.4
            text = "S"
        intervals [3]:
            xmin = 0.4
            xmax = 0.5
            text = "OW1"
)";

constexpr std::string_view kShort = R"(File type = "ooTextFile"
Object class = "TextGrid"

0
1
<exists>
1
"IntervalTier"
"word"
0
1
1
0.1
0.9
"hi"
)";

std::string error_of(const Result<Labels>& labels) { return labels ? "" : labels.error().message; }

}  // namespace

TEST_CASE("a TextGrid is read in its long form", "[labels]") {
  const auto labels = read_labels("a.TextGrid", kLong);

  REQUIRE(labels);
  CHECK(labels->words == std::vector<LabelledWord>{{"so-called", Seconds(0.25), Seconds(0.5)},
                                                   {"3 \"x\"", Seconds(0.5), Seconds(1.5)}});
  REQUIRE(labels->phones.size() == 3);
  CHECK(labels->phones[0].ipa.empty());
  CHECK(labels->phones[1].ipa == "s");
  CHECK(labels->phones[2] ==
        speech::Phone{.ipa = "oʊ", .start = Seconds(0.4), .end = Seconds(0.5), .stress = 1});
}

TEST_CASE("a TextGrid is read in its short form", "[labels]") {
  const auto labels = read_text_grid(kShort);

  REQUIRE(labels);
  CHECK(labels->words == std::vector<LabelledWord>{{"hi", Seconds(0.1), Seconds(0.9)}});
}

TEST_CASE("a TextGrid that is cut is an error, never more than there is", "[labels]") {
  for (const std::string_view whole : {kLong, kShort}) {
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto labels = read_text_grid(whole.substr(0, size));
      if (labels) CHECK(labels->words.size() <= 2);
    }
  }
  CHECK(error_of(read_text_grid("{}")) == "no TextGrid");
}

TEST_CASE("a CTM is read line by line", "[labels]") {
  const auto labels = read_labels("a.ctm",
                                  ";; a comment\n\nfile 1 0.1 0.2 hello 0.99\n"
                                  "file 1 0.3 0.25 <eps>\nfile 1 0.55 0.1 you\r\n");

  REQUIRE(labels);
  REQUIRE(labels->words.size() == 2);
  CHECK(labels->words[0].end.count() == Approx(0.3));
  CHECK(labels->words[1].text == "you");
  CHECK(labels->phones.empty());

  const auto broken = read_ctm("file 1 0.1 0.2 hello\nfile 1 zero 0.2 you\n");
  REQUIRE_FALSE(broken);
  CHECK(broken.error().where.line == 2);
}

TEST_CASE("labels in JSON are read, the sounds or not", "[labels]") {
  const auto labels = read_labels("a.json", R"({"words": [{"text": "hi", "start": 0.1, "end": 0.4}],
    "phones": [{"ipa": "h", "start": 0.1, "end": 0.2}, {"ipa": "aɪ", "start": 0.2, "end": 0.4,
    "stress": 1}], "other": [1, {}]})");

  REQUIRE(labels);
  CHECK(labels->words == std::vector<LabelledWord>{{"hi", Seconds(0.1), Seconds(0.4)}});
  REQUIRE(labels->phones.size() == 2);
  CHECK(labels->phones[1].stress == 1);
  CHECK(read_json_labels("{}"));
  CHECK_FALSE(read_json_labels("[]"));
  CHECK_FALSE(read_json_labels(R"({"words": [{"text": "no times"}]})"));
}

TEST_CASE("times that no sound has are an error", "[labels]") {
  const auto words = [](double a, double b, double c, double d) {
    return error_of(checked({{{"a", Seconds(a), Seconds(b)}, {"b", Seconds(c), Seconds(d)}}, {}}));
  };
  CHECK(words(0, 1, 1, 2).empty());
  CHECK(words(0, 1.0005, 1, 2).empty());  // a rounding
  const std::string fault = "words that are not one behind the other";
  CHECK(words(0, 1.5, 1, 2) == fault);
  CHECK(words(1, 0, 1, 2) == fault);
  CHECK(words(-1, 0, 1, 2) == fault);
  CHECK(words(0, 1, 1, 1e9) == fault);
  CHECK(words(0, 1, 1, std::nan("")) == fault);
}

TEST_CASE("what is too long or of no kind that is known is refused", "[labels]") {
  CHECK(read_labels("a.json", std::string(kLabelBytesMax + 1, ' ')).error().code ==
        ErrorCode::LimitExceeded);
  CHECK(read_labels("a.lab", "").error().message == "no file of labels: 'a.lab'");
}

TEST_CASE("sounds have their names in ARPAbet or in IPA", "[labels]") {
  CHECK(phone_named("HH").ipa == "h");
  CHECK(phone_named("ah0").ipa == "ʌ");
  CHECK(phone_named("AH2").stress == 2);
  CHECK(phone_named("ʃ").ipa == "ʃ");
  CHECK(phone_named("pau").ipa.empty());
  CHECK(phone_named("").ipa.empty());
}

TEST_CASE("tiers and sounds that mean nothing here are told, each once", "[labels]") {
  const auto grid = read_text_grid(kLong);
  REQUIRE(grid);
  CHECK(grid->left_out == std::vector<std::string>{"the tier 'words'"});  // its second one, points
  const auto json = read_json_labels(
      R"({"words": [], "phones": [{"ipa": "X1", "start": 0, "end": 1},
          {"ipa": "a", "start": 1, "end": 2}, {"ipa": "X1", "start": 2, "end": 3}]})");
  REQUIRE(json);
  CHECK(json->left_out == std::vector<std::string>{"the sound 'X1', shown as a mouth half open"});
}

}  // namespace kine::server::labels_test
