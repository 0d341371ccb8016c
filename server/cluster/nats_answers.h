// What a node tells others that ask, each by a subject.
//
//   another node --ask: SUBJECT--> NatsAnswers --answer--> a text
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "realizer/core/result.h"
#include "server/cluster/nats_connection.h"

namespace kine::server {

/// Answers until it is gone: then nothing is called any more.
class NatsAnswers {
 public:
  /// Called by a thread of libnats with the subject that was asked by, one after the other.
  using Answer = std::function<std::string(std::string_view subject)>;

  /// Of those that answer in a `group` one is asked; empty: each is. A subject may have wildcards.
  static Result<std::unique_ptr<NatsAnswers>> begin(const NatsConnection& connection,
                                                    const std::string& subject, Answer answer,
                                                    const std::string& group = {});
  ~NatsAnswers();
  NatsAnswers(const NatsAnswers&) = delete;
  NatsAnswers& operator=(const NatsAnswers&) = delete;

 private:
  struct Answering;

  explicit NatsAnswers(std::shared_ptr<Answering> answering);

  std::shared_ptr<Answering> answering_;
  natsSubscription* subscription_ = nullptr;
};

/// The answer; an error, at once where nobody listens.
Result<std::string> ask(const NatsConnection& connection, const std::string& subject,
                        std::chrono::milliseconds patience);

}  // namespace kine::server
