#include "server/ticks/ordered_feedback.h"

#include "tests/support/catch.h"

namespace kine::server::ordered_feedback_test {
namespace {

Feedback said(FeedbackKind kind, std::uint64_t tick, std::uint32_t character, std::uint64_t block) {
  return {.kind = kind, .tick = {tick}, .character = {character}, .block = {block}};
}

}  // namespace

TEST_CASE("a warning comes before the last word of its block", "[ordered_feedback]") {
  const auto last_word = GENERATE(FeedbackKind::Ended, FeedbackKind::Interrupted);
  const Feedback of_another = said(FeedbackKind::Ended, 9, 1, 5);
  const Feedback point = said(FeedbackKind::SyncPoint, 9, 2, 7);
  const Feedback end = said(last_word, 9, 2, 7);
  const Feedback of_next = said(FeedbackKind::Started, 9, 2, 8);
  std::vector<Feedback> feedback = {of_another, point, end, of_next};
  const Feedback first = said(FeedbackKind::Warning, 9, 2, 7);
  Feedback second = first;
  second.id = "b:s";
  Feedback late = second;
  late.tick = Tick{10};
  add_in_order({first, late}, feedback);
  CHECK(feedback == std::vector{of_another, point, first, second, end, of_next});
}

TEST_CASE("a warning stands in the order of ticks, with its character", "[ordered_feedback]") {
  const Feedback early = said(FeedbackKind::SyncPoint, 8, 1, 5);
  const Feedback now = said(FeedbackKind::SyncPoint, 9, 1, 5);
  const Feedback of_another = said(FeedbackKind::Started, 9, 3, 6);
  std::vector<Feedback> feedback = {early, now, of_another};
  const Feedback first = said(FeedbackKind::Warning, 8, 1, 4);
  const Feedback second = said(FeedbackKind::Warning, 9, 1, 4);
  const Feedback alone = said(FeedbackKind::Warning, 9, 2, 2);
  const Feedback at_last = said(FeedbackKind::Warning, 9, 4, 9);
  add_in_order({at_last, alone, second, first}, feedback);
  CHECK(feedback == std::vector{early, first, now, second, alone, of_another, at_last});
}

}  // namespace kine::server::ordered_feedback_test
