// Hands on their own body, as avatars show them: every gesture that touches, on every body, through
// nuclei, sketches, nods and tensions.
//
// The distance is that of the two skins, found on the posed meshes and by nothing of what solves
// it.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "realizer/math/segment_distance.h"
#include "realizer/pictures/avatar_reader.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "server/web/avatars.h"
#include "tests/support/catch.h"

namespace kine::contact_test {
namespace {

using body::Joint;
using CastPointer = std::shared_ptr<const Cast>;
using pictures::PosedMesh;
using pictures::SkinnedMesh;

constexpr std::uint64_t kRate = 120;
constexpr double kTouches_m = 0.015;
/// How far from a point its surface is looked for.
constexpr double kAround_m = 0.03;

const std::vector<std::shared_ptr<const Cast>>& casts() {
  static const auto casts = [] {
    std::vector<server::CharacterSpec> specs = server::default_characters();
    for (server::CharacterSpec& spec : specs) spec.placement = {};
    return *server::make_casts(specs);
  }();
  return casts;
}

const SkinnedMesh& mesh_of(const CastPointer& cast) {
  static std::map<std::string, SkinnedMesh> meshes;
  const auto found = meshes.find(cast->name);
  if (found != meshes.end()) return found->second;
  return meshes.emplace(cast->name, *pictures::mesh_for(*cast->body, server::embedded_avatars()))
      .first->second;
}

/// The nearest point of a triangle, by halving it: exact to a hundredth of a millimetre here.
double distance_to_triangle(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 normal = unit(cross(b - a, c - a));
  const Vec3 on_plane = point - dot(point - a, normal) * normal;
  const auto inside = [&](const Vec3& from, const Vec3& to) {
    return dot(cross(to - from, on_plane - from), normal) >= 0;
  };
  if (inside(a, b) && inside(b, c) && inside(c, a)) return length(point - on_plane);
  const auto to_edge = [&](const Vec3& from, const Vec3& to) {
    const Vec3 edge = to - from;
    const double square_m = dot(edge, edge);
    const double share =
        square_m == 0 ? 0 : std::clamp(dot(point - from, edge) / square_m, 0.0, 1.0);
    return length(point - (from + share * edge));
  };
  return std::min({to_edge(a, b), to_edge(b, c), to_edge(c, a)});
}

/// What a vertex follows most.
Joint joint_of(const SkinnedMesh::Vertex& vertex) {
  const auto most = std::ranges::max_element(vertex.shares) - vertex.shares.begin();
  return body::joint_at(vertex.joints[static_cast<std::size_t>(most)]);
}

bool is_of_hand(Joint joint, Joint hand) {
  for (std::optional<Joint> at = joint; at; at = body::parent_of(*at)) {
    if (*at == hand) return true;
  }
  return false;
}

struct Touching {
  std::string on;
  std::string by;
  Joint hand;
};

Vec3 place_of(const CastPointer& cast, const formats::Figure& figure, const std::string& point,
              Joint hand) {
  const auto& points = cast->body->points;
  const auto found = find_surface_point(points, point, hand == Joint::LeftHand ? "left" : "right");
  REQUIRE(found);
  const std::size_t joint = body::index_of(points[*found].joint);
  return figure.positions_m[joint] + figure.character_from_joint[joint] * points[*found].place_m;
}

/// Between the skin of the hand and what it touches.
double distance_m(const CastPointer& cast, const Frame& frame, const Touching& touching) {
  const formats::Figure figure = formats::compute_figure(*cast->body, frame);
  const SkinnedMesh& mesh = mesh_of(cast);
  const PosedMesh skin = posed(mesh, figure, {});
  const Vec3 on_m = place_of(cast, figure, touching.on, touching.hand);
  const Vec3 by_m = place_of(cast, figure, touching.by, touching.hand);
  std::vector<Vec3> of_hand;
  for (std::size_t i = 0; i < skin.positions_m.size(); ++i) {
    if (!is_of_hand(joint_of(mesh.vertices[i]), touching.hand)) continue;
    if (length(skin.positions_m[i] - by_m) < kAround_m) of_hand.push_back(skin.positions_m[i]);
  }
  double least_m = 1;
  for (std::size_t i = 0; i < skin.corners.size(); i += 3) {
    if (is_of_hand(joint_of(mesh.vertices[skin.corners[i]]), touching.hand)) continue;
    const Vec3& a = skin.positions_m[skin.corners[i]];
    const Vec3& b = skin.positions_m[skin.corners[i + 1]];
    const Vec3& c = skin.positions_m[skin.corners[i + 2]];
    if (std::min({length(a - on_m), length(b - on_m), length(c - on_m)}) > kAround_m) continue;
    for (const Vec3& point : of_hand) {
      least_m = std::min(least_m, distance_to_triangle(point, a, b, c));
    }
  }
  return least_m;
}

struct Moved {
  std::vector<Frame> frames;
  std::map<std::string, std::size_t> at;  // sync points of `g`: the frame that shows them
  std::vector<std::string> warnings;
};

Moved moved(const CastPointer& cast, const std::string& script) {
  const std::string text = "<script xmlns='urn:kinesphere:script:1' character='" + cast->name +
                           "'>" + script + "</script>";
  CAPTURE(text);
  Diagnostics diagnostics;
  const auto prepared =
      prepare(text, {.casts = casts(), .script_id = "x", .character = {}}, diagnostics);
  if (!prepared) UNSCOPED_INFO(prepared.error().message);
  REQUIRE(prepared);
  Moved moved;
  for (const Warning& warning : diagnostics.warnings()) moved.warnings.push_back(warning.message);
  constexpr CharacterId kOnly{1};
  Shard shard{TickRate(kRate)};
  shard.add_character(kOnly, cast);
  std::vector<Input> inputs = {
      PlayBlock{.character = kOnly, .id = {1}, .block = prepared->blocks.front()}};
  for (std::uint64_t tick = 0; tick == 0 || !shard.idle(); ++tick) {
    shard.advance_to(Tick{tick}, inputs);
    inputs.clear();
    moved.frames.push_back(shard.frames().front());
    for (const Feedback& feedback : shard.feedback()) {
      if (feedback.kind != FeedbackKind::SyncPoint || !feedback.id.starts_with("x:g:")) continue;
      moved.at[feedback.id.substr(feedback.id.rfind(':') + 1)] = moved.frames.size() - 1;
    }
  }
  return moved;
}

/// What a pose of the lexicon touches.
std::optional<Touching> find_touch(const script::Pose& pose) {
  for (const script::Constraint& constraint : pose.constraints) {
    const auto* position = std::get_if<script::Position>(&constraint);
    if (position == nullptr || position->touches.empty()) continue;
    return Touching{.on = position->touches.text,
                    .by = position->by.empty() ? "indexTip" : position->by.text,
                    .hand = *body::find_joint(position->joint.text)};
  }
  return {};
}

std::vector<const script::Lexeme*> touching_lexemes() {
  std::vector<const script::Lexeme*> touching;
  for (const auto& [name, lexeme] : casts().front()->vocabulary->lexemes) {
    const bool touches = std::ranges::any_of(
        lexeme.poses, [](const script::Pose& pose) { return find_touch(pose).has_value(); });
    if (touches) touching.push_back(&lexeme);
  }
  return touching;
}

std::string gesture(const script::Lexeme& lexeme, const std::string& manner) {
  const bool both = lexeme.hands == script::LexemeHands::Both;
  return "<gesture id='g' lexeme='" + lexeme.name + "' hand='" + (both ? "both" : "right") + "' " +
         manner + "/>";
}

/// Each pose that touches does so when it is reached, and through the hold of the stroke.
void check_touches(const CastPointer& cast, const script::Lexeme& lexeme, const Moved& motion) {
  for (const script::Pose& pose : lexeme.poses) {
    const auto touching = find_touch(pose);
    if (!touching || !motion.at.contains(pose.id.text)) continue;
    const std::size_t first = motion.at.at(pose.id.text);
    std::vector<std::size_t> frames = {first};
    if (pose.id.text == "stroke-end") {
      const std::size_t last = motion.at.at("relax");
      for (const std::size_t share : {1, 2, 3})
        frames.push_back(first + (last - first) * share / 3);
    }
    for (const std::size_t frame : frames) {
      CAPTURE(pose.id.text, frame - first);
      CHECK(distance_m(cast, motion.frames[frame], *touching) < kTouches_m);
    }
  }
}

/// In T-pose. Of head and neck their points of contact, for within their mesh are mouth and eyes.
std::vector<Vec3> surface_at(Joint joint, const body::Body& body, const SkinnedMesh& mesh) {
  std::vector<Vec3> points;
  if (joint == Joint::Head || joint == Joint::Neck) {
    for (const body::SurfacePoint& point : body.points) {
      const bool is_of_jaw = joint == Joint::Head && point.joint == Joint::Jaw;
      if (point.joint != joint && !is_of_jaw) continue;
      points.push_back(mesh.joints_m[body::index_of(point.joint)] + point.place_m);
    }
    return points;
  }
  for (const SkinnedMesh::Vertex& vertex : mesh.vertices) {
    if (joint_of(vertex) == joint) points.push_back(vertex.position_m);
  }
  return points;
}

}  // namespace

TEST_CASE("points of contact lie on the avatars' surface", "[contact]") {
  constexpr double kOnSurface_m = 0.003;
  for (const auto& cast : casts()) {
    const SkinnedMesh& mesh = mesh_of(cast);
    REQUIRE(cast->body->points.size() > 40);
    for (const body::SurfacePoint& point : cast->body->points) {
      CAPTURE(cast->name, point.name);
      CHECK(length(point.normal) == Approx(1).margin(1e-6));
      const Vec3 place_m = mesh.joints_m[body::index_of(point.joint)] + point.place_m;
      double least_m = 1;
      for (std::size_t i = 0; i < mesh.corners.size(); i += 3) {
        const Vec3& a = mesh.vertices[mesh.corners[i]].position_m;
        if (length(a - place_m) > 0.1) continue;
        least_m = std::min(
            least_m, distance_to_triangle(place_m, a, mesh.vertices[mesh.corners[i + 1]].position_m,
                                          mesh.vertices[mesh.corners[i + 2]].position_m));
      }
      CHECK(least_m < kOnSurface_m);
    }
  }
}

TEST_CASE("capsules are flesh within the avatars' surfaces", "[contact][capsules]") {
  constexpr double kThroughTheSkin_m = 0.006;  // a capsule is round where a limb is not quite
  constexpr double kUnderTheSkin_m = 0.06;     // where bodies are flat, as trunks are
  for (const auto& cast : casts()) {
    const SkinnedMesh& mesh = mesh_of(cast);
    for (const body::Capsule& capsule : cast->body->capsules) {
      CAPTURE(cast->name, body::name_of(capsule.joint), capsule.from_m.x, capsule.radius_m);
      double least_m = 1;
      for (const Vec3& point_m : surface_at(capsule.joint, *cast->body, mesh)) {
        const Vec3& joint_m = mesh.joints_m[body::index_of(capsule.joint)];
        const double from_axis_m =
            segment_distance(joint_m + capsule.from_m, joint_m + capsule.to_m, point_m, point_m);
        least_m = std::min(least_m, from_axis_m - capsule.radius_m);
      }
      CHECK(least_m > -kThroughTheSkin_m);
      CHECK(least_m < kUnderTheSkin_m);
    }
  }
}

TEST_CASE("gestures that touch do so on every body, without a warning", "[contact]") {
  const auto lexemes = touching_lexemes();
  REQUIRE(lexemes.size() >= 9);
  for (const auto& cast : casts()) {
    for (const script::Lexeme* lexeme : lexemes) {
      CAPTURE(cast->name, lexeme->name);
      const Moved motion = moved(cast, gesture(*lexeme, ""));
      CHECK(motion.warnings == std::vector<std::string>{});
      check_touches(cast, *lexeme, motion);
    }
  }
}

TEST_CASE("a touch stays a touch through nuclei and sketches", "[contact][sweep]") {
  std::vector<std::pair<std::string, std::string>> manners;
  for (const char* parameter : {"spatial-extent", "temporal-extent", "power", "fluidity"}) {
    for (const char* value : {"-1", "-0.5", "0.5", "1"}) {
      manners.push_back(
          {std::string("<nucleus id='n' ") + parameter + "='" + value + "'/>", "nucleus='n'"});
    }
  }
  for (const char* style : {"tired", "angry", "happy", "shy", "proud"}) {
    manners.push_back({"", std::string("tension='off' sketch='") + style + "'"});
  }
  for (const auto& cast : casts()) {
    for (const script::Lexeme* lexeme : touching_lexemes()) {
      for (const auto& [defined, manner] : manners) {
        CAPTURE(cast->name, lexeme->name, defined, manner);
        check_touches(cast, *lexeme, moved(cast, defined + gesture(*lexeme, manner)));
      }
    }
  }
}

TEST_CASE("a hand at the chin goes along with a nod, a look and a lean", "[contact]") {
  const std::string hand =
      "<sequence id='g'><pose id='there' time='0.8' hold='3' phase='stroke'>"
      "<position joint='rightHand' target='chin' swivel='10'/>"
      "<orientation joint='rightHand' axis='-x' direction='0.45 1 0.25'/>"
      "<orientation joint='rightHand' axis='-y' direction='0.3 0.2 -1'/>"
      "<hand side='right' shape='index'/>"
      "</pose></sequence>";
  const Touching touching{.on = "chin", .by = "indexTip", .hand = Joint::RightHand};
  for (const char* other :
       {"<sequence start='1s'><pose time='0.4' hold='0.3'><turn group='head-neck' nod='14'/></pose>"
        "</sequence>",
        "<sequence start='1s'><pose time='0.6' hold='1'><look-at target='0.8 1.5 2' "
        "with='head-neck'/></pose></sequence>",
        "<sequence start='1s' priority='2'><pose time='0.6' hold='1'><orientation "
        "joint='upperChest' axis='z' direction='0.2 -0.2 1'/></pose></sequence>"}) {
    for (const auto& cast : casts()) {
      CAPTURE(cast->name, other);
      const Moved motion = moved(cast, hand + other);
      for (std::size_t frame = motion.at.at("there"); frame < 3 * kRate; frame += 12) {
        CAPTURE(frame);
        CHECK(distance_m(cast, motion.frames.at(frame), touching) < kTouches_m);
      }
    }
  }
}

TEST_CASE("an arm in tension touches once it has come to rest", "[contact]") {
  const std::string hand =
      "<sequence id='g'><pose id='there' time='0.8' hold='4' phase='stroke'>"
      "<position joint='rightHand' target='chest' by='palm'/><hand side='right' shape='flat'/>"
      "</pose></sequence>";
  const Touching touching{.on = "chest", .by = "palm", .hand = Joint::RightHand};
  for (const char* tension : {"rigid", "tense", "neutral", "relaxed", "loose"}) {
    for (const auto& cast : casts()) {
      CAPTURE(cast->name, tension);
      const Moved motion =
          moved(cast, "<character tension='" + std::string(tension) + "'/>" + hand);
      CHECK(distance_m(cast, motion.frames.at(kRate * 46 / 10), touching) < kTouches_m);
    }
  }
}

}  // namespace kine::contact_test
