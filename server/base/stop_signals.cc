#include "server/base/stop_signals.h"

#include <csignal>

namespace kine::server {
namespace {

sigset_t both_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

}  // namespace

StopSignals::StopSignals(Hangup hangup) {
  sigset_t set = both_signals();
  if (hangup == Hangup::IsHeard) sigaddset(&set, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

int StopSignals::wait(const std::function<void()>& on_hangup) {
  sigset_t set = both_signals();
  if (on_hangup) sigaddset(&set, SIGHUP);
  int signal = 0;
  for (sigwait(&set, &signal); signal == SIGHUP; sigwait(&set, &signal)) on_hangup();
  set = both_signals();
  came_ = true;
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  return signal;
}

bool StopSignals::came() {
  if (came_) return true;
  const sigset_t set = both_signals();
  constexpr timespec kNow{};
  came_ = sigtimedwait(&set, nullptr, &kNow) > 0;
  if (came_) pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  return came_;
}

}  // namespace kine::server
