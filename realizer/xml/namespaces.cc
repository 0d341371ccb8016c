#include "realizer/xml/namespaces.h"

#include "realizer/core/assert.h"

namespace kine::xml {
namespace {

constexpr std::string_view kXmlUri = "http://www.w3.org/XML/1998/namespace";
constexpr std::string_view kXmlnsUri = "http://www.w3.org/2000/xmlns/";

}  // namespace

QualifiedName split_name(std::string_view name) {
  const std::size_t colon = name.find(':');
  if (colon == name.npos) return {{}, name};
  return {name.substr(0, colon), name.substr(colon + 1)};
}

void Namespaces::close_element() {
  KINE_ASSERT(!starts_.empty());
  declared_.resize(starts_.back());
  starts_.pop_back();
}

std::optional<std::string_view> Namespaces::declared_prefix(std::string_view name) {
  if (name == "xmlns") return std::string_view();
  const QualifiedName parts = split_name(name);
  if (parts.prefix == "xmlns") return parts.local;
  return {};
}

std::optional<std::string> Namespaces::declare(std::string_view prefix, std::string_view uri) {
  if (prefix == "xmlns" || uri == kXmlnsUri) return "nothing may declare the namespace of xmlns";
  if ((prefix == "xml") != (uri == kXmlUri)) {
    return "the prefix xml and its namespace belong together";
  }
  if (uri.empty() && !prefix.empty()) return "a prefix must stand for a namespace";
  declared_.push_back({std::string(prefix), std::string(uri)});
  return {};
}

std::optional<std::string_view> Namespaces::find_uri(std::string_view prefix) const {
  for (auto declared = declared_.rbegin(); declared != declared_.rend(); ++declared) {
    if (declared->prefix == prefix) return declared->uri;
  }
  if (prefix.empty()) return std::string_view();
  if (prefix == "xml") return kXmlUri;
  return {};
}

}  // namespace kine::xml
