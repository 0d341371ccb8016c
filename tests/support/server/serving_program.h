// `kinesphere serve` as a process of its own. Only for tests that are told of the program.
#pragma once

#include <signal.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace kine::test {

/// Serves on ports of its own until the end of the test.
class ServingProgram {
 public:
  explicit ServingProgram(const std::string& arguments)
      : pipe_(::popen((std::string("sh -c 'echo $$; exec \"") + KINE_PROGRAM +
                       "\" serve --listen 127.0.0.1:0 " + arguments + "' 2>&1")
                          .c_str(),
                      "r")) {
    if (pipe_ == nullptr) throw std::runtime_error("no shell");
    pid_ = std::stoi(line());
  }
  ServingProgram(const ServingProgram&) = delete;
  ServingProgram& operator=(const ServingProgram&) = delete;
  ~ServingProgram() {
    if (pipe_ != nullptr) stop(SIGTERM);
  }

  /// Sends it this signal, and waits for its end: how it ended, as wait() says it.
  int stop(int signal) {
    ::kill(pid_, signal);
    while (!line().empty()) {  // else its next line would end it
    }
    return ::pclose(std::exchange(pipe_, nullptr));
  }

  /// The port that the first line with `words` at its beginning names at its end.
  std::uint16_t port_after(const std::string& words) {
    const std::string text =
        next_line([&](const std::string& each) { return each.starts_with(words); }, words);
    return static_cast<std::uint16_t>(std::stoi(text.substr(text.rfind(':') + 1)));
  }

  /// The next line that has `words` in it.
  std::string line_with(const std::string& words) {
    return next_line([&](const std::string& each) { return each.find(words) != std::string::npos; },
                     words);
  }

  /// Has it read its files again.
  void hang_up() const { ::kill(pid_, SIGHUP); }

  /// The memory of its process, as the kernel counts it.
  std::size_t resident_bytes() const {
    std::ifstream statm("/proc/" + std::to_string(pid_) + "/statm");
    std::size_t total = 0;
    std::size_t resident = 0;
    statm >> total >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  }

 private:
  template <class IsIt>
  std::string next_line(IsIt is_it, const std::string& words) {
    for (;;) {
      std::string text = line();
      if (text.empty()) throw std::runtime_error("the program does not say: " + words);
      if (is_it(text)) return text;
    }
  }

  std::string line() {
    char text[2'048];
    return std::fgets(text, sizeof text, pipe_) == nullptr ? std::string() : std::string(text);
  }

  std::FILE* pipe_;
  pid_t pid_ = 0;
};

}  // namespace kine::test
