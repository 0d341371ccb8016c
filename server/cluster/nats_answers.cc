#include "server/cluster/nats_answers.h"

#include <mutex>
#include <utility>

#include "server/cluster/checked_publish.h"

namespace kine::server {

/// What a thread of libnats calls; it lives until libnats says that it calls no more.
struct NatsAnswers::Answering {
  std::mutex mutex;  // of answer
  Answer answer;     // empty: nothing is called any more
  std::shared_ptr<Answering> self = {};

  static void take(natsConnection* connection, natsSubscription*, natsMsg* question,
                   void* closure) {
    const OwnedNatsMessage owned(question);
    const char* const reply = natsMsg_GetReply(question);
    if (reply == nullptr) return;
    auto* const answering = static_cast<Answering*>(closure);
    const std::lock_guard lock(answering->mutex);
    if (!answering->answer) return;
    const std::string text = answering->answer(natsMsg_GetSubject(question));
    natsConnection_PublishString(connection, reply, text.c_str());
  }

  static void complete(void* closure) { static_cast<Answering*>(closure)->self.reset(); }
};

NatsAnswers::NatsAnswers(std::shared_ptr<Answering> answering) : answering_(std::move(answering)) {}

Result<std::unique_ptr<NatsAnswers>> NatsAnswers::begin(const NatsConnection& connection,
                                                        const std::string& subject, Answer answer,
                                                        const std::string& group) {
  auto answering = std::make_shared<Answering>();
  answering->answer = std::move(answer);
  std::unique_ptr<NatsAnswers> made(new NatsAnswers(std::move(answering)));
  natsConnection* const to = connection.get();
  const natsStatus status =
      group.empty()
          ? natsConnection_Subscribe(&made->subscription_, to, subject.c_str(), &Answering::take,
                                     made->answering_.get())
          : natsConnection_QueueSubscribe(&made->subscription_, to, subject.c_str(), group.c_str(),
                                          &Answering::take, made->answering_.get());
  if (status != NATS_OK) return nats_error("nobody can ask by " + subject, status);
  made->answering_->self = made->answering_;
  natsSubscription_SetOnCompleteCB(made->subscription_, &Answering::complete,
                                   made->answering_.get());
  return made;
}

NatsAnswers::~NatsAnswers() {
  natsSubscription_Unsubscribe(subscription_);
  natsSubscription_Destroy(subscription_);
  const std::lock_guard lock(answering_->mutex);
  answering_->answer = {};
}

Result<std::string> ask(const NatsConnection& connection, const std::string& subject,
                        std::chrono::milliseconds patience) {
  natsMsg* raw = nullptr;
  const natsStatus status =
      natsConnection_RequestString(&raw, connection.get(), subject.c_str(), "", patience.count());
  const OwnedNatsMessage answer(raw);
  if (status != NATS_OK) return Error{ErrorCode::Unsupported, nats_words(status)};
  return std::string(data_of(raw));
}

}  // namespace kine::server
