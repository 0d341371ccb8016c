#include "server/ticks/hub.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <map>
#include <set>
#include <utility>

#include "protocol/codec.h"
#include "server/base/limits.h"

namespace kine::server {

namespace asio = boost::asio;

namespace {

/// Whether a subscriber of at most `max_hz` gets the frames of `tick` after those of `last`: at the
/// first tick of each period of its own.
bool is_due(Tick tick, std::optional<Tick> last, std::uint32_t max_hz, TickRate rate) {
  if (!last || max_hz == 0 || max_hz >= rate.hz()) return true;
  return tick.index * max_hz / rate.hz() != last->index * max_hz / rate.hz();
}

}  // namespace

bool Subscription::has(CharacterId character) const {
  return everybody || std::ranges::binary_search(characters, character);
}

/// The state, touched on the strand alone.
struct Hub::Strand : std::enable_shared_from_this<Hub::Strand> {
  struct Entry {
    std::weak_ptr<Subscriber> subscriber;
    Subscription subscription;
    std::size_t phase = 0;
    std::optional<Tick> last;  // whose frames it got
  };

  Strand(asio::io_context& io, TickRate tick_rate, Status& counters)
      : strand(asio::make_strand(io)), timer(strand), rate(tick_rate), status(counters) {}

  void add(ClientId client, std::weak_ptr<Subscriber> subscriber) {
    entries[client].subscriber = std::move(subscriber);
  }

  void remove(ClientId client) {
    leave_phase(client);
    listeners.erase(client);
    writers.erase(client);
    hearers.erase(client);
    const auto found = entries.find(client);
    if (found == entries.end()) return;
    change_wishes(found->second, {});
    entries.erase(found);
  }

  void subscribe(ClientId client, Subscription subscription) {
    const auto found = entries.find(client);
    if (found == entries.end()) return;
    leave_phase(client);
    Entry& entry = found->second;
    change_wishes(entry, std::move(subscription));
    entry.last.reset();
    if (entry.subscription.events) {
      listeners.insert(client);
    } else {
      listeners.erase(client);
    }
    writers.erase(client);
    if (!entry.subscription.parts) return;
    if (entry.subscription.writes_down) {
      writers.insert(client);
    } else {
      join_phase(entry);
    }
    if (latest) offer(entry);
  }

  void change_wishes(Entry& entry, Subscription subscription) {
    if (entry.subscription.parts) --wishes[entry.subscription.parts->index()];
    entry.subscription = std::move(subscription);
    if (entry.subscription.parts) ++wishes[entry.subscription.parts->index()];
    VariantsWanted bits;
    for (std::size_t i = 0; i < wishes.size(); ++i) bits.set(i, wishes[i] > 0);
    wanted = bits.to_ulong();
  }

  void publish(std::shared_ptr<const TickOutput> output) {
    // A subscriber that still waits for the tick before gets it now, and then this one.
    for (; next_phase < kPhases; ++next_phase) deliver(next_phase);
    latest = std::move(output);
    next_phase = 0;
    if (!latest->joined.empty() || !latest->left.empty()) offer_company(latest);
    // A client that hears that its script has ended may end its recording at once.
    for (const ClientId client : writers) offer(entries.at(client));
    if (!latest->replanned.empty()) offer_replanned(latest);
    if (!latest->motions_started.empty()) offer_motions(latest);
    offer_events(*latest);
    if (!latest->audio.empty()) offer_audio(latest);
    published_at = std::chrono::steady_clock::now();
    go_on();
  }

  void go_on() {
    deliver(next_phase++);
    while (next_phase < kPhases && phases[next_phase].empty()) ++next_phase;
    if (next_phase == kPhases) return;
    timer.expires_at(published_at + next_phase * std::chrono::nanoseconds(std::chrono::seconds(1)) /
                                        (rate.hz() * kPhases));
    timer.async_wait([self = shared_from_this(), tick = latest->tick](auto error) {
      if (!error && self->latest->tick == tick && self->next_phase < kPhases) self->go_on();
    });
  }

  void deliver(std::size_t phase) {
    for (Entry* entry : phases[phase]) offer(*entry);
  }

  void offer(Entry& entry) {
    const Subscription& wants = entry.subscription;
    if (!latest || !is_due(latest->tick, entry.last, wants.rate_hz_max, rate)) return;
    const auto subscriber = entry.subscriber.lock();
    if (!latest->has(*wants.parts) || !subscriber) return;
    entry.last = latest->tick;
    status.frames_offered += wants.characters.size();
    subscriber->offer_frames(latest);
  }

  void offer_events(const TickOutput& output) {
    for (const Feedback& feedback : output.feedback) {
      const auto event = std::make_shared<const Event>(Event{feedback, protocol::encode(feedback)});
      for (const ClientId client : listeners) {
        const bool told = client == feedback.client;
        if (!told && entries.at(client).subscription.has(feedback.character)) {
          offer_event(client, event);
        }
      }
      offer_event(feedback.client, event);
    }
  }

