#include "realizer/dynamics/follow.h"

#include <algorithm>
#include <cstddef>

#include "realizer/core/assert.h"
#include "realizer/math/tension.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "realizer/dynamics/follow.cc"
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4 | HWY_EMU128 | HWY_SCALAR)
#include "hwy/foreach_target.h"
#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace kine::dynamics::HWY_NAMESPACE {
using pose::ArmBlock;
using pose::kLanes;
using pose::Lanes;
using pose::QuatBlock;
using pose::VectorBlock;
#include "realizer/dynamics/follow_lanes.inc"
#include "realizer/pose/lane_squares.inc"

/// Two joints that follow each other in a frame are a row of 8 floats.
using RotationRows = std::array<Lanes*, 8>;

RotationRows rows_of(QuatBlock& first, QuatBlock& second) {
  return {&first.x, &first.y, &first.z, &first.w, &second.x, &second.y, &second.z, &second.w};
}

/// Where the floats of each character of a block begin.
using Rows = std::array<float*, kLanes>;

/// 8 floats of each character, `offset` behind its first: each goes to lanes of its own.
HWY_INLINE void rows_to_lanes(const Rows& in, std::size_t offset, const RotationRows& lanes) {
  for (std::size_t lane = 0; lane < kLanes; lane += kSide) {
    for (std::size_t row = 0; row < lanes.size(); row += kSide) {
      const float* rows_in[kSide];
      float* rows_out[kSide];
      for (std::size_t i = 0; i < kSide; ++i) {
        rows_in[i] = in[lane + i] + offset + row;
        rows_out[i] = lanes[row + i]->data() + lane;
      }
      turn_over(rows_in, rows_out);
    }
  }
}

HWY_INLINE void lanes_to_rows(const RotationRows& lanes, const Rows& out, std::size_t offset) {
  for (std::size_t lane = 0; lane < kLanes; lane += kSide) {
    for (std::size_t row = 0; row < lanes.size(); row += kSide) {
      const float* rows_in[kSide];
      float* rows_out[kSide];
      for (std::size_t i = 0; i < kSide; ++i) {
        rows_in[i] = lanes[row + i]->data() + lane;
        rows_out[i] = out[lane + i] + offset + row;
      }
      turn_over(rows_in, rows_out);
    }
  }
}

constexpr std::size_t kRowsOfArm = kTrackedFloats / 8;
constexpr std::size_t kRowsThatMove = 4;

RotationRows rows_of(TrackedArms& tracked, std::size_t row) {
  Lanes* const first = reinterpret_cast<Lanes*>(&tracked) + 8 * row;
  return {first, first + 1, first + 2, first + 3, first + 4, first + 5, first + 6, first + 7};
}

constexpr std::size_t floats_before(body::Joint joint) { return 4 * body::index_of(joint); }

/// What a block reads and writes. Lanes past the last character read it again; what is written of
/// arms that are not tracked is lost.
struct BlockRows {
  Rows shown;
  std::array<Rows, 2> written;
  std::array<Rows, 2> tracked;
  std::array<bool, 2> any = {};
};

/// Takes the place of what is not tracked.
struct Nobody {
  TrackedArm arm;
  Rotations rotations;
};

BlockRows rows_of(const FollowJob& job, Nobody& nobody) {
  BlockRows rows;
  const std::size_t last = job.characters.size() - 1;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    const FollowJob::Character& character = job.characters[std::min(lane, last)];
    rows.shown[lane] = character.shown.parent_from_joint->front().data();
    for (std::size_t side = 0; side < 2; ++side) {
      TrackedArm* const arm = lane > last ? nullptr : character.arms[side];
      const bool is_tracked = arm != nullptr;
      rows.any[side] = rows.any[side] || is_tracked;
      rows.tracked[side][lane] = reinterpret_cast<float*>(is_tracked ? arm : &nobody.arm);
      rows.written[side][lane] = is_tracked ? rows.shown[lane] : nobody.rotations.front().data();
    }
    const auto& [x, y, z] = *character.shown.hips_m;
    job.scratch->hips_m.x[lane] = x;
    job.scratch->hips_m.y[lane] = y;
    job.scratch->hips_m.z[lane] = z;
  }
  return rows;
}

body::ArmChain chain_of(std::size_t side) {
  return body::arm_chain(side == 0 ? body::Side::Left : body::Side::Right);
}

void gather_side(const FollowJob& job, std::size_t side, const BlockRows& rows) {
  FollowJob::Scratch::Side& scratch = job.scratch->sides[side];
  ArmBlock& arm = job.bones->sides[side].arm;
  const body::ArmChain chain = chain_of(side);
  rows_to_lanes(rows.shown, floats_before(chain.shoulder), rows_of(arm.shoulder, arm.upper_arm));
  rows_to_lanes(rows.shown, floats_before(chain.lower_arm), rows_of(arm.lower_arm, scratch.hand));
  for (std::size_t row = 0; row < kRowsOfArm; ++row) {
    rows_to_lanes(rows.tracked[side], 8 * row, rows_of(scratch.tracked, row));
  }
}

void scatter_side(const FollowJob& job, std::size_t side, const BlockRows& rows) {
  FollowJob::Scratch::Side& scratch = job.scratch->sides[side];
  ArmBlock& arm = job.bones->sides[side].arm;
  const body::ArmChain chain = chain_of(side);
  const Rows& out = rows.written[side];
  lanes_to_rows(rows_of(arm.shoulder, arm.upper_arm), out, floats_before(chain.shoulder));
  lanes_to_rows(rows_of(arm.lower_arm, scratch.hand), out, floats_before(chain.lower_arm));
  for (std::size_t row = 0; row < kRowsThatMove; ++row) {
    lanes_to_rows(rows_of(scratch.tracked, row), rows.tracked[side], 8 * row);
  }
}

void gather_follow_scatter(const FollowJob& job) {
  using body::Joint;
  FollowJob::Scratch& scratch = *job.scratch;
  Nobody nobody;
  const BlockRows rows = rows_of(job, nobody);
  rows_to_lanes(rows.shown, floats_before(Joint::Hips), rows_of(scratch.hips, scratch.spine));
  rows_to_lanes(rows.shown, floats_before(Joint::Chest),
                rows_of(scratch.chest, scratch.upper_chest));
  for (std::size_t side = 0; side < 2; ++side) {
    if (rows.any[side]) gather_side(job, side, rows);
  }
  follow_all(job, rows.any);
  for (std::size_t side = 0; side < 2; ++side) {
    if (rows.any[side]) scatter_side(job, side, rows);
  }
}

}  // namespace kine::dynamics::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace kine::dynamics {

HWY_EXPORT(gather_follow_scatter);

void FollowJob::run() const {
  KINE_ASSERT(!characters.empty() && characters.size() <= pose::kLanes);
  KINE_ASSERT(bones != nullptr && scratch != nullptr);
  KINE_ASSERT(step.count() > 0);
  HWY_DYNAMIC_DISPATCH(gather_follow_scatter)(*this);
}

}  // namespace kine::dynamics
#endif
