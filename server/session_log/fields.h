// The fields of a row, written and read by one description of them, so that the two cannot differ.
//
//   template <class Fields> void fields(Fields& io, SetTarget& row) { io("name", row.name); … }
//   FieldWriter --fields--> {"name":"cup",…} --fields--> FieldReader
//
// Numbers are written so that they come back to the bit. What is empty is left out. `auto& [a, b]`
// in a description makes a struct that has got another field fail to compile until it is described.
#pragma once

#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "realizer/core/ids.h"
#include "realizer/core/number.h"
#include "realizer/core/time.h"
#include "server/base/json_text.h"
#include "server/session_log/json_tree.h"

namespace kine::server {

/// JSON that others have written, and its bytes as they are.
struct RawJson {
  std::string text = "null";
  friend bool operator==(const RawJson&, const RawJson&) = default;
};

/// The words of an enumerator type: one a value, counted from 0. Specialized in rows.h.
template <class Enum>
struct Words;

template <class T>
concept IsId =
    std::same_as<T, CharacterId> || std::same_as<T, BlockId> || std::same_as<T, ClientId>;

template <class T>
struct MayBeLeftOut : std::false_type {};
template <class T>
struct MayBeLeftOut<std::optional<T>> : std::true_type {};
template <class T>
struct MayBeLeftOut<std::vector<T>> : std::true_type {};

class FieldWriter {
 public:
  /// Behind the '{' of an object, of which `text` may have fields already.
  explicit FieldWriter(std::string& text) : text_(text) {}

  template <class T>
  void operator()(std::string_view name, T& value) {
    if constexpr (requires { value.has_value(); }) {
      if (value) (*this)(name, *value);
    } else {
      if constexpr (MayBeLeftOut<T>::value) {
        if (value.empty()) return;
      }
      text_ += text_.back() == '{' ? "" : ",";
      text_ += json_quoted(name) + ':';
      write(value);
    }
  }

 private:
  template <class T>
  void write(T& value) {
    if constexpr (std::same_as<T, bool>) {
      text_ += value ? "true" : "false";
    } else if constexpr (std::integral<T> || std::floating_point<T>) {
      write_number(value);
    } else if constexpr (std::same_as<T, Seconds>) {
      write_number(value.count());
    } else if constexpr (std::same_as<T, std::string>) {
      text_ += json_quoted(value);
    } else if constexpr (std::same_as<T, RawJson>) {
      text_ += value.text;
    } else if constexpr (std::same_as<T, Tick>) {
      write_number(value.index);
    } else if constexpr (requires { Words<T>::kAll; }) {
      text_ += json_quoted(Words<T>::kAll[static_cast<std::size_t>(value)]);
    } else if constexpr (IsId<T>) {
      write_number(value.value);
    } else if constexpr (requires { value.size(); }) {
      write_all(value);
    } else {
      text_ += '{';
      fields(*this, value);
      text_ += '}';
    }
  }

  template <class Many>
  void write_all(Many& many) {
    text_ += '[';
    for (auto& each : many) {
      text_ += text_.back() == '[' ? "" : ",";
      write(each);
    }
    text_ += ']';
  }

  /// The shortest that reads back to the same.
  template <class Number>
  void write_number(Number number) {
    if constexpr (std::floating_point<Number>) {
      if (!std::isfinite(number)) {
        text_ += "null";  // JSON has no word for it, and nothing here is ever so
        return;
      }
    }
    std::array<char, 32> digits;
    const auto [end, fault] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
    text_.append(digits.data(), end);
  }

  std::string& text_;
};

class FieldReader {
 public:
  /// Both outlive it.
  FieldReader(const JsonTree& tree, const JsonTree::Node& object) : tree_(tree), object_(&object) {}

  template <class T>
  void operator()(std::string_view name, T& value) {
    if (fault_) return;
    const JsonTree::Node* const node = tree_.find(*object_, name);
    if (node != nullptr) {
      if (!read(*node, value) && !fault_) fault_ = "not what it should be";
      if (fault_ && !is_named_) *fault_ = "the field " + quoted(name) + " is " + *fault_;
      is_named_ = fault_.has_value();
    } else if (!MayBeLeftOut<T>::value) {
      fault_ = "there is no field " + quoted(name);
      is_named_ = true;
    }
  }

  /// Which field is wrong, in a clause; nothing: all were read.
  const std::optional<std::string>& fault() const { return fault_; }

 private:
  bool wrong(std::string what) {
    fault_ = std::move(what);
    return false;
  }

  template <class T>
  bool read(const JsonTree::Node& node, T& value) {
    if constexpr (std::same_as<T, bool>) {
      value = node.kind == JsonTree::Kind::True;
      return value || node.kind == JsonTree::Kind::False || wrong("neither true nor false");
    } else if constexpr (std::integral<T> || std::floating_point<T>) {
      return take(number_of<T>(node), value, "no such number");
    } else if constexpr (std::same_as<T, Seconds>) {
      double seconds = 0;
      if (!take(number_of<double>(node), seconds, "no such number")) return false;
      value = Seconds(seconds);
      return true;
    } else if constexpr (std::same_as<T, std::string>) {
      return take(text_of(node), value, "no text");
    } else if constexpr (std::same_as<T, RawJson>) {
      value.text = node.source;
      return node.kind == JsonTree::Kind::Object || wrong("no object");
    } else if constexpr (std::same_as<T, Tick>) {
      return read(node, value.index);
    } else if constexpr (requires { Words<T>::kAll; }) {
      return read_word(node, value);
    } else if constexpr (IsId<T>) {
      return read(node, value.value);
    } else if constexpr (requires { value.has_value(); }) {
      return read(node, value.emplace());
    } else if constexpr (requires { value.size(); }) {
      return read_all(node, value);
    } else {
      return read_object(node, value);
    }
  }

  template <class T>
  bool take(std::optional<T> found, T& value, const char* otherwise) {
    if (!found) return wrong(otherwise);
    value = *std::move(found);
    return true;
  }

  template <class Enum>
  bool read_word(const JsonTree::Node& node, Enum& value) {
    for (std::size_t i = 0; i < Words<Enum>::kAll.size(); ++i) {
      value = static_cast<Enum>(i);
      if (node.kind == JsonTree::Kind::Text && node.source == Words<Enum>::kAll[i]) return true;
    }
    return wrong("none of its words");
  }

  template <class Many>
  bool read_all(const JsonTree::Node& node, Many& many) {
    if (node.kind != JsonTree::Kind::Array) return wrong("no array");
    std::size_t count = 0;
    for (auto* part = tree_.first_of(node); part != nullptr; part = tree_.after(*part), ++count) {
      if constexpr (MayBeLeftOut<Many>::value) {
        many.emplace_back();
      } else if (count == many.size()) {
        return wrong("an array of another length");
      }
      if (!read(*part, many[count])) return false;
    }
    return count == many.size() || wrong("an array of another length");
  }

  template <class T>
  bool read_object(const JsonTree::Node& node, T& value) {
    if (node.kind != JsonTree::Kind::Object) return wrong("no object");
    const JsonTree::Node* const outer = std::exchange(object_, &node);
    fields(*this, value);
    object_ = outer;
    return !fault_;
  }

  const JsonTree& tree_;
  const JsonTree::Node* object_;
  std::optional<std::string> fault_;
  bool is_named_ = false;  // whether the fault says the field
};

}  // namespace kine::server
