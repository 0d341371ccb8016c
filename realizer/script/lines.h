// Elements within elements as text, each on a line of its own: what all writers of XML share. What
// has its default is left out.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "realizer/core/time.h"
#include "realizer/script/name.h"

namespace kine::script {

/// An attribute's value, and text between tags, so that a reader finds them as they are.
std::string escaped_value(std::string_view value);
std::string escaped_text(std::string_view text);

class Lines {
 public:
  /// `element` and the names of attributes must outlive this.
  void open(std::string_view element);
  void close();

  void attribute(std::string_view name, std::string_view value);
  void attribute(std::string_view name, double value);
  void attribute(std::string_view name, const Name& value);  // unless it is empty
  void number_unless(double usual, std::string_view name, double value);
  void time_unless(Seconds usual, std::string_view name, Seconds value);

  /// All that stands in the open element, to the byte; it closes on the same line.
  void content(std::string_view markup);

  std::string take() { return std::move(text_); }

 private:
  void finish_tag(std::string_view end);

  std::string text_;
  std::vector<std::string_view> open_;
  bool in_tag_ = false;
  bool in_content_ = false;
};

}  // namespace kine::script
