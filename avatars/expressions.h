// VRM's expressions as weights of the face's shapes: what a program that knows no ARKit sets.
#pragma once

#include <span>
#include <string_view>

namespace kine::avatars {

struct Share {
  std::string_view shape;
  double weight;
};

struct Expression {
  std::string_view name;  // VRM's
  std::span<const Share> shares;
};

std::span<const Expression> expressions();

}  // namespace kine::avatars
