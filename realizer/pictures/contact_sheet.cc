#include "realizer/pictures/contact_sheet.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/assert.h"
#include "realizer/core/number.h"
#include "realizer/formats/figure.h"
#include "realizer/pictures/avatar_reader.h"
#include "realizer/pictures/canvas.h"
#include "realizer/pictures/moments.h"
#include "realizer/pictures/png.h"
#include "realizer/pictures/png_chunks.h"
#include "realizer/pictures/shaded_figure.h"
#include "realizer/pictures/stick_figure.h"

namespace kine::pictures {
namespace {

using body::Joint;

constexpr std::size_t kColumns = 6;
constexpr int kPanelWidth = 236;
constexpr int kPanelHeightMin = 220;
constexpr int kPanelHeightMax = 340;
constexpr int kFacesHeight = 160;
constexpr int kHandsHeight = 150;
constexpr int kPathsHeight = 460;
constexpr int kTitleHeight = 30;
constexpr int kLabelHeight = 20;
constexpr int kMargin = 12;
constexpr int kTextScale = 2;

// Which of the two paths.
constexpr std::size_t kLeft = 0;
constexpr std::size_t kRight = 1;

constexpr Color kInk = {40, 40, 44};
constexpr Color kFrameColor = {210, 210, 214};
constexpr Color kGridColor = {228, 228, 232};
constexpr Color kGroundColor = {150, 130, 100};

/// The space that some points take, in metres.
struct Extent {
  Vec3 low{1e9, 1e9, 1e9};
  Vec3 high{-1e9, -1e9, -1e9};

  void include(const Vec3& point, double around) {
    low = {std::min(low.x, point.x - around), std::min(low.y, point.y - around),
           std::min(low.z, point.z - around)};
    high = {std::max(high.x, point.x + around), std::max(high.y, point.y + around),
            std::max(high.z, point.z + around)};
  }
  Vec3 centre() const { return (low + high) / 2; }
  Vec3 size() const { return high - low; }
};

struct Drawn {
  formats::Figure figure;
  PosedMesh mesh;
  std::string time;
  std::string name;
};

std::string seconds_text(Seconds time) {
  const long long hundredths = std::llround(time.count() * 100);
  const long long rest = hundredths % 100;
  return std::to_string(hundredths / 100) + (rest < 10 ? ".0" : ".") + std::to_string(rest) + " S";
}

/// All that a sheet shows, in the space of where the character stood at first.
class Sheet {
 public:
  Sheet(const body::Body& body, const SkinnedMesh& mesh, TickRate rate, const Moments& moments)
      : body_(body), rate_(rate) {
    const formats::Stand stand = formats::stand_of(moments.frames().front());
    for (const Moment& moment : moments.chosen(kColumns)) {
      const formats::Figure figure =
          formats::seen_from(stand, formats::compute_figure(body, moment.frame));
      drawn_.push_back({.figure = figure,
                        .mesh = posed(mesh, figure, moment.frame.channels),
                        .time = seconds_text(rate.time_of(moment.frame.tick)),
                        .name = moment.name});
    }
    for (const Frame& frame : moments.frames()) {
      const formats::Figure figure =
          formats::seen_from(stand, formats::compute_figure(body, frame));
      for (const std::size_t side : {kLeft, kRight})
        paths_m_[side].push_back(wrist_m(figure, side));
    }
    length_ = rate.time_of(moments.last().tick);
  }

  Canvas draw() const {
    const Layout layout = compute_layout();
    const int faces_top = kTitleHeight + 2 * layout.panel_height;
    const int hands_top = faces_top + kFacesHeight;
    const int paths_top = hands_top + kHandsHeight;
    Canvas canvas(static_cast<int>(kColumns) * kPanelWidth, paths_top + kPathsHeight, kPaper);
    draw_title(canvas);
    draw_moments(canvas, layout, Aspect::Front, kTitleHeight);
    draw_moments(canvas, layout, Aspect::Right, kTitleHeight + layout.panel_height);
    draw_faces(canvas, faces_top);
    draw_hands(canvas, hands_top);
    draw_paths(canvas, paths_top);
    return canvas;
  }

 private:
  static Vec3 wrist_m(const formats::Figure& figure, std::size_t side) {
    const Joint joint = side == kLeft ? Joint::LeftHand : Joint::RightHand;
    return figure.positions_m[body::index_of(joint)];
  }