  void offer_audio(const std::shared_ptr<const TickOutput>& output) {
    for (const auto& [client, entry] : entries) {
      const auto is_heard = [&subscription = entry.subscription](const AudioPiece& piece) {
        return subscription.has(piece.character);
      };
      const bool hears = entry.subscription.audio && std::ranges::any_of(output->audio, is_heard);
      if (!hears) continue;
      if (const auto subscriber = entry.subscriber.lock()) subscriber->offer_audio(output);
    }
  }

  void offer_company(const std::shared_ptr<const TickOutput>& output) {
    for (const auto& [client, entry] : entries) {
      if (const auto subscriber = entry.subscriber.lock()) subscriber->offer_company(output);
    }
  }

  void offer_replanned(const std::shared_ptr<const TickOutput>& output) {
    for (const auto& [client, entry] : entries) {
      if (const auto subscriber = entry.subscriber.lock()) subscriber->offer_replanned(output);
    }
  }

  void offer_motions(const std::shared_ptr<const TickOutput>& output) {
    for (const ClientId client : hearers) {
      if (const auto subscriber = entries.at(client).subscriber.lock()) {
        subscriber->offer_motions(output);
      }
    }
  }

  void offer_event(ClientId client, const std::shared_ptr<const Event>& event) {
    const auto found = entries.find(client);
    if (found == entries.end()) return;
    if (const auto subscriber = found->second.subscriber.lock()) subscriber->offer_event(event);
  }

  void offer_kept(ClientId client, BlockId block) {
    const auto found = entries.find(client);
    if (found == entries.end()) return;
    if (const auto subscriber = found->second.subscriber.lock()) subscriber->offer_kept(block);
  }

  // Phases are filled one after the other, then evenly.
  void join_phase(Entry& entry) {
    const auto room = std::find_if(phases.begin(), phases.end(), [](const auto& those) {
      return those.size() < kSubscribersPerPhase;
    });
    const auto place =
        room != phases.end()
            ? room
            : std::min_element(phases.begin(), phases.end(),
                               [](const auto& a, const auto& b) { return a.size() < b.size(); });
    entry.phase = static_cast<std::size_t>(place - phases.begin());
    place->push_back(&entry);
  }

  void leave_phase(ClientId client) {
    const auto found = entries.find(client);
    if (found == entries.end()) return;
    std::erase(phases[found->second.phase], &found->second);
  }

  asio::strand<asio::io_context::executor_type> strand;
  asio::steady_timer timer;
  TickRate rate;
  Status& status;
  std::map<ClientId, Entry> entries;
  std::set<ClientId> listeners;                     // those with `events`
  std::set<ClientId> writers;                       // those who write down
  std::set<ClientId> hearers;                       // those who hear of motions
  std::array<std::vector<Entry*>, kPhases> phases;  // of `entries`, where they stay
  std::shared_ptr<const TickOutput> latest;
  std::size_t next_phase = kPhases;
  std::chrono::steady_clock::time_point published_at;

  std::array<std::size_t, protocol::kFrameVariantCount> wishes{};  // subscribers, by variant
  std::atomic<unsigned long> wanted{0};  // bits of VariantsWanted, for the thread of the ticks
};

Hub::Hub(asio::io_context& io, TickRate rate, Status& status)
    : strand_(std::make_shared<Strand>(io, rate, status)) {}

Hub::~Hub() = default;

void Hub::add(ClientId client, std::weak_ptr<Subscriber> subscriber) {
  asio::post(strand_->strand, [strand = strand_, client, subscriber = std::move(subscriber)] {
    strand->add(client, subscriber);
  });
}

void Hub::remove(ClientId client) {
  asio::post(strand_->strand, [strand = strand_, client] { strand->remove(client); });
}

void Hub::subscribe(ClientId client, Subscription subscription) {
  asio::post(strand_->strand,
             [strand = strand_, client, subscription = std::move(subscription)]() mutable {
               strand->subscribe(client, std::move(subscription));
             });
}

void Hub::offer_motions_to(ClientId client, bool wanted) {
  asio::post(strand_->strand, [strand = strand_, client, wanted] {
    if (!wanted) {
      strand->hearers.erase(client);
    } else if (strand->entries.contains(client)) {
      strand->hearers.insert(client);
    }
  });
}

void Hub::publish(std::shared_ptr<const TickOutput> output) {
  asio::post(strand_->strand, [strand = strand_, output = std::move(output)]() mutable {
    strand->publish(std::move(output));
  });
}

void Hub::tell_kept(ClientId client, BlockId block) {
  asio::post(strand_->strand,
             [strand = strand_, client, block] { strand->offer_kept(client, block); });
}

VariantsWanted Hub::variants_wanted() const { return VariantsWanted(strand_->wanted.load()); }

void Hub::post(std::function<void()> call) {
  asio::post(strand_->strand, [strand = strand_, call = std::move(call)] { call(); });
}

}  // namespace kine::server
