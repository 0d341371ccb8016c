#include "realizer/pictures/stick_figure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace kine::pictures {
namespace {

using body::Joint;

constexpr double kPalmTick_m = 0.07;
constexpr double kGaze_m = 0.07;
constexpr double kFarthest_m = 0.5;  // what is so far behind the centre is palest
constexpr double kPalenessOfFar = 0.55;
constexpr double kHalo = 1.8;  // pixels of paper round what covers something

struct Axes {
  Vec3 right;
  Vec3 down;
  Vec3 near;
};

Axes axes_of(Aspect aspect) {
  switch (aspect) {
    case Aspect::Front:
      return {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}};
    case Aspect::Right:
      return {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}};
    case Aspect::Above:
      return {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
  }
  return {};
}

bool is_left(Joint joint) {
  return joint != body::mirrored(joint) && body::name_of(joint)[0] == 'l';
}
bool is_right(Joint joint) {
  return joint != body::mirrored(joint) && body::name_of(joint)[0] == 'r';
}

Color color_of(Joint joint) {
  return is_left(joint) ? kLeftColor : is_right(joint) ? kRightColor : kMiddleColor;
}

bool is_of_the_face(Joint joint) {
  return joint == Joint::Jaw || joint == Joint::LeftEye || joint == Joint::RightEye;
}

bool is_finger(Joint joint) {
  return (joint > Joint::LeftHand && joint < Joint::RightShoulder) ||
         (joint > Joint::RightHand && joint < Joint::LeftUpperLeg);
}

bool has_children(Joint joint) {
  const auto& parents = body::parent_indices();
  return std::find(parents.begin(), parents.end(),
                   static_cast<std::int8_t>(body::index_of(joint))) != parents.end();
}

/// Half the width of the bone that ends at `joint`, in pixels.
double radius_of(Joint joint) {
  if (is_finger(joint)) return 1.1;
  switch (joint) {
    case Joint::Spine:
    case Joint::Chest:
    case Joint::UpperChest:
      return 4;
    case Joint::LeftLowerArm:
    case Joint::RightLowerArm:
    case Joint::LeftLowerLeg:
    case Joint::RightLowerLeg:
      return 3.2;
    default:
      return 2.4;
  }
}

/// One stroke of the drawing, near or far.
struct Stroke {
  enum class Kind : std::uint8_t { Line, Disc, Head, Palm };
  Kind kind = Kind::Line;
  double nearness = 0;
  double radius = 0;
  Color color;
  Color fill = kPaper;
  std::vector<Point> points = {};
};

/// Collects the strokes of one figure, to be drawn from far to near.
class Sketch {
 public:
  Sketch(const View& view, const body::Body& body, const formats::Figure& figure,
         const Drawing& drawing)
      : view_(view), body_(body), figure_(figure), drawing_(drawing) {}

  void add_bones() {
    for (std::size_t index = 1; index < body::kJointCount; ++index) {
      const Joint joint = body::joint_at(index);
      if (is_of_the_face(joint) || !drawing_.joints.contains(joint)) continue;
      add_line(position(*body::parent_of(joint)), position(joint), radius_of(joint),
               color_of(joint));
      if (joint != Joint::Head && !has_children(joint)) {
        const Vec3 end_m = position(joint) + turn(joint) * formats::bone_end_m(body_, joint);
        add_line(position(joint), end_m, radius_of(joint), color_of(joint));
      }
    }
    for (const Joint joint : {Joint::LeftLowerArm, Joint::RightLowerArm, Joint::LeftHand,
                              Joint::RightHand, Joint::LeftLowerLeg, Joint::RightLowerLeg}) {
      if (drawing_.joints.contains(joint)) add_joint(joint);
    }
  }

