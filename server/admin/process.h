// What the machine says of this process.
#pragma once

namespace kine::server {

/// In the units of Prometheus. What cannot be read is 0.
struct ProcessFigures {
  double cpu_s = 0;
  double resident_bytes = 0;
  double open_fds = 0;
  double max_fds = 0;
  double start_s = 0;  // since 1970
};

ProcessFigures process_figures();

}  // namespace kine::server
