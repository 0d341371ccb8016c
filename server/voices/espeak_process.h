// One kinesphere-espeak that runs beside the server, and is asked one sentence at a time.
//
// It dies with this object, and this object survives its death: whatever happens to it is an error
// of the sentence that was asked, and from then on it is not alive().
#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>

#include "realizer/core/result.h"
#include "server/voices/espeak_messages.h"
#include "server/voices/timed_socket.h"

namespace kine::server {

class EspeakProcess {
 public:
  static Result<EspeakProcess> start(const std::string& program);

  EspeakProcess(EspeakProcess&& other) noexcept;
  EspeakProcess& operator=(EspeakProcess&& other) noexcept;
  ~EspeakProcess();

  Result<EspeakReply> ask(const EspeakRequest& request, std::chrono::milliseconds within);

  bool alive();
  pid_t pid() const { return pid_; }

 private:
  EspeakProcess(pid_t pid, TimedSocket socket) : pid_(pid), socket_(std::move(socket)) {}
  void end();

  pid_t pid_ = -1;
  TimedSocket socket_;
};

/// Where kinesphere-espeak is: beside this program's own file, else on the PATH; empty: nowhere.
std::string find_espeak_program();

}  // namespace kine::server
