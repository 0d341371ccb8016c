// How the whole body moves, in tables and plots that people read; run by hand.
//
//   movement doses [-o FILE.svg] [PARAMETER…]   each parameter of a sketch over the lexicon
//   movement styles [--all]                     13 styles over the lexicon; --all: each gesture
//   movement overlaps [WHAT…]                   where bodies go through themselves: a gesture,
//   "sitting" movement talk SEED                          half a minute of talking: how the body
//   takes part movement script SEED                        a script of random sketches movement
//   motions SEED                       a script of all kinds movement random COUNT [FIRST] scripts
//   of random sketches: what is not sound movement finite COUNT [FIRST]               random
//   scripts of all kinds: what is not finite
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/movement/dose_page.h"
#include "tests/support/movement/overlaps_seen.h"
#include "tests/support/movement/random_motions.h"
#include "tests/support/movement/random_sketches.h"
#include "tests/support/movement/styles_seen.h"
#include "tests/support/movement/talking.h"

namespace {

using namespace kine;
using namespace kine::test::movement;

constexpr int kUsageError = 2;

std::vector<std::string> all_gestures() {
  std::vector<std::string> names;
  for (const auto& [name, lexeme] : two_casts().front()->vocabulary->lexemes) {
    names.push_back(name);
  }
  return names;
}

void print_overlaps(const std::shared_ptr<const Cast>& cast, const std::string& what,
                    const std::string& inside) {
  for (const auto& [parts, deepest] : overlaps_of(film(cast, inside, 30), kFleshGives_m)) {
    std::printf("%5.1f mm  %s  %s: %s, %s, at %.2f s\n", 1000 * deepest.depth_m, cast->name.c_str(),
                what.c_str(), parts.first.c_str(), parts.second.c_str(), deepest.time_s);
  }
}

/// Every gesture in every style and tension, and what characters do besides.
int print_overlaps(const std::vector<std::string>& asked) {
  for (const auto& cast : two_casts()) {
    std::vector<std::string> styles = {""};
    for (const auto& [name, style] : cast->vocabulary->styles) styles.push_back(name);
    for (const auto& [name, lexeme] : cast->vocabulary->lexemes) {
      if (!asked.empty() && std::ranges::find(asked, name) == asked.end()) continue;
      for (const std::string& style : styles) {
        for (const char* tension : {"off", "tense", "neutral", "loose"}) {
          print_overlaps(cast, name + ", " + (style.empty() ? "plain" : style) + ", " + tension,
                         gesture_in(lexeme, style, tension));
        }
      }
      std::fflush(stdout);
    }
    for (const Doing& doing : doings()) {
      if (!asked.empty() && std::ranges::find(asked, doing.name) == asked.end()) continue;
      print_overlaps(cast, doing.name, doing.inside);
    }
  }
  return 0;
}

int print_doses(const std::vector<std::string>& words) {
  std::string output;
  std::vector<std::string> asked;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "-o" && i + 1 < words.size()) {
      output = words[++i];
    } else {
      asked.push_back(words[i]);
    }
  }
  const auto lexemes = all_gestures();
  std::vector<DosesShown> shown;
  std::printf("%s", head_of_dose_table().c_str());
  for (const DoseRow& row : dose_rows()) {
    if (!asked.empty() && std::ranges::find(asked, row.parameter->name) == asked.end()) continue;
    shown.push_back({.row = &row, .bodies = {}});
    for (const auto& cast : two_casts()) {
      DosesSummary summary = summarize(row, cast, lexemes);
      std::printf("%s", row_of_dose_table(row, cast->name, summary).c_str());
      std::fflush(stdout);
      for (const std::string& name : summary.faults) {
        std::fprintf(stderr, "%.*s, %s, %s\n", static_cast<int>(row.parameter->name.size()),
                     row.parameter->name.data(), cast->name.c_str(), name.c_str());
      }
      shown.back().bodies.emplace_back(cast->name, std::move(summary));
    }
  }
  if (!output.empty()) std::ofstream(output) << pictures::write_svg(dose_page(shown));
  return 0;
}

