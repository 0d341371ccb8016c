// What a server says to those who attack it: each thing once, with how often it was said.
#pragma once

#include <cstddef>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

namespace kinesphere {
class Envelope;
}

namespace kine::attacks {

/// Every call may come from any thread.
class Words {
 public:
  /// Without what is quoted behind it, which differs each time.
  void note(std::string_view words);

  /// The answer in an envelope, where it is one: that a script was taken, or why something was not.
  void note(const kinesphere::Envelope& envelope);

  std::map<std::string, std::size_t> counts() const;

 private:
  mutable std::mutex mutex_;
  std::map<std::string, std::size_t> counts_;
};

}  // namespace kine::attacks
