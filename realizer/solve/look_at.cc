#include "realizer/solve/look_at.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "realizer/math/ease.h"
#include "realizer/math/units.h"
#include "realizer/solve/soft_limit.h"

namespace kine::solve {
namespace {

using enum body::Joint;

// Where following a target behind ends: beyond the first angle the gaze comes back, so that it is
// straight ahead, whatever side it came from, where the target is right behind. The same towards
// the zenith, where there is no azimuth.
constexpr double kFollowedAzimuth_rad = 150 * kDegree;
constexpr double kFollowedElevation_rad = 65 * kDegree;

// Nearer than the first there is no direction to look in, from the second on there is one.
constexpr double kTooNear_m = 0.02;
constexpr double kNear_m = 0.08;

// After the first turn, how often what composing turns has left over is shared out once more; the
// eyes take what is left then.
constexpr int kCorrections = 1;

// Links of a share-out: the column's, then the eyes.
constexpr std::size_t kEyesLink = kColumnLength;
constexpr std::size_t kLinks = kColumnLength + 1;
using Links = std::array<double, kLinks>;

// Shares of a turn: of the eyes, which have little inertia, less than in a glance, for people who
// say "with the head" want to see it turn. Torsos bend less than they turn.
constexpr std::array<Links, 7> kYawShares = {{
    // hips spine chest upperChest neck head eyes
    {0, 0, 0, 0, 0, 0, 1},
    {0, 0, 0, 0, 0, 0.7, 0.3},
    {0, 0, 0, 0, 0.3, 0.45, 0.25},
    {0, 0, 0.12, 0.13, 0.2, 0.35, 0.2},
    {0, 0.15, 0.1, 0.12, 0.18, 0.3, 0.15},
    {0, 0, 0, 0, 0.3, 0.45, 0.25},
    {0, 0.34, 0.14, 0.14, 0.1, 0.18, 0.1},
}};
constexpr std::array<Links, 7> kPitchShares = {{
    {0, 0, 0, 0, 0, 0, 1},
    {0, 0, 0, 0, 0, 0.7, 0.3},
    {0, 0, 0, 0, 0.3, 0.45, 0.25},
    {0, 0, 0.05, 0.05, 0.25, 0.4, 0.25},
    {0, 0.05, 0.05, 0.05, 0.25, 0.35, 0.25},
    {0, 0, 0, 0, 0.3, 0.45, 0.25},
    {0, 0.12, 0.08, 0.08, 0.22, 0.3, 0.2},
}};

// How far eyes that are helped go by themselves, as a share of what they can; more they approach
// softly, and the head takes over.
constexpr double kEyesAlone = 0.65;
constexpr double kEyesMost = 0.69;

/// Sine and cosine of an angle of up to a right angle each way, by Chebyshev fits in its square:
/// errors 5e-14 and 2e-15. Some forty of them a look, and the standard's cost three times as much.
struct SineCosine {
  double sine = 0;
  double cosine = 1;
};
template <std::size_t kTerms>
double polynomial(const std::array<double, kTerms>& low_to_high, double x) {
  double sum = low_to_high.back();
  for (std::size_t i = kTerms - 1; i-- > 0;) sum = sum * x + low_to_high[i];
  return sum;
}
SineCosine sine_cosine(double angle_rad) {
  constexpr std::array<double, 7> kSinc = {0.9999999999999495,     -0.1666666666646666,
                                           0.0083333333203594,     -0.0001984126668329962,
                                           2.7556952921991743e-06, -2.5030268391185788e-08,
                                           1.5411221285159584e-10};
  constexpr std::array<double, 8> kCosine = {0.9999999999999981,     -0.499999999999901,
                                             0.041666666665820896,   -0.0013888888861350792,
                                             2.4801582900270805e-05, -2.7556937198562164e-07,
                                             2.0858370410380905e-09, -1.100857146177428e-11};
  const double square = angle_rad * angle_rad;
  return {angle_rad * polynomial(kSinc, square), polynomial(kCosine, square)};
}

Quat about_x(double angle_rad) {
  const SineCosine half = sine_cosine(angle_rad / 2);
  return {half.sine, 0, 0, half.cosine};
}
Quat about_y(double angle_rad) {
  const SineCosine half = sine_cosine(angle_rad / 2);
  return {0, half.sine, 0, half.cosine};
}

/// b where h is 1, as it mostly is.
Quat mixed(const Quat& a, const Quat& b, double h) { return h == 1 ? b : slerp(a, b, h); }

const Vec3& offset_of(const body::Body& body, body::Joint joint) {
  return body.offsets_m[body::index_of(joint)];
}

Vec3 between_eyes(const body::Body& body) {
  return 0.5 * (offset_of(body, LeftEye) + offset_of(body, RightEye));
}

/// A direction as a turn to the left and one downwards from straight ahead.
struct Bearing {
  double yaw_rad = 0;
  double pitch_rad = 0;
};
Bearing bearing_of(const Vec3& v) {
  return {std::atan2(v.x, v.z), -std::atan2(v.y, std::sqrt(v.x * v.x + v.z * v.z))};
}

/// The bearing of a point as seen from between the eyes.
Bearing bearing_from(const body::Body& body, const HeadPlace& head, const Vec3& point_m) {
  return bearing_of(conjugate(head.character_from_head) * (point_m - head.position_m) -
                    between_eyes(body));
}

/// How far a link may turn: from -min to max, both >= 0.
struct Room {
  Links min = {};
  Links max = {};
};

/// How near its limit a link, and all of them together, begin to come to a stop, as a share of it.
constexpr double kSoftLink = 0.1;
constexpr double kSoftWhole = 0.02;

/// What the links take of what is asked, each its share, softly within its room.
Links taken_of(double asked, const Links& shares, const Room& room) {
  const Links& caps = asked < 0 ? room.min : room.max;
  Links taken = {};
  for (std::size_t i = 0; i < kLinks; ++i) {
    if (shares[i] <= 0 || caps[i] <= 0) continue;
    const double part = softly(shares[i] * std::abs(asked) / caps[i], kSoftLink);
    taken[i] = std::copysign(caps[i] * part, asked);
  }
  return taken;
}

constexpr Links kAllFree = {1, 1, 1, 1, 1, 1, 1};

/// All that the links can take, each as far as it is free.
double whole_of(double turn, const Links& shares, const Room& room, const Links& freedom) {
  const Links& caps = turn < 0 ? room.min : room.max;
  double whole = 0;
  for (std::size_t i = 0; i < kLinks; ++i) whole += shares[i] > 0 ? freedom[i] * caps[i] : 0;
  return whole;
}

/// What to ask for, so that as far as they are free the links take `turn` of it, or nearly all that
/// they can. As eased_between in the room as in the turn.
double asked_for(double turn, const Links& shares, const Room& room, const Links& freedom) {
  constexpr double kNearlyAll = 1 - 1e-6;
  constexpr int kStepsMax = 24;
  constexpr double kMet_rad = 1e-10;
  const Links& caps = turn < 0 ? room.min : room.max;
  const double size = std::min(std::abs(turn), kNearlyAll * whole_of(turn, shares, room, freedom));
  double weight = 0;
  for (std::size_t i = 0; i < kLinks; ++i) weight += caps[i] > 0 ? freedom[i] * shares[i] : 0;
  if (weight <= 0) return 0;

  // Newton's steps, from below, for what is taken is concave in what is asked.
  double asked = size / weight;
  for (int step = 0; step < kStepsMax; ++step) {
    double sum = 0;
    double slope = 0;
    for (std::size_t i = 0; i < kLinks; ++i) {
      if (shares[i] <= 0 || caps[i] <= 0) continue;
      const double part = shares[i] * asked / caps[i];
      const double softened = softly(part, kSoftLink);
      sum += freedom[i] * caps[i] * softened;
      slope += freedom[i] * shares[i] * (part > 1 - kSoftLink ? (1 - softened) / kSoftLink : 1);
    }
    if (size - sum < kMet_rad) break;
    asked += (size - sum) / slope;
  }
  return std::copysign(asked, turn);
}

/// `turn` by shares: where one link nears its limit the others take more, up to all that there is.
Links share_out(double turn, const Links& shares, const Room& room) {
  const double whole = whole_of(turn, shares, room, kAllFree);
  if (whole <= 0) return {};
  const double size = whole * softly(std::abs(turn) / whole, kSoftWhole);
  return taken_of(asked_for(std::copysign(size, turn), shares, room, kAllFree), shares, room);
}

/// How near all that links have left it is soft.
constexpr double kSoftLeft = 0.3;

/// `taken` by links that are all free, and so much more by those that are.
Links share_out_more(const Links& taken, double more, const Links& shares, const Room& room,
                     const Links& freedom) {
  double turn = 0;
  for (std::size_t i = 0; i < kLinks; ++i) turn += freedom[i] * taken[i];
  const double left = whole_of(more, shares, room, freedom) - std::copysign(1.0, more) * turn;
  if (left <= 0) return taken;
  turn += std::copysign(left * softly(std::abs(more) / left, kSoftLeft), more);
  Links all = taken_of(asked_for(turn, shares, room, freedom), shares, room);
  for (std::size_t i = 0; i < kLinks; ++i) all[i] = taken[i] + freedom[i] * (all[i] - taken[i]);
  return all;
}

Room yaw_room(const body::Body& body, std::size_t first) {
  Room room;
  for (std::size_t i = first; i < kColumnLength; ++i) {
    const body::JointLimits& limits = body.limits[body::index_of(kColumnJoints[i])];
    room.min[i] = -limits.min_rad.y;
    room.max[i] = limits.max_rad.y;
  }
  const body::JointLimits& eye = body.limits[body::index_of(LeftEye)];
  room.min[kEyesLink] = -eye.min_rad.y;
  room.max[kEyesLink] = eye.max_rad.y;
  return room;
}

/// A turn about y and then by a pitch is a twist about the bone and a swing by the pitch about an
/// axis that has turned with it: this much of it x and z allow.
double pitch_limit(const body::JointLimits& limits, const Quat& yaw, double sign) {
  const double x = sign * (yaw.w * yaw.w - yaw.y * yaw.y);  // the cosine of the whole angle
  const double z = -sign * 2 * yaw.w * yaw.y;
  const auto allowed = [](double part, double min, double max) {
    constexpr double kNone = 1e-9;
    if (std::abs(part) < kNone) return std::numbers::pi;
    return (part > 0 ? max : min) / part;
  };
  return std::min(allowed(x, limits.min_rad.x, limits.max_rad.x),
                  allowed(z, limits.min_rad.z, limits.max_rad.z));
}

using ColumnTurns = std::array<Quat, kColumnLength>;

Room pitch_room(const body::Body& body, std::size_t first, const ColumnTurns& yaws) {
  Room room;
  for (std::size_t i = first; i < kColumnLength; ++i) {
    const body::JointLimits& limits = body.limits[body::index_of(kColumnJoints[i])];
    room.min[i] = pitch_limit(limits, yaws[i], -1);
    room.max[i] = pitch_limit(limits, yaws[i], 1);
  }
  const body::JointLimits& eye = body.limits[body::index_of(LeftEye)];
  room.min[kEyesLink] = -eye.min_rad.x;
  room.max[kEyesLink] = eye.max_rad.x;
  return room;
}

/// The turns of a chain, about the vertical and then across, as they are shared out.
class Sharing {
 public:
  Sharing(const body::Body& body, GazeChain chain)
      : body_(body),
        first_(first_link(chain)),
        yaw_shares_(kYawShares[static_cast<std::size_t>(chain)]),
        pitch_shares_(kPitchShares[static_cast<std::size_t>(chain)]),
        yaw_room_(yaw_room(body, first_)) {}

