#include "realizer/plan/names/ids.h"

#include <algorithm>
#include <set>

namespace kine::plan {

Result<std::vector<std::string>> give_ids(std::span<const script::Name* const> written,
                                          const IdKind& kind, Faults& faults) {
  std::set<std::string, std::less<>> taken(kind.reserved.begin(), kind.reserved.end());
  std::vector<std::string> ids;
  for (const script::Name* name : written) {
    ids.push_back(name->text);
    if (name->empty() || taken.insert(name->text).second) continue;
    const bool reserved = std::ranges::find(kind.reserved, name->text) != kind.reserved.end();
    const std::string thing(kind.thing);
    const auto met = faults.meet(
        {.code = ErrorCode::OutOfRange,
         .what = reserved ? "a " + thing + " cannot have the id" : "duplicate " + thing + " id",
         .mend = "it gets a new one",
         .value = name->text,
         .where = name->where});
    if (!met) return met.error();
    ids.back().clear();
  }
  std::size_t number = 0;
  for (std::string& id : ids) {
    while (id.empty()) {
      std::string candidate = std::string(kind.prefix) + std::to_string(++number);
      if (taken.insert(candidate).second) id = std::move(candidate);
    }
  }
  return ids;
}

}  // namespace kine::plan
