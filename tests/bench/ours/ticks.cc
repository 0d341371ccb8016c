#include "tests/bench/ours/ticks.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/codec.h"
#include "realizer/live/live_tension.h"
#include "realizer/motion/actuators/body_motion.h"
#include "realizer/motion/actuators/key_poses.h"
#include "realizer/prepare/prepare.h"
#include "realizer/tick/shard.h"
#include "server/scene/casts.h"
#include "tests/bench/measure/allocations.h"
#include "tests/bench/measure/clocks.h"
#include "tests/bench/measure/loopback.h"
#include "tests/bench/ours/crowd.h"
#include "tests/support/motion/bodies.h"
#include "tests/support/motion/stage.h"

namespace kine::bench {
namespace {

constexpr std::uint32_t kHz = 60;
constexpr std::uint64_t kStagger = 29;  // starts are spread over as many ticks
constexpr double kTickMs = 1000.0 / kHz;

/// The three motions as a script's segments: each lies over a share of the one below, for its fade
/// in is as long as it plays.
std::shared_ptr<const motion::Block> block_of(const Workload& workload, Arms arms) {
  auto block = std::make_shared<motion::Block>();
  block->id = "bench";
  for (pose::Keys& keys : keys_of(workload)) {
    const Seconds end(static_cast<double>(keys.joints.times_s.back()));
    block->end = end;
    block->segments.push_back(
        {.start = Seconds{0},
         .end = end,
         .fade_in = block->segments.empty() ? Seconds{0} : 0.9 * end,
         .fade_out = Seconds{0},
         .actuator = std::make_shared<motion::KeyPoses>(std::move(keys.joints))});
  }
  if (arms == Arms::WithBody) {
    pose::BodyKeys body;
    const body::BodyOffsets aside{.pelvis_m = {0.02, -0.01, 0},
                                  .pelvis_rad = {0, 0.1, 0},
                                  .spine_rad = body::shared_by_trunk({0.1, 0.1, 0})};
    motion::append_body_key(Seconds{0}, {}, body);
    motion::append_body_key(block->end, aside, body);
    block->segments.push_back(
        {.end = block->end, .actuator = std::make_shared<motion::BodyMotion>(std::move(body))});
  }
  return block;
}

/// A shard, and the bytes of its ticks.
class Stage {
 public:
  Stage(const Workload& workload, std::size_t characters, Arms arms = Arms::Untracked)
      : shard_(TickRate(kHz)), block_(block_of(workload, arms)) {
    const auto cast = test::cast_named("ada", test::ada());
    for (std::size_t i = 1; i <= characters; ++i) {
      shard_.add_character({static_cast<std::uint32_t>(i)}, cast);
    }
    bytes_.resize(characters * protocol::kFrameBytesMax);
  }

  /// Masses on both arms of everybody from now on.
  void make_loose() {
    const auto loose = make_tension_change({.manner = "loose"});
    std::vector<Input> inputs;
    for (std::uint32_t id = 1; id <= shard_.character_count(); ++id) {
      inputs.push_back(SetTension{{id}, *loose});
    }
    advance(inputs);
  }

  /// Each character begins to play at a tick of its own, so that not all pass a key at once.
  void start_playing() {
    for (std::uint64_t part = 0; part < kStagger; ++part) {
      std::vector<Input> inputs;
      for (std::size_t i = part; i < shard_.character_count(); i += kStagger) {
        inputs.push_back(PlayBlock{
            .character = {static_cast<std::uint32_t>(i + 1)}, .id = {i + 1}, .block = block_});
      }
      advance(inputs);
    }
  }

  void advance(std::span<const Input> inputs = {}) { shard_.advance_to(Tick{++tick_}, inputs); }

  std::span<const char> encoded() {
    char* out = bytes_.data();
    for (const Frame& frame : shard_.frames()) {
      out = protocol::encode_to(frame, 1, protocol::FrameParts::All, out);
    }
    return {bytes_.data(), static_cast<std::size_t>(out - bytes_.data())};
  }

 private:
  Shard shard_;
  std::shared_ptr<const motion::Block> block_;
  std::vector<char> bytes_;
  std::uint64_t tick_ = 0;
};

void print_quantiles(const char* name, const std::vector<double>& seconds) {
  std::printf("  %-44s %9.2f %9.2f %9.2f\n", name, 1e3 * quantile(seconds, 0.5),
              1e3 * quantile(seconds, 0.99), 1e3 * quantile(seconds, 1));
}

void wait_until(std::chrono::steady_clock::time_point when) {
  while (std::chrono::steady_clock::now() < when) {
  }
}

std::uint64_t hashed(std::span<const char> bytes, std::uint64_t hash) {
  for (const char byte : bytes) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
  return hash;
}

std::string script_of_five_poses(std::size_t number) {
  std::string text = R"(<script xmlns="urn:kinesphere:script:1" id="s)" + std::to_string(number) +
                     R"("><sequence id="s1">)";
  for (int pose = 0; pose < 5; ++pose) {
    const std::string x = std::to_string(-0.1 - 0.05 * ((static_cast<int>(number) + pose) % 5));
    const std::string y = std::to_string(1.1 + 0.05 * ((static_cast<int>(number) + 2 * pose) % 6));
    text += "<pose time=\"" + std::to_string(0.5 * (pose + 1)) +
            "\"><position joint=\"rightHand\" target=\"" + x + " " + y + " 0.3\"/></pose>";
  }
  return text + "</sequence></script>";
}

}  // namespace

