#include "realizer/formats/contact_sheet.h"

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
#include "realizer/formats/canvas.h"
#include "realizer/formats/figure.h"
#include "realizer/formats/moments.h"
#include "realizer/formats/png.h"
#include "realizer/formats/stick_figure.h"

namespace kine::formats {
namespace {

using body::Joint;

constexpr std::size_t kColumnsMax = 8;
constexpr std::size_t kColumnsMin = 5;  // as wide as the paths below need it
constexpr int kPanelWidth = 224;
constexpr int kPanelHeight = 320;
constexpr int kPathsHeight = 600;
constexpr int kTitleHeight = 30;
constexpr int kLabelHeight = 20;
constexpr int kMargin = 12;
constexpr int kTextScale = 2;

constexpr Color kInk = {40, 40, 44};
constexpr Color kFrameColor = {210, 210, 214};
constexpr Color kGridColor = {228, 228, 232};
constexpr Color kGroundColor = {150, 130, 100};

/// The space that some points take, in metres.
struct Box {
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

struct Area {
  int left = 0;
  int top = 0;
  int width = 0;
  int height = 0;
};

struct Drawn {
  Figure figure;
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
  Sheet(const body::Body& body, TickRate rate, const Moments& moments) : body_(body), rate_(rate) {
    const Stand stand = stand_of(moments.frames().front());
    for (const Moment& moment : moments.chosen(kColumnsMax)) {
      drawn_.push_back({.figure = seen_from(stand, compute_figure(body, moment.frame)),
                        .time = seconds_text(rate.time_of(moment.frame.tick)),
                        .name = moment.name});
    }
    for (const Frame& frame : moments.frames()) {
      const Figure figure = seen_from(stand, compute_figure(body, frame));
      for (const std::size_t side : {0, 1}) paths_m_[side].push_back(wrist_m(figure, side));
    }
    length_ = rate.time_of(moments.last().tick);
  }

  Canvas draw() const {
    const int columns = static_cast<int>(std::max(drawn_.size(), kColumnsMin));
    Canvas canvas(columns * kPanelWidth, kTitleHeight + 2 * kPanelHeight + kPathsHeight, kPaper);
    draw_title(canvas);
    draw_moments(canvas, Aspect::Front, kTitleHeight);
    draw_moments(canvas, Aspect::Right, kTitleHeight + kPanelHeight);
    draw_paths(canvas, kTitleHeight + 2 * kPanelHeight);
    return canvas;
  }

 private:
  static Vec3 wrist_m(const Figure& figure, std::size_t side) {
    const Joint joint = side == 0 ? Joint::LeftHand : Joint::RightHand;
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
  Box box_of_moments() const {
    constexpr double kBelowHips_m = 0.12;
    constexpr double kAroundJoint_m = 0.05;
    const bool with_legs = legs_move();
    Box box;
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

  void draw_moments(Canvas& canvas, Aspect aspect, int top) const {
    const Box box = box_of_moments();
    const Vec3 size_m = box.size();
    const double wide_m = std::max(size_m.x, size_m.z);
    const double scale = std::min((kPanelWidth - 2 * kMargin) / wide_m,
                                  (kPanelHeight - kLabelHeight - 2 * kMargin) / size_m.y);
    for (std::size_t column = 0; column < drawn_.size(); ++column) {
      const Drawn& drawn = drawn_[column];
      const Area area = {static_cast<int>(column) * kPanelWidth, top, kPanelWidth, kPanelHeight};
      // Drawn apart, so that legs that go on below do not run into the next panel.
      Canvas panel(area.width, area.height, kPaper);
      const View view{.aspect = aspect,
                      .centre_m = box.centre(),
                      .centre = {area.width / 2.0, (area.height + kLabelHeight) / 2.0},
                      .scale = scale};
      draw_ground(panel, view);
      draw_figure(panel, view, body_, drawn.figure, 1);
      draw_border(panel);
      const std::string number = std::to_string(column + 1);
      panel.draw_text({6, 6}, number + "  " + drawn.time, kTextScale, kInk);
      if (!drawn.name.empty()) draw_name(panel, drawn.name);
      canvas.paste(panel, area.left, area.top);
    }
  }

  static void draw_name(Canvas& panel, std::string_view name) {
    constexpr std::size_t kLettersMax = 16;
    const std::string_view shown = name.substr(0, kLettersMax);
    const int left = kPanelWidth - 6 - Canvas::text_width(shown, kTextScale);
    panel.draw_text({static_cast<double>(left), kPanelHeight - 20.0}, shown, kTextScale, kInk);
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
    Box box;
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
      draw_figure(panel, view, body_, drawn_.front().figure, 0.3);
      for (const std::size_t side : {0, 1}) draw_path(panel, view, side);
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
    const Color color = side == 0 ? kLeftColor : kRightColor;
    const std::vector<Vec3>& path_m = paths_m_[side];
    for (std::size_t index = 1; index < path_m.size(); ++index) {
      const double late = static_cast<double>(index) / static_cast<double>(path_m.size());
      panel.draw_line(view.point_of(path_m[index - 1]), view.point_of(path_m[index]), 1.2,
                      mixed(color, kPaper, kPalest * (1 - late)));
    }
    for (std::size_t index = 0; index < drawn_.size(); ++index) {
      const Vec3 wrist = wrist_m(drawn_[index].figure, side);
      const bool stands =
          index > 0 && length(wrist - wrist_m(drawn_[index - 1].figure, side)) < 0.01;
      const Point point = view.point_of(wrist);
      panel.draw_disc(point, 3.5, color);
      if (!stands) {
        panel.draw_text({point.x + 6, point.y - 14}, std::to_string(index + 1), kTextScale, color);
      }
    }
  }

  const body::Body& body_;
  TickRate rate_;
  Seconds length_{0};
  std::vector<Drawn> drawn_;
  std::array<std::vector<Vec3>, 2> paths_m_;  // of the left and the right wrist
};

class ContactSheetWriter final : public Writer {
 public:
  explicit ContactSheetWriter(const Recorded& recorded) : recorded_(recorded) {}

  void append(const Feedback& feedback, std::string&) override { moments_.add(feedback); }
  void append(const Frame& frame, std::string&) override { moments_.add(frame); }

  Result<Done> finish(std::string& bytes) override {
    KINE_ASSERT(!moments_.empty());
    Result<std::string> png = encode_png(Sheet(*recorded_.body, recorded_.rate, moments_).draw());
    if (!png) return png.error();
    bytes += *png;
    return Done{};
  }

 private:
  Recorded recorded_;
  Moments moments_;
};

}  // namespace

std::unique_ptr<Writer> make_contact_sheet(const Recorded& recorded) {
  KINE_ASSERT(recorded.body != nullptr);
  return std::make_unique<ContactSheetWriter>(recorded);
}

}  // namespace kine::formats
