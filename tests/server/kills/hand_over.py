#!/usr/bin/python3
"""Compares frames behind a hand-over with those of the same script without one, to the bit.

    hand_over.py [TIMES] [--minutes MINUTES]

The log has so many minutes by then, in which scripts were played. It does not begin anew, for a
character keeps a gaze.

Characters are still, so that a frame depends on nothing but the time since its script began. A
client of a node that does not play hears a script from end to end. Then it hears it again, and
meanwhile the node that plays is told to leave by SIGTERM, at a moment of chance.
"""

import argparse
import random
import signal
import statistics
import sys
import tempfile
import time

from cluster_nodes import Cluster, Nats, Onlooker
from ledger_client import PATIENCE_SECONDS, Ledger

SECONDS_OF_SCRIPT = 2.5
CHARACTER = 1  # ada
POSE = ('<pose id="p{number}" time="{time}"><orientation joint="{joint}" axis="z" '
        'direction="{x} 0 1"/></pose>')


def swinging_script():
    poses = "".join(
        POSE.format(number=each, time=0.25 * (each + 1), x=0.8 if each % 2 else -0.8,
                    joint="head" if each % 3 else "chest")
        for each in range(int(SECONDS_OF_SCRIPT / 0.25)))
    return ('<script xmlns="urn:kinesphere:script:1"><sequence id="s" fade-out="0.3">'
            f'{poses}</sequence></script>')


# Keeps the log of the scene from beginning anew.
KEEPS = ('<bml xmlns="http://www.bml-initiative.org/bml/bml-1.0" id="keeps" characterId="ben">'
         '<gazeShift id="g" target="ada" influence="HEAD"/></bml>')


class Frames:
    """For a client's `on_message`: the frames of a character, by tick."""

    def __init__(self):
        self.by_tick = {}

    def __call__(self, envelope):
        frame = envelope.frame
        if envelope.WhichOneof("message") == "frame" and frame.character_id == CHARACTER:
            parts = (frame.root, frame.hips, frame.parent_from_joint, frame.channels)
            self.by_tick[frame.tick] = [each.hex() for part in parts for each in part]

    def since(self, tick, ticks):
        return {each - tick: frame for each, frame in self.by_tick.items()
                if tick <= each < tick + ticks}


def play(client, ledger, name, meanwhile):
    """The frames of a script, from the tick on in which it started."""
    frames = Frames()
    client.on_message = frames
    client.submit(name, swinging_script(), "ada")
    if not client.hear_until(lambda: name in ledger.started):
        raise RuntimeError(f"{name} does not start")
    meanwhile()
    if not client.hear_until(lambda: name in ledger.over):
        raise RuntimeError(f"{name} does not end")
    client.hear(time.monotonic() + 0.2)
    client.on_message = None
    began, ended = min(ledger.started[name]), min(ledger.over[name])
    return frames.since(began, ended - began)


def hand_over(cluster, client, chance):
    """Tells the node that plays to leave; the longest time without a frame until it has."""
    node = cluster.nodes.pop(cluster.player())
    client.hear(time.monotonic() + chance.uniform(0, SECONDS_OF_SCRIPT / 2))
    client.longest = 0.0
    node.process.send_signal(signal.SIGTERM)
    client.hear(time.monotonic() + SECONDS_OF_SCRIPT / 2)
    longest = client.longest
    node.process.wait(PATIENCE_SECONDS)
    cluster.start(node.name)
    return longest


def grow(client, ledger, minutes):
    """Scripts of each character one behind the other, for so long."""
    until = time.monotonic() + 60 * minutes
    number = 0
    client.submit("keeps", KEEPS, "ben")
    while time.monotonic() < until:
        number += 1
        names = {each: f"{each}{number}" for each in ("ada", "ben")}
        for character, name in names.items():
            client.submit(name, swinging_script(), character)
        if not client.hear_until(lambda all_of=names: set(all_of.values()) <= ledger.over.keys()):
            raise RuntimeError(f"script {number} does not end")
    client.hear(time.monotonic() + 1)  # nobody moves any more


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("times", type=int, nargs="?", default=3)
    parser.add_argument("--minutes", type=float, default=0)
    options = parser.parse_args()
    times = options.times
    chance = random.Random(1)
    ledger = Ledger()
    waits = []
    compared = differ = 0
    with tempfile.TemporaryDirectory() as folder:
        nats = Nats(folder)
        cluster = Cluster(nats.port, options=["--still"])
        client = cluster.client_of_another(cluster.player(), None, ledger)
        plain = play(client, ledger, "plain", lambda: None)
        if options.minutes:
            grow(client, ledger, options.minutes)
        if len({tuple(frame) for frame in plain.values()}) < len(plain) / 2:
            raise RuntimeError("the script hardly moves anybody")
        for number in range(times):
            client = cluster.client_of_another(cluster.player(), client, ledger)
            handed = play(client, ledger, f"handed{number}",
                          lambda led=client: waits.append(hand_over(cluster, led, chance)))
            both = plain.keys() & handed.keys()
            compared += len(both)
            differ += sum(1 for tick in both if plain[tick] != handed[tick])
        client.close()
        cluster.end()
        nats.end()
    print(f"{times} hand-overs: of {compared} frames that both showed {differ} differ, of "
          f"{times * len(plain)}; without a frame for {statistics.median(waits):.3f} s in the "
          f"middle, {max(waits):.3f} s at most: "
          + " ".join(f"{each:.3f}" for each in sorted(waits)))
    sys.exit(1 if differ or compared < times * len(plain) / 2 else 0)


if __name__ == "__main__":
    main()
