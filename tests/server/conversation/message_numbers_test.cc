// Every number of every message of a client, as each value that a number can hardly have. No header
// of its own: the subject is server/conversation/conversation.h, and the shard behind it.
#include <google/protobuf/text_format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "realizer/tick/shard.h"
#include "tests/support/catch.h"
#include "tests/support/server/conversation_stage.h"

namespace kine::server::message_numbers_test {
namespace {

using google::protobuf::FieldDescriptor;
using Numbers = std::numeric_limits<double>;

constexpr std::array<double, 40> kValues = {Numbers::quiet_NaN(),
                                            -Numbers::quiet_NaN(),
                                            Numbers::signaling_NaN(),
                                            Numbers::infinity(),
                                            -Numbers::infinity(),
                                            0.0,
                                            -0.0,
                                            Numbers::denorm_min(),
                                            -Numbers::denorm_min(),
                                            1e-310,
                                            Numbers::min(),
                                            -Numbers::min(),
                                            Numbers::max(),
                                            -Numbers::max(),
                                            1e308,
                                            -1e308,
                                            1e-45,
                                            1.4e-45,
                                            1e38,
                                            -1e38,
                                            3.5e38,
                                            1e18,
                                            -1e18,
                                            9007199254740993.0,
                                            9223372036854775808.0,
                                            18446744073709551616.0,
                                            2147483648.0,
                                            -2147483649.0,
                                            4294967296.0,
                                            600,
                                            600.0000001,
                                            601,
                                            86'400,
                                            -86'400,
                                            -1,
                                            -1e-9,
                                            1e-9,
                                            Numbers::epsilon(),
                                            0.5,
                                            1};

/// As text of protobuf, within all limits.
constexpr std::array<const char*, 11> kMessages = {
    R"(interrupt { character: "ada" fade: 0.3 })",
    R"(set_target { name: "cup" point: [0, 1, 1] })",
    R"(set_tension { character: "ada" rest_error: 0.05 zeta: 0.4 over: 0.5 })",
    R"(set_manner { character: "ada" over: 0.5 nucleus { style: "tired" spatial_extent: 0.1
       temporal_extent: 0.1 power: 0.1 fluidity: 0.1 } })",
    R"(set_manner { character: "ada" over: 0.5 face { name: "happy" amount: 0.5
       shapes { name: "SMILE" weight: 0.5 } } })",
    R"(set_manner { character: "ada" over: 0.5 sketch { style: "tired"
       numbers { key: "posture" value: 0.5 } } })",
    R"(push { character: "ada" joint: "upperChest" force: [0, 0, 50] duration: 0.2 })",
    R"(push { character: "ada" joint: "rightHand" duration: 1
       towards { point: [0, 1, 1] stiffness: 500 limit: 200 } })",
    R"(set_load { character: "ada" hand: RIGHT mass: 2 believed: 1 })",
    R"(claim { characters: "ada" key: "k" grace: 10 })",
    R"(join { name: "cleo" body: "ada" place: [1, 1] heading: 0.5 })"};

kinesphere::Envelope message_of(const char* text) {
  kinesphere::Envelope envelope;
  REQUIRE(google::protobuf::TextFormat::ParseFromString(text, &envelope));
  return envelope;
}

/// Sets the number of this index, counted as they stand in a message and in those within it.
/// Returns how many of them it has passed; the last one is set where that is `index + 1`.
std::size_t set_number(google::protobuf::Message& message, std::size_t index, double value,
                       std::size_t passed = 0) {
  const auto* const reflection = message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection->ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const int count = field->is_repeated() ? reflection->FieldSize(message, field) : 1;
    for (int i = 0; i < count && passed <= index; ++i) {
      switch (field->cpp_type()) {
        case FieldDescriptor::CPPTYPE_MESSAGE:
          passed = set_number(field->is_repeated()
                                  ? *reflection->MutableRepeatedMessage(&message, field, i)
                                  : *reflection->MutableMessage(&message, field),
                              index, value, passed);
          break;
        case FieldDescriptor::CPPTYPE_DOUBLE:
          if (passed++ != index) break;
          field->is_repeated() ? reflection->SetRepeatedDouble(&message, field, i, value)
                               : reflection->SetDouble(&message, field, value);
          break;
        case FieldDescriptor::CPPTYPE_FLOAT:
          if (passed++ != index) break;
          field->is_repeated()
              ? reflection->SetRepeatedFloat(&message, field, i, static_cast<float>(value))
              : reflection->SetFloat(&message, field, static_cast<float>(value));
          break;
        default:
          break;
      }
    }
  }
  return passed;
}

