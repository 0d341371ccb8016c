// A JSON object that somebody else wrote, looked at field by field: what is not there, or of
// another kind, is the given default.
//
// libprotobuf reads it, which bounds how deep it may be; the caller bounds its bytes, and since
// "[0,0,…" takes a hundred times its bytes as an object, the number of its parts is bounded here.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "realizer/core/result.h"

namespace google::protobuf {
class Struct;
}

namespace kine::server {

/// Commas, colons and brackets that open, wherever they stand: labels of 50,000 words and as many
/// sounds have fewer.
inline constexpr std::size_t kJsonPartsMax = 1'000'000;

class JsonObject {
 public:
  static Result<JsonObject> read(std::string_view json);

  /// Of its fields, in the order of the alphabet.
  std::vector<std::string> names() const;
  bool has(const std::string& name) const;
  std::string text(const std::string& name) const;
  bool flag(const std::string& name) const;
  double number(const std::string& name, double otherwise) const;
  std::optional<double> find_number(const std::string& name) const;
  std::optional<std::string> find_text(const std::string& name) const;
  std::optional<JsonObject> find_object(const std::string& name) const;

  /// Of an array; nothing where it is none, or where one of its parts is of another kind.
  std::optional<std::vector<std::string>> find_texts(const std::string& name) const;
  std::optional<std::vector<double>> find_numbers(const std::string& name) const;
  std::optional<std::vector<JsonObject>> find_objects(const std::string& name) const;

  /// Those of an array that are objects; none where it is no array.
  std::vector<JsonObject> objects(const std::string& name) const;

 private:
  explicit JsonObject(std::shared_ptr<const google::protobuf::Struct> fields)
      : fields_(std::move(fields)) {}

  std::shared_ptr<const google::protobuf::Struct> fields_;  // never null
};

}  // namespace kine::server
