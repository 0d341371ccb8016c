// What is wrong with a script, and what becomes of it while a plan is made: our own dialect is
// refused, a classic one is mended, with a warning that says how.
#pragma once

#include <string>

#include "realizer/core/diagnostics.h"
#include "realizer/core/result.h"
#include "realizer/core/time.h"
#include "realizer/script/document.h"

namespace kine::plan {

struct Fault {
  ErrorCode code = ErrorCode::UnknownName;
  std::string what;   // "there is no hand shape"
  std::string mend;   // what is done about it in a classic script: "it is left out"
  std::string value;  // as written
  Where where = {};
};

/// For what nobody mends.
Error error_of(const Fault& fault);

class Faults {
 public:
  Faults(script::Dialect dialect, Diagnostics& diagnostics)
      : dialect_(dialect), diagnostics_(diagnostics) {}

  /// Whether faults of this dialect are mended.
  bool mends() const { return dialect_ != script::Dialect::Kinesphere; }

  /// The error that refuses the script; Done where the caller is to mend it: a classic script,
  /// which is warned of, or one of which all errors are collected.
  Result<Done> meet(const Fault& fault);

  void warn(Where where, std::string message) { diagnostics_.warn(where, std::move(message)); }

 private:
  script::Dialect dialect_;
  Diagnostics& diagnostics_;
};

/// `length`, or what becomes of a negative `thing`: an error, or 0 and a warning.
Result<Seconds> checked_length(Seconds length, const std::string& thing, Where where,
                               Faults& faults);

/// A time for a message: "0.3 s".
std::string text_of(Seconds time);

}  // namespace kine::plan
