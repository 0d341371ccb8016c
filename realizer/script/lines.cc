#include "realizer/script/lines.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "realizer/core/number.h"
#include "realizer/script/values.h"

namespace kine::script {

namespace {

struct Reference {
  char byte;
  std::string_view text;
};

constexpr Reference kReferences[] = {{'&', "&amp;"},  {'<', "&lt;"},   {'>', "&gt;"},
                                     {'\r', "&#13;"}, {'"', "&quot;"}, {'\t', "&#9;"},
                                     {'\n', "&#10;"}};

/// `text` with a reference in place of each of those bytes.
std::string escaped(std::string_view text, std::span<const Reference> references) {
  std::string result;
  for (const char byte : text) {
    const auto found = std::ranges::find(references, byte, &Reference::byte);
    if (found == references.end()) {
      result += byte;
    } else {
      result += found->text;
    }
  }
  return result;
}

}  // namespace

std::string escaped_value(std::string_view value) { return escaped(value, kReferences); }

std::string escaped_text(std::string_view text) {
  constexpr std::size_t kOfText = 4;
  return escaped(text, std::span(kReferences).first(kOfText));
}

void Lines::open(std::string_view element) {
  finish_tag(">\n");
  text_ += std::string(2 * open_.size(), ' ') + "<" + std::string(element);
  open_.push_back(element);
  in_tag_ = true;
}

void Lines::close() {
  const std::string_view element = open_.back();
  open_.pop_back();
  if (in_tag_) {
    finish_tag("/>\n");
    return;
  }
  if (!in_content_) text_ += std::string(2 * open_.size(), ' ');
  in_content_ = false;
  text_ += "</" + std::string(element) + ">\n";
}

void Lines::attribute(std::string_view name, std::string_view value) {
  text_ += " " + std::string(name) + "=\"" + escaped_value(value) + "\"";
}

void Lines::attribute(std::string_view name, double value) {
  attribute(name, format_number(value));
}

void Lines::attribute(std::string_view name, const Name& value) {
  if (!value.empty()) attribute(name, value.text);
}

void Lines::number_unless(double usual, std::string_view name, double value) {
  if (value != usual) attribute(name, value);
}

void Lines::time_unless(Seconds usual, std::string_view name, Seconds value) {
  if (value != usual) attribute(name, format_time(value));
}

void Lines::content(std::string_view markup) {
  finish_tag(">");
  text_ += markup;
  in_content_ = true;
}

void Lines::finish_tag(std::string_view end) {
  if (in_tag_) text_ += end;
  in_tag_ = false;
}

}  // namespace kine::script
