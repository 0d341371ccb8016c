// What planning a script costs, in counted steps. No header of its own: the subject is
// realizer/prepare/prepare.h and realizer/core/work.h together.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "realizer/core/limits.h"
#include "realizer/core/work.h"
#include "realizer/prepare/prepare.h"
#include "server/scene/casts.h"
#include "tests/support/catch.h"
#include "tests/support/source_files.h"

namespace kine::server::planning_work_test {
namespace {

struct Cost {
  std::uint64_t steps = 0;
  double per_byte = 0;
  std::optional<Error> error = {};
  std::size_t warnings = 0;
};

Cost cost_of(const std::string& text, std::stop_token cancelled = {}) {
  static const auto casts = make_casts(default_characters());
  Diagnostics diagnostics;
  Cost cost;
  const auto prepared =
      prepare(text, {.casts = *casts, .live = {.cancelled = std::move(cancelled)}}, diagnostics);
  cost.steps = prepared.steps;
  if (!prepared) cost.error = prepared.error();
  cost.per_byte = static_cast<double>(cost.steps) /
                  static_cast<double>(std::max(text.size(), kCountedBytesMin));
  cost.warnings = diagnostics.warnings().size();
  return cost;
}

std::string in_block(const std::string& inside) {
  return "<bml xmlns=\"http://www.bml-initiative.org/bml/bml-1.0\" id=\"b\">" + inside + "</bml>";
}

/// What a chain is made of: one behaviour, which begins when `start` says.
using Link = std::string (*)(const std::string& id, const std::string& start);

std::string wait(const std::string& id, const std::string& start) {
  return "<wait id=\"" + id + "\" start=\"" + start + "\" duration=\"0.1\"/>";
}

std::string nod(const std::string& id, const std::string& start) {
  return "<head id=\"" + id + "\" lexeme=\"NOD\" start=\"" + start + "\"/>";
}

std::string id_of(std::size_t i) { return "w" + std::to_string(i); }

std::string chain(std::size_t links, Link link) {
  std::string text;
  for (std::size_t i = 0; i < links; ++i) {
    text += link(id_of(i), i == 0 ? "0" : id_of(i - 1) + ":end");
  }
  return text;
}

/// Each wants the end of a later link before the start of an earlier one.
std::string impossible_ties(std::size_t ties, std::size_t links) {
  std::string text;
  for (std::size_t i = 0; i < ties; ++i) {
    text += "<constraint id=\"c" + std::to_string(i) + "\"><before ref=\"" + id_of(i) +
            ":start\"><sync ref=\"" + id_of(links - 1 - i) + ":end\"/></before></constraint>";
  }
  return text;
}

/// Steps as the page has them, and what they are compared with.
void print(const char* what, const Cost& cost) {
  std::printf("%s: %llu steps, %.1f a byte\n", what, static_cast<unsigned long long>(cost.steps),
              cost.per_byte);
}

}  // namespace

TEST_CASE("a script may take ten times as many steps a byte as the costliest sample, and no more",
          "[planning_work][limits]") {
  double most = 0;
  std::string costliest;
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_path("schemas/scripts"))) {
    const Cost cost = cost_of(test::text_of(entry.path()));
    INFO(entry.path().filename().string());
    CHECK(cost.steps > 0);
    if (cost.per_byte <= most) continue;
    most = cost.per_byte;
    costliest = entry.path().filename().string();
  }
  std::printf("the costliest sample is %s: %.1f steps a byte\n", costliest.c_str(), most);
  CHECK(10 * most >= static_cast<double>(kStepsPerByteMax));
  CHECK(9 * most <= static_cast<double>(kStepsPerByteMax));
}

TEST_CASE("impossible ties on a chain cost less a byte than the costliest sample",
          "[planning_work]") {
  struct Attack {
    std::size_t links;
    std::size_t ties;
    Link link;
  };
  for (const auto& [links, ties, link] :
       {Attack{2000, 1000, wait}, Attack{1200, 600, wait}, Attack{250, 125, nod}}) {
    CAPTURE(links, ties);
    const Cost tied = cost_of(in_block(chain(links, link) + impossible_ties(ties, links)));
    const Cost free = cost_of(in_block(chain(links, link)));
    print("  with ties", tied);
    print("  without", free);
    CHECK_FALSE(tied.error);
    CHECK_FALSE(free.error);
    CHECK(tied.warnings == std::min(ties, kWarningsMax));
    CHECK(free.warnings == 0);
    CHECK(tied.per_byte <= static_cast<double>(kStepsPerByteMax) / 10);
  }
}

TEST_CASE("planning that is cancelled ends at once, with an error", "[planning_work]") {
  std::stop_source source;
  source.request_stop();
  const Cost cost = cost_of(in_block(chain(2000, wait)), source.get_token());
  REQUIRE(cost.error);
  CHECK(cost.error->code == ErrorCode::LimitExceeded);
  CHECK(cost.error->message.find("cancelled") != std::string::npos);
  CHECK(cost.per_byte < 10);
}

}  // namespace kine::server::planning_work_test
