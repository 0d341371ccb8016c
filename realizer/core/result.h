// The one error channel of the realizer: a value, or the reason why there is none.
//
// Nothing under realizer/ throws, prints or exits. C++20 has no std::expected, so this is the part
// of its vocabulary that we need.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "realizer/core/assert.h"
#include "realizer/core/where.h"

namespace kine {

enum class ErrorCode : std::uint8_t {
  Syntax,         // the text is no well-formed script
  UnknownName,    // it names a joint, a character or a nucleus that does not exist
  OutOfRange,     // a number is outside its documented range
  Unsupported,    // well-formed, but no reader or actuator takes it
  LimitExceeded,  // it is past one of core/limits.h
};

struct Error {
  ErrorCode code = ErrorCode::Syntax;
  std::string message;  // one clause, the offending value last and quoted
  Where where = {};

  friend bool operator==(const Error&, const Error&) = default;
};

/// A value or an Error. Asking for the one that is not there is a programmer's mistake.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  const T& value() const& { return checked_value(*this); }
  T& value() & { return checked_value(*this); }
  T&& value() && { return std::move(checked_value(*this)); }

  const T& operator*() const& { return value(); }
  T& operator*() & { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  const T* operator->() const { return &value(); }
  T* operator->() { return &value(); }

  const Error& error() const {
    KINE_ASSERT(!has_value());
    return *std::get_if<1>(&state_);
  }

 private:
  template <class Self>
  static auto& checked_value(Self& self) {
    KINE_ASSERT(self.has_value());
    return *std::get_if<0>(&self.state_);
  }

  std::variant<T, Error> state_;
};

/// The value of what either worked or did not: `Result<Done>`.
struct Done {
  friend bool operator==(Done, Done) = default;
};

}  // namespace kine
