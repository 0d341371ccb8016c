#include "server/session_log/session_log.h"

#include <sys/file.h>
#include <sys/utsname.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <utility>

#include "realizer/core/number.h"
#include "server/base/revision.h"
#include "server/ticks/tick_loop.h"

namespace kine::server {
namespace {

/// For the last row, which says why there is no other one.
constexpr std::uint64_t kEndBytes = 4'096;

/// "model name" of the first processor; empty where the kernel does not say it so.
std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    return colon == std::string::npos ? std::string() : line.substr(colon + 2);
  }
  return {};
}

}  // namespace

HeadRow head_of_this_program() {
  utsname system{};
  ::uname(&system);
  return {.version = std::string(kVersion),
          .revision = std::string(revision()),
          .system = std::string(system.sysname) + " " + system.release + " " + system.machine,
          .processor = processor_name(),
          .threads = std::thread::hardware_concurrency(),
          .voice = {},
          .characters = {}};
}

Result<std::unique_ptr<SessionLog>> SessionLog::open(const std::string& path, Warn warn,
                                                     const SessionLogLimits& limits) {
  File file(std::fopen(path.c_str(), "wbxe"));
  if (!file) {
    const std::string why = errno == EEXIST ? "there is a file of this name; name another one"
                                            : std::string(std::strerror(errno));
    return Error{ErrorCode::Unsupported, "no session log: " + why + ": " + quoted(path)};
  }
  ::flock(::fileno(file.get()), LOCK_EX | LOCK_NB);  // so that it is not deleted while it grows
  std::unique_ptr<SessionLog> log(new SessionLog(path, std::move(file), std::move(warn), limits));
  return log;
}

SessionLog::SessionLog(std::string path, File file, Warn warn, const SessionLogLimits& limits)
    : path_(std::move(path)),
      warn_(std::move(warn)),
      limits_(limits),
      file_(std::move(file)),
      thread_([this] { work(); }) {}

SessionLog::~SessionLog() { finish("the program ended"); }

void SessionLog::push(Happening what) {
  if (is_over_) return;
  const std::size_t bytes = bytes_of(what);
  const auto wall = std::chrono::system_clock::now();
  const std::lock_guard lock(mutex_);
  if (!stopping_.empty()) return;
  const bool is_tick = std::holds_alternative<TickDone>(what);
  if (is_tick) tick_ = std::get<TickDone>(what).tick;
  if (ticks_waiting_ + (is_tick ? 1 : 0) > limits_.ticks_waiting_max ||
      bytes_waiting_ + bytes > limits_.bytes_waiting_max) {
    stopping_ = "the disk is too slow";
    warns_ = true;
  } else {
    ticks_waiting_ += is_tick ? 1 : 0;
    bytes_waiting_ += bytes;
    const Moment moment{.tick = tick_, .wall = wall, .mono = steady_now()};
    waiting_.push_back({.moment = moment, .what = std::move(what), .bytes = bytes});
  }
  filled_.notify_one();
}

void SessionLog::finish(std::string reason) {
  {
    const std::lock_guard lock(mutex_);
    if (stopping_.empty()) stopping_ = std::move(reason);
    filled_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void SessionLog::work() {
  for (;;) {
    std::vector<Waiting> batch;
    std::string ending;
    bool warns = false;
    {
      std::unique_lock lock(mutex_);
      filled_.wait(lock, [this] { return !waiting_.empty() || !stopping_.empty(); });
      batch.swap(waiting_);
      if (batch.empty()) ending = stopping_;
      warns = warns_;
    }
    if (!batch.empty()) {
      write(batch);
      continue;
    }
    if (!is_broken_) write_end(ending);
    if (warns) warn_("the session log " + quoted(path_) + " ends: " + ending);
    return;
  }
}

/// What waited counts until it is written, so that the bound holds for both.
void SessionLog::write(const std::vector<Waiting>& batch) {
  std::size_t bytes = 0;
  std::size_t ticks = 0;
  for (const Waiting& each : batch) {
    bytes += each.bytes;
    if (std::holds_alternative<TickDone>(each.what)) ++ticks;
    if (is_broken_) continue;
    std::string lines;
    rows_.add(each.moment, each.what, lines);
    written_ = each.moment.tick;
    if (bytes_written_ + lines.size() + kEndBytes > limits_.file_bytes_max) {
      const std::string fault = "past file_bytes_max of " + std::to_string(limits_.file_bytes_max);
      give_up(fault);
      rows_.leave_out_ticks();
      write_end(fault);
    } else if (const std::string fault = put(lines); !fault.empty()) {
      give_up(fault);  // a row behind half a row would not be read
    }
  }
  const std::lock_guard lock(mutex_);
  bytes_waiting_ -= bytes;
  ticks_waiting_ -= ticks;
}

/// Empty, or why the disk did not take it.
std::string SessionLog::put(std::string_view lines) {
  bytes_written_ += lines.size();
  const bool written = std::fwrite(lines.data(), 1, lines.size(), file_.get()) == lines.size() &&
                       std::fflush(file_.get()) == 0;
  return written ? "" : std::string(std::strerror(errno));
}

/// Nothing more is written, but for the last row.
void SessionLog::give_up(const std::string& fault) {
  is_broken_ = true;
  is_over_ = true;
  const std::lock_guard lock(mutex_);
  stopping_ = fault;
  warns_ = true;
}

void SessionLog::write_end(const std::string& reason) {
  const Moment moment{
      .tick = written_, .wall = std::chrono::system_clock::now(), .mono = steady_now()};
  std::string lines;
  rows_.add(moment, SessionEnd{reason}, lines);
  [[maybe_unused]] const std::string fault = put(lines);
}

}  // namespace kine::server
