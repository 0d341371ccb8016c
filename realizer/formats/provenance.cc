#include "realizer/formats/provenance.h"

namespace kine::formats {

std::vector<std::pair<std::string_view, std::string>> rows_of(const Provenance& provenance) {
  return {{"version", provenance.version},
          {"revision", provenance.revision},
          {"seed", std::to_string(provenance.seed)},
          {"script_sha256", provenance.script_sha256}};
}

std::string json_of(const Provenance& provenance) {
  std::string json;
  for (const auto& [name, value] : rows_of(provenance)) {
    json += json.empty() ? "{\"" : ",\"";
    json += name;
    json += "\":\"" + value + "\"";
  }
  return json + "}";
}

}  // namespace kine::formats
