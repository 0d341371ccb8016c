// Cuts a stream of XML into its root elements, as clients of BML send them one behind the other.
//
//   bytes --push--> ElementSplitter --pop--> "<bml id="b1">…</bml>"
//
// It finds where an element ends and no more: what stands in it is the reader's business, so that
// one bad block costs a warning and not the connection. An element ends with its own name's end
// tag, whatever was left open within. Each byte is looked at once.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "realizer/core/result.h"

namespace kine::server {

class ElementSplitter {
 public:
  /// Elements are called `name`, with any prefix; comments, processing instructions and blanks may
  /// stand between them. `bytes_max` of one with what stands before it.
  ElementSplitter(std::string_view name, std::size_t bytes_max)
      : name_(name), bytes_max_(bytes_max) {}

  void push(std::string_view bytes);

  /// The next whole element, with what stands before it, valid until the next call; nothing while
  /// there is none. After an error there is no going on.
  Result<std::optional<std::string_view>> pop();

  /// The start tag of the element that was popped last.
  std::string_view root_tag() const { return std::string_view(buffer_).substr(tag_, tag_bytes_); }

  /// Whether an element has begun that has not ended.
  bool waits_for_rest() const { return depth_ > 0 || state_ != State::Text; }

 private:
  enum class State { Text, Open, Tag, DoubleQuoted, SingleQuoted, Comment, Data, Instruction };

  Result<bool> take(char byte);
  Result<Done> open();
  Result<bool> close_tag();
  bool ends_with(std::string_view end) const;
  std::string_view markup() const;

  std::string name_;
  std::size_t bytes_max_;
  std::string buffer_;
  std::size_t begin_ = 0;   // of what pop() gives next
  std::size_t looked_ = 0;  // up to where the bytes have been looked at
  std::size_t markup_ = 0;  // where the last '<' stands
  State state_ = State::Text;
  std::size_t tag_ = 0;  // the root's start tag
  std::size_t tag_bytes_ = 0;
  std::string root_;       // its name, with its prefix; empty between elements
  std::size_t depth_ = 0;  // elements of that name that are open
};

}  // namespace kine::server
