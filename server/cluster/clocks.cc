#include "server/cluster/clocks.h"

#include <charconv>
#include <mutex>
#include <optional>
#include <utility>

#include "realizer/core/number.h"
#include "server/cluster/checked_publish.h"
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

/// What a thread of libnats calls; it lives until libnats says that it calls no more.
struct ClockAnswers::Answering {
  WallClock clock;
  std::shared_ptr<Answering> self = {};

  static void answer(natsConnection* connection, natsSubscription*, natsMsg* question,
                     void* closure) {
    const OwnedNatsMessage owned(question);
    const char* const reply = natsMsg_GetReply(question);
    if (reply == nullptr) return;
    const std::string text = std::to_string(static_cast<Answering*>(closure)->clock());
    natsConnection_PublishString(connection, reply, text.c_str());
  }

  static void complete(void* closure) { static_cast<Answering*>(closure)->self.reset(); }
};

ClockAnswers::ClockAnswers(std::shared_ptr<Answering> answering)
    : answering_(std::move(answering)) {}

Result<std::unique_ptr<ClockAnswers>> ClockAnswers::begin(const NatsConnection& connection,
                                                          const std::string& node,
                                                          WallClock clock) {
  if (!is_subject_token(node)) return no_node(node);
  auto answering = std::make_shared<Answering>(Answering{.clock = std::move(clock)});
  std::unique_ptr<ClockAnswers> made(new ClockAnswers(std::move(answering)));
  const natsStatus status = natsConnection_Subscribe(&made->subscription_, connection.get(),
                                                     subject_of_clock(node).c_str(),
                                                     &Answering::answer, made->answering_.get());
  if (status != NATS_OK) return nats_error("clocks cannot be compared", status);
  made->answering_->self = made->answering_;
  natsSubscription_SetOnCompleteCB(made->subscription_, &Answering::complete,
                                   made->answering_.get());
  return made;
}

ClockAnswers::~ClockAnswers() {
  natsSubscription_Unsubscribe(subscription_);
  natsSubscription_Destroy(subscription_);
}

Result<ClockReading> read_clock(const NatsConnection& connection, const std::string& node,
                                std::chrono::milliseconds patience, int times,
                                const WallClock& clock) {
  if (!is_subject_token(node)) return no_node(node);
  std::optional<ClockReading> best;
  std::string fault;
  for (int i = 0; i < times; ++i) {
    natsMsg* raw = nullptr;
    const std::int64_t wall = clock();
    const auto asked = std::chrono::steady_clock::now();
    const natsStatus status = natsConnection_RequestString(
        &raw, connection.get(), subject_of_clock(node).c_str(), "", patience.count());
    const auto way = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - asked);
    const OwnedNatsMessage answer(raw);
    if (status != NATS_OK) {
      fault = nats_words(status);
      continue;
    }
    const std::string_view text = data_of(raw);
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
