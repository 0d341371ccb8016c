// `kinesphere record NAME`: has a server write down what its characters do.
#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "realizer/core/time.h"

namespace CLI {
class App;
}

namespace kine::server {

/// A day; what a server writes is full before that.
inline constexpr Seconds kRecordLengthMax{86'400};

struct RecordOptions {
  std::string name;  // of the recording; that of its file, NAME.ksr, will do as well
  std::string server = "127.0.0.1:7730";
  std::vector<std::string> characters;  // none: everybody
  std::optional<Seconds> length;        // in [0, kRecordLengthMax]; nothing: until it is stopped
  std::string token_file;
};

/// Goes on until the length is over or `stopped`, which is asked many times a second, says so; then
/// a line to `output` says how many frames were written. What went wrong goes to `errors`. 0 where
/// all is written down, 1 otherwise.
int record(const RecordOptions& options, const std::function<bool()>& stopped, std::ostream& output,
           std::ostream& errors);

void add_record(CLI::App& program, int& exit_code);

}  // namespace kine::server