  void draw_title(Canvas& canvas) const {
    int left = kMargin;
    const auto say = [&](std::string_view text, Color color) {
      canvas.draw_text({static_cast<double>(left), 8}, text, kTextScale, color);
      left += Canvas::text_width(text, kTextScale) + 24;
    };
    say(body_.name + "  " + seconds_text(length_) + "  " + std::to_string(rate_.hz()) + "/S", kInk);
    say("LEFT", kLeftColor);
    say("RIGHT", kRightColor);
    say("OUT OF THE PALM", kPalmColor);
    say("PALM PALE, BACK SOLID", kInk);
  }

  /// What the panels of the moments show: everything, but no legs that stand still.
  Extent box_of_moments() const {
    constexpr double kBelowHips_m = 0.12;
    constexpr double kAroundJoint_m = 0.05;
    const bool with_legs = legs_move();
    Extent box;
    for (const Drawn& drawn : drawn_) {
      for (std::size_t index = 0; index < body::kJointCount; ++index) {
        const bool leg = body::joint_at(index) >= Joint::LeftUpperLeg;
        if (!leg || with_legs) box.include(drawn.figure.positions_m[index], kAroundJoint_m);
      }
      const Vec3& hips_m = drawn.figure.positions_m[body::index_of(Joint::Hips)];
      box.include(hips_m - Vec3{0, kBelowHips_m, 0}, 0);
      const HeadBall head = head_ball(body_, drawn.figure);
      box.include(head.centre_m, 1.15 * head.radius_m);
    }
    return box;
  }

  bool legs_move() const {
    constexpr double kStill_m = 0.03;
    for (const Drawn& drawn : drawn_) {
      for (std::size_t index = body::index_of(Joint::LeftUpperLeg); index < body::kJointCount;
           ++index) {
        const Vec3& first_m = drawn_.front().figure.positions_m[index];
        if (length(drawn.figure.positions_m[index] - first_m) > kStill_m) return true;
      }
    }
    return false;
  }

  /// The panels of the moments: one scale for all, and no higher than they need to be.
  struct Layout {
    Vec3 centre_m;
    double scale = 1;
    int panel_height = 0;
  };

  Layout compute_layout() const {
    const Extent box = box_of_moments();
    const Vec3 size_m = box.size();
    constexpr int kUnused = kLabelHeight + 2 * kMargin;
    const double scale = std::min((kPanelWidth - 2 * kMargin) / std::max(size_m.x, size_m.z),
                                  (kPanelHeightMax - kUnused) / size_m.y);
    const int height = static_cast<int>(size_m.y * scale) + kUnused;
    return {.centre_m = box.centre(),
            .scale = scale,
            .panel_height = std::clamp(height, kPanelHeightMin, kPanelHeightMax)};
  }

  void draw_moments(Canvas& canvas, const Layout& layout, Aspect aspect, int top) const {
    for (std::size_t column = 0; column < drawn_.size(); ++column) {
      const Drawn& drawn = drawn_[column];
      // Drawn apart, so that legs that go on below do not run into the next panel.
      Canvas panel(kPanelWidth, layout.panel_height, kPaper);
      const View view{.aspect = aspect,
                      .centre_m = layout.centre_m,
                      .centre = {kPanelWidth / 2.0, (layout.panel_height + kLabelHeight) / 2.0},
                      .scale = layout.scale};
      draw_ground(panel, view);
      const Vec3 label_m{0, kLabelHeight / 2.0 / layout.scale, 0};
      draw_shaded(panel, drawn.mesh, level_camera(aspect, layout.centre_m + label_m, layout.scale));
      const std::string number = std::to_string(column + 1);
      panel.draw_text({6, 6}, number + "  " + drawn.time, kTextScale, kInk);
      if (!drawn.name.empty()) draw_name(panel, drawn.name);
      draw_border(panel);
      canvas.paste(panel, static_cast<int>(column) * kPanelWidth, top);
    }
  }

  static Camera level_camera(Aspect aspect, const Vec3& centre_m, double pixels_a_metre) {
    return {.aspect = aspect, .down = 0, .centre_m = centre_m, .pixels_a_metre = pixels_a_metre};
  }

