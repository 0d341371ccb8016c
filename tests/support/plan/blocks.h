// BML blocks for tests: read, with what was warned of.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/script/document.h"

namespace kine::test {

struct ReadBlock {
  std::optional<script::Document> document;
  std::optional<Error> error;
  std::vector<Warning> warnings;

  /// What stands in the block; throws where it was refused.
  const script::Behaviours& block() const;

  /// The behaviour of that id; throws where there is none.
  const script::Behaviour& behaviour(std::string_view id) const;
};

/// What bml_reader() makes of `text`.
ReadBlock read_bml(std::string_view text);

/// The same for what stands on the second line of `<bml id="b">`, whose first line is its tag. The
/// prefixes k, ext, bmla and bmlt are declared.
ReadBlock read_block(std::string_view inside);

/// Whether it was read without a warning, written and read again to the same.
bool survives_writing(const ReadBlock& read);

}  // namespace kine::test
