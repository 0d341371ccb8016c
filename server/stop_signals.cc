#include "server/stop_signals.h"

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

StopSignals::StopSignals() {
  const sigset_t set = both_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

int StopSignals::wait() {
  const sigset_t set = both_signals();
  int signal = 0;
  sigwait(&set, &signal);
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
  return signal;
}

}  // namespace kine::server
