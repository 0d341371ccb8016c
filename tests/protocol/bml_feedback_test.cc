// Tests for protocol/bml_feedback.h. Elements, attributes and types are those of BML 1.0.
#include "protocol/bml_feedback.h"

#include "protocol/kinesphere.pb.h"
#include "tests/support/catch.h"

namespace kine::protocol::bml_feedback_test {
namespace {

const std::string kCore = R"( xmlns="http://www.bml-initiative.org/bml/bml-1.0")";
const std::string kBmla = R"( xmlns:bmla="http://www.asap-project.org/bmla")";

BmlFeedback after_hello() {
  BmlFeedback feedback;
  kinesphere::Envelope envelope;
  envelope.mutable_hello()->set_tick_rate_hz(50);
  auto& character = *envelope.mutable_hello()->add_characters();
  character.set_id(3);
  character.set_name("ada");
  CHECK(feedback.text_of(envelope).empty());
  return feedback;
}

kinesphere::Envelope feedback_of(kinesphere::Feedback::Kind kind, const std::string& id,
                                 std::uint64_t tick, const std::string& message = {}) {
  kinesphere::Envelope envelope;
  kinesphere::Feedback& feedback = *envelope.mutable_feedback();
  feedback.set_kind(kind);
  feedback.set_id(id);
  feedback.set_tick(tick);
  feedback.set_character_id(3);
  feedback.set_message(message);
  return envelope;
}

kinesphere::Envelope planning(const std::string& id) {
  kinesphere::Envelope envelope;
  envelope.mutable_prediction()->set_id(id);
  envelope.mutable_prediction()->set_character_id(3);
  envelope.mutable_prediction()->set_stage(kinesphere::Prediction::PLANNING);
  return envelope;
}

kinesphere::Envelope accepted(const std::string& id, const std::string& about = {}) {
  kinesphere::Envelope envelope;
  envelope.mutable_accepted()->set_id(id);
  envelope.mutable_accepted()->add_blocks(id);
  auto& warning = *envelope.mutable_accepted()->add_warnings();
  warning.set_message("a & b");
  warning.set_kind(kinesphere::WARNING_KIND_NO_SUCH_TARGET);
  warning.set_about(about);
  return envelope;
}

std::string warning(const std::string& id, const std::string& rest) {
  return "<warningFeedback" + kCore + " id=\"" + id + "\"" + rest + "</warningFeedback>\n";
}

}  // namespace

TEST_CASE("a block's start and end are its progress", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  CHECK(feedback.text_of(feedback_of(kinesphere::Feedback::STARTED, "b", 75)) ==
        "<blockProgress" + kCore + kBmla +
            R"( id="b:start" bmla:status="IN_EXEC" globalTime="1.5" characterId="ada"/>)" + "\n");
  CHECK(feedback.text_of(feedback_of(kinesphere::Feedback::ENDED, "b", 100)) ==
        "<blockProgress" + kCore + kBmla +
            R"( id="b:end" bmla:status="DONE" globalTime="2" characterId="ada"/>)" + "\n");
  CHECK(feedback.text_of(feedback_of(kinesphere::Feedback::INTERRUPTED, "b", 100)) ==
        "<blockProgress" + kCore + kBmla +
            R"( id="b:end" bmla:status="INTERRUPTED" globalTime="2" characterId="ada"/>)" + "\n");
}

TEST_CASE("a block that is taken back while it waits is revoked", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  const auto end = feedback_of(kinesphere::Feedback::INTERRUPTED, "b", 100);
  feedback.text_of(accepted("b"));
  CHECK(feedback.text_of(end).find(R"(bmla:status="REVOKED")") != std::string::npos);
  feedback.text_of(accepted("b"));
  feedback.text_of(feedback_of(kinesphere::Feedback::STARTED, "b", 75));
  CHECK(feedback.text_of(end).find(R"(bmla:status="INTERRUPTED")") != std::string::npos);
}

TEST_CASE("a block that ends for a reason says it before", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  const std::string text =
      feedback.text_of(feedback_of(kinesphere::Feedback::INTERRUPTED, "b", 100, "too late"));
  CHECK(text.starts_with(
      warning("b", R"( type="IMPOSSIBLE_TO_SCHEDULE" characterId="ada">too late)")));
  CHECK(text.ends_with(R"(globalTime="2" characterId="ada"/>)"
                       "\n"));
}

TEST_CASE("how far a block had come that was interrupted is no warning", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  auto end =
      feedback_of(kinesphere::Feedback::INTERRUPTED, "b", 100, "interrupted after 'b:h:ready'");
  end.mutable_feedback()->set_last_sync_point("b:h:ready");
  CHECK(feedback.text_of(end) ==
        "<blockProgress" + kCore + kBmla +
            R"( id="b:end" bmla:status="INTERRUPTED" globalTime="2" characterId="ada"/>)" + "\n");
}

TEST_CASE("what was performed stands in attributes of ours", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  auto end = feedback_of(kinesphere::Feedback::SYNC, "b:g:end", 125);
  auto& gesture = *end.mutable_feedback()->mutable_performed()->add_behaviours();
  gesture.set_id("b:g");
  gesture.set_phase("stroke");
  gesture.set_phase_fraction(0.25);
  gesture.set_fraction(0.5);
  const std::string kine = R"( xmlns:kine="urn:kinesphere:script:1")";
  CHECK(feedback.text_of(end).find(
            kine + R"( kine:phase="stroke" kine:phaseFraction="0.25" kine:fraction="0.5"/>)") !=
        std::string::npos);

  auto all = feedback_of(kinesphere::Feedback::INTERRUPTED, "b", 125);
  for (const char* const text : {"no \n\"no\"", "no"}) {
    auto& speech = *all.mutable_feedback()->mutable_performed()->add_speeches();
    speech.set_words_done(1);
    speech.set_text_done(text);
    speech.set_text_left("left");
    speech.set_sound_ms(250);
  }
  CHECK(feedback.text_of(all).find(kine + R"( kine:lastWord="1" kine:textDone="no &#10;&quot;no)"
                                          R"(&quot; no" kine:textLeft="left left")"
                                          R"( kine:soundMs="500"/>)") != std::string::npos);
  all.mutable_feedback()->mutable_performed()->clear_speeches();
  CHECK(feedback.text_of(all).find("kine") == std::string::npos);
}