  void add_head() {
    if (!drawing_.joints.contains(Joint::Head)) return;
    const HeadBall ball = head_ball(body_, figure_);
    const Vec3 ahead = turn(Joint::Head) * Vec3{0, 0, 1};
    add({.kind = Stroke::Kind::Head,
         .nearness = view_.nearness_of(ball.centre_m),
         .radius = ball.radius_m * view_.scale,
         .color = kMiddleColor,
         .points = {view_.point_of(ball.centre_m)}});
    add_line(ball.centre_m + 0.9 * ball.radius_m * ahead,
             ball.centre_m + 1.4 * ball.radius_m * ahead, 2, kMiddleColor);
    for (const Joint eye : {Joint::LeftEye, Joint::RightEye}) {
      const Vec3 sight = turn(eye) * Vec3{0, 0, 1};
      add_line(position(eye), position(eye) + kGaze_m * sight, 0.7, color_of(eye));
      add_disc(position(eye), 1.8, color_of(eye));
    }
  }

  void add_palm(body::Side side) {
    const bool left = side == body::Side::Left;
    const auto on_side = [&](Joint joint) { return left ? joint : body::mirrored(joint); };
    const Joint hand = on_side(Joint::LeftHand);
    if (!drawing_.joints.contains(hand)) return;
    const Vec3 out_of_palm = turn(hand) * Vec3{0, -1, 0};
    const bool seen = view_.nearness_of(view_.centre_m + out_of_palm) > 0;

    Stroke palm{.kind = Stroke::Kind::Palm, .radius = 1, .color = color_of(hand)};
    Vec3 middle_m;
    const std::array corners = {
        hand, on_side(Joint::LeftIndexProximal), on_side(Joint::LeftMiddleProximal),
        on_side(Joint::LeftRingProximal), on_side(Joint::LeftLittleProximal)};
    for (const Joint corner : corners) {
      palm.points.push_back(view_.point_of(position(corner)));
      middle_m = middle_m + position(corner) / static_cast<double>(corners.size());
    }
    palm.nearness = view_.nearness_of(middle_m);
    palm.fill = seen ? mixed(palm.color, kPaper, 0.75) : palm.color;
    add(palm);
    add_line(middle_m, middle_m + kPalmTick_m * out_of_palm, 1, kPalmColor);
    add_disc(middle_m + kPalmTick_m * out_of_palm, 2, kPalmColor);
  }

  void draw(Canvas& canvas) {
    std::stable_sort(strokes_.begin(), strokes_.end(),
                     [](const Stroke& a, const Stroke& b) { return a.nearness < b.nearness; });
    for (const Stroke& stroke : strokes_) draw(canvas, stroke);
  }

 private:
  const Vec3& position(Joint joint) const { return figure_.positions_m[body::index_of(joint)]; }
  const Quat& turn(Joint joint) const {
    return figure_.character_from_joint[body::index_of(joint)];
  }

  void add(Stroke stroke) {
    const double far = std::clamp(-stroke.nearness / kFarthest_m, 0.0, 1.0);
    const double paleness = 1 - drawing_.strength * (1 - kPalenessOfFar * far);
    if (stroke.kind != Stroke::Kind::Head) stroke.radius *= drawing_.thickness;
    stroke.color = mixed(stroke.color, kPaper, paleness);
    stroke.fill = mixed(stroke.fill, kPaper, paleness);
    strokes_.push_back(std::move(stroke));
  }

  void add_line(const Vec3& from_m, const Vec3& to_m, double radius, Color color) {
    add({.kind = Stroke::Kind::Line,
         .nearness = view_.nearness_of((from_m + to_m) / 2),
         .radius = radius,
         .color = color,
         .points = {view_.point_of(from_m), view_.point_of(to_m)}});
  }

  void add_disc(const Vec3& centre_m, double radius, Color color) {
    add({.kind = Stroke::Kind::Disc,
         .nearness = view_.nearness_of(centre_m),
         .radius = radius,
         .color = color,
         .points = {view_.point_of(centre_m)}});
  }

