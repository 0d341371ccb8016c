// The extension point for script dialects: a row in builtins.cc each.
//
//   text --read--> Document
//
// A reader never throws and never looks further than the text. Its contract test feeds it every
// prefix of valid scripts: a Document or one Error each, never a crash.
#pragma once

#include <span>
#include <string_view>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/script/document.h"

namespace kine::script {

class Reader {
 public:
  virtual ~Reader() = default;

  /// Whether a text that starts like this is written in this dialect. `root` is the name of the
  /// first element of an XML text and its namespace in Clark's notation ("{urn:x}script"), or empty
  /// where the text is no XML.
  virtual bool accepts(std::string_view root, std::string_view text) const = 0;

  /// The script as written, in our units and axes. What can be mended is, with a warning.
  virtual Result<Document> read(std::string_view text, Diagnostics& diagnostics) const = 0;
};

/// Reads `text` with the first reader that accepts it.
Result<Document> read(std::string_view text, std::span<const Reader* const> readers,
                      Diagnostics& diagnostics);

/// The readers of this folder, each a constant of the program.
const Reader& kinesphere_reader();
const Reader& embrscript_reader();
const Reader& animl_reader();
const Reader& bml_reader();

}  // namespace kine::script
