// Where scenes are played, of servers that play them together.
#pragma once

#include <optional>
#include <string>

#include "clients/cpp/address.h"

namespace kine::server {

/// Every call may come from any thread.
class ScenePlaces {
 public:
  virtual ~ScenePlaces() = default;

  /// Whether this server plays it now.
  virtual bool is_here(const std::string& scene) const = 0;

  /// The server that plays it now, perhaps this one; nothing: none does.
  virtual std::optional<client::Address> find(const std::string& scene) const = 0;
};

}  // namespace kine::server
