// The words of a text that knows blanks alone, each with its place: what BVH is read by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "realizer/core/where.h"

namespace kine::formats {

struct Word {
  std::string_view text;  // part of the whole; empty at its end
  Where where = {};
};

class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  Word take() {
    std::size_t start = 0;
    for (; start < rest_.size() && is_blank(rest_[start]); ++start) {
      ++where_.column;
      if (rest_[start] == '\n') where_ = {where_.line + 1, 1};
    }
    std::size_t end = start;
    while (end < rest_.size() && !is_blank(rest_[end])) ++end;
    const Word word{rest_.substr(start, end - start), where_};
    where_.column += static_cast<std::uint32_t>(end - start);
    rest_.remove_prefix(end);
    return word;
  }

  /// What has not been taken.
  std::string_view rest() const { return rest_; }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  std::string_view rest_;
  Where where_ = {1, 1};
};

constexpr char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// `text` is `lower_word`, whatever its case: files of different tools differ there.
constexpr bool is_word(std::string_view text, std::string_view lower_word) {
  if (text.size() != lower_word.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != lower_word[i]) return false;
  }
  return true;
}

}  // namespace kine::formats