void print_figures(std::string_view style, const std::string& what, const GestureFigures& seen) {
  std::printf("| %.*s | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.0f | %.2f | %.2f |\n",
              static_cast<int>(style.size()), style.data(), what.c_str(), seen.hips_deg,
              seen.chest_deg, seen.clavicles_deg, seen.head_deg, seen.mass_cm, seen.inside_cm,
              seen.extent_cm, seen.peak_m_s, seen.length_s);
}

GestureFigures mean_of(const std::vector<GestureFigures>& all) {
  GestureFigures mean;
  for (const auto field :
       {&GestureFigures::hips_deg, &GestureFigures::chest_deg, &GestureFigures::clavicles_deg,
        &GestureFigures::head_deg, &GestureFigures::mass_cm, &GestureFigures::extent_cm,
        &GestureFigures::peak_m_s, &GestureFigures::length_s}) {
    for (const GestureFigures& each : all) mean.*field += each.*field;
    mean.*field /= static_cast<double>(all.size());
  }
  mean.inside_cm = std::ranges::min(all, {}, &GestureFigures::inside_cm).inside_cm;
  return mean;
}

/// How many gestures take chest or clavicles along, and how the turn goes with the reach.
void print_taking_part(const std::shared_ptr<const Cast>& cast,
                       const std::vector<GestureFigures>& all) {
  std::vector<double> turns_deg;
  std::vector<double> reaches_cm;  // of arms that move alone
  for (const auto& [name, lexeme] : cast->vocabulary->lexemes) {
    const Film alone = film(cast, sketch_saying(script::kInvolvement, 0, "alone") +
                                      "<gesture lexeme=\"" + name + "\" sketch=\"alone\"/>");
    reaches_cm.push_back(figures_of(alone, lexeme).reach_cm);
  }
  int moved = 0;
  for (const GestureFigures& each : all) {
    turns_deg.push_back(each.chest_deg + each.clavicles_deg);
    moved += std::max(each.chest_deg, each.clavicles_deg) > 1 ? 1 : 0;
  }
  std::printf(
      "\n%d of %zu gestures take chest or clavicles along by more than 1 degree; the turn "
      "goes with the reach: Spearman %.2f\n\n",
      moved, all.size(), rank_correlation(turns_deg, reaches_cm));
}

int print_styles(const std::vector<std::string>& words) {
  const bool each_gesture = !words.empty() && words.front() == "--all";
  for (const auto& cast : two_casts()) {
    std::printf(
        "| style | %s | hips, degrees | chest | clavicles | head | centre of mass, cm | "
        "inside the feet, at least | wrist from shoulder, cm | wrist's peak, m/s | to relax, s |\n"
        "|---|---|---|---|---|---|---|---|---|---|---|\n",
        cast->name.c_str());
    std::vector<GestureFigures> neutral;
    for (const std::string_view style : kThirteenStyles) {
      std::vector<GestureFigures> all;
      for (const auto& [name, lexeme] : cast->vocabulary->lexemes) {
        all.push_back(figures_of(film_in_style(cast, lexeme, style), lexeme));
        if (each_gesture) print_figures(style, name, all.back());
      }
      print_figures(style, "mean", mean_of(all));
      if (style == "neutral") neutral = all;
    }
    print_taking_part(cast, neutral);
  }
  return 0;
}

int try_random_sketches(const std::vector<std::string>& words) {
  const auto count = static_cast<std::uint32_t>(words.empty() ? 2000 : std::stoul(words[0]));
  const auto first = static_cast<std::uint32_t>(words.size() < 2 ? 0 : std::stoul(words[1]));
  double most_jump_m_s = 0;
  double most_beyond_deg = 0;
  double least_inside_cm = std::numeric_limits<double>::infinity();
  bool finite = true;
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const auto& cast = two_casts()[seed % two_casts().size()];
    const Soundness sound = soundness_of(cast, random_sketches(seed, *cast->vocabulary));
    finite = finite && sound.finite;
    most_beyond_deg = std::max(most_beyond_deg, sound.beyond_limits_deg);
    most_jump_m_s = std::max(most_jump_m_s, sound.velocity_jump_m_s);
    least_inside_cm = std::min(least_inside_cm, sound.inside_cm);
    const bool told = !sound.finite || sound.beyond_limits_deg > 5 || sound.velocity_jump_m_s > 0;
    if (!told) continue;
    std::printf("%u %d %.2f %s %.3f %s %.3f\n", seed, sound.finite ? 1 : 0, sound.beyond_limits_deg,
                std::string(body::name_of(sound.joint)).c_str(), sound.velocity_jump_m_s,
                std::string(body::name_of(sound.jumping)).c_str(), sound.jump_at_s);
  }
  std::printf(
      "%u scripts: %s; limits passed by %.2f degrees at most; velocity jumps by %.3f m/s at most; "
      "the centre of mass is inside the feet by %.1f cm or more\n",
      count, finite ? "all numbers finite" : "NOT FINITE", most_beyond_deg, most_jump_m_s,
      least_inside_cm);
  return finite ? 0 : 1;
}

