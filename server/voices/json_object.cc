#include "server/voices/json_object.h"

#include <google/protobuf/struct.pb.h>
#include <google/protobuf/util/json_util.h>

#include <algorithm>

namespace kine::server {

using google::protobuf::Struct;
using google::protobuf::Value;

namespace {

const Value* find(const Struct& fields, const std::string& name) {
  const auto found = fields.fields().find(name);
  return found == fields.fields().end() ? nullptr : &found->second;
}

}  // namespace

Result<JsonObject> JsonObject::read(std::string_view json) {
  const auto parts = std::ranges::count_if(
      json, [](char c) { return c == ',' || c == ':' || c == '{' || c == '['; });
  if (static_cast<std::size_t>(parts) > kJsonPartsMax) {
    return Error{ErrorCode::LimitExceeded,
                 "past json_parts_max of " + std::to_string(kJsonPartsMax)};
  }
  const auto fields = std::make_shared<Struct>();
  const auto status = google::protobuf::util::JsonStringToMessage(
      google::protobuf::StringPiece(json.data(), json.size()), fields.get());
  if (!status.ok()) return Error{ErrorCode::Syntax, "this text is no object in JSON"};
  return JsonObject(fields);
}

std::vector<std::string> JsonObject::names() const {
  std::vector<std::string> names;
  for (const auto& [name, value] : fields_->fields()) names.push_back(name);
  std::ranges::sort(names);
  return names;
}

bool JsonObject::has(const std::string& name) const { return find(*fields_, name) != nullptr; }

std::string JsonObject::text(const std::string& name) const {
  return find_text(name).value_or(std::string());
}

std::optional<std::string> JsonObject::find_text(const std::string& name) const {
  const Value* const value = find(*fields_, name);
  if (value == nullptr || !value->has_string_value()) return {};
  return value->string_value();
}

bool JsonObject::flag(const std::string& name) const {
  const Value* const value = find(*fields_, name);
  return value != nullptr && value->has_bool_value() && value->bool_value();
}

double JsonObject::number(const std::string& name, double otherwise) const {
  return find_number(name).value_or(otherwise);
}

std::optional<double> JsonObject::find_number(const std::string& name) const {
  const Value* const value = find(*fields_, name);
  if (value == nullptr || !value->has_number_value()) return {};
  return value->number_value();
}

std::optional<JsonObject> JsonObject::find_object(const std::string& name) const {
  const Value* const value = find(*fields_, name);
  if (value == nullptr || !value->has_struct_value()) return {};
  return JsonObject({fields_, &value->struct_value()});
}

std::optional<std::vector<std::string>> JsonObject::find_texts(const std::string& name) const {
  const Value* const value = find(*fields_, name);
  if (value == nullptr || !value->has_list_value()) return {};
  std::vector<std::string> texts;
  for (const Value& one : value->list_value().values()) {
    if (!one.has_string_value()) return {};
    texts.push_back(one.string_value());
  }
  return texts;
}

std::optional<std::vector<double>> JsonObject::find_numbers(const std::string& name) const {
  const Value* const value = find(*fields_, name);
  if (value == nullptr || !value->has_list_value()) return {};
  std::vector<double> numbers;
  for (const Value& one : value->list_value().values()) {
    if (!one.has_number_value()) return {};
    numbers.push_back(one.number_value());
  }
  return numbers;
}

std::optional<std::vector<JsonObject>> JsonObject::find_objects(const std::string& name) const {
  const Value* const value = find(*fields_, name);
  if (value == nullptr || !value->has_list_value()) return {};
  auto found = objects(name);
  if (static_cast<int>(found.size()) != value->list_value().values_size()) return {};
  return found;
}

std::vector<JsonObject> JsonObject::objects(const std::string& name) const {
  std::vector<JsonObject> objects;
  const Value* const value = find(*fields_, name);
  if (value == nullptr || !value->has_list_value()) return objects;
  for (const Value& one : value->list_value().values()) {
    if (!one.has_struct_value()) continue;
    // Shares what it is a part of.
    objects.push_back(JsonObject({fields_, &one.struct_value()}));
  }
  return objects;
}

}  // namespace kine::server
