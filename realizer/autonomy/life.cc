#include "realizer/autonomy/life.h"

#include <algorithm>
#include <utility>

#include "realizer/pose/gaze_keys.h"

namespace kine::autonomy {
namespace {

using enum plan::LifeParameter;

/// A rate and the amplitude that goes with it.
constexpr std::pair<plan::LifeParameter, plan::LifeParameter> kPairs[] = {
    {BlinkRate, BlinkAmount},      {BreathRate, BreathAmplitude}, {SaccadeRate, SaccadeAmplitude},
    {SwayRate, SwayAmplitude},     {WeightRate, WeightAmplitude}, {BalanceRate, BalanceAmplitude},
    {FidgetRate, FidgetAmplitude},
};

/// A head that is shaken has no blink with each of its turns.
constexpr Seconds kPauseBeforeTurn{1};

// A step takes the weight over in half a second; a character that stands again takes as long as a
// shift to settle.
constexpr Seconds kLeavesStanding{0.5};
constexpr Seconds kComesToStand{2};

double next_stands(const LifeStep& step, double stands) {
  return step.stands ? std::min(stands + step.rate.step() / kComesToStand, 1.0)
                     : std::max(stands - step.rate.step() / kLeavesStanding, 0.0);
}

const pose::BodyKeys* body_keys_of(const LifeSegment& segment) {
  return segment.keys->find<pose::BodyKeys>();
}

/// Whether the last motion ended elsewhere than where it began.
bool is_away(const Memory& memory) {
  return std::ranges::any_of(memory.where, [](double each) { return each != 0; });
}

/// What brings a stopped motion to rest: the usual pace, and no amplitude.
Parameters brought_back(const Producer& producer) {
  Parameters parameters;
  parameters.set({producer.rate(), plan::range_of(producer.rate()).usual});
  return parameters;
}

/// Eyelids are not less alive where the body is stiller.
Parameters scaled(const Parameters& usual, double amount) {
  Parameters parameters = usual;
  for (const auto& [rate, amplitude] : kPairs) {
    if (amplitude == BlinkAmount) continue;
    parameters.set({amplitude, amount * usual[amplitude]});
  }
  return parameters;
}

/// Whether a turn calls for what has paused for long enough. It is noticed only once.
bool goes_with_turn(const LifeStep& step, const Memory& memory, Facing& facing) {
  if (!facing.turned) return false;
  facing.turned = false;
  return memory.begun && step.rate.between(memory.ended, step.tick) >= kPauseBeforeTurn;
}

std::shared_ptr<const pose::Keys> compiled(const motion::Segment& segment, const body::Body& body) {
  const motion::Entry entry{.pose = nullptr, .pose_before = nullptr, .step = {}, .time = {}};
  return std::make_shared<pose::Keys>(segment.actuator->compile(entry, body));
}

}  // namespace

Parameters Parameters::usual() {
  Parameters parameters;
  for (const auto& [rate, amplitude] : kPairs) {
    parameters.set({rate, plan::range_of(rate).usual});
    parameters.set({amplitude, plan::range_of(amplitude).usual});
  }
  return parameters;
}

LifeState make_life(const LifeOptions& options) {
  LifeState life;
  life.seed = options.seed;
  if (options.liveliness == Liveliness::Alive) life.parameters = Parameters::usual();
  life.own = life.parameters;
  return life;
}

void set(const plan::LifeSetting& setting, LifeState& life) {
  if (setting.back) {
    life.parameters.set({setting.parameter, life.own[setting.parameter]});
    return;
  }
  for (const auto& [rate, amplitude] : kPairs) {
    if (setting.parameter != rate && setting.parameter != amplitude) continue;
    const bool never_set = life.parameters[rate] == 0 && life.parameters[amplitude] == 0;
    if (!never_set || setting.value == 0) continue;
    life.parameters.set({rate, plan::range_of(rate).usual});
    life.parameters.set({amplitude, plan::range_of(amplitude).usual});
  }
  life.parameters.set(setting);
}

std::vector<std::shared_ptr<const motion::Block>> advance(const LifeStep& step, LifeState& life) {
  std::vector<std::shared_ptr<const motion::Block>> blocks;
  life.stands = next_stands(step, life.stands);
  std::erase_if(life.segments, [&](const LifeSegment& each) { return each.end <= step.tick; });
  for (std::size_t i = 0; i < step.producers.size(); ++i) {
    const Producer& producer = *step.producers[i];
    const bool lives = life.parameters[producer.rate()] > 0;
    if (!lives && (life.memories.size() <= i || !is_away(life.memories[i]))) continue;
    const Parameters parameters =
        lives ? scaled(life.parameters, step.amount) : brought_back(producer);
    if (life.memories.size() <= i) life.memories.resize(step.producers.size());
    Memory& memory = life.memories[i];
    if (lives && producer.goes_with_turns() && goes_with_turn(step, memory, life.facing)) {
      memory.next = step.tick;
    }
    if (memory.next > step.tick) continue;
    const Now now{.tick = step.tick,
                  .rate = step.rate,
                  .random = Random({.seed = life.seed,
                                    .character = step.character.value,
                                    .tick = step.tick.index,
                                    .purpose = i}),
                  .parameters = parameters,
                  .looks_at_something = step.looks_at_something};
    const Answer answer = producer.advance_to(now, memory);
    if (answer.block) blocks.push_back(answer.block);
    if (!answer.on_top) continue;
    memory.ended = step.rate.first_at_or_after(step.tick, answer.on_top->end);
    life.segments.push_back({.producer = i,
                             .started = step.tick,
                             .end = memory.ended,
                             .keys = compiled(*answer.on_top, step.body)});
  }
  return blocks;
}

bool moves_body(const LifeState& life) {
  return life.stands > 0 && std::ranges::any_of(life.segments, [](const LifeSegment& each) {
           return body_keys_of(each) != nullptr;
         });
}

body::BodyOffsets offsets_of(const LifeState& life, Tick tick, TickRate rate) {
  body::BodyOffsets sum;
  for (const LifeSegment& each : life.segments) {
    const pose::BodyKeys* const keys = body_keys_of(each);
    if (keys == nullptr) continue;
    const auto time_s = static_cast<float>(rate.between(each.started, tick).count());
    sum = sum + offsets_at(*keys, time_s);
  }
  return pose::least_jerk(life.stands) * sum;
}

void notice_turn(const pose::Pose& pose, Seconds step, LifeState& life) {
  using enum body::Joint;
  if (life.parameters[BlinkRate] <= 0) return;
  Quat character_from_head;
  for (const body::Joint joint : {Hips, Spine, Chest, UpperChest, Neck, Head}) {
    character_from_head = character_from_head * pose.rotation(joint);
  }
  face(character_from_head * Vec3{0, 0, 1}, step, life.facing);
}

}  // namespace kine::autonomy
