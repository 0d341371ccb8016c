// Namespaces in XML: which URI a prefix stands for, at a place in the tree.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kine::xml {

/// A name as written, split at its colon.
struct QualifiedName {
  std::string_view prefix;  // empty where there is none
  std::string_view local;
};
QualifiedName split_name(std::string_view name);

/// The declarations in force: those of an element go when it closes.
class Namespaces {
 public:
  void open_element() { starts_.push_back(declared_.size()); }
  void close_element();

  /// The prefix that the attribute `name` declares ("xmlns" the empty one), if it declares any.
  static std::optional<std::string_view> declared_prefix(std::string_view name);

  /// Why `prefix` may not stand for `uri`, or nothing when it now does.
  std::optional<std::string> declare(std::string_view prefix, std::string_view uri);

  /// The URI, empty for the empty prefix without a declaration; nothing for an unknown prefix.
  std::optional<std::string_view> find_uri(std::string_view prefix) const;

 private:
  struct Declared {
    std::string prefix;
    std::string uri;
  };
  std::vector<Declared> declared_;
  std::vector<std::size_t> starts_;  // of each open element's own in declared_
};

}  // namespace kine::xml