TEST_CASE("a sync point has its time in the block and in the world", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  auto sync = feedback_of(kinesphere::Feedback::SYNC, "b:g1:stroke", 125);
  sync.mutable_feedback()->set_time_s(0.99);
  CHECK(feedback.text_of(sync) ==
        "<syncPointProgress" + kCore +
            R"( id="b:g1:stroke" time="0.99" globalTime="2.5" characterId="ada"/>)" + "\n");
  sync.mutable_feedback()->set_missed_m(0.0314);
  CHECK(feedback.text_of(sync).find(
            R"( xmlns:kine="urn:kinesphere:script:1" kine:missed="0.031" globalTime)") !=
        std::string::npos);
  sync.mutable_feedback()->set_missed_m(0.0009);
  CHECK(feedback.text_of(sync).find("missed") == std::string::npos);
}

TEST_CASE("a warning of planning is told with the answer, and once", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  feedback.text_of(planning("b"));
  CHECK(feedback.text_of(accepted("b", "b:g1")) ==
        warning("b:g1", R"( type="NO_SUCH_TARGET" characterId="ada">a &amp; b)"));
  CHECK(feedback.text_of(feedback_of(kinesphere::Feedback::WARNING, "b:g1", 10, "a & b")).empty());
  // What goes wrong later is news.
  CHECK(feedback.text_of(feedback_of(kinesphere::Feedback::WARNING, "b:g1", 20, "lost")) ==
        warning("b:g1", R"( type="OTHER" characterId="ada">lost)"));
}

TEST_CASE("a warning about no behaviour is about its block", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  CHECK(feedback.text_of(accepted("b")) == warning("b", R"( type="NO_SUCH_TARGET">a &amp; b)"));
}