  /// The head of each moment from the front and from its right, each in its half.
  void draw_faces(Canvas& canvas, int top) const {
    constexpr double kFacesScale = 440;  // a head is about 0.25 m high
    for (std::size_t column = 0; column < drawn_.size(); ++column) {
      const Drawn& drawn = drawn_[column];
      const Vec3 centre_m = head_ball(body_, drawn.figure).centre_m;
      Canvas panel(kPanelWidth, kFacesHeight, kPaper);
      for (const Aspect aspect : {Aspect::Front, Aspect::Right}) {
        Canvas half(kPanelWidth / 2, kFacesHeight, kPaper);
        draw_shaded(half, drawn.mesh, level_camera(aspect, centre_m, kFacesScale));
        panel.paste(half, aspect == Aspect::Front ? 0 : kPanelWidth / 2, 0);
      }
      draw_border(panel);
      canvas.paste(panel, static_cast<int>(column) * kPanelWidth, top);
    }
  }

  /// Both hands of each moment from the front, each in the middle of its half.
  void draw_hands(Canvas& canvas, int top) const {
    constexpr double kHandsScale = 500;  // a hand is about 0.19 m long
    constexpr double kOut_m = 0.08;      // from the wrist to the middle of the hand
    for (std::size_t column = 0; column < drawn_.size(); ++column) {
      Canvas panel(kPanelWidth, kHandsHeight, kPaper);
      for (const body::Side side : {body::Side::Left, body::Side::Right}) {
        const bool left = side == body::Side::Left;
        const formats::Figure& figure = drawn_[column].figure;
        const std::size_t hand = body::index_of(left ? Joint::LeftHand : Joint::RightHand);
        const Vec3 outwards = figure.character_from_joint[hand] * Vec3{left ? 1.0 : -1.0, 0, 0};
        const View view{.aspect = Aspect::Front,
                        .centre_m = figure.positions_m[hand] + kOut_m * outwards,
                        .centre = {kPanelWidth * (left ? 0.75 : 0.25), kHandsHeight / 2.0},
                        .scale = kHandsScale};
        draw_figure(panel, view, body_, figure, {.joints = hand_joints(side), .thickness = 1.8});
      }
      draw_border(panel);
      canvas.paste(panel, static_cast<int>(column) * kPanelWidth, top);
    }
  }

  static void draw_name(Canvas& panel, std::string_view name) {
    constexpr std::size_t kLettersMax = 16;
    const std::string_view shown = name.substr(0, kLettersMax);
    const double left = kPanelWidth - 6 - Canvas::text_width(shown, kTextScale);
    const double top = panel.height() - 20;
    // On paper, for trousers are as dark as ink.
    const double right = panel.width();
    const double bottom = panel.height();
    const std::array corners = {Point{left, top}, Point{right, top}, Point{right, bottom},
                                Point{left, bottom}};
    panel.draw_polygon(corners, 4, kPaper);
    panel.draw_text({left, top}, shown, kTextScale, kInk);
  }

  static void draw_border(Canvas& panel) {
    const double right = panel.width() - 0.5;
    const double bottom = panel.height() - 0.5;
    panel.draw_line({right, 0}, {right, bottom}, 0.5, kFrameColor);
    panel.draw_line({0, bottom}, {right, bottom}, 0.5, kFrameColor);
  }

  static void draw_ground(Canvas& panel, const View& view) {
    if (view.aspect == Aspect::Above) return;
    const double y = view.point_of({0, 0, 0}).y;
    panel.draw_line({0, y}, {static_cast<double>(panel.width()), y}, 1, kGroundColor);
  }

  void draw_paths(Canvas& canvas, int top) const {
    Extent box;
    for (const Drawn& drawn : drawn_) {
      for (const Vec3& position_m : drawn.figure.positions_m) box.include(position_m, 0.1);
      const HeadBall head = head_ball(body_, drawn.figure);
      box.include(head.centre_m, 1.15 * head.radius_m);
    }
    for (const auto& path_m : paths_m_) {
      for (const Vec3& position_m : path_m) box.include(position_m, 0.1);
    }
    box.include({0, 0, 0}, 0.02);

    const int width = canvas.width() / 3;
    const Vec3 size_m = box.size();
    const double wide_m = std::max(size_m.x, size_m.z);
    const double high_m = std::max(size_m.y, size_m.z);
    const double scale = std::min((width - 2 * kMargin) / wide_m,
                                  (kPathsHeight - kLabelHeight - 2 * kMargin) / high_m);
    const std::array aspects = {std::pair(Aspect::Front, "FRONT"),
                                std::pair(Aspect::Right, "RIGHT"),
                                std::pair(Aspect::Above, "ABOVE")};
    for (std::size_t index = 0; index < aspects.size(); ++index) {
      Canvas panel(width, kPathsHeight, kPaper);
      const View view{.aspect = aspects[index].first,
                      .centre_m = box.centre(),
                      .centre = {width / 2.0, (kPathsHeight + kLabelHeight) / 2.0},
                      .scale = scale};
      draw_grid(panel, view);
      draw_ground(panel, view);
      draw_figure(panel, view, body_, drawn_.front().figure, {.strength = 0.3});
      for (const std::size_t side : {kLeft, kRight}) draw_path(panel, view, side);
      draw_border(panel);
      panel.draw_text({6, 6}, std::string("WRISTS, ") + aspects[index].second, kTextScale, kInk);
      canvas.paste(panel, static_cast<int>(index) * width, top);
    }
  }

