#include "server/config/limit_settings.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string>
#include <variant>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

using Count = std::size_t Limits::*;
using Wait = std::chrono::milliseconds Limits::*;

struct LimitSetting {
  std::string_view name;
  std::variant<Count, Wait> member;  // a wait is in milliseconds
  std::uint64_t least;
  std::uint64_t most;
  LimitEffect effect;
};

constexpr LimitEffect kAtOnce = LimitEffect::AtOnce;
constexpr LimitEffect kAtConnection = LimitEffect::AtConnection;
constexpr LimitEffect kAtStart = LimitEffect::AtStart;

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;
constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

/// What a machine can bear, and what leaves a client able to do anything at all. A message of a
/// client has 1 MiB at most, so none of its bytes' budgets is less.
constexpr LimitSetting kSettings[] = {
    {"connections_max", &Limits::connections_max, 1, 100'000, kAtStart},
    {"connections_without_hello_max", &Limits::connections_without_hello_max, 1, 100'000, kAtStart},
    {"token_guesses_per_minute_max", &Limits::token_guesses_per_minute_max, 1, 1'000, kAtStart},
    {"guest_lines_per_second_max", &Limits::guest_lines_per_second_max, 0, 1'000, kAtStart},
    {"bridge_connections_max", &Limits::bridge_connections_max, 1, 10'000, kAtOnce},
    {"bridge_feedback_bytes_max", &Limits::bridge_feedback_bytes_max, kMiB / 16, 64 * kMiB,
     kAtConnection},
    {"bridge_calls_max", &Limits::bridge_calls_max, 100, 60'000, kAtConnection},
    {"bridge_last_words_wait_max", &Limits::bridge_last_words_wait_max, 0, 600'000, kAtConnection},
    {"tls_handshakes_per_second_max", &Limits::tls_handshakes_per_second_max, 1, 10'000, kAtStart},
    {"hello_wait_max", &Limits::hello_wait_max, 100, 600'000, kAtConnection},
    {"message_wait_max", &Limits::message_wait_max, 100, 600'000, kAtOnce},
    {"request_wait_max", &Limits::request_wait_max, 100, 600'000, kAtOnce},
    {"http_head_bytes_max", &Limits::http_head_bytes_max, 1'024, kMiB, kAtConnection},
    {"http_requests_max", &Limits::http_requests_max, 1, 1'000'000, kAtOnce},
    {"http_bytes_per_second_max", &Limits::http_bytes_per_second_max, kMiB, 4 * kGiB, kAtStart},
    {"http_budget_wait_max", &Limits::http_budget_wait_max, 0, 60'000, kAtOnce},
    {"write_wait_max", &Limits::write_wait_max, 100, 600'000, kAtOnce},
    {"message_bytes_per_second_max", &Limits::message_bytes_per_second_max, kMiB, kGiB,
     kAtConnection},
    {"control_bytes_max", &Limits::control_bytes_max, kMiB / 16, 64 * kMiB, kAtConnection},
    {"audio_bytes_max", &Limits::audio_bytes_max, kMiB / 16, 64 * kMiB, kAtConnection},
    {"memory_bytes_max", &Limits::memory_bytes_max, 16 * kMiB, 256 * kGiB, kAtStart},
    {"memory_bytes_per_address_max", &Limits::memory_bytes_per_address_max, 4 * kMiB, 256 * kGiB,
     kAtStart},
    {"memory_bytes_per_token_max", &Limits::memory_bytes_per_token_max, 4 * kMiB, 256 * kGiB,
     kAtStart},
    {"scripts_per_second_max", &Limits::scripts_per_second_max, 1, 100'000, kAtOnce},
    {"scripts_at_once_max", &Limits::scripts_at_once_max, 1, 100'000, kAtOnce},
    {"scripts_unprepared_max", &Limits::scripts_unprepared_max, 1, 100'000, kAtStart},
    {"script_bytes_unprepared_max", &Limits::script_bytes_unprepared_max, kMiB, kGiB, kAtStart},
    {"blocks_at_once_max", &Limits::blocks_at_once_max, 1, 100'000, kAtOnce},
    {"blocks_per_character_max", &Limits::blocks_per_character_max, 1, 4'096, kAtStart},
    {"script_bytes_after_leaving_max", &Limits::script_bytes_after_leaving_max, 0, kGiB, kAtStart},
    {"records_per_second_max", &Limits::records_per_second_max, 1, 1'000, kAtOnce},
    {"manners_per_second_max", &Limits::manners_per_second_max, 1, 10'000, kAtOnce},
    {"pushes_per_second_max", &Limits::pushes_per_second_max, 1, 10'000, kAtOnce},
    {"characters_max", &Limits::characters_max, 1, 1'024, kAtOnce},
    {"joins_per_second_max", &Limits::joins_per_second_max, 1, 1'000, kAtOnce},
    {"performed_asks_per_second_max", &Limits::performed_asks_per_second_max, 1, 10'000, kAtOnce},
    {"performed_ids_max", &Limits::performed_ids_max, 1, 10'000, kAtOnce},
    {"resume_clients_max", &Limits::resume_clients_max, 1, 100'000, kAtOnce},
    {"resume_wait_max", &Limits::resume_wait_max, 100, 600'000, kAtOnce},
    {"resume_known_max", &Limits::resume_known_max, 100, 3'600'000, kAtOnce},
    {"resume_ids_max", &Limits::resume_ids_max, 1, 100'000, kAtOnce},
    {"resume_feedback_bytes_max", &Limits::resume_feedback_bytes_max, 1'024, 4 * kMiB, kAtOnce},
    {"sound_streams_per_client_max", &Limits::sound_streams_per_client_max, 1, 64, kAtOnce},
    {"sound_messages_per_second_max", &Limits::sound_messages_per_second_max, 20, 1'000, kAtOnce},
    {"sound_streams_max", &Limits::sound_streams_max, 1, 64, kAtStart},
};

std::uint64_t value_in(const Limits& limits, const LimitSetting& setting) {
  if (const Count* const count = std::get_if<Count>(&setting.member)) return limits.*(*count);
  return static_cast<std::uint64_t>((limits.*std::get<Wait>(setting.member)).count());
}

void set_value(std::uint64_t value, const LimitSetting& setting, Limits& limits) {
  if (const Count* const count = std::get_if<Count>(&setting.member)) {
    limits.*(*count) = value;
  } else {
    limits.*std::get<Wait>(setting.member) = std::chrono::milliseconds(value);
  }
}

Error wrong(ErrorCode code, std::string message, std::string_view value) {
  return {.code = code, .message = std::move(message) + ": " + quoted(value)};
}

}  // namespace

Result<Done> set_limit(std::string_view assignment, Limits& limits) {
  const std::size_t equals = assignment.find('=');
  if (equals == std::string_view::npos) {
    return wrong(ErrorCode::Syntax, "a limit is NAME=VALUE", assignment);
  }
  const std::string_view name = assignment.substr(0, equals);
  const std::string_view text = assignment.substr(equals + 1);
  const auto* const found = std::ranges::find(kSettings, name, &LimitSetting::name);
  if (found == std::end(kSettings)) {
    return wrong(ErrorCode::UnknownName, "no limit of this name, see server/base/limits.h", name);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_number = error == std::errc{} && end == text.data() + text.size();
  if (!is_number || value < found->least || value > found->most) {
    return wrong(ErrorCode::OutOfRange,
                 std::string(name) + " is " + std::to_string(found->least) + " to " +
                     std::to_string(found->most),
                 text);
  }
  set_value(value, *found, limits);
  return Done{};
}

std::vector<LimitChange> take_over(const Limits& wanted, Limits& limits) {
  std::vector<LimitChange> changes;
  for (const LimitSetting& setting : kSettings) {
    const LimitChange change{.name = setting.name,
                             .before = value_in(limits, setting),
                             .wanted = value_in(wanted, setting),
                             .effect = setting.effect};
    if (change.before == change.wanted) continue;
    changes.push_back(change);
    if (setting.effect != LimitEffect::AtStart) set_value(change.wanted, setting, limits);
  }
  return changes;
}

std::string sentence_of(const LimitChange& change) {
  const std::string name(change.name);
  const std::string wanted = std::to_string(change.wanted);
  const std::string before = std::to_string(change.before);
  switch (change.effect) {
    case LimitEffect::AtOnce:
      return name + " is " + wanted + " from now on, and was " + before;
    case LimitEffect::AtConnection:
      return name + " is " + wanted + " for clients that connect from now on, and was " + before;
    case LimitEffect::AtStart:
      break;
  }
  return name + " stays " + before + ": restart the server for " + wanted;
}

}  // namespace kine::server