int try_random_motions(const std::vector<std::string>& words) {
  constexpr std::uint32_t kAtOnce = 3200;  // a line each
  const auto count = static_cast<std::uint32_t>(words.empty() ? 10'000 : std::stoul(words[0]));
  const auto first = static_cast<std::uint32_t>(words.size() < 2 ? 0 : std::stoul(words[1]));
  Finiteness all;
  for (std::uint32_t tried = 0; tried < count; tried += kAtOnce) {
    const Finiteness seen = play_random_motions(first + tried, std::min(kAtOnce, count - tried));
    all.scripts += seen.scripts;
    all.refused += seen.refused;
    all.frames += seen.frames;
    all.numbers += seen.numbers;
    all.not_finite += seen.not_finite;
    std::printf(
        "%llu scripts played, %llu refused, %llu frames, %llu numbers, %llu not finite\n",
        static_cast<unsigned long long>(all.scripts), static_cast<unsigned long long>(all.refused),
        static_cast<unsigned long long>(all.frames), static_cast<unsigned long long>(all.numbers),
        static_cast<unsigned long long>(all.not_finite));
    std::printf("%s", seen.first.c_str());
    std::fflush(stdout);
  }
  return all.not_finite == 0 ? 0 : 1;
}

int print_talk(const std::vector<std::string>& words) {
  const auto seed = static_cast<std::uint32_t>(words.empty() ? 3 : std::stoul(words[0]));
  for (const auto& cast : two_casts()) {
    const Film talking = film(cast, talk(seed, 28, *cast->vocabulary));
    const TalkingFigures seen =
        talking_figures(talking.frames, *cast->body, talking.ticks_a_second);
    std::printf(
        "%s: chest on hips %.1f, hips %.1f degrees, aside %.1f cm, clavicles %.1f and %.1f, "
        "head on chest %.1f, r %.2f at %+d, up %.2f, down %.2f m/s\n",
        cast->name.c_str(), seen.chest_on_hips_deg, seen.hips_deg, seen.hips_aside_cm,
        seen.clavicles_deg[0], seen.clavicles_deg[1], seen.head_on_chest_deg, seen.chest_with_hands,
        seen.best_lag, seen.up_m_s, seen.down_m_s);
  }
  return 0;
}

int print_script(const std::vector<std::string>& words,
                 std::string (*make)(std::uint32_t seed, const plan::Vocabulary& vocabulary)) {
  const auto seed = static_cast<std::uint32_t>(std::stoul(words[0]));
  const auto& cast = *two_casts()[seed % two_casts().size()];
  std::printf("<script xmlns=\"urn:kinesphere:script:1\" character=\"%s\">%s</script>\n",
              cast.name.c_str(), make(seed, *cast.vocabulary).c_str());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view command = argc > 1 ? argv[1] : "";
  const std::vector<std::string> words(argv + std::min(argc, 2), argv + argc);
  if (command == "doses") return print_doses(words);
  if (command == "styles") return print_styles(words);
  if (command == "script" && words.size() == 1) return print_script(words, random_sketches);
  if (command == "motions" && words.size() == 1) return print_script(words, random_motions);
  if (command == "talk") return print_talk(words);
  if (command == "overlaps") return print_overlaps(words);
  if (command == "random") return try_random_sketches(words);
  if (command == "finite") return try_random_motions(words);
  std::fprintf(stderr, "what is to be seen? doses, styles, overlaps, talk, random or finite\n");
  return kUsageError;
}