void print_ticks(const Workload& workload, std::size_t characters, std::size_t ticks, Arms arms) {
  Stage stage(workload, characters, arms);
  if (arms == Arms::Loose) stage.make_loose();
  constexpr std::array kWith = {"", " with loose arms", " with bodies that go along"};
  Loopback connection;
  std::vector<double> wall;
  std::vector<double> thread;
  std::vector<double> realized;
  std::uint64_t allocated = 0;
  while (wall.size() < ticks) {
    stage.start_playing();
    // What plays lasts four seconds: measured is while everybody does.
    auto due = std::chrono::steady_clock::now();
    for (int i = 0; i < 180 && wall.size() < ticks; ++i) {
      wait_until(due);
      due += std::chrono::microseconds(1'000'000 / kHz);
      const std::uint64_t before = allocations();
      const Taken tick = time_of([&] { stage.advance(); });
      const Taken sent = time_of([&] { connection.send(stage.encoded()); });
      allocated += allocations() - before;
      realized.push_back(tick.thread_s);
      wall.push_back(tick.wall_s + sent.wall_s);
      thread.push_back(tick.thread_s + sent.thread_s);
    }
    for (int i = 0; i < 60; ++i) stage.advance();
  }
  std::printf(
      "\nticks of a shard, %zu characters%s, sixty a second: ms       p50       p99      most\n",
      characters, kWith[static_cast<std::size_t>(arms)]);
  print_quantiles("wall, encoded and sent", wall);
  print_quantiles("thread, encoded and sent", thread);
  print_quantiles("thread, the shard alone", realized);
  const double each_s = quantile(thread, 0.5) / static_cast<double>(characters);
  std::printf("  characters a core at 60 Hz, encoded and sent: %.0f\n", 1.0 / kHz / each_s);
  std::printf("  allocations in %zu ticks: %llu (to reach: 0)\n", wall.size(),
              static_cast<unsigned long long>(allocated));
  std::printf("  p99 in thread time: %.2f ms (to reach: %.1f)\n", 1e3 * quantile(thread, 0.99),
              kTickMs);
}

void print_flood() {
  constexpr std::size_t kScripts = 1'000;
  constexpr std::size_t kTicks = 240;
  const auto casts = server::make_casts({*server::parse_character("ada")});
  Shard shard{TickRate(kHz)};
  std::vector<Input> inputs;
  for (std::size_t i = 1; i <= kScripts; ++i) {
    const CharacterId id{static_cast<std::uint32_t>(i)};
    shard.add_character(id, casts->front());
    Diagnostics diagnostics;
    const auto prepared = prepare(script_of_five_poses(i), {.casts = *casts}, diagnostics);
    if (!prepared) {
      std::printf("a script does not plan: %s\n", prepared.error().message.c_str());
      return;
    }
    inputs.push_back(PlayBlock{.character = id, .id = {i}, .block = prepared->blocks.front()});
  }
  std::vector<double> wall;
  std::vector<double> thread;
  for (std::uint64_t tick = 1; tick <= kTicks; ++tick) {
    const bool flood = tick == 10;
    const Taken taken = time_of([&] {
      shard.advance_to(Tick{tick},
                       flood ? std::span<const Input>(inputs) : std::span<const Input>());
    });
    if (tick < 5) continue;  // the first touch of memory
    wall.push_back(taken.wall_s);
    thread.push_back(taken.thread_s);
  }
  std::printf(
      "\n%zu scripts of five poses in one tick: ms                 p50       p99      most\n",
      kScripts);
  print_quantiles("wall", wall);
  print_quantiles("thread (to reach: none over 16.7)", thread);
}

std::uint64_t hash_of_frames(const Workload& workload, std::size_t characters, std::size_t ticks) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  Crowd crowd(workload, characters);
  Stage stage(workload, characters);
  stage.start_playing();
  for (std::size_t tick = 0; tick < ticks; ++tick) {
    hash = hashed(crowd.advance(), hash);
    stage.advance();
    hash = hashed(stage.encoded(), hash);
  }
  return hash;
}

}  // namespace kine::bench