  // Just in front of the bones that meet there.
  void add_joint(Joint joint) {
    constexpr double kInFront_m = 0.12;
    add({.kind = Stroke::Kind::Disc,
         .nearness = view_.nearness_of(position(joint)) + kInFront_m,
         .radius = radius_of(joint) + 1.2,
         .color = color_of(joint),
         .points = {view_.point_of(position(joint))}});
  }

  static void draw(Canvas& canvas, const Stroke& stroke) {
    const Point& first = stroke.points.front();
    switch (stroke.kind) {
      case Stroke::Kind::Line:
        draw_halo(canvas, stroke);
        canvas.draw_line(first, stroke.points.back(), stroke.radius, stroke.color);
        break;
      case Stroke::Kind::Disc:
        canvas.draw_disc(first, stroke.radius, stroke.color);
        break;
      case Stroke::Kind::Head:
        canvas.draw_disc(first, stroke.radius, mixed(stroke.color, kPaper, 0.9));
        canvas.draw_ring(first, stroke.radius, 1, stroke.color);
        break;
      case Stroke::Kind::Palm:
        canvas.draw_polygon(stroke.points, stroke.radius + 0.6, stroke.color);
        canvas.draw_polygon(stroke.points, stroke.radius - 0.6, stroke.fill);
        break;
    }
  }

  // Paper beside a line shows what it passes in front of. Not at its ends: there others join it.
  static void draw_halo(Canvas& canvas, const Stroke& stroke) {
    const Point& from = stroke.points.front();
    const Point& to = stroke.points.back();
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const double left_out = stroke.radius + 2 * kHalo + 2;
    if (length <= 2 * left_out) return;
    const double part = left_out / length;
    const Point step = {(to.x - from.x) * part, (to.y - from.y) * part};
    canvas.draw_line({from.x + step.x, from.y + step.y}, {to.x - step.x, to.y - step.y},
                     stroke.radius + kHalo, kPaper);
  }

  const View& view_;
  const body::Body& body_;
  const formats::Figure& figure_;
  Drawing drawing_;
  std::vector<Stroke> strokes_;
};

}  // namespace

Point View::point_of(const Vec3& position_m) const {
  const Axes axes = axes_of(aspect);
  const Vec3 from_centre_m = position_m - centre_m;
  return {centre.x + scale * dot(axes.right, from_centre_m),
          centre.y + scale * dot(axes.down, from_centre_m)};
}

double View::nearness_of(const Vec3& position_m) const {
  return dot(axes_of(aspect).near, position_m - centre_m);
}

HeadBall head_ball(const body::Body& body, const formats::Figure& figure) {
  // In T-pose the crown is the top of the ball, and the head's joint its bottom.
  double joint_height_m = 0;
  for (std::optional<Joint> joint = Joint::Head; joint; joint = body::parent_of(*joint)) {
    joint_height_m += body.offsets_m[body::index_of(*joint)].y;
  }
  const double radius_m = std::max(0.0, body.height_m - joint_height_m) / 2;
  const std::size_t head = body::index_of(Joint::Head);
  return {.centre_m =
              figure.positions_m[head] + figure.character_from_joint[head] * Vec3{0, radius_m, 0},
          .radius_m = radius_m};
}

body::JointSet hand_joints(body::Side side) {
  body::JointSet joints;
  for (std::size_t index = 0; index < body::kJointCount; ++index) {
    const Joint joint = body::joint_at(index);
    const bool left = side == body::Side::Left;
    const bool finger = is_finger(joint) && (left ? is_left(joint) : is_right(joint));
    if (finger) joints.insert(joint);
  }
  const body::ArmChain arm = body::arm_chain(side);
  joints.insert(arm.hand);
  return joints;
}

void draw_figure(Canvas& canvas, const View& view, const body::Body& body,
                 const formats::Figure& figure, const Drawing& drawing) {
  Sketch sketch(view, body, figure, drawing);
  sketch.add_bones();
  sketch.add_head();
  sketch.add_palm(body::Side::Left);
  sketch.add_palm(body::Side::Right);
  sketch.draw(canvas);
}

}  // namespace kine::pictures
