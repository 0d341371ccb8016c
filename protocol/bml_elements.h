// Elements of BML's feedback as text: escaped, with numbers that every reader takes.
#pragma once

#include <string>
#include <string_view>

namespace kine::protocol {

inline constexpr std::string_view kBmlNamespace = "http://www.bml-initiative.org/bml/bml-1.0";
inline constexpr std::string_view kBmlExtensionsNamespace =
    "http://www.bml-initiative.org/bml/coreextensions-1.0";
inline constexpr std::string_view kBmlaNamespace = "http://www.asap-project.org/bmla";
inline constexpr std::string_view kKinesphereNamespace = "urn:kinesphere:script:1";

/// One element, written from left to right.
class BmlElement {
 public:
  /// In the core namespace, which it declares.
  static BmlElement of_core(std::string_view name);

  /// Within another, in the namespace of that one; another namespace is declared.
  explicit BmlElement(std::string_view name, std::string_view other_namespace = {});

  BmlElement& attribute(std::string_view name, std::string_view value);

  /// A number that is not finite, or past a million years, is left out.
  BmlElement& seconds(std::string_view name, double value);
  BmlElement& text(std::string_view text);
  BmlElement& child(BmlElement element);

  bool is_empty() const { return content_.empty(); }
  std::string ended() const;

 private:
  std::string name_;
  std::string head_;
  std::string content_;
};

}  // namespace kine::protocol
