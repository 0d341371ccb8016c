#include "server/bridges/element_splitter.h"

#include <algorithm>
#include <utility>

#include "realizer/core/number.h"

namespace kine::server {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kComment = "<!--";
constexpr std::string_view kData = "<![CDATA[";

/// A comment needs as many bytes: "<!-->" is none.
constexpr std::size_t kCommentBytesMin = 7;

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

bool ends_name(char byte) { return is_blank(byte) || byte == '/' || byte == '>'; }

std::string_view name_at(std::string_view text) {
  std::size_t size = 0;
  while (size < text.size() && !ends_name(text[size])) ++size;
  return text.substr(0, size);
}

std::string_view local(std::string_view name) { return name.substr(name.find(':') + 1); }

}  // namespace

void ElementSplitter::push(std::string_view bytes) {
  buffer_.erase(0, begin_);
  looked_ -= begin_;
  markup_ -= std::min(markup_, begin_);
  tag_ -= std::min(tag_, begin_);
  begin_ = 0;
  buffer_ += bytes;
}

Result<std::optional<std::string_view>> ElementSplitter::pop() {
  while (looked_ < buffer_.size()) {
    const char byte = buffer_[looked_++];
    if (looked_ - begin_ > bytes_max_) {
      return Error{ErrorCode::LimitExceeded,
                   "past script_bytes_max of " + std::to_string(bytes_max_)};
    }
    const auto whole = take(byte);
    if (!whole) return whole.error();
    if (!*whole) continue;
    const std::size_t begin = std::exchange(begin_, looked_);
    return std::optional(std::string_view(buffer_).substr(begin, looked_ - begin));
  }
  return std::optional<std::string_view>();
}

/// True where an element ends with this byte.
Result<bool> ElementSplitter::take(char byte) {
  switch (state_) {
    case State::Text:
      if (byte == '<') {
        markup_ = looked_ - 1;
        state_ = State::Open;
      } else if (is_blank(byte)) {
        if (looked_ - 1 == begin_) begin_ = looked_;  // between elements
      } else if (depth_ == 0 && !kByteOrderMark.starts_with(
                                    std::string_view(buffer_).substr(begin_, looked_ - begin_))) {
        return Error{ErrorCode::Syntax, "only <" + name_ + "> is taken here, not " +
                                            quoted(std::string_view(buffer_).substr(begin_))};
      }
      return false;
    case State::Open:
      if (const auto opened = open(); !opened) return opened.error();
      return state_ == State::Tag && byte == '>' ? close_tag() : Result<bool>(false);
    case State::Tag:
      if (byte == '"') state_ = State::DoubleQuoted;
      if (byte == '\'') state_ = State::SingleQuoted;
      return byte == '>' ? close_tag() : Result<bool>(false);
    case State::DoubleQuoted:
      if (byte == '"') state_ = State::Tag;
      return false;
    case State::SingleQuoted:
      if (byte == '\'') state_ = State::Tag;
      return false;
    case State::Comment:
      if (ends_with("-->") && markup().size() >= kCommentBytesMin) state_ = State::Text;
      return false;
    case State::Data:
      if (ends_with("]]>")) state_ = State::Text;
      return false;
    case State::Instruction:
      if (ends_with("?>") && markup().size() > 3) state_ = State::Text;
      return false;
  }
  return false;
}

/// What kind of markup it is that has begun, once that can be told.
Result<Done> ElementSplitter::open() {
  const std::string_view begun = markup();
  if (begun == kComment) {
    state_ = State::Comment;
  } else if (begun == kData && depth_ > 0) {
    state_ = State::Data;
  } else if (begun == "<?") {
    state_ = State::Instruction;
  } else if (begun[1] != '!') {
    state_ = State::Tag;
  } else if (!kComment.starts_with(begun) && !(kData.starts_with(begun) && depth_ > 0)) {
    return Error{ErrorCode::Syntax, "a document type is not allowed: " + quoted(begun)};
  }
  return Done{};
}

/// Counts the elements of the root's name that are open.
Result<bool> ElementSplitter::close_tag() {
  state_ = State::Text;
  const std::string_view tag = markup();
  const bool ends = tag[1] == '/';
  const std::string_view name = name_at(tag.substr(ends ? 2 : 1));
  if (depth_ == 0) {
    if (ends || local(name) != name_) {
      return Error{ErrorCode::Syntax, "only <" + name_ + "> is taken here, not " + quoted(tag)};
    }
    root_ = name;
    tag_ = markup_;
    tag_bytes_ = tag.size();
  } else if (name != root_) {
    return false;
  }
  const bool is_empty = tag[tag.size() - 2] == '/';
  if (ends) {
    --depth_;
  } else if (!is_empty) {
    ++depth_;
  }
  return depth_ == 0;
}

bool ElementSplitter::ends_with(std::string_view end) const { return markup().ends_with(end); }

std::string_view ElementSplitter::markup() const {
  return std::string_view(buffer_).substr(markup_, looked_ - markup_);
}

}  // namespace kine::server