TEST_CASE("a block without an id is '<no id>' where it is refused or warned of", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  feedback.note_nameless("no-id-1");
  CHECK(feedback.text_of(accepted("no-id-1")) ==
        warning("&lt;no id&gt;", R"( type="NO_SUCH_TARGET">a &amp; b)"));
  feedback.note_nameless("no-id-2");
  kinesphere::Envelope refused;
  refused.mutable_refused()->set_id("no-id-2");
  refused.mutable_refused()->set_error("no XML");
  refused.mutable_refused()->set_kind(kinesphere::WARNING_KIND_PARSING_FAILURE);
  CHECK(feedback.text_of(refused) == warning("&lt;no id&gt;", R"( type="PARSING_FAILURE">no XML)"));
}

TEST_CASE("a refusal leaves another block of the same id as it was", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  feedback.text_of(planning("b"));
  feedback.text_of(accepted("b"));
  kinesphere::Envelope refused;
  refused.mutable_refused()->set_id("b");
  CHECK_FALSE(feedback.text_of(refused).empty());
  CHECK(feedback.text_of(feedback_of(kinesphere::Feedback::WARNING, "b", 10, "a & b")).empty());
}

TEST_CASE("a refusal leaves another block of the same id that is being prepared as it was",
          "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  feedback.text_of(planning("b"));
  kinesphere::Envelope refused;
  refused.mutable_refused()->set_id("b");
  CHECK_FALSE(feedback.text_of(refused).empty());
  CHECK(feedback.text_of(accepted("b")) ==
        warning("b", R"( type="NO_SUCH_TARGET" characterId="ada">a &amp; b)"));
}

TEST_CASE("a block that replaces one of its own id is told apart from it", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  const auto end = feedback_of(kinesphere::Feedback::INTERRUPTED, "b", 100);
  const auto repeated = feedback_of(kinesphere::Feedback::WARNING, "b", 100, "a & b");
  feedback.text_of(planning("b"));
  feedback.text_of(accepted("b"));
  feedback.text_of(feedback_of(kinesphere::Feedback::STARTED, "b", 75));
  CHECK(feedback.text_of(repeated).empty());
  feedback.text_of(planning("b"));
  feedback.text_of(accepted("b"));
  CHECK(feedback.text_of(end).find(R"(bmla:status="INTERRUPTED")") != std::string::npos);
  CHECK(feedback.text_of(repeated).empty());
  CHECK_FALSE(feedback.text_of(repeated).empty());
  CHECK(feedback.text_of(end).find(R"(bmla:status="REVOKED")") != std::string::npos);
}

TEST_CASE("a prediction before planning has no end, and one after it all times", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  kinesphere::Envelope envelope = planning("b");
  kinesphere::Prediction& prediction = *envelope.mutable_prediction();
  prediction.set_start_tick(50);
  const std::string head = "<predictionFeedback" + kCore + R"( characterId="ada"><bml id="b")";
  CHECK(feedback.text_of(envelope) == head + R"( globalStart="1"/></predictionFeedback>)" + "\n");

  prediction.set_stage(kinesphere::Prediction::PLANNED);
  prediction.set_end_tick(150);
  const auto add = [&](const std::string& id, const std::string& element) {
    auto& behaviour = *prediction.add_behaviours();
    behaviour.set_id("b:" + id);
    behaviour.set_element(element);
    double time = 0;
    for (const char* point : {"start", "m", "end"}) {
      auto& sync = *behaviour.add_syncs();
      sync.set_id("b:" + id + ":" + point);
      sync.set_time_s(time += 0.25);
    }
  };
  add("h1", "head");
  prediction.mutable_behaviours(0)->add_attributes()->set_name("lexeme");
  prediction.mutable_behaviours(0)->mutable_attributes(0)->set_value("NOD");
  add("s1", "speech");
  add("f1", "faceFacs");
  add("q1", "");
  add("p1", "posture");
  auto& stance = *prediction.mutable_behaviours(4)->add_children();
  stance.set_element("stance");
  stance.add_attributes()->set_name("type");
  stance.mutable_attributes(0)->set_value("SITTING");
  const std::string mark = R"(<sync id="m" ref="0.5"/>)";
  CHECK(feedback.text_of(envelope) ==
        head + R"( globalStart="1" globalEnd="3"/>)" +
            R"(<head id="b:h1" lexeme="NOD" start="0.25" end="0.75"/>)" +
            R"(<speech id="b:s1" start="0.25" end="0.75"><text>)" + mark + "</text></speech>" +
            R"(<faceFacs xmlns="http://www.bml-initiative.org/bml/coreextensions-1.0" )" +
            R"(id="b:f1" start="0.25" end="0.75"/>)" +
            R"(<sequence xmlns="urn:kinesphere:script:1" id="b:q1" start="0.25" end="0.75">)" +
            mark + "</sequence>" + R"(<posture id="b:p1" start="0.25" end="0.75">)" +
            R"(<stance type="SITTING"/></posture>)" + "</predictionFeedback>\n");
}

