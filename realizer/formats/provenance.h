// Where an output comes from: which program, which seed, which script. People with the file can
// make it again, or say why theirs differs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace kine::formats {

struct Provenance {
  std::string version;   // of the program: "0.1.0"
  std::string revision;  // of its source: a commit, or "unknown"
  std::uint64_t seed = 0;
  std::string
      script_sha256;  // 64 hexadecimal digits; of several scripts in their order, joined by +

  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// Name and value of each field, as forms with text call them: "version", "revision", "seed",
/// "script_sha256". None is longer than a line, none holds a quote.
std::vector<std::pair<std::string_view, std::string>> rows_of(const Provenance& provenance);

/// {"version":"0.1.0",…}: the seed is a text, for not every reader has whole numbers of 64 bits.
std::string json_of(const Provenance& provenance);

}  // namespace kine::formats
