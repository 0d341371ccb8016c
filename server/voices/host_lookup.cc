#include "server/voices/host_lookup.h"

#include <netdb.h>

#include <condition_variable>
#include <cstring>
#include <system_error>
#include <thread>

namespace kine::server {
namespace {

struct FreeAddresses {
  void operator()(addrinfo* addresses) const { ::freeaddrinfo(addresses); }
};

HostAddresses ask_the_system(const std::string& host, const std::string& port, int flags) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  wanted.ai_flags = flags;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), port.c_str(), &wanted, &found) != 0) return {};
  const std::unique_ptr<addrinfo, FreeAddresses> owned(found);
  HostAddresses addresses;
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    HostAddress address{.family = at->ai_family, .size = at->ai_addrlen};
    if (at->ai_addrlen > sizeof address.bytes) continue;
    std::memcpy(&address.bytes, at->ai_addr, at->ai_addrlen);
    addresses.push_back(address);
  }
  return addresses;
}

}  // namespace

struct HostLookup::Question {
  std::mutex mutex;  // of what follows
  std::condition_variable answered;
  bool is_answered = false;
  HostAddresses addresses;
};

/// The one that is on its way, or a new one.
std::shared_ptr<HostLookup::Question> HostLookup::ask(const std::string& host,
                                                      const std::string& port) {
  const std::lock_guard lock(mutex_);
  std::shared_ptr<Question>& question = asked_[{host, port}];
  if (question != nullptr) {
    const std::lock_guard question_lock(question->mutex);
    if (!question->is_answered) return question;
  }
  question = std::make_shared<Question>();
  const auto answer = [](Question& of, HostAddresses addresses) {
    const std::lock_guard question_lock(of.mutex);
    of.addresses = std::move(addresses);
    of.is_answered = true;
    of.answered.notify_all();
  };
  try {
    std::thread([question = question, ask = ask_, host, port, answer] {
      answer(*question, ask(host, port));
    }).detach();
  } catch (const std::system_error&) {
    answer(*question, {});  // where there are no more threads nobody is found
  }
  return question;
}

Result<HostAddresses> HostLookup::find(const std::string& host, const std::string& port,
                                       Deadline deadline) {
  const std::shared_ptr<Question> question = ask(host, port);
  std::unique_lock lock(question->mutex);
  if (!question->answered.wait_until(lock, deadline, [&] { return question->is_answered; })) {
    return Error{ErrorCode::Unsupported, "its host is not found in time"};
  }
  if (question->addresses.empty()) return Error{ErrorCode::Unsupported, "no such host"};
  return question->addresses;
}

Result<HostAddresses> find_host(const std::string& host, const std::string& port,
                                HostLookup::Deadline deadline) {
  HostAddresses numeric = ask_the_system(host, port, AI_NUMERICHOST | AI_NUMERICSERV);
  if (!numeric.empty()) return numeric;
  static HostLookup system(
      [](const std::string& name, const std::string& at) { return ask_the_system(name, at, 0); });
  return system.find(host, port, deadline);
}

}  // namespace kine::server