  void share_out(const Bearing& wanted) {
    wanted_ = wanted;
    yaws_ = solve::share_out(wanted.yaw_rad, yaw_shares_, yaw_room_);
    turn_yaws();
    pitches_ = solve::share_out(wanted.pitch_rad, pitch_shares_, pitch_room_);
  }

  /// `left` is where the target is for the head that came out.
  void correct(const Bearing& left) {
    share_out({wanted_.yaw_rad + left.yaw_rad - yaws_[kEyesLink],
               wanted_.pitch_rad + left.pitch_rad - pitches_[kEyesLink]});
  }

  /// By what is all but free: a joint that is on its way back need not make up for itself.
  void share_out_more(const Bearing& more, const std::array<double, kColumnLength>& freedom) {
    Links free = kAllFree;
    for (std::size_t i = 0; i < kColumnLength; ++i) free[i] = eased_between(0.5, 1, freedom[i]);
    yaws_ = solve::share_out_more(yaws_, more.yaw_rad, yaw_shares_, yaw_room_, free);
    turn_yaws();
    pitches_ = solve::share_out_more(pitches_, more.pitch_rad, pitch_shares_, pitch_room_, free);
  }

  void turn(Column& column) const {
    for (std::size_t i = first_; i < kColumnLength; ++i) {
      column.rotations[i] = yaw_turns_[i] * about_x(pitches_[i]);
    }
  }

