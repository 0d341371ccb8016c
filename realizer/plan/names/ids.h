// Ids for what a script leaves without one: s1, p1 and so on, past those that it gives itself.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/plan/names/faults.h"
#include "realizer/script/document.h"

namespace kine::plan {

struct IdKind {
  std::string_view thing;                           // for messages: "sequence"
  std::string_view prefix;                          // "s"
  std::span<const std::string_view> reserved = {};  // what no such thing may be called
};

/// One id for each of `written`, in their order, no two alike. An id that is given twice is a
/// fault.
Result<std::vector<std::string>> give_ids(std::span<const script::Name* const> written,
                                          const IdKind& kind, Faults& faults);

}  // namespace kine::plan
