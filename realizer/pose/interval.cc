#include "realizer/pose/interval.h"

#include <algorithm>

#include "realizer/core/assert.h"

namespace kine::pose {
namespace {

double duration_s(const JointKeys& keys, std::size_t before) {
  return static_cast<double>(keys.times_s[before + 1]) - static_cast<double>(keys.times_s[before]);
}

/// How the curve leaves the key `at`: at the first one as is given, out of a hold from rest.
void set_outgoing(const JointKeys& keys, std::size_t at, SquadEnds& ends) {
  if (at == 0) return;
  if (keys.passings[at - 1].holds) {
    ends.out_of_own = static_cast<float>(share_out_of_hold(keys.passings[at].tcb));
    return;
  }
  const Shares shares =
      outgoing_shares(duration_s(keys, at - 1), duration_s(keys, at), keys.passings[at].tcb);
  ends.out_of_before = static_cast<float>(shares.before);
  ends.out_of_own = static_cast<float>(shares.after);
}

/// How it comes to the key `at`: to the last one and into a hold eased.
void set_incoming(const JointKeys& keys, std::size_t at, SquadEnds& ends) {
  if (at + 1 == keys.key_count()) return;
  if (keys.passings[at].holds) {
    ends.in_of_own = static_cast<float>(share_into_hold(keys.passings[at].tcb));
    return;
  }
  const Shares shares =
      incoming_shares(duration_s(keys, at - 1), duration_s(keys, at), keys.passings[at].tcb);
  ends.in_of_own = static_cast<float>(shares.before);
  ends.in_of_after = static_cast<float>(shares.after);
}

}  // namespace

void set_up(const JointKeys& keys, std::size_t before, std::span<SquadBlock> squads,
            std::span<Arcs> arcs) {
  KINE_ASSERT(before + 1 < keys.key_count());
  KINE_ASSERT(squads.size() == keys.blocks.size() && arcs.size() == squads.size());
  SquadEnds ends;
  set_outgoing(keys, before, ends);
  set_incoming(keys, before + 1, ends);
  for (std::size_t block = 0; block < squads.size(); ++block) {
    ends.before = ends.out_of_before == 0 ? nullptr : &keys.rotation(before - 1, block);
    ends.from = &keys.rotation(before, block);
    ends.to = &keys.rotation(before + 1, block);
    ends.after = ends.in_of_after == 0 ? nullptr : &keys.rotation(before + 2, block);
    const bool given = before == 0 && !keys.first_tangent.empty();
    ends.first_tangent = given ? &keys.first_tangent[block] : nullptr;
    arcs[block] = set_up_squad(ends, squads[block]);
  }
}

LayerSample Interval::sample_at(const JointKeys& keys, float time_s) {
  if (from_s_ <= time_s && time_s < to_s_) {
    return sample_inside((time_s - from_s_) / (to_s_ - from_s_));
  }
  const KeyPlace place = place_among(keys.times_s, time_s);
  const bool inside = time_s >= keys.times_s.front() && place.before + 1 < keys.key_count();
  const bool squads = keys.curve == Curve::Squad && inside;
  if (squads && !keys.passings[place.before].holds) {
    enter(keys, place.before);
    return sample_inside(place.h);
  }
  LayerSample sample{.blocks = keys.blocks, .masks = keys.masks.data(), .h = place.h};
  sample.from = &keys.rotation(place.before, 0);
  if (!squads && place.h != 0) sample.to = &keys.rotation(place.before + 1, 0);
  return sample;
}

LayerSample Interval::sample_at(const ClipKeys& keys, float time_s) {
  const ClipMoment moment = moment_of(keys, time_s);
  LayerSample sample{.blocks = keys.blocks, .masks = keys.masks.data()};
  if (moment.passed >= 1) {
    sample.from = &moment.place.from->rotations[keys.blocks.front()];
    sample.to = &moment.place.to->rotations[keys.blocks.front()];
    sample.h = moment.place.h;
    return sample;
  }
  if (own_ == nullptr) own_ = std::make_unique<Own>();
  std::vector<QuatBlock>& eased = own_->eased;
  eased.resize(keys.blocks.size());
  for (std::size_t i = 0; i < eased.size(); ++i) sample_eased(keys, moment, i, eased[i]);
  sample.from = eased.data();
  return sample;
}

void Interval::settle(std::span<SquadBlock> room) {
  const bool same = room.data() == room_.data() && room.size() == room_.size();
  if (same || (room.empty() && room_.empty())) return;
  room_ = room;
  from_s_ = to_s_ = 0;
}

void Interval::enter(const JointKeys& keys, std::size_t before) {
  const std::size_t size = keys.blocks.size();
  std::span<SquadBlock> squads = room_;
  if (room_.size() < size) {
    if (own_ == nullptr) own_ = std::make_unique<Own>();
    own_->squads.resize(size);
    squads = own_->squads;
  }
  squads_ = squads.data();
  set_up(keys, before, squads.first(size), std::span(arcs_).first(size));
  from_s_ = keys.times_s[before];
  to_s_ = keys.times_s[before + 1];
  block_count_ = static_cast<std::uint8_t>(size);
  std::copy(keys.blocks.begin(), keys.blocks.end(), blocks_.begin());
  std::copy(keys.masks.begin(), keys.masks.end(), masks_.begin());
}

LayerSample Interval::sample_inside(float h) const {
  return {.blocks = {blocks_.data(), block_count_},
          .masks = masks_.data(),
          .squads = squads_,
          .arcs = arcs_.data(),
          .h = h};
}

}  // namespace kine::pose
