#include "server/web/web_texts.h"

#include <algorithm>
#include <string>
#include <vector>

#include "realizer/core/number.h"
#include "realizer/formats/writer.h"
#include "realizer/script/expressivity.h"
#include "realizer/script/sketch.h"
#include "schemas/embedded.h"

namespace kine::server {
namespace {

constexpr std::string_view kScriptFolder = "scripts/";

std::string quoted_json(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string result = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      result.append({'\\', c});
    } else if (byte < 0x20) {
      result.append("\\u00").append({kDigits[byte >> 4], kDigits[byte & 0xF]});
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string array_of(const std::vector<std::string>& values) {
  std::string result = "[";
  for (const std::string& value : values) result += (result.size() > 1 ? "," : "") + value;
  return result + "]";
}

/// What stands in `text` between these two, or nothing.
std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  if (from == std::string_view::npos) return {};
  const std::size_t to = text.find(end, from);
  return text.substr(from + begin.size(), to - from - begin.size());
}

/// The lines of EMBRScript that begin with a number sign, from the first on.
std::string leading_lines(std::string_view text) {
  std::string comment;
  while (text.starts_with('#')) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1);
    comment.append(text.substr(1, end));
    text.remove_prefix(end + 1);
  }
  return comment;
}

std::string with_single_blanks(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!is_blank) {
      result += c;
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

std::string json_of(const script::Lexeme& lexeme) {
  std::vector<std::string> tags;
  for (const std::string& tag : lexeme.tags) tags.push_back(quoted_json(tag));
  std::vector<std::string> poses;
  for (const script::Pose& pose : lexeme.poses) poses.push_back(quoted_json(pose.id.text));
  return "{\"name\":" + quoted_json(lexeme.name) +
         ",\"hands\":" + quoted_json(script::word_of(lexeme.hands)) +
         ",\"tags\":" + array_of(tags) + ",\"description\":" + quoted_json(lexeme.description) +
         ",\"poses\":" + array_of(poses) + "}";
}

std::string json_of(const script::Parameter& parameter) {
  const std::string_view element =
      script::kMannerElementWords[static_cast<std::size_t>(parameter.element)];
  return "{\"name\":" + quoted_json(parameter.name) + ",\"element\":" + quoted_json(element) +
         ",\"least\":" + format_number(parameter.least) +
         ",\"most\":" + format_number(parameter.most) +
         ",\"usual\":" + format_number(parameter.usual) +
         ",\"meaning\":" + quoted_json(parameter.meaning) +
         ",\"at_zero\":" + quoted_json(parameter.at_zero) +
         (&parameter == &script::kSuccession ? ",\"unit\":\"s\"}" : "}");
}

void add_number(std::string& json, std::string_view name, double value) {
  json += (json.empty() ? "" : ",") + quoted_json(name) + ":" + format_number(value);
}

std::string json_of(std::string_view name, const plan::Style& style) {
  std::string numbers;
  for (const script::Expressivity::Value& each : style.expressivity.values()) {
    add_number(numbers, each.parameter->name, each.value);
  }
  std::string face;
  for (const script::SketchFace& each : style.faces) add_number(face, each.name.text, each.amount);
  return "{\"name\":" + quoted_json(name) + ",\"numbers\":{" + numbers + "},\"face\":{" + face +
         "}}";
}

std::vector<std::string> parameter_rows(script::MannerElement element) {
  std::vector<std::string> rows;
  for (const script::Parameter* each : script::parameters(element)) rows.push_back(json_of(*each));
  return rows;
}

}  // namespace

std::string_view name_of_script(std::string_view path) {
  path.remove_prefix(path.starts_with(kScriptFolder) ? kScriptFolder.size() : 0);
  return path.substr(0, path.rfind('.'));
}

std::string title_of_script(std::string_view text) {
  const std::string comment = with_single_blanks(
      text.starts_with('#') ? leading_lines(text) : between(text, "<!--", "-->"));
  return comment.substr(0, comment.find(". "));
}

std::string scripts_json() {
  std::vector<std::string> rows;
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (!file.path.starts_with(kScriptFolder)) continue;
    rows.push_back("{\"name\":" + quoted_json(name_of_script(file.path)) +
                   ",\"title\":" + quoted_json(title_of_script(file.text)) + "}");
  }
  return array_of(rows);
}

std::string lexicon_json(const plan::Vocabulary& vocabulary) {
  std::vector<std::string> rows;
  for (const auto& [name, lexeme] : vocabulary.lexemes) rows.push_back(json_of(lexeme));
  return array_of(rows);
}

std::string styles_json(const plan::Vocabulary& vocabulary) {
  std::vector<std::string> rows;
  for (const auto& [name, style] : vocabulary.styles) rows.push_back(quoted_json(name));
  return array_of(rows);
}

std::string manners_json(const plan::Vocabulary& vocabulary) {
  std::vector<std::string> parameters = parameter_rows(script::MannerElement::Nucleus);
  for (const script::MannerElement element : script::kSketchElements) {
    const std::vector<std::string> more = parameter_rows(element);
    parameters.insert(parameters.end(), more.begin(), more.end());
  }
  std::vector<std::string> styles;
  for (const auto& [name, style] : vocabulary.styles) styles.push_back(json_of(name, style));
  return "{\"parameters\":" + array_of(parameters) + ",\"styles\":" + array_of(styles) + "}";
}

std::string skeleton_json(const Cast& cast, TickRate rate) {
  for (const formats::Form& form : formats::forms()) {
    if (form.ending != ".jsonl") continue;
    std::string line;
    const auto written = form.make_writer({cast.body, rate})->finish(line);
    return written ? line : "";
  }
  return "";
}

}  // namespace kine::server