 private:
  void turn_yaws() {
    for (std::size_t i = first_; i < kColumnLength; ++i) yaw_turns_[i] = about_y(yaws_[i]);
    pitch_room_ = pitch_room(body_, first_, yaw_turns_);
  }

  const body::Body& body_;
  std::size_t first_;
  const Links& yaw_shares_;
  const Links& pitch_shares_;
  Room yaw_room_;
  Bearing wanted_;
  Links yaws_ = {};
  ColumnTurns yaw_turns_ = {};
  Room pitch_room_;
  Links pitches_ = {};
};

/// The head of the column if the whole chain looked straight ahead.
HeadPlace head_straight_ahead(const body::Body& body, std::size_t first, Column column) {
  for (std::size_t i = first; i < kColumnLength; ++i) column.rotations[i] = {};
  return compute_head(body, column);
}

/// The target, or where a gaze that follows it no farther goes instead.
Gaze followed(const body::Body& body, const HeadPlace& head, const Vec3& target_m) {
  const Vec3 seen =
      conjugate(head.character_from_head) * (target_m - head.position_m) - between_eyes(body);
  const double distance_m = length(seen);
  Gaze gaze{.target_m = target_m, .weight = eased_between(kTooNear_m, kNear_m, distance_m)};
  const Bearing bearing = bearing_of(seen);
  const double behind =
      eased_between(kFollowedAzimuth_rad, std::numbers::pi, std::abs(bearing.yaw_rad));
  const double steep =
      eased_between(kFollowedElevation_rad, std::numbers::pi / 2, std::abs(bearing.pitch_rad));
  if (behind == 0 && steep == 0) return gaze;
  const double yaw = bearing.yaw_rad * (1 - behind) * (1 - steep);
  const Vec3 direction = about_y(yaw) * (about_x(bearing.pitch_rad) * Vec3{0, 0, 1});
  gaze.target_m =
      head.position_m + head.character_from_head * (between_eyes(body) + distance_m * direction);
  return gaze;
}

/// Near its limits an eye comes to a stop softly: else it would halt with a jerk when the head
/// shakes beside a target.
double within_eye(double turn, double min_rad, double max_rad) {
  const double most = turn < 0 ? -min_rad : max_rad;
  if (most <= 0) return 0;
  return std::copysign(most * softly(std::abs(turn) / most, kSoftLink), turn);
}

/// The eye as it turns by the shortest way from straight ahead, as eyes do (Listing's law).
Quat turned_eye(const body::Body& body, body::Joint eye, const Vec3& target_in_head_m) {
  const Vec3 v = target_in_head_m - offset_of(body, eye);
  const double across = std::sqrt(v.x * v.x + v.y * v.y);
  constexpr double kAhead_m = 1e-9;
  if (across < kAhead_m) return {};
  const double angle = std::atan2(across, v.z);
  const body::JointLimits& limits = body.limits[body::index_of(eye)];
  return from_rotation_vector(
      {within_eye(-v.y / across * angle, limits.min_rad.x, limits.max_rad.x),
       within_eye(v.x / across * angle, limits.min_rad.y, limits.max_rad.y), 0});
}

/// How far the eyes of a column are turned for a point, as a share of what they can.
double eyes_share(const body::Body& body, const Column& column, const Vec3& target_m) {
  const HeadPlace head = compute_head(body, column);
  const Bearing bearing = bearing_from(body, head, target_m);
  const body::JointLimits& eye = body.limits[body::index_of(LeftEye)];
  const double yaw_room = bearing.yaw_rad < 0 ? -eye.min_rad.y : eye.max_rad.y;
  const double pitch_room = bearing.pitch_rad < 0 ? -eye.min_rad.x : eye.max_rad.x;
  return std::hypot(bearing.yaw_rad / yaw_room, bearing.pitch_rad / pitch_room);
}

double softened(double share) {
  if (share <= kEyesAlone) return share;
  constexpr double kSoft = kEyesMost - kEyesAlone;
  return kEyesAlone + kSoft * (1 - std::exp((kEyesAlone - share) / kSoft));
}

/// The head turned from where it is towards where it would turn by itself, as far as the eyes need
/// it.
Gaze help_eyes(const body::Body& body, const Vec3& target_m, Column& column) {
  Column turned = column;
  const Gaze gaze = turn_column(body, GazeChain::HeadNeck, target_m, turned);
  const double alone = eyes_share(body, column, gaze.target_m);
  if (alone <= kEyesAlone) return gaze;
  const double wanted = softened(alone);
  const auto helped = [&](double help) {
    Column between = column;
    for (std::size_t i = first_link(GazeChain::EyesHelped); i < kColumnLength; ++i) {
      between.rotations[i] = slerp(column.rotations[i], turned.rotations[i], help);
    }
    return between;
  };
  double less = 0;
  double more = 1;
  constexpr int kHalvings = 22;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (less + more) / 2;
    (eyes_share(body, helped(middle), gaze.target_m) > wanted ? less : more) = middle;
  }
  column = helped(more);
  return gaze;
}

}  // namespace