TEST_CASE("of repeated strokes the first is the attribute, and of the others progress tells",
          "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  kinesphere::Envelope envelope = planning("b");
  envelope.mutable_prediction()->set_start_tick(50);
  auto& behaviour = *envelope.mutable_prediction()->add_behaviours();
  behaviour.set_id("b:h");
  behaviour.set_element("head");
  double time = 0;
  for (const char* point : {"start", "stroke:1", "stroke:2", "end"}) {
    auto& sync = *behaviour.add_syncs();
    sync.set_id("b:h:" + std::string(point));
    sync.set_time_s(time += 0.5);
  }
  const std::string text = feedback.text_of(envelope);
  CHECK(text.find(R"(<head id="b:h" start="0.5" stroke="1" end="2"/>)") != std::string::npos);
  const auto second = feedback_of(kinesphere::Feedback::SYNC, "b:h:stroke:2", 75);
  CHECK(feedback.text_of(second).find(R"(id="b:h:stroke:2")") != std::string::npos);
}

TEST_CASE("a speech has a text, for parsers want one", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  kinesphere::Envelope envelope = planning("b");
  auto& behaviour = *envelope.mutable_prediction()->add_behaviours();
  behaviour.set_id("b:s");
  behaviour.set_element("speech");
  CHECK(feedback.text_of(envelope).find(R"(<speech id="b:s"><text/></speech>)") !=
        std::string::npos);
}

TEST_CASE("where nobody knows the start or the end, there is no <bml>, for parsers refuse it",
          "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  kinesphere::Envelope envelope = planning("b");
  CHECK(feedback.text_of(envelope).empty());  // it would say nothing
  auto& behaviour = *envelope.mutable_prediction()->add_behaviours();
  behaviour.set_id("b:w");
  behaviour.set_element("wait");
  CHECK(feedback.text_of(envelope) == "<predictionFeedback" + kCore + R"( characterId="ada">)" +
                                          R"(<wait id="b:w"/></predictionFeedback>)" + "\n");
}

TEST_CASE("a fault of the client is a warning about no block", "[bml_feedback]") {
  kinesphere::Envelope problem;
  problem.mutable_problem()->set_error("only <bml> is taken here");
  CHECK(BmlFeedback().text_of(problem) ==
        warning("&lt;no id&gt;", R"( type="PARSING_FAILURE">only &lt;bml&gt; is taken here)"));
}

TEST_CASE("what BML has no element for is nothing there", "[bml_feedback]") {
  BmlFeedback feedback = after_hello();
  kinesphere::Envelope envelope;
  CHECK(feedback.text_of(envelope).empty());
  envelope.mutable_pong();
  CHECK(feedback.text_of(envelope).empty());
  envelope.mutable_goodbye();
  CHECK(feedback.text_of(envelope).empty());
  CHECK(feedback.text_of(feedback_of(kinesphere::Feedback::KIND_UNSPECIFIED, "b", 1)).empty());
}

}  // namespace kine::protocol::bml_feedback_test
