// Tests for server/commands/lexicon_sheet.h. How gestures look is for people; that they are drawn,
// each in its tile, is not.
#include "server/commands/lexicon_sheet.h"

#include <vector>

#include "realizer/pictures/avatar_reader.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"

namespace kine::lexicon_sheet_test {
namespace {

struct Sheet {
  std::shared_ptr<const Cast> cast =
      server::make_casts({{.name = "ada", .body = "ada", .placement = {}}})->front();
  pictures::SkinnedMesh mesh = *pictures::mesh_for(*cast->body, {});

  pictures::Canvas of(const std::vector<std::string>& names) const {
    std::vector<server::SheetGesture> gestures;
    for (const std::string& name : names) {
      gestures.push_back({.name = name, .performed = *server::perform_gesture(cast, name)});
    }
    return server::draw_gestures(*cast->body, mesh, gestures);
  }
};

bool same_tile(const pictures::Canvas& a, const pictures::Canvas& b, int left, int top, int width,
               int height) {
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      if (a.color_at(left + x, top + y) != b.color_at(x, y)) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("a sheet has a tile for each gesture, row by row", "[lexicon_sheet]") {
  const Sheet sheet;
  const pictures::Canvas one = sheet.of({"beat"});
  const pictures::Canvas five = sheet.of({"nod", "wave", "stop", "cup", "beat"});
  CHECK(five.width() == static_cast<int>(server::kSheetColumns) * one.width());
  CHECK(five.height() == 2 * one.height());
  CHECK(same_tile(five, one, 0, one.height(), one.width(), one.height()));
  CHECK_FALSE(same_tile(five, one, 0, 0, one.width(), one.height()));
}

TEST_CASE("a tile shows where the stroke ends, and the way there", "[lexicon_sheet]") {
  const Sheet sheet;
  auto performed = *server::perform_gesture(sheet.cast, "wave");
  const auto drawn = [&] {
    return server::draw_gestures(*sheet.cast->body, sheet.mesh,
                                 std::vector<server::SheetGesture>{{"wave", performed}});
  };
  const pictures::Canvas whole = drawn();
  performed.stroke_start = performed.stroke_end;
  const pictures::Canvas without_way = drawn();
  CHECK_FALSE(same_tile(whole, without_way, 0, 0, whole.width(), whole.height()));
  performed.frames.resize(performed.stroke_end + 1);  // what comes later is not shown
  CHECK(same_tile(drawn(), without_way, 0, 0, whole.width(), whole.height()));
}

}  // namespace kine::lexicon_sheet_test
