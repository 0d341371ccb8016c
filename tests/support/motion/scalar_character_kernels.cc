#include "tests/support/motion/scalar_character_kernels.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <initializer_list>

namespace kine::test::scalar {
namespace {

struct Four {
  float x, y, z, w;
};

struct Three {
  float x, y, z;
};

Four at(const pose::QuatBlock& block, std::size_t lane) {
  return {block.x[lane], block.y[lane], block.z[lane], block.w[lane]};
}

Three at(const pose::VectorBlock& block, std::size_t lane) {
  return {block.x[lane], block.y[lane], block.z[lane]};
}

void put(const Four& q, pose::QuatBlock& block, std::size_t lane) {
  block.x[lane] = q.x;
  block.y[lane] = q.y;
  block.z[lane] = q.z;
  block.w[lane] = q.w;
}

void put(const Three& v, pose::VectorBlock& block, std::size_t lane) {
  block.x[lane] = v.x;
  block.y[lane] = v.y;
  block.z[lane] = v.z;
}

/// c - a b, rounded once.
float minus(float a, float b, float c) { return std::fma(-a, b, c); }

Four operator*(const Four& a, const Four& b) {
  return {minus(a.z, b.y, std::fma(a.y, b.z, std::fma(a.x, b.w, a.w * b.x))),
          minus(a.x, b.z, std::fma(a.z, b.x, std::fma(a.y, b.w, a.w * b.y))),
          minus(a.y, b.x, std::fma(a.x, b.y, std::fma(a.z, b.w, a.w * b.z))),
          minus(a.z, b.z, minus(a.y, b.y, minus(a.x, b.x, a.w * b.w)))};
}

Four conjugate(const Four& q) { return {-q.x, -q.y, -q.z, q.w}; }

Four normalized(const Four& q) {
  const float size =
      std::sqrt(std::fma(q.w, q.w, std::fma(q.z, q.z, std::fma(q.y, q.y, q.x * q.x))));
  const float scale = 1.0F / size;
  return {q.x * scale, q.y * scale, q.z * scale, q.w * scale};
}

Three cross(const Three& a, const Three& b) {
  return {minus(a.z, b.y, a.y * b.z), minus(a.x, b.z, a.z * b.x), minus(a.y, b.x, a.x * b.y)};
}

float dot(const Three& a, const Three& b) {
  return std::fma(a.z, b.z, std::fma(a.y, b.y, a.x * b.x));
}

Three operator+(const Three& a, const Three& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
Three operator-(const Three& a, const Three& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Three operator*(const Three& v, float scale) { return {v.x * scale, v.y * scale, v.z * scale}; }
Three operator/(const Three& v, float by) { return {v.x / by, v.y / by, v.z / by}; }

Three rotated(const Four& q, const Three& v) {
  const Three axis = {q.x, q.y, q.z};
  const Three across = cross(axis, v);
  const Three twice = across + across;
  const Three back = cross(axis, twice);
  return {std::fma(q.w, twice.x, v.x + back.x), std::fma(q.w, twice.y, v.y + back.y),
          std::fma(q.w, twice.z, v.z + back.z)};
}

struct Limbs {
  Four shoulder, upper, lower;
  Three root, elbow, wrist;
};

Limbs limbs_of(const pose::ArmBlock& arms, std::size_t lane) {
  Limbs limbs;
  limbs.shoulder = at(arms.shoulder, lane);
  limbs.upper = limbs.shoulder * at(arms.upper_arm, lane);
  limbs.lower = limbs.upper * at(arms.lower_arm, lane);
  limbs.root = rotated(limbs.shoulder, at(arms.upper_arm_m, lane));
  limbs.elbow = rotated(limbs.upper, at(arms.lower_arm_m, lane));
  limbs.wrist = limbs.elbow + rotated(limbs.lower, at(arms.hand_m, lane));
  return limbs;
}

Four shortest_turn(const Three& from, const Three& to, const Three& spare) {
  const float one_and_cosine = 1.0F + dot(from, to);
  if (one_and_cosine < 1e-6F) return {spare.x, spare.y, spare.z, 0};
  const Three axis = cross(from, to);
  return {axis.x, axis.y, axis.z, one_and_cosine};
}

float soft_distance(float wanted, float present, float whole, float least) {
  const float room = whole - wanted;
  const float free = 0.03F * whole;
  if (room >= free) return std::max(least, wanted);
  const float tight = 0.005F * whole;
  const float present_room = std::max(std::min(whole - present, free), tight);
  const float soft = std::fma(1 - 0.005F / 0.03F, present_room, tight);
  const float x = std::sqrt((soft + soft) / present_room - 1) - 1;
  const float early = std::fma(soft, x, present_room - soft);
  const float band = std::max(free - present_room, 1e-4F);
  const float h = std::clamp((room - present_room) / band, 0.0F, 1.0F);
  const float kept = minus(h, h, 1.0F);
  const float counted = minus(early, kept * kept, room);
  if (counted >= soft) return std::max(least, whole - counted);
  const float past = soft - counted;
  const float slowed = std::fma(past, std::fma(0.5F, past, soft), soft * soft);
  return std::max(least, whole - soft * (soft * soft / slowed));
}

Three weighed_sum(const Three& a, float weight, const Three& b) {
  return {std::fma(a.x, weight, b.x), std::fma(a.y, weight, b.y), std::fma(a.z, weight, b.z)};
}

struct Lengths {
  float upper, lower, upper_inverse, least;
};

Three bending_normal(const Three& line, const Limbs& limbs, const Three& hinge,
                     const Lengths& lengths, float aside) {
  const Three by_elbow = cross(line, limbs.elbow);
  const float bent2 = dot(by_elbow, by_elbow) * (lengths.upper_inverse * lengths.upper_inverse);
  Three normal = by_elbow;
  if (bent2 < 0.06F * 0.06F) {
    const Three bent_about = rotated(limbs.upper, hinge);
    const Three by_hinge = line * dot(line, bent_about) - bent_about;
    const float bent = std::sqrt(bent2);
    const float more = std::max(0.0F, std::fma(aside, lengths.upper_inverse, -bent));
    const float straight = minus(bent, 1 / 0.06F, 1.0F);
    const float share = std::max(straight * straight * std::min(more, 0.06F), 1e-7F);
    normal = weighed_sum(by_hinge, share * lengths.upper, by_elbow);
  }
  return normal * (1.0F / std::max(std::sqrt(dot(normal, normal)), 1e-12F));
}

Four turn_from(const Three& from, const Three& to, float length) {
  const Three axis = cross(from, to);
  return {axis.x, axis.y, axis.z, std::fma(length, length, dot(from, to))};
}

void reach_with(const Three& target_m, pose::ArmBlock& arms, std::size_t lane) {
  const Limbs limbs = limbs_of(arms, lane);
  const Three hand = at(arms.hand_m, lane);
  const float upper_m = std::sqrt(dot(limbs.elbow, limbs.elbow));
  const float lower_m = std::sqrt(dot(hand, hand));
  const Lengths lengths = {upper_m, lower_m, 1.0F / upper_m, std::abs(upper_m - lower_m)};

  const float distance = std::sqrt(dot(limbs.wrist, limbs.wrist));
  const Three line =
      distance < 1e-4F ? limbs.elbow * lengths.upper_inverse : limbs.wrist * (1.0F / distance);
  const Three target = target_m - limbs.root;
  const float wanted = std::sqrt(dot(target, target));
  const Three new_line = wanted < 1e-4F ? line : target * (1.0F / wanted);
  const float least = std::max(1e-4F, std::min(lengths.least, distance));
  const float reached = soft_distance(wanted, distance, upper_m + lower_m, least);

  const float upper2 = upper_m * upper_m;
  const float along =
      std::fma(reached, reached, minus(lower_m, lower_m, upper2)) / (reached + reached);
  const float aside = std::sqrt(std::max(0.0F, minus(along, along, upper2)));
  const Three normal = bending_normal(line, limbs, at(arms.hinge, lane), lengths, aside);

  const Three elbow = weighed_sum(cross(normal, line), aside, line * along);
  const Three forearm = line * reached - elbow;
  const Four bent = turn_from(limbs.elbow, elbow, upper_m);
  const Four unbent = turn_from(limbs.wrist - limbs.elbow, forearm, lower_m);
  const Four carried = shortest_turn(line, new_line, normal);
  const Four upper = normalized(carried * (bent * limbs.upper));
  const Four lower = normalized(carried * (unbent * limbs.lower));
  put(conjugate(limbs.shoulder) * upper, arms.upper_arm, lane);
  put(conjugate(upper) * lower, arms.lower_arm, lane);
}

float polynomial(std::initializer_list<float> high_to_low, float x) {
  float sum = 0;
  for (const float c : high_to_low) sum = std::fma(sum, x, c);
  return sum;
}

float squared_angle(float cosine) {
  return std::max(0.0F, 1.0F - cosine) *
         polynomial({-0.004992857007F, 0.02663907610F, -0.06857372117F, 0.1231864018F,
                     -0.1949595590F, 0.3254758199F, -0.6741762080F, 2.467400981F},
                    cosine);
}

float sinc(float angle_squared) {
  return polynomial(
      {2.605107638e-6F, -1.980901741e-4F, 8.333050171e-3F, -0.1666665795F, 0.9999999957F},
      angle_squared);
}

Four share_of(const Four& turn, float joints, float half_max) {
  const float angle2 = squared_angle(turn.w);
  const float most = half_max * half_max;
  const float share = (angle2 > most ? std::sqrt(most / angle2) : 1.0F) / joints;
  const float rest = 1.0F - share;
  const float of_turn = share * sinc(share * share * angle2) / sinc(angle2);
  const float of_none = rest * sinc(rest * rest * angle2) / sinc(angle2);
  return {turn.x * of_turn, turn.y * of_turn, turn.z * of_turn, std::fma(turn.w, of_turn, of_none)};
}

}  // namespace

void look(const pose::LookJob& job) {
  const std::size_t last = body::index_of(job.chain.back());
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Four head = at(job.model->character_from_joint[last], lane);
    const Three way = at(*job.targets_m, lane) - at(job.model->positions_m[last], lane);
    const float distance = std::sqrt(dot(way, way));
    const Three looks = rotated(head, {0, 0, 1});
    const Three wanted = distance < 1e-4F ? looks : way / distance;
    const Four turn = normalized(shortest_turn(looks, wanted, rotated(head, {0, 1, 0})));
    const Four part = share_of(turn, static_cast<float>(job.chain.size()), 0.5F * job.turn_max_rad);
    for (const body::Joint joint : job.chain) {
      const Four frame = at(job.model->character_from_joint[body::index_of(joint)], lane);
      const Three axis = rotated(conjugate(frame), {part.x, part.y, part.z});
      pose::QuatBlock& local = job.characters->of(joint);
      put(normalized(at(local, lane) * Four{axis.x, axis.y, axis.z, part.w}), local, lane);
    }
  }
}

void local_to_model(const pose::CharacterBlock& characters, const pose::BoneBlock& bones,
                    pose::ModelBlock& output) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    put(at(characters.parent_from_joint[0], lane), output.character_from_joint[0], lane);
    put(at(bones.offsets_m[0], lane), output.positions_m[0], lane);
    for (std::size_t joint = 1; joint < body::kJointCount; ++joint) {
      const auto parent = static_cast<std::size_t>(body::parent_indices()[joint]);
      const Four turn = at(output.character_from_joint[parent], lane);
      put(turn * at(characters.parent_from_joint[joint], lane), output.character_from_joint[joint],
          lane);
      put(at(output.positions_m[parent], lane) + rotated(turn, at(bones.offsets_m[joint], lane)),
          output.positions_m[joint], lane);
    }
  }
}

void wrists_of(const pose::ArmBlock& arms, pose::VectorBlock& wrists_m) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    const Limbs limbs = limbs_of(arms, lane);
    put(limbs.root + limbs.wrist, wrists_m, lane);
  }
}

void reach(const pose::VectorBlock& targets_m, pose::ArmBlock& arms) {
  for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
    reach_with(at(targets_m, lane), arms, lane);
  }
}

}  // namespace kine::test::scalar