bool says_no(const kinesphere::Envelope& answer) {
  return answer.has_problem() || (answer.has_answer() && !answer.answer().error().empty());
}

bool is_finite(const Frame& frame) {
  const auto all = [](const auto& numbers) {
    return std::ranges::all_of(numbers, [](float each) { return std::isfinite(each); });
  };
  return all(frame.root) && all(frame.hips_m) && all(frame.channels) &&
         std::ranges::all_of(frame.parent_from_joint, all);
}

/// A fifth of a second of what a shard makes of it.
bool plays_finite(const Options& options, const std::vector<Input>& inputs) {
  constexpr std::uint64_t kTicks = 12;
  Shard shard{TickRate(60)};
  std::uint32_t id = 0;
  for (const auto& cast : options.casts) shard.add_character(CharacterId{++id}, cast);
  bool finite = true;
  for (std::uint64_t tick = 1; tick <= kTicks; ++tick) {
    shard.advance_to(Tick{tick}, tick == 1 ? inputs : std::vector<Input>{});
    for (const Frame& frame : shard.frames()) finite = finite && is_finite(frame);
  }
  return finite;
}

struct Heard {
  bool refused = false;
  bool finite = false;
};

/// A server that has heard little else: a new one before limits of a second or of a scene are met.
class Listener {
 public:
  explicit Listener(bool has_muscles) : has_muscles_(has_muscles) {}

  Heard hear(kinesphere::Envelope message) {
    constexpr int kOfAStage = 16;
    if (heard_++ % kOfAStage == 0) begin();
    if (message.has_join()) message.mutable_join()->set_name("cleo" + std::to_string(heard_));
    stage_->carrier->sent.clear();
    stage_->hear(message);
    const auto& sent = stage_->carrier->sent;
    if (message.has_join() && sent.empty()) stage_->carrier->run_posted();  // the pool has made it
    std::vector<Input> inputs = begun_;
    for (Input& each : stage_->inputs()) inputs.push_back(std::move(each));
    return {.refused = !sent.empty() && says_no(sent.back()),
            .finite = plays_finite(stage_->options, inputs)};
  }

 private:
  void begin() {
    constexpr std::size_t kInputs = 64;
    stage_ = std::make_unique<test::ConversationStage>(kInputs);
    stage_->greet();
    if (has_muscles_) {
      stage_->hear(message_of(R"(set_dynamics { character: "ada" dynamics: TORSO })"));
    }
    begun_ = stage_->inputs();
  }

  const bool has_muscles_;
  std::unique_ptr<test::ConversationStage> stage_;
  std::vector<Input> begun_;
  int heard_ = 0;
};

}  // namespace

TEST_CASE("a number of a message that is none is refused, and no number gives a frame that is none",
          "[message_numbers][limits]") {
  std::size_t numbers = 0;
  int refused = 0;
  int taken = 0;
  for (const char* const text : kMessages) {
    kinesphere::Envelope message = message_of(text);
    Listener listener(message.has_push() || message.has_set_load());
    CAPTURE(text);
    const Heard plain = listener.hear(message);
    CHECK_FALSE(plain.refused);
    CHECK(plain.finite);
    const std::size_t count = set_number(message, std::numeric_limits<std::size_t>::max(), 0);
    REQUIRE(count > 0);
    numbers += count;
    for (std::size_t index = 0; index < count; ++index) {
      for (const double value : kValues) {
        kinesphere::Envelope changed = message;
        set_number(changed, index, value);
        CAPTURE(index, value);
        const Heard heard = listener.hear(changed);
        CHECK(heard.finite);
        if (!std::isfinite(value)) CHECK(heard.refused);
        ++(heard.refused ? refused : taken);
      }
    }
  }
  std::printf("%zu numbers of messages, %zu values each: %d refused, %d taken\n", numbers,
              kValues.size(), refused, taken);
  CHECK(refused > static_cast<int>(numbers) * 15);
  CHECK(taken > static_cast<int>(numbers) * 5);
}

}  // namespace kine::server::message_numbers_test
