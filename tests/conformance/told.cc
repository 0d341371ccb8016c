#include "tests/conformance/told.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "protocol/bml_feedback.h"
#include "protocol/codec.h"
#include "protocol/envelope.h"
#include "protocol/framing.h"
#include "protocol/kinesphere.pb.h"
#include "server/conversation/answers.h"
#include "server/conversation/predictions.h"
#include "tests/conformance/counted_line.h"
#include "tests/support/source_files.h"
#include "tests/support/temporary_folder.h"

namespace kine::conformance {
namespace {

struct Client {
  protocol::BmlFeedback language;
  std::string told;

  Client() { language.introduce(kTicksPerSecond, {{1, "ada"}, {2, "ben"}}); }
  void hear(const kinesphere::Envelope& envelope) { told += language.text_of(envelope); }
};

Client& client() {
  static Client client;
  return client;
}

}  // namespace

void tell_of(const Prepared& prepared, const Diagnostics& diagnostics, Tick tick) {
  using kinesphere::Prediction;
  const TickRate rate(kTicksPerSecond);
  for (const auto& block : prepared.blocks) {
    const CharacterId character{block->character == "ada" ? 1U : 2U};
    client().hear(server::prediction_of_planning(block->id, character, tick));
    const server::PlannedBlock planned{*block, character, prepared.behaviours};
    client().hear(server::prediction(planned, Prediction::PLANNED, tick, rate));
    client().hear(server::prediction(planned, Prediction::PLANNED, {}, rate));
  }
  client().hear(server::accepted(prepared.script_id, prepared, diagnostics));
}

void tell_of(const std::string& script_id, const Error& refused) {
  client().hear(server::refused(script_id, refused, server::kind_of_refusal(refused, true)));
}

void tell_of(const Feedback& feedback) {
  const std::string bytes(*protocol::encode(feedback));
  const auto envelope = protocol::decode(std::string_view(bytes).substr(protocol::kLengthBytes));
  if (envelope) client().hear(*envelope);
}

const std::string& all_told() { return client().told; }

std::string complaints_about(const std::string& told) {
  if (std::system("xmllint --version >/dev/null 2>&1") != 0) return {};
  const test::TemporaryFolder folder;
  const std::filesystem::path said = folder.path() / "told.xml";
  const std::filesystem::path answer = folder.path() / "answer.txt";
  std::ofstream(said, std::ios::binary)
      << R"(<feedback xmlns="http://www.bml-initiative.org/bml/bml-1.0">)"
      << "\n"
      << told << "</feedback>\n";
  const std::string command = "xmllint --huge --noout --nonet --schema '" +
                              test::source_path("tests/conformance/bml_feedback.xsd").string() +
                              "' '" + said.string() + "' >'" + answer.string() + "' 2>&1";
  if (std::system(command.c_str()) == 0) return {};
  return test::text_of(answer);
}

}  // namespace kine::conformance
