#include "realizer/script/reader.h"

#include <string>

#include "realizer/core/limits.h"
#include "realizer/core/number.h"
#include "realizer/script/bml_words.h"
#include "realizer/script/quoted_end.h"
#include "realizer/script/words.h"
#include "realizer/xml/characters.h"
#include "realizer/xml/scanner.h"
#include "realizer/xml/xml.h"

namespace kine::script {
namespace {

Error no_reader(std::string_view what, const std::string& shown) {
  return {ErrorCode::Unsupported,
          "a script is <script xmlns=\"" + std::string(kNamespace) + "\">, <bml xmlns=\"" +
              std::string(kBmlNamespace) + "\">, classic EMBRScript text or <animl>, but this " +
              std::string(what) + " " + shown,
          {1, 1}};
}

/// The first line that says something.
std::string_view opening_of(std::string_view text) {
  text = xml::trimmed(text);
  return text.substr(0, text.find_first_of("\r\n"));
}

}  // namespace

Result<Document> read(std::string_view text, std::span<const Reader* const> readers,
                      Diagnostics& diagnostics) {
  if (text.size() > kScriptBytesMax) {
    return Error{ErrorCode::LimitExceeded,
                 "the bytes of a script must be at most " + std::to_string(kScriptBytesMax) +
                     ", not " + quoted(std::to_string(text.size())),
                 {1, 1}};
  }
  const std::string_view body = xml::trimmed(text.substr(xml::byte_order_mark_size(text)));
  if (body.empty()) return Error{ErrorCode::Syntax, "the script is empty, ''", {1, 1}};

  std::string root;
  if (body.front() == '<') {
    auto name = xml::parse_root_name(text);
    if (!name) return name.error();
    root = *std::move(name);
  }
  for (const Reader* reader : readers) {
    if (reader->accepts(root, text)) return reader->read(text, diagnostics);
  }
  if (!root.empty()) return no_reader("has the root element", quoted_end(root));
  if (xml::find_forbidden(body)) return no_reader("is", quoted("no text"));
  return no_reader("begins with", quoted(opening_of(body)));
}

}  // namespace kine::script