std::size_t first_link(GazeChain chain) {
  constexpr std::array<std::size_t, 7> kFirst = {kColumnLength, 5, 4, 2, 1, 4, 1};
  return kFirst[static_cast<std::size_t>(chain)];
}

body::JointSet joints_of(GazeChain chain) {
  body::JointSet joints;
  for (std::size_t i = first_link(chain); i < kColumnLength; ++i) joints.insert(kColumnJoints[i]);
  joints.insert(LeftEye);
  joints.insert(RightEye);
  return joints;
}

GazeChain chain_of(body::JointSet joints) {
  if (joints.contains(Spine)) return GazeChain::HeadAbdomen;
  if (joints.contains(Chest) || joints.contains(UpperChest)) return GazeChain::HeadThorax;
  if (joints.contains(Neck)) return GazeChain::HeadNeck;
  if (joints.contains(Head)) return GazeChain::Head;
  return GazeChain::Eyes;
}

HeadPlace compute_head(const body::Body& body, const Column& column) {
  HeadPlace place{.position_m = column.hips_m,
                  .character_from_head = column.rotations[0] * column.on_top[0]};
  for (std::size_t i = 1; i < kColumnLength; ++i) {
    place.position_m =
        place.position_m + place.character_from_head * offset_of(body, kColumnJoints[i]);
    place.character_from_head =
        place.character_from_head * (column.rotations[i] * column.on_top[i]);
  }
  place.character_from_head = normalized(place.character_from_head);
  return place;
}

