// Processes that talk by pipes: what the server does is what counts, not what its clients do.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <stdexcept>

namespace kine::attacks {

/// Another process, forked before there are threads: what it is told, and what it tells.
class Child {
 public:
  Child(int niceness, const std::function<void(int orders, int reports)>& work) {
    int orders[2] = {};
    int reports[2] = {};
    if (::pipe(orders) != 0 || ::pipe(reports) != 0) throw std::runtime_error("no pipe");
    id_ = ::fork();
    if (id_ == 0) {
      ::close(orders[1]);
      ::close(reports[0]);
      if (niceness > 0 && ::nice(niceness) == -1) std::_Exit(1);
      try {
        work(orders[0], reports[1]);
        std::_Exit(0);
      } catch (const std::exception& error) {
        std::fprintf(stderr, "attacks: %s\n", error.what());
        std::_Exit(1);
      }
    }
    ::close(orders[0]);
    ::close(reports[1]);
    orders_ = orders[1];
    reports_ = reports[0];
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    ::close(orders_);
    ::close(reports_);
    ::waitpid(id_, nullptr, 0);
  }

  int orders() const { return orders_; }
  int reports() const { return reports_; }

 private:
  pid_t id_ = 0;
  int orders_ = -1;
  int reports_ = -1;
};

template <class T>
void write_to(int pipe, const T& value) {
  if (::write(pipe, &value, sizeof value) != static_cast<ssize_t>(sizeof value)) {
    throw std::runtime_error("the other process has gone");
  }
}

/// False at the end.
template <class T>
bool read_from(int pipe, T& value) {
  return ::read(pipe, &value, sizeof value) == static_cast<ssize_t>(sizeof value);
}

}  // namespace kine::attacks
