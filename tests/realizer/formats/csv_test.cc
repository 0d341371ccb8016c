// Tests for realizer/formats/csv.h: read back by splitting at commas, and walked by Eigen.
#include "realizer/formats/csv.h"

#include <charconv>
#include <eigen3/Eigen/Geometry>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/catch.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/recorded_motion.h"

namespace kine::csv_test {

using namespace kine;

namespace {

constexpr std::size_t kNumbers = 1 + 7 + 3 + 7 * body::kJointCount + body::kChannelCount;

struct Table {
  std::map<std::string, std::size_t> columns;
  std::vector<std::vector<float>> rows;
};

std::vector<std::string> cells_of(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> cells;
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

Table read_table(const std::string& text) {
  std::istringstream stream(text);
  Table table;
  std::string line;
  REQUIRE(std::getline(stream, line));
  for (const std::string& name : cells_of(line)) {
    CAPTURE(name);
    CHECK(table.columns.emplace(name, table.columns.size()).second);  // no name twice
  }
  while (std::getline(stream, line)) {
    std::vector<float> row;
    std::vector<std::string> cells = cells_of(line);
    cells.resize(table.columns.size());
    for (const std::string& cell : cells) {
      if (row.size() >= kNumbers) break;  // behind the numbers stand events
      float number = 0;
      const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
      REQUIRE(error == std::errc());
      REQUIRE(end == cell.data() + cell.size());
      row.push_back(number);
    }
    REQUIRE(row.size() == kNumbers);
    table.rows.push_back(row);
  }
  return table;
}

class Row {
 public:
  Row(const Table& table, std::size_t row) : table_(table), row_(row) {}

  float operator[](const std::string& name) const {
    return table_.rows.at(row_).at(table_.columns.at(name));
  }
  Eigen::Vector3d place(const std::string& name) const {
    const Row& at = *this;
    return {at[name + "_x"], at[name + "_y"], at[name + "_z"]};
  }
  Eigen::Quaterniond turn(const std::string& name) const {
    const Row& at = *this;
    return Eigen::Quaterniond(at[name + "_qw"], at[name + "_qx"], at[name + "_qy"],
                              at[name + "_qz"]);
  }

 private:
  const Table& table_;
  std::size_t row_;
};

}  // namespace

TEST_CASE("a table has a column for time, root, hips, every joint and every channel",
          "[formats][csv]") {
  const std::string text = test::written(test::recorded_ada(), ".csv", {});

  CHECK(
      text.starts_with("time_s,root_x,root_y,root_z,root_qx,root_qy,root_qz,root_qw,"
                       "hips_x,hips_y,hips_z,hips_world_x,hips_world_y,hips_world_z,hips_qx,"));
  CHECK(text.ends_with(
      ",shader_blushing,shader_pallor,event_started,event_sync,event_ended,event_interrupted,"
      "event_warning\n"));
  const Table table = read_table(text);
  CHECK(table.columns.size() == kNumbers + 5);
  CHECK(table.rows.empty());
}

TEST_CASE("the numbers of a table read back to the same floats", "[formats][csv]") {
  const std::vector<Frame> frames = test::random_frames(31, 4);
  const Table table = read_table(test::written(test::recorded_ada(25), ".csv", frames));

  REQUIRE(table.rows.size() == frames.size());
  for (std::size_t index = 0; index < frames.size(); ++index) {
    const Row row(table, index);
    const Frame& frame = frames[index];
    CHECK(row["time_s"] == static_cast<float>(static_cast<double>(index) / 25));
    CHECK(row["root_z"] == frame.root[2]);
    CHECK(row["root_qw"] == frame.root[6]);
    CHECK(row["hips_y"] == frame.hips_m[1]);
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const std::string name(body::name_of(body::joint_at(joint)));
      CHECK(row[name + "_qx"] == frame.parent_from_joint[joint][0]);
      CHECK(row[name + "_qw"] == frame.parent_from_joint[joint][3]);
    }
    for (std::size_t channel = 0; channel < body::kChannelCount; ++channel) {
      CHECK(row[std::string(body::channel_names()[channel])] == frame.channels[channel]);
    }
  }
}

TEST_CASE("the places of a table are those of the chain of bones", "[formats][csv]") {
  const Table table =
      read_table(test::written(test::recorded_ada(), ".csv", test::random_frames(32, 3)));

  for (std::size_t index = 0; index < table.rows.size(); ++index) {
    const Row row(table, index);
    std::vector<Eigen::Isometry3d> world_from_joint;
    for (std::size_t joint = 0; joint < body::kJointCount; ++joint) {
      const std::string name(body::name_of(body::joint_at(joint)));
      Eigen::Isometry3d transform;
      if (joint == 0) {
        transform = Eigen::Translation3d(row.place("root")) * row.turn("root");
        transform.translate(row.place("hips"));
      } else {
        const auto parent = static_cast<std::size_t>(body::parent_indices()[joint]);
        const Vec3& offset_m = test::ada().offsets_m[joint];
        transform = world_from_joint[parent];
        transform.translate(Eigen::Vector3d(offset_m.x, offset_m.y, offset_m.z));
      }
      transform.rotate(row.turn(name));
      world_from_joint.push_back(transform);
      CAPTURE(name);
      CHECK((row.place(name + "_world") - transform.translation()).norm() < 1e-5);
    }
  }
}

TEST_CASE("what happens at a tick stands in the columns of its row, each kind in one",
          "[formats][csv]") {
  formats::Recorded recorded = test::recorded_ada();
  recorded.provenance = {.version = "1.2.3", .revision = "abc", .seed = 42, .script_sha256 = "def"};
  const auto writer = formats::make_csv(recorded);
  std::string bytes;
  const auto tell = [&](FeedbackKind kind, const std::string& id) {
    Feedback feedback;
    feedback.kind = kind;
    feedback.id = id;
    writer->append(feedback, bytes);
  };
  const std::vector<Frame> frames = test::random_frames(33, 3);
  tell(FeedbackKind::Started, "b");
  tell(FeedbackKind::SyncPoint, "b:a:start");
  tell(FeedbackKind::SyncPoint, "b:c:start");
  writer->append(frames[0], bytes);
  writer->append(frames[1], bytes);
  tell(FeedbackKind::Ended, "with, comma and \"quotes\"");
  writer->append(frames[2], bytes);
  REQUIRE(writer->finish(bytes));

  std::istringstream stream(bytes);
  std::string line;
  std::getline(stream, line);
  CHECK(line.ends_with(",event_warning,version,revision,seed,script_sha256"));
  std::getline(stream, line);
  CHECK(line.ends_with(",b,b:a:start;b:c:start,,,,1.2.3,abc,42,def"));
  std::getline(stream, line);
  CHECK(line.ends_with(",,,,,,1.2.3,abc,42,def"));
  std::getline(stream, line);
  CHECK(line.ends_with(",,,\"with, comma and \"\"quotes\"\"\",,,1.2.3,abc,42,def"));
}

}  // namespace kine::csv_test
