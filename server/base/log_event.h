// One thing that happens, as the log tells it: its kind, a sentence, and values with names.
//
//   listener, sessions, ticks --LogEvent--> what serve writes: a line of text, or of JSON
//
// What strangers have named is cut and has no control characters, so an event is one line whatever
// they say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kine::server {

/// Of each value and of the sentence.
inline constexpr std::size_t kLogValueBytesMax = 256;

/// How bad it is.
enum class LogLevel { Info, Warning };

class LogEvent {
 public:
  explicit LogEvent(std::string_view what);

  /// `kind` is a constant of a few words: "script refused".
  LogEvent& of_kind(std::string_view kind, LogLevel level);

  /// Adds a value; an empty text is left out. Names are constants, other than ts, level, event and
  /// msg, and no event has one twice.
  LogEvent& text(std::string_view name, std::string_view value);
  LogEvent& number(std::string_view name, double value);

  LogLevel level() const { return level_; }

  /// "script refused: WHAT [client=2 id=wave tenant="a lab"]".
  std::string as_text() const;

  /// "event":"script_refused","msg":"script refused: WHAT","client":2,… for an object of JSON.
  std::string as_members() const;

 private:
  struct Field {
    std::string_view name;
    std::string value;
    bool is_number = false;
  };

  std::string sentence() const;

  std::string_view kind_;
  LogLevel level_ = LogLevel::Info;
  std::string what_;
  std::vector<Field> fields_;
};

}  // namespace kine::server
