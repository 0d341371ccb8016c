// Tests for realizer/formats/jsonl.h. Other programs rely on the form of these lines, so each is
// spelled out here.
#include "realizer/formats/jsonl.h"

#include <charconv>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::jsonl_test {

using namespace kine;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t start = 0;
  while (start < text.size()) {
    const std::size_t end = text.find('\n', start);
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

Feedback feedback(FeedbackKind kind, Tick tick, std::string id, std::string message) {
  Feedback feedback;
  feedback.kind = kind;
  feedback.tick = tick;
  feedback.id = std::move(id);
  feedback.message = std::move(message);
  return feedback;
}

std::string line_of(const Feedback& feedback) {
  const auto writer = formats::make_jsonl(test::recorded_ada());
  std::string bytes;
  writer->append(feedback, bytes);
  return lines_of(bytes).at(1);
}

/// Every number of a line, in order.
std::vector<float> numbers_of(std::string_view line) {
  std::vector<float> numbers;
  const char* at = line.data();
  const char* const end = line.data() + line.size();
  while (at != end) {
    float number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc()) numbers.push_back(number);
    at = error == std::errc() ? next : at + 1;
  }
  return numbers;
}

std::string repeated(const std::string& text, std::size_t times) {
  std::string all = text;
  for (std::size_t index = 1; index < times; ++index) all += "," + text;
  return all;
}

}  // namespace

TEST_CASE("the first line describes the skeleton", "[formats][jsonl]") {
  const std::string header = lines_of(test::written(test::recorded_ada(30), ".jsonl", {})).at(0);

  CHECK(header.starts_with(R"({"skeleton":{"body":"ada","joints":[{"name":"hips","parent":-1,)"
                           R"("offset":[)"));
  CHECK(header.find(R"({"name":"spine","parent":0,"offset":[)") != std::string::npos);
  CHECK(header.find(R"({"name":"rightToes","parent":53,"offset":[)") != std::string::npos);
  CHECK(header.find(R"(}],"channels":["eyeBlinkLeft",)") != std::string::npos);
  CHECK(header.ends_with(R"("shader_pallor"]},"fps":30})"));
}

TEST_CASE("the header's offsets are the body's", "[formats][jsonl]") {
  const std::string header = lines_of(test::written(test::recorded_ada(), ".jsonl", {})).at(0);
  const std::string_view key = R"({"name":"leftLowerArm","parent":10,"offset":)";
  const std::size_t at = header.find(key);
  REQUIRE(at != std::string::npos);

  const Vec3& offset_m = test::ada().offsets_m[body::index_of(body::Joint::LeftLowerArm)];
  const std::size_t start = at + key.size();
  const std::vector<float> numbers =
      numbers_of(std::string_view(header).substr(start, header.find(']', start) - start));
  CHECK(numbers == std::vector<float>{static_cast<float>(offset_m.x),
                                      static_cast<float>(offset_m.y),
                                      static_cast<float>(offset_m.z)});
}

TEST_CASE("a frame is its time, root, hips, rotations and channels", "[formats][jsonl]") {
  Frame frame;
  frame.tick = Tick{30};
  frame.root = {-0.5F, 0, 2, 0, 1, 0, 0};
  frame.hips_m = {0, 0.875F, -0.25F};
  for (auto& rotation : frame.parent_from_joint) rotation = {0.5F, -0.5F, 0.5F, 0.5F};

  const std::vector<std::string> lines =
      lines_of(test::written(test::recorded_ada(), ".jsonl", {frame}));

  REQUIRE(lines.size() == 2);
  CHECK(lines[1] == R"({"t":0.5,"root":[-0.5,0,2,0,1,0,0],"hips":[0,0.875,-0.25],"rotations":[)" +
                        repeated("[0.5,-0.5,0.5,0.5]", 55) + R"(],"channels":[)" +
                        repeated("0", body::kChannelCount) + "]}");
}

TEST_CASE("feedback is its time, kind, id and message", "[formats][jsonl]") {
  CHECK(line_of(feedback(FeedbackKind::SyncPoint, Tick{15}, "wave:hand:up", "")) ==
        R"({"t":0.25,"feedback":{"kind":"sync","id":"wave:hand:up","message":""}})");
  CHECK(line_of(feedback(FeedbackKind::Warning, Tick{0}, "wave", "no morph 'x'")) ==
        R"({"t":0,"feedback":{"kind":"warning","id":"wave","message":"no morph 'x'"}})");
  Feedback missed = feedback(FeedbackKind::SyncPoint, Tick{15}, "wave:up", "");
  missed.miss_m = 0.25;
  CHECK(line_of(missed) ==
        R"({"t":0.25,"feedback":{"kind":"sync","id":"wave:up","message":"","missed_m":0.25}})");
}

TEST_CASE("what JSON cannot hold in a string is escaped", "[formats][jsonl]") {
  CHECK(line_of(feedback(FeedbackKind::Started, Tick{0}, "a", "say \"no\"\\\n\x1fü")) ==
        R"({"t":0,"feedback":{"kind":"started","id":"a","message":"say \"no\"\\\u000a\u001fü"}})");
}

TEST_CASE("every number reads back to the same float", "[formats][jsonl]") {
  const std::vector<Frame> frames = test::random_frames(11, 3);
  const std::vector<std::string> lines =
      lines_of(test::written(test::recorded_ada(), ".jsonl", frames));

  for (std::size_t index = 0; index < frames.size(); ++index) {
    const Frame& frame = frames[index];
    const std::string& line = lines.at(index + 1);
    const std::vector<float> numbers = numbers_of(line.substr(line.find("\"root\"")));
    std::vector<float> expected(frame.root.begin(), frame.root.end());
    expected.insert(expected.end(), frame.hips_m.begin(), frame.hips_m.end());
    for (const auto& rotation : frame.parent_from_joint) {
      expected.insert(expected.end(), rotation.begin(), rotation.end());
    }
    expected.insert(expected.end(), frame.channels.begin(), frame.channels.end());
    CHECK(numbers == expected);
  }
}

TEST_CASE("a frame's line does not depend on the frames before it", "[formats][jsonl]") {
  std::vector<Frame> frames = test::random_frames(12, 2);
  frames.push_back(frames[0]);
  frames[2].tick = Tick{2};
  frames.push_back(frames[2]);
  frames[3].tick = Tick{3};
  frames[3].channels[5] = -0.0F;

  const std::vector<std::string> together =
      lines_of(test::written(test::recorded_ada(), ".jsonl", frames));
  for (std::size_t index = 0; index < frames.size(); ++index) {
    const std::vector<std::string> alone =
        lines_of(test::written(test::recorded_ada(), ".jsonl", {frames[index]}));
    CHECK(together.at(index + 1) == alone.at(1));
  }
}

TEST_CASE("times are counted, not summed", "[formats][jsonl]") {
  Frame frame = test::still_frame(test::ada(), Tick{6'000'000});
  CHECK(lines_of(test::written(test::recorded_ada(), ".jsonl", {frame}))
            .at(1)
            .starts_with(R"({"t":1e+05,"root")"));
  frame.tick = Tick{1};
  CHECK(lines_of(test::written(test::recorded_ada(), ".jsonl", {frame}))
            .at(1)
            .starts_with(R"({"t":0.016666666666666666,"root")"));
}

}  // namespace kine::jsonl_test
