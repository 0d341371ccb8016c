#include "server/scene/capabilities.h"

#include "realizer/cast/builtins.h"

namespace kine::server {
namespace {

struct Dialect {
  const script::Reader* reader;
  const char* name;
};

}  // namespace

std::vector<std::string> capabilities() {
  const Dialect names[] = {
      {&script::kinesphere_reader(), "kinesphere"},
      {&script::bml_reader(), "bml"},
      {&script::embrscript_reader(), "embrscript"},
      {&script::animl_reader(), "animl"},
  };
  std::vector<std::string> result;
  for (const script::Reader* reader : builtins().readers) {
    for (const Dialect& dialect : names) {
      if (dialect.reader == reader) result.push_back(std::string("dialect:") + dialect.name);
    }
  }
  for (const char* rest : {"part:body", "part:face", "part:audio", "part:events",
                           "encoding:float32", "encoding:smallest-three-48", "resume"}) {
    result.emplace_back(rest);
  }
  return result;
}

}  // namespace kine::server
