#include "tests/conformance/counted_line.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "realizer/prepare/prepare.h"
#include "server/offline/offline_stage.h"
#include "server/scene/casts.h"
#include "tests/conformance/told.h"
#include "tests/support/catch.h"

namespace kine::conformance {
namespace {

constexpr std::uint64_t kLongestTicks = 120 * kTicksPerSecond;

/// The blocks of tests are b1 to b9; what names none is of the first.
std::string in_block(std::string_view id) {
  const bool names_block =
      id.size() > 2 && id[0] == 'b' && id[1] >= '1' && id[1] <= '9' && id[2] == ':';
  return names_block ? std::string(id) : "b1:" + std::string(id);
}

const Said* find(const Played& played, std::string_view kind, std::string_view id) {
  const auto found = std::ranges::find_if(
      played.said, [&](const Said& said) { return said.kind == kind && said.id == id; });
  return found == played.said.end() ? nullptr : &*found;
}

/// What holds of everything that is ever said.
void judge(const Played& played) {
  std::map<std::string, std::string> blocks;  // what each said last of its start and its end
  std::set<std::string> points;
  std::uint64_t before = 0;
  for (const Said& said : played.said) {
    CAPTURE(said.tick, said.kind, said.id, said.message);
    CHECK(said.tick >= before);
    before = said.tick;
    std::string& block = blocks[said.id.substr(0, said.id.find(':'))];
    if (said.kind == "started") {
      CHECK((block.empty() || block == "ended" || block == "interrupted"));
      std::erase_if(points, [&](const auto& id) { return id.starts_with(said.id + ":"); });
      block = said.kind;
    }
    if (said.kind == "sync") {
      CHECK(block == "started");
      CHECK(points.insert(said.id).second);
    }
    if (said.kind == "ended" || said.kind == "interrupted") {
      CHECK(block == "started");
      block = said.kind;
    }
  }
  for (const auto& [id, last] : blocks) {
    CAPTURE(id);
    CHECK(last != "started");
  }
}

struct Element {
  std::string open;  // its first tag, or all of one that is empty
  std::string inside;
  std::string close;
};

/// Elements in a row, blanks between them; there are no comments.
std::vector<Element> elements_of(std::string_view text) {
  std::vector<Element> elements;
  while ((text = text.substr(std::min(text.find('<'), text.size()))).size() > 0) {
    const std::size_t tag = text.find('>') + 1;
    if (text[tag - 2] == '/') {
      elements.push_back({std::string(text.substr(0, tag)), "", ""});
      text.remove_prefix(tag);
      continue;
    }
    std::size_t at = tag;
    for (int depth = 1; depth > 0;) {
      const std::size_t open = text.find('<', at);
      at = text.find('>', open) + 1;
      if (text[open + 1] == '/') {
        --depth;
      } else if (text[at - 2] != '/') {
        ++depth;
      }
    }
    const std::size_t close = text.rfind('<', at - 1);
    elements.push_back({std::string(text.substr(0, tag)),
                        std::string(text.substr(tag, close - tag)),
                        std::string(text.substr(close, at - close))});
    text.remove_prefix(at);
  }
  return elements;
}

bool has_no_order(const Element& element) {
  return std::ranges::any_of(
      std::array{"<bml", "<required", "<constraint", "<synchronize", "<before", "<after"},
      [&](std::string_view tag) { return element.open.starts_with(tag); });
}

std::string all_reversed(std::string_view text) {
  std::vector<Element> elements = elements_of(text);
  std::ranges::reverse(elements);
  std::string reversed;
  for (const Element& element : elements) {
    const bool deeper = has_no_order(element);
    reversed +=
        element.open + (deeper ? all_reversed(element.inside) : element.inside) + element.close;
  }
  return reversed;
}

}  // namespace

std::uint64_t Played::at(std::string_view point) const {
  const Said* found = find(*this, "sync", in_block(point));
  INFO(point);
  REQUIRE(found != nullptr);
  return found->tick;
}

bool Played::has(std::string_view point) const {
  return find(*this, "sync", in_block(point)) != nullptr;
}

std::uint64_t Played::start_of(std::string_view block) const {
  const Said* found = find(*this, "started", block);
  INFO(block);
  REQUIRE(found != nullptr);
  return found->tick;
}

std::uint64_t Played::end_of(std::string_view block) const {
  const auto found = std::ranges::find_if(said, [&](const Said& each) {
    return (each.kind == "ended" || each.kind == "interrupted") && each.id == block;
  });
  INFO(block);
  REQUIRE(found != said.end());
  return found->tick;
}

std::string Played::points_of(std::string_view behaviour) const {
  const std::string prefix = in_block(behaviour) + ":";
  std::string points;
  for (const Said& each : said) {
    if (each.kind != "sync" || !each.id.starts_with(prefix)) continue;
    points += (points.empty() ? "" : " ") + each.id.substr(prefix.size());
  }
  return points;
}

std::string Played::warned() const {
  std::string about;
  for (const Said& each : said) {
    if (each.kind != "warning" && each.kind != "refused") continue;
    about += (about.empty() ? "" : " ") + (each.kind == "refused" ? each.kind : each.id);
  }
  return about;
}

const Frame& Played::frame(std::uint64_t tick) const {
  return frames.at(std::min<std::uint64_t>(tick, frames.size() - 1));
}

float Played::channel(std::string_view name, std::uint64_t tick) const {
  const auto index = body::find_channel(name);
  REQUIRE(index);
  return frame(tick).channels.at(index->index);
}

Played play(const std::vector<Submitted>& submitted) {
  static const auto casts = server::make_casts(server::default_characters());
  REQUIRE(casts);
  server::OfflineStage stage(*casts, TickRate(kTicksPerSecond));
  Played played;
  auto next = submitted.begin();
  for (std::uint64_t tick = 0;; ++tick) {
    for (; next != submitted.end() && next->tick == tick; ++next) {
      Diagnostics diagnostics;
      const auto source = std::make_shared<const server::ScriptSource>(server::ScriptSource{
          .text = next->text, .casts = *casts, .script_id = "script1", .located = stage.located()});
      const auto prepared =
          prepare(next->text,
                  {.casts = *casts,
                   .script_id = source->script_id,
                   .character = {},
                   .live = {.located = source->located, .others = stage.others()}},
                  diagnostics);
      if (!prepared) {
        tell_of(source->script_id, prepared.error());
        played.said.push_back({tick, "refused", "", prepared.error().message});
        continue;
      }
      tell_of(*prepared, diagnostics, Tick{tick});
      for (const auto& block : prepared->blocks) REQUIRE(stage.play(block, source));
    }
    stage.advance();
    for (const Feedback& feedback : stage.feedback()) {
      CHECK(feedback.tick.index == tick);
      tell_of(feedback);
      played.said.push_back(
          {feedback.tick.index, word_of(feedback.kind), feedback.id, feedback.message});
    }
    played.frames.push_back(stage.frames().front());
    if (next == submitted.end() && stage.idle()) break;
    REQUIRE(tick < kLongestTicks);
  }
  judge(played);
  return played;
}

std::string block(std::string_view elements, std::string_view attributes) {
  return "<bml xmlns='http://www.bml-initiative.org/bml/bml-1.0' "
         "xmlns:ext='http://www.bml-initiative.org/bml/coreextensions-1.0' "
         "xmlns:bmla='http://www.asap-project.org/bmla' xmlns:k='urn:kinesphere:script:1' " +
         std::string(attributes) + ">" + std::string(elements) + "</bml>";
}

std::string reversed(std::string_view text) { return all_reversed(text); }

Played play_block(std::string_view elements, std::string_view attributes) {
  const std::string text = block(elements, attributes);
  Played played = play({{0, text}});
  const Played other = play({{0, reversed(text)}});
  std::vector<Said> said = played.said;
  std::vector<Said> said_other = other.said;
  std::ranges::sort(said);
  std::ranges::sort(said_other);
  for (std::size_t i = 0; i < std::min(said.size(), said_other.size()); ++i) {
    CAPTURE(said[i].tick, said[i].kind, said[i].id, said_other[i].tick, said_other[i].id);
    CHECK(said[i] == said_other[i]);
  }
  CHECK(said.size() == said_other.size());
  return played;
}

}  // namespace kine::conformance
