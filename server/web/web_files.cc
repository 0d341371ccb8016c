#include "server/web/web_files.h"

#include <array>
#include <cstdint>
#include <utility>

#include "realizer/core/assert.h"
#include "schemas/embedded.h"
#include "server/web/web_texts.h"

namespace kine::server {
namespace {

struct TypeRow {
  std::string_view ending;
  std::string_view type;
};

constexpr std::array kTypes{
    TypeRow{".html", "text/html; charset=utf-8"},
    TypeRow{".js", "text/javascript; charset=utf-8"},
    TypeRow{".css", "text/css; charset=utf-8"},
    TypeRow{".json", "application/json"},
    TypeRow{".svg", "image/svg+xml"},
    TypeRow{".png", "image/png"},
    TypeRow{".vrm", "model/gltf-binary"},
    TypeRow{".xml", "application/xml"},
    TypeRow{".xsd", "application/xml"},
    TypeRow{".proto", "text/plain; charset=utf-8"},
};

/// FNV-1a: it tells versions apart, and nobody gains by two that it does not.
std::string etag_of(std::string_view bytes) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3;
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string digits;
  for (int shift = 60; shift >= 0; shift -= 4) digits += kDigits[hash >> shift & 0xF];
  // Weak, for it names a file whether compressed or not.
  return "W/\"" + digits + "\"";
}

}  // namespace

std::string_view type_of(std::string_view path) {
  for (const TypeRow& row : kTypes) {
    if (path.ends_with(row.ending)) return row.type;
  }
  return "application/octet-stream";
}

WebFiles::WebFiles(const Roster& roster, TickRate rate) {
  for (const EmbeddedPage& page : embedded_pages()) add(page);
  for (const schemas::EmbeddedFile& file : schemas::embedded_files()) {
    if (!file.path.starts_with("scripts/")) continue;
    const std::string path = "/scripts/" + std::string(name_of_script(file.path)) + ".xml";
    add({path, file.text, {}});
  }
  const auto present = roster.present();
  KINE_ASSERT(!present->casts.empty());
  const plan::Vocabulary& vocabulary = *present->casts.front()->vocabulary;
  add_text("/scripts.json", scripts_json());
  add_text("/lexicon.json", lexicon_json(vocabulary));
  add_text("/styles.json", styles_json(vocabulary));
  add_text("/manners.json", manners_json(vocabulary));
  for (const auto& cast : present->casts) {
    add_text("/skeletons/" + cast->name + ".json", skeleton_json(*cast, rate));
  }
}

void WebFiles::add(const EmbeddedPage& page) {
  const std::string_view named = page.path == "/" ? "/index.html" : page.path;
  files_[std::string(page.path)] = {type_of(named), page.bytes, page.gzip, etag_of(page.bytes)};
}

void WebFiles::add_text(std::string path, std::string text) {
  const std::string& kept = texts_.emplace_back(std::move(text));
  add({path, kept, {}});
}

const WebFile* WebFiles::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

std::vector<std::string_view> WebFiles::paths() const {
  std::vector<std::string_view> result;
  for (const auto& [path, file] : files_) result.push_back(path);
  return result;
}

}  // namespace kine::server
