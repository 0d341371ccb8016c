// Sync references of BML as text: "2", "bml:start+2", "g1:stroke:2-0.5", "block1:g1:end".
//
// A minus always begins an offset, so that no part of a reference can have one; ids are
// case-sensitive; blanks around a part are nothing.
#pragma once

#include <string>
#include <string_view>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/script/behaviours.h"

namespace kine::script {

/// `own_block` is the id of the block in which it stands: named, it is left out.
Result<SyncReference> parse_reference(std::string_view text, Where where,
                                      std::string_view own_block);

/// The text that reads back to the same.
std::string format_reference(const SyncReference& reference);

/// Of a reference to the stroke of a head that is repeated: it means the first one.
Warning warning_of_first_stroke(const SyncReference& reference, std::string about);

}  // namespace kine::script