Gaze turn_column(const body::Body& body, GazeChain chain, const Vec3& target_m, Column& column) {
  if (chain == GazeChain::EyesHelped) return help_eyes(body, target_m, column);
  const std::size_t first = first_link(chain);
  const HeadPlace straight = head_straight_ahead(body, first, column);
  const Gaze gaze = followed(body, straight, target_m);
  if (first == kColumnLength) return gaze;

  const Column held = column;
  Sharing sharing(body, chain);
  sharing.share_out(bearing_from(body, straight, gaze.target_m));
  for (int round = 0; round < kCorrections; ++round) {
    sharing.turn(column);
    sharing.correct(bearing_from(body, compute_head(body, column), gaze.target_m));
  }
  sharing.turn(column);
  if (std::ranges::all_of(held.freedom, [](double freedom) { return freedom == 1; })) return gaze;

  const Bearing free = bearing_from(body, compute_head(body, column), gaze.target_m);
  Column felt = column;
  for (std::size_t i = first; i < kColumnLength; ++i) {
    felt.rotations[i] =
        mixed(column.rotations[i], held.rotations[i], (1 - held.freedom[i]) * held.felt[i]);
  }
  const Bearing left = bearing_from(body, compute_head(body, felt), gaze.target_m);
  sharing.share_out_more({left.yaw_rad - free.yaw_rad, left.pitch_rad - free.pitch_rad},
                         held.freedom);
  sharing.turn(column);
  for (std::size_t i = first; i < kColumnLength; ++i) {
    column.rotations[i] = mixed(held.rotations[i], column.rotations[i], held.freedom[i]);
  }
  return gaze;
}

Eyes turn_eyes(const body::Body& body, const Column& column, const Vec3& target_m) {
  const HeadPlace head = compute_head(body, column);
  const Vec3 in_head = conjugate(head.character_from_head) * (target_m - head.position_m);
  return {turned_eye(body, LeftEye, in_head), turned_eye(body, RightEye, in_head)};
}

}  // namespace kine::solve
