// The addresses of a host's name by a deadline, however long the system takes to find them.
//
//   TimedSocket::connect --find_host--> a thread for each name that is asked for --getaddrinfo-->
//
// No call of the system ends such a question before it is answered, so nobody waits for its thread:
// a call that comes too late leaves it behind, and the next that asks for that name waits for the
// same one.
#pragma once

#include <sys/socket.h>

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/result.h"

namespace kine::server {

struct HostAddress {
  int family = 0;
  sockaddr_storage bytes{};
  socklen_t size = 0;
};

using HostAddresses = std::vector<HostAddress>;

class HostLookup {
 public:
  using Deadline = std::chrono::steady_clock::time_point;

  /// Answers with all there are, none where there is no such host; takes as long as it likes.
  using Ask = std::function<HostAddresses(const std::string& host, const std::string& port)>;

  /// `ask` is still called when this has gone.
  explicit HostLookup(Ask ask) : ask_(std::move(ask)) {}

  /// An error where there is no such host, or it is not known in time.
  Result<HostAddresses> find(const std::string& host, const std::string& port, Deadline deadline);

 private:
  struct Question;

  std::shared_ptr<Question> ask(const std::string& host, const std::string& port);

  const Ask ask_;
  std::mutex mutex_;  // of asked_
  std::map<std::pair<std::string, std::string>, std::shared_ptr<Question>> asked_;
};

/// Numbers are no question; names are the system's.
Result<HostAddresses> find_host(const std::string& host, const std::string& port,
                                HostLookup::Deadline deadline);

}  // namespace kine::server
