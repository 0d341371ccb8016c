// Partial failure as a parameter: what went wrong without stopping the work, with its place.
//
// One bad constraint must not cost a whole script, and a parameter cannot be forgotten. A caller
// that wants to know all that is wrong, as an editor does, has errors collected here as well.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "realizer/core/result.h"
#include "realizer/core/where.h"

namespace kine {

/// What kind of thing went wrong, as BML's feedback tells them apart.
enum class WarningKind : std::uint8_t {
  Other,
  ParsingFailure,
  NoSuchTarget,
  ImpossibleToSchedule,
  BehaviourTypeNotSupported,
  CustomBehaviourNotSupported,
  CustomAttributeNotSupported,
  CannotCreateBehaviour,
};

/// "PARSING_FAILURE" and so on, as BML spells them; "OTHER".
const char* word_of(WarningKind kind);

struct Warning {
  std::string message;  // one clause, the offending value last and quoted
  Where where = {};
  WarningKind kind = WarningKind::Other;
  std::string about =
      {};  // the id of the behaviour that it concerns; a block names itself before it

  friend bool operator==(const Warning&, const Warning&) = default;
};

/// Keeps the first kWarningsMax warnings in the order in which they came, and counts the rest.
class Diagnostics {
 public:
  /// Collect: code that meets an error leaves out what has it and goes on, to find the next. What
  /// is made then is good for nothing else.
  enum class OnError { Stop, Collect };

  Diagnostics() = default;
  explicit Diagnostics(OnError on_error) : on_error_(on_error) {}

  void warn(Warning warning);
  void warn(Where where, std::string message) { warn({std::move(message), where}); }

  /// The error itself, which ends the work; or Done, where errors are collected.
  Result<Done> meet(const Error& error);

  OnError on_error() const { return on_error_; }
  std::span<const Warning> warnings() const { return warnings_; }

  /// Those that were collected, each once; kWarningsMax of them at most.
  std::span<const Error> errors() const { return errors_; }

  /// How many more there were than are kept.
  std::size_t left_out() const { return left_out_; }

 private:
  OnError on_error_ = OnError::Stop;
  std::vector<Warning> warnings_;
  std::vector<Error> errors_;
  std::size_t left_out_ = 0;
};

}  // namespace kine