  /// Lines every half metre, with their figures at the edges.
  static void draw_grid(Canvas& panel, const View& view) {
    constexpr double kStep_m = 0.5;
    constexpr int kLines = 8;
    const double right = panel.width();
    const double bottom = panel.height();
    for (int line = -kLines; line <= kLines; ++line) {
      const double at_m = line * kStep_m;
      const bool above = view.aspect == Aspect::Above;
      const Point across = view.point_of(above ? Vec3{0, 0, at_m} : Vec3{0, at_m, 0});
      const Point upright =
          view.point_of(view.aspect == Aspect::Right ? Vec3{0, 0, at_m} : Vec3{at_m, 0, 0});
      const std::string figure = format_number(at_m);
      panel.draw_line({0, across.y}, {right, across.y}, 0.5, kGridColor);
      panel.draw_text({2, across.y - 9}, figure, 1, kGroundColor);
      panel.draw_line({upright.x, 0}, {upright.x, bottom}, 0.5, kGridColor);
      panel.draw_text({upright.x + 2, bottom - 10}, figure, 1, kGroundColor);
    }
  }

  /// From pale to full as time goes by, with the numbers of the moments.
  void draw_path(Canvas& panel, const View& view, std::size_t side) const {
    constexpr double kPalest = 0.7;
    constexpr double kNumberRoom = 16;  // pixels
    const Color color = side == kLeft ? kLeftColor : kRightColor;
    const std::vector<Vec3>& path_m = paths_m_[side];
    for (std::size_t index = 1; index < path_m.size(); ++index) {
      const double late = static_cast<double>(index) / static_cast<double>(path_m.size());
      panel.draw_line(view.point_of(path_m[index - 1]), view.point_of(path_m[index]), 1.2,
                      mixed(color, kPaper, kPalest * (1 - late)));
    }
    std::vector<Point> numbered;
    for (std::size_t index = 0; index < drawn_.size(); ++index) {
      const Point point = view.point_of(wrist_m(drawn_[index].figure, side));
      panel.draw_disc(point, 3.5, color);
      const bool crowded = std::any_of(numbered.begin(), numbered.end(), [&](const Point& other) {
        return std::hypot(point.x - other.x, point.y - other.y) < kNumberRoom;
      });
      if (crowded) continue;
      panel.draw_text({point.x + 6, point.y - 14}, std::to_string(index + 1), kTextScale, color);
      numbered.push_back(point);
    }
  }

  const body::Body& body_;
  TickRate rate_;
  Seconds length_{0};
  std::vector<Drawn> drawn_;
  std::array<std::vector<Vec3>, 2> paths_m_;  // of the left and the right wrist
};

class ContactSheetWriter final : public formats::Writer {
 public:
  explicit ContactSheetWriter(const formats::Recorded& recorded) : recorded_(recorded) {}

  void append(const Feedback& feedback, std::string&) override { moments_.add(feedback); }
  void append(const Frame& frame, std::string&) override { moments_.add(frame); }

  Result<Done> finish(std::string& bytes) override {
    if (moments_.empty()) return formats::nothing_to_show();
    const Result<SkinnedMesh> mesh = mesh_for(*recorded_.body, recorded_.avatars);
    if (!mesh) return mesh.error();
    Result<std::string> png =
        encode_png(Sheet(*recorded_.body, *mesh, recorded_.rate, moments_).draw());
    if (!png) return png.error();
    bytes += recorded_.provenance ? with_provenance(*std::move(png), *recorded_.provenance) : *png;
    return Done{};
  }

 private:
  formats::Recorded recorded_;
  Moments moments_;
};

}  // namespace

std::unique_ptr<formats::Writer> make_contact_sheet(const formats::Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<ContactSheetWriter>(recorded);
}

}  // namespace kine::pictures
