#include "server/voices/espeak_process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

extern char** environ;

namespace kine::server {
namespace {

constexpr const char* kProgram = "kinesphere-espeak";

/// What the new process has otherwise: our end of the socket as its standard input and output, none
/// of the server's other sockets, or clients would not hear when it closes them, and none of the
/// signals blocked that the server waits for.
class Settings {
 public:
  explicit Settings(int descriptor) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, descriptor, STDIN_FILENO);
    ::posix_spawn_file_actions_adddup2(&actions_, descriptor, STDOUT_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigemptyset(&none);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK);
  }
  Settings(const Settings&) = delete;
  Settings& operator=(const Settings&) = delete;
  ~Settings() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }

  int spawn(pid_t& pid, const std::string& program) const {
    char* const arguments[] = {const_cast<char*>(program.c_str()), nullptr};
    return ::posix_spawn(&pid, program.c_str(), &actions_, &attributes_, arguments, environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

bool can_run(const std::filesystem::path& program) { return ::access(program.c_str(), X_OK) == 0; }

}  // namespace

Result<EspeakProcess> EspeakProcess::start(const std::string& program) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Error{ErrorCode::Unsupported, std::string("no socket: ") + std::strerror(errno)};
  }
  TimedSocket ours(ends[0]);
  const TimedSocket theirs(ends[1]);
  pid_t pid = -1;
  if (const int fault = Settings(ends[1]).spawn(pid, program); fault != 0) {
    return Error{ErrorCode::Unsupported, program + " cannot be started: " + std::strerror(fault)};
  }
  return EspeakProcess(pid, std::move(ours));
}

EspeakProcess::EspeakProcess(EspeakProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)), socket_(std::move(other.socket_)) {}

EspeakProcess& EspeakProcess::operator=(EspeakProcess&& other) noexcept {
  if (this != &other) {
    end();
    pid_ = std::exchange(other.pid_, -1);
    socket_ = std::move(other.socket_);
  }
  return *this;
}

EspeakProcess::~EspeakProcess() { end(); }

void EspeakProcess::end() {
  socket_.close();
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

bool EspeakProcess::alive() {
  if (pid_ <= 0 || ::waitpid(pid_, nullptr, WNOHANG) == 0) return pid_ > 0;
  pid_ = -1;  // it has been waited for: the number may be another's by now
  return false;
}

Result<EspeakReply> EspeakProcess::ask(const EspeakRequest& request,
                                       std::chrono::milliseconds within) {
  const auto deadline = std::chrono::steady_clock::now() + within;
  const auto sent = socket_.send_message(encode(request), deadline);
  const auto bytes = sent ? socket_.receive_message(kEspeakReplyBytesMax, deadline)
                          : Result<std::string>(sent.error());
  auto reply = bytes ? decode_espeak_reply(*bytes) : Result<EspeakReply>(bytes.error());
  // What has not answered properly once has lost the thread.
  if (!reply) end();
  return reply;
}

std::string find_espeak_program() {
  std::error_code fault;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", fault);
  if (!fault && can_run(self.parent_path() / kProgram)) return self.parent_path() / kProgram;
  const char* const path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folder.size() + 1, folders.size()));
    if (!folder.empty() && can_run(std::filesystem::path(folder) / kProgram)) {
      return std::filesystem::path(folder) / kProgram;
    }
  }
  return {};
}

}  // namespace kine::server
