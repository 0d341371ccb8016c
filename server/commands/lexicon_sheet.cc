#include "server/commands/lexicon_sheet.h"

#include <algorithm>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/formats/color.h"
#include "realizer/formats/figure.h"
#include "realizer/pictures/shaded_figure.h"
#include "realizer/pictures/stick_figure.h"

namespace kine::server {
namespace {

using body::Joint;
using formats::Figure;
using pictures::Aspect;
using pictures::Canvas;

constexpr int kFrontWidth = 210;
constexpr int kSideWidth = 160;
constexpr int kNearWidth = 120;
constexpr int kTileWidth = kFrontWidth + kSideWidth + kNearWidth;
constexpr int kNameHeight = 22;
constexpr int kViewHeight = 210;
constexpr int kTileHeight = kNameHeight + kViewHeight;

constexpr double kHeadScale = 400;  // pixels a metre
constexpr double kHandScale = 420;

constexpr pictures::Color kBorder = {190, 190, 196};
constexpr pictures::Color kNameColor = {40, 40, 44};

/// Where somebody looks whose body has this height: from below the hips to above the crown.
pictures::Camera camera_of(const body::Body& body, Aspect aspect) {
  const double shown_m = 0.66 * body.height_m;
  const double ahead_m = 0.1 * body.height_m;  // from the side, with room for what hands reach
  return {.aspect = aspect,
          .down = 0,
          .centre_m = {0, 0.76 * body.height_m, ahead_m},
          .pixels_a_metre = kViewHeight / shown_m};
}

/// The tip of an index finger, or of the nose, through the frames of a stroke.
enum class Tip { Left, Right, Nose };

Vec3 tip_m(const Figure& figure, Tip tip) {
  if (tip == Tip::Nose) {
    const std::size_t head = body::index_of(Joint::Head);
    return figure.positions_m[head] + figure.character_from_joint[head] * Vec3{0, 0.06, 0.11};
  }
  return figure.positions_m[body::index_of(tip == Tip::Left ? Joint::LeftIndexDistal
                                                            : Joint::RightIndexDistal)];
}

pictures::Color color_of(Tip tip) {
  if (tip == Tip::Nose) return pictures::kPalmColor;
  return tip == Tip::Left ? pictures::kLeftColor : pictures::kRightColor;
}

/// Away from the paper as the stroke goes on.
pictures::Color paler(pictures::Color color, double share) {
  constexpr double kPalest = 0.35;
  return formats::mixed(pictures::kPaper, color, kPalest + (1 - kPalest) * share);
}

class Tile {
 public:
  Tile(const body::Body& body, const pictures::SkinnedMesh& mesh, const SheetGesture& gesture)
      : body_(body), gesture_(gesture) {
    const auto& performed = gesture.performed;
    const formats::Stand stand = formats::stand_of(performed.frames.front());
    for (std::size_t i = performed.stroke_start; i <= performed.stroke_end; ++i) {
      stroke_.push_back(
          formats::seen_from(stand, formats::compute_figure(body, performed.frames[i])));
    }
    mesh_ = pictures::posed(mesh, stroke_.back(), performed.frames[performed.stroke_end].channels);
  }

  Canvas draw() const {
    Canvas tile(kTileWidth, kTileHeight, pictures::kPaper);
    tile.paste(view(Aspect::Front, kFrontWidth), 0, kNameHeight);
    tile.paste(view(Aspect::Right, kSideWidth), kFrontWidth, kNameHeight);
    tile.paste(near(head_m(), kHeadScale), kFrontWidth + kSideWidth, kNameHeight);
    tile.paste(near(hand_m(), kHandScale), kFrontWidth + kSideWidth, kNameHeight + kViewHeight / 2);
    tile.draw_text({6, 5}, gesture_.name, 2, kNameColor);
    tile.draw_line({0, kTileHeight - 0.5}, {kTileWidth, kTileHeight - 0.5}, 0.5, kBorder);
    tile.draw_line({kTileWidth - 0.5, 0}, {kTileWidth - 0.5, kTileHeight}, 0.5, kBorder);
    return tile;
  }

 private:
  Vec3 head_m() const { return pictures::head_ball(body_, stroke_.back()).centre_m; }

  Vec3 hand_m() const {
    const std::size_t hand = body::index_of(Joint::RightHand);
    const Figure& figure = stroke_.back();
    return figure.positions_m[hand] + figure.character_from_joint[hand] * Vec3{-0.09, 0, 0};
  }

  Canvas view(Aspect aspect, int width) const {
    Canvas canvas(width, kViewHeight, pictures::kPaper);
    const pictures::Camera camera = camera_of(body_, aspect);
    pictures::draw_shaded(canvas, mesh_, camera);
    const pictures::View lines{.aspect = aspect,
                               .centre_m = camera.centre_m,
                               .centre = {width / 2.0, kViewHeight / 2.0},
                               .scale = camera.pixels_a_metre};
    for (const Tip tip : {Tip::Left, Tip::Right, Tip::Nose}) draw_way(canvas, lines, tip);
    return canvas;
  }

  void draw_way(Canvas& canvas, const pictures::View& lines, Tip tip) const {
    for (std::size_t i = 1; i < stroke_.size(); ++i) {
      const double share = static_cast<double>(i) / static_cast<double>(stroke_.size());
      canvas.draw_line(lines.point_of(tip_m(stroke_[i - 1], tip)),
                       lines.point_of(tip_m(stroke_[i], tip)), 1.2, paler(color_of(tip), share));
    }
  }

  Canvas near(const Vec3& centre_m, double pixels_a_metre) const {
    Canvas canvas(kNearWidth, kViewHeight / 2, pictures::kPaper);
    pictures::draw_shaded(canvas, mesh_,
                          {.aspect = Aspect::Front,
                           .down = 0,
                           .centre_m = centre_m,
                           .pixels_a_metre = pixels_a_metre});
    return canvas;
  }

  const body::Body& body_;
  const SheetGesture& gesture_;
  std::vector<Figure> stroke_;
  pictures::PosedMesh mesh_;
};

}  // namespace

Canvas draw_gestures(const body::Body& body, const pictures::SkinnedMesh& mesh,
                     std::span<const SheetGesture> gestures) {
  KINE_ASSERT(!gestures.empty());
  KINE_ASSERT(gestures.size() <= kSheetGesturesMax);
  const std::size_t columns = std::min(gestures.size(), kSheetColumns);
  const std::size_t rows = (gestures.size() + kSheetColumns - 1) / kSheetColumns;
  Canvas sheet(static_cast<int>(columns) * kTileWidth, static_cast<int>(rows) * kTileHeight,
               pictures::kPaper);
  for (std::size_t i = 0; i < gestures.size(); ++i) {
    sheet.paste(Tile(body, mesh, gestures[i]).draw(),
                static_cast<int>(i % kSheetColumns) * kTileWidth,
                static_cast<int>(i / kSheetColumns) * kTileHeight);
  }
  return sheet;
}

}  // namespace kine::server
