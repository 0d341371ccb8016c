#include "tests/bench/ours/crowd.h"

#include <algorithm>
#include <cmath>

#include "protocol/codec.h"
#include "realizer/motion/actuators/key_poses.h"
#include "tests/bench/measure/clocks.h"
#include "tests/support/motion/bodies.h"

namespace kine::bench {
namespace {

using body::Joint;

constexpr double kTicksASecond = 60;
constexpr std::uint64_t kMotionTicks = 240;

// The peers weigh alike; ours lie over each other, so the upper ones take a third and a half.
constexpr std::array<float, kMotions> kWeights = {1.0F, 1.0F / 2, 1.0F / 3};

constexpr std::size_t kSquadsARow = kMotions * pose::kBlocks;
constexpr std::size_t kSquadsASampling = kSquadsARow - 4;

constexpr Tcb kTcb = {.tension = 0.2, .continuity = 0.1, .bias = 0.1};

constexpr std::array kColumn = {Joint::Hips,       Joint::Spine, Joint::Chest,
                                Joint::UpperChest, Joint::Neck,  Joint::Head};
constexpr std::array kTurned = {Joint::Hips,         Joint::Spine,        Joint::Chest,
                                Joint::UpperChest,   Joint::Neck,         Joint::Head,
                                Joint::LeftUpperArm, Joint::LeftLowerArm, Joint::RightUpperArm,
                                Joint::RightLowerArm};

pose::Pose base_of(const Workload& workload) {
  pose::Pose base;
  base.hips_m[1] = static_cast<float>(workload.offsets_m[0].y);
  return base;
}

}  // namespace

std::array<pose::Keys, kMotions> keys_of(const Workload& workload) {
  std::array<pose::Keys, kMotions> all;
  const pose::Pose start;
  for (std::size_t i = 0; i < kMotions; ++i) {
    pose::JointKeys keys = pose::JointKeys::of(body::JointSet::all());
    const auto& poses = workload.motions[i].keys;
    for (std::size_t key = 0; key < poses.size(); ++key) {
      const Seconds time(static_cast<double>(key) * kSecondsBetweenKeys);
      motion::append_key(poses[key], time, Seconds{0}, kTcb, keys);
    }
    keys.curve = pose::Curve::Squad;
    all[i].joints = std::move(keys);
  }
  return all;
}

Crowd::Crowd(const Workload& workload, std::size_t characters)
    : rows_(characters), squads_(characters * kSquadsARow), base_(base_of(workload)) {
  const auto keys = keys_of(workload);
  std::span<pose::SquadBlock> left = squads_;
  for (Row& row : rows_) {
    for (std::size_t i = kMotions; i-- > 0;) {
      row.intervals[i].settle(left.first(pose::kBlocks));
      left = left.subspan(pose::kBlocks);
    }
  }
  for (std::size_t i = 0; i < characters; ++i) {
    rows_[i].keys = keys;
    rows_[i].phase = i * 7 % kMotionTicks;
  }
  std::array<const body::Body*, pose::kLanes> bodies;
  bodies.fill(&test::ada());
  bones_ = pose::bones_of(bodies);
  scratch_.arms = {pose::arms_of(body::Side::Left, bones_),
                   pose::arms_of(body::Side::Right, bones_)};
  bytes_.resize(characters * protocol::kFrameBytesMax);
  advance();
}

float Crowd::time_s(const Row& row) const {
  return static_cast<float>(static_cast<double>((tick_ + row.phase) % kMotionTicks) /
                            kTicksASecond);
}

template <class Stage>
void Crowd::on_blocks(Stage stage) {
  for (std::size_t first = 0; first < rows_.size(); first += pose::kLanes) {
    stage(first, std::min(pose::kLanes, rows_.size() - first));
  }
}

std::span<const char> Crowd::advance() {
  ++tick_;
  bytes_used_ = 0;
  on_blocks([this](std::size_t first, std::size_t count) {
    for (std::size_t i = first; i < first + count; ++i) blend(i);
    gather(first, count);
    pose::local_to_model(scratch_.characters, bones_, scratch_.model);
    reach(first, count);
    look(first, count);
    std::array<pose::Pose*, pose::kLanes> poses;
    for (std::size_t i = 0; i < count; ++i) poses[i] = &scratch_.poses[i];
    pose::scatter(scratch_.characters, kTurned, std::span(poses.data(), count));
    for (std::size_t i = first; i < first + count; ++i) {
      publish(rows_[i], i);
      encode();
    }
  });
  return {bytes_.data(), bytes_used_};
}

void Crowd::blend(std::size_t index) {
  Row& row = rows_[index];
  std::array<pose::Layer, kMotions> layers;
  std::array<pose::LayerSample, kMotions> samples;
  for (std::size_t i = 0; i < kMotions; ++i) {
    layers[i] = {.keys = &row.keys[i],
                 .contents = {.joints = true},
                 .interval = &row.intervals[i],
                 .time_s = time_s(row),
                 .weight = kWeights[i]};
  }
  pose::BlendJob{.layers = layers,
                 .rest = &base_,
                 .ahead = std::span(ahead_).first(look_ahead(index)),
                 .samples = samples,
                 .output = &scratch_.poses[index % pose::kLanes]}
      .run();
}

/// As a shard looks ahead; but what a block of characters does beside sampling reads little, so a
/// part of the next ones' squads comes meanwhile.
std::size_t Crowd::look_ahead(std::size_t index) {
  constexpr std::size_t kRowsAhead = 3;
  std::size_t count = 0;
  if (index + 1 < rows_.size()) {
    ahead_[count++] = std::as_bytes(squads_of(index + 1).first(kSquadsASampling));
  }
  if (index + kRowsAhead < rows_.size()) {
    const Row& later = rows_[index + kRowsAhead];
    ahead_[count++] = std::as_bytes(std::span(&later, 1)).first(offsetof(Row, keys));
  }
  return count;
}

std::span<const pose::SquadBlock> Crowd::squads_of(std::size_t index) const {
  return std::span(squads_).subspan(index * kSquadsARow, kSquadsARow);
}

void Crowd::gather(std::size_t first, std::size_t count) {
  std::array<const pose::Pose*, pose::kLanes> poses;
  for (std::size_t i = 0; i < count; ++i) poses[i] = &scratch_.poses[i];
  pose::gather(std::span(poses.data(), count), scratch_.characters);
}

// Each wrist goes 2 cm round where the motions put it, as behind a mass tracker.
void Crowd::reach(std::size_t, std::size_t) {
  const double time = static_cast<double>(tick_) / kTicksASecond;
  const auto x = static_cast<float>(0.02 * std::sin(9 * time));
  const auto y = static_cast<float>(0.02 * std::cos(9 * time));
  for (const body::Side side : {body::Side::Left, body::Side::Right}) {
    pose::ArmBlock& arms = scratch_.arms[side == body::Side::Left ? 0 : 1];
    pose::gather_arms(scratch_.characters, side, arms);
    pose::wrists_of(arms, scratch_.wrists_m);
    for (std::size_t lane = 0; lane < pose::kLanes; ++lane) {
      scratch_.wrists_m.x[lane] += x;
      scratch_.wrists_m.y[lane] += y;
    }
    pose::reach(scratch_.wrists_m, arms);
    const body::ArmChain chain = body::arm_chain(side);
    scratch_.characters.of(chain.upper_arm) = arms.upper_arm;
    scratch_.characters.of(chain.lower_arm) = arms.lower_arm;
  }
}

void Crowd::look(std::size_t, std::size_t) {
  const double time = static_cast<double>(tick_) / kTicksASecond;
  scratch_.targets_m.x.fill(static_cast<float>(0.5 * std::sin(time)));
  scratch_.targets_m.y.fill(1.5F);
  scratch_.targets_m.z.fill(3.0F);
  pose::LookJob{&scratch_.targets_m, kColumn, 1.2F, &scratch_.model, &scratch_.characters}.run();
}

void Crowd::publish(Row& row, std::size_t index) {
  if (index + pose::kLanes < rows_.size()) {
    bring_near(std::as_bytes(squads_of(index + pose::kLanes).subspan(kSquadsASampling)));
  }
  const pose::Pose& pose = scratch_.poses[index % pose::kLanes];
  row.poses.push(pose);
  Frame& frame = scratch_.frame;
  frame.character = CharacterId{static_cast<std::uint32_t>(index + 1)};
  frame.tick = Tick{tick_};
  pose::write_rotations(pose, frame.parent_from_joint);
  std::copy_n(pose.hips_m.begin(), frame.hips_m.size(), frame.hips_m.begin());
  std::copy_n(pose.channels.begin(), frame.channels.size(), frame.channels.begin());
}

void Crowd::encode(protocol::FrameVariant variant) {
  char* const out = bytes_.data() + bytes_used_;
  const char* const end = protocol::encode_to(scratch_.frame, 1, variant, out);
  bytes_used_ += static_cast<std::size_t>(end - out);
}

void Crowd::sample_and_blend() {
  for (std::size_t i = 0; i < rows_.size(); ++i) blend(i);
}

void Crowd::squads_only() {
  pose::QuatBlock output;
  for (Row& row : rows_) {
    for (std::size_t i = kMotions; i-- > 0;) {
      const auto sample = row.intervals[i].sample_at(row.keys[i].joints, time_s(row));
      if (sample.squads == nullptr) continue;
      for (std::size_t block = 0; block < pose::kBlocks; ++block) {
        pose::squad(sample.squads[block], sample.arcs[block], sample.h, output);
        keep(output);
      }
    }
  }
}

void Crowd::gather_only() {
  on_blocks([this](std::size_t first, std::size_t count) { gather(first, count); });
}

void Crowd::place_only() {
  on_blocks([this](std::size_t, std::size_t) {
    pose::local_to_model(scratch_.characters, bones_, scratch_.model);
    keep(scratch_.model);
  });
}

void Crowd::arms_only() {
  on_blocks([this](std::size_t first, std::size_t count) { reach(first, count); });
}

void Crowd::look_only() {
  on_blocks([this](std::size_t first, std::size_t count) { look(first, count); });
}

void Crowd::publish_only() {
  for (std::size_t i = 0; i < rows_.size(); ++i) publish(rows_[i], i);
}

void Crowd::encode_only() {
  bytes_used_ = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) encode();
}

void Crowd::encode_packed_only() {
  bytes_used_ = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    encode({protocol::FrameParts::All, protocol::Rotations::SmallestThree48});
  }
}

void Crowd::set_up_intervals() {
  std::array<pose::SquadBlock, pose::kBlocks> squads;
  std::array<pose::Arcs, pose::kBlocks> arcs;
  for (Row& row : rows_) {
    for (const pose::Keys& keys : row.keys) {
      pose::set_up(keys.joints, 3, squads, arcs);
      keep(squads);
    }
  }
}

Vec3 Crowd::left_hand_m() const {
  Rotations rotations;
  for (std::size_t i = 0; i < body::kJointCount; ++i) {
    rotations[i] = rows_.front().poses.last().rotation(body::joint_at(i));
  }
  return test::ada().compute_model(rotations).positions_m[body::index_of(Joint::LeftHand)];
}

std::size_t Crowd::key_bytes() const { return kMotions * pose::kBlocks * sizeof(pose::SquadBlock); }

}  // namespace kine::bench
