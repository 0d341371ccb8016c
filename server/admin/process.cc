#include "server/admin/process.h"

#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

namespace kine::server {
namespace {

/// The fields of /proc/self/stat behind the name, which may have spaces: the first is field 3.
std::vector<std::string> fields_of_stat() {
  std::ifstream file("/proc/self/stat");
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const std::size_t name_ends = text.rfind(')');
  if (name_ends == std::string::npos) return {};
  std::istringstream rest(text.substr(name_ends + 1));
  return {std::istream_iterator<std::string>(rest), {}};
}

double uptime_s() {
  double uptime = 0;
  std::ifstream("/proc/uptime") >> uptime;
  return uptime;
}

double descriptor_limit() {
  rlimit limit{};
  return ::getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<double>(limit.rlim_cur) : 0;
}

double open_descriptors() {
  std::error_code ignored;
  const std::filesystem::directory_iterator all("/proc/self/fd", ignored);
  if (ignored) return descriptor_limit();  // none is left to read that by
  const auto count = std::distance(begin(all), end(all));
  return static_cast<double>(count) - 1;  // the one by which this is read
}

}  // namespace

ProcessFigures process_figures() {
  constexpr std::size_t kUserTime = 14 - 3;  // of proc(5)
  constexpr std::size_t kSystemTime = 15 - 3;
  constexpr std::size_t kStartTime = 22 - 3;
  constexpr std::size_t kResident = 24 - 3;
  ProcessFigures figures;
  const auto ticks_per_s = static_cast<double>(::sysconf(_SC_CLK_TCK));
  const auto fields = fields_of_stat();
  if (fields.size() > kResident) {
    const auto number = [&](std::size_t field) { return std::stod(fields[field]); };
    figures.cpu_s = (number(kUserTime) + number(kSystemTime)) / ticks_per_s;
    figures.resident_bytes = number(kResident) * static_cast<double>(::sysconf(_SC_PAGESIZE));
    const double age_s = uptime_s() - number(kStartTime) / ticks_per_s;
    const std::chrono::duration<double> now = std::chrono::system_clock::now().time_since_epoch();
    figures.start_s = now.count() - age_s;
  }
  figures.open_fds = open_descriptors();
  figures.max_fds = descriptor_limit();
  return figures;
}

}  // namespace kine::server
