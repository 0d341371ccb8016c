#include "server/cluster/clocks.h"

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>

#include "realizer/core/number.h"
#include "server/cluster/scene_name.h"

namespace kine::server {
namespace {

std::string subject_of_clock(const std::string& node) { return "clock." + node; }

Error no_node(const std::string& node) {
  return {ErrorCode::OutOfRange, "no name of a node: " + quoted(node)};
}

}  // namespace

std::int64_t unix_microseconds() {
  return std::chrono::duration_cast<std::chrono::microseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

Result<std::unique_ptr<ClockAnswers>> ClockAnswers::begin(const NatsConnection& connection,
                                                          const std::string& node,
                                                          WallClock clock) {
  if (!is_subject_token(node)) return no_node(node);
  auto answers = NatsAnswers::begin(
      connection, subject_of_clock(node),
      [clock = std::move(clock)](std::string_view) { return std::to_string(clock()); });
  if (!answers) return answers.error();
  return std::unique_ptr<ClockAnswers>(new ClockAnswers(*std::move(answers)));
}

Result<ClockReading> read_clock(const NatsConnection& connection, const std::string& node,
                                std::chrono::milliseconds patience, int times,
                                const WallClock& clock) {
  if (!is_subject_token(node)) return no_node(node);
  std::optional<ClockReading> best;
  std::string fault;
  for (int i = 0; i < times; ++i) {
    const std::int64_t wall = clock();
    const auto asked = std::chrono::steady_clock::now();
    const auto answer = ask(connection, subject_of_clock(node), patience);
    const auto way = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - asked);
    if (!answer) {
      fault = answer.error().message;
      continue;
    }
    const std::string& text = *answer;
    std::int64_t theirs = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), theirs).ec != std::errc()) {
      continue;
    }
    const auto half = way / 2;
    if (best && best->give_or_take <= half) continue;
    best = ClockReading{.ahead = std::chrono::microseconds(theirs - wall) - half,
                        .give_or_take = half};
  }
  if (best) return *best;
  return Error{ErrorCode::Unsupported,
               "node " + quoted(node) + " does not tell its time: " + fault};
}

}  // namespace kine::server
