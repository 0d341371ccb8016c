#!/usr/bin/python3
"""Kills nodes of a cluster again and again, and keeps a ledger of what a client of others was told.

    cluster_ledger.py [--kills N] [--place PLACE …] [--pause SECONDS] [--stopped SECONDS]
                      [--leaves N]

Three nodes play one scene, on one server of NATS, which each reaches through a proxy. The client
talks to a node that does not play the scene, and stays there. Each round kills a node with SIGKILL
at a place, and starts it again. What had no Kept is sent again, so each script must end, once. The
time from the kill to the first frame of a later tick is counted. Behind each kill the scene is
quiet for up to the seconds of --pause: its log may begin anew there.

Before the kills the node that plays is told to leave by SIGTERM, and hands over. The log of the
scene is run again without a pause then: each frame must be as it was shown, to the bit. Behind the
kills the node that plays is stopped for longer than its lease, and goes on: it must show nothing
more, and end.
"""

import argparse
import contextlib
import random
import signal
import sys
import tempfile
import threading
import time

from cluster_nodes import Cluster, Nats, Onlooker
from kill_places import TAKE_OVER_STEPS, AtAnswer, AtAppend, AtTakeOver, Hold, Kill
from kill_table import Table
from ledger_client import PATIENCE_SECONDS, SCRIPT, WAITING_SCRIPT, Ledger
from scene_log import run_again

SCRIPTS_PER_ROUND = 6
SCRIPTS_PER_ROUND_MAX = 60  # where several are appended at once
SECONDS_OF_SCRIPT = 0.9
SECONDS_TO_KILL = 0.5
GAP_SECONDS_MAX = 4.0  # from the last kill to the first new frame
HANDED_OVER_SECONDS = 1.5  # what is looked at around a hand-over
EXIT_OF_LOST = 75

PLACES = ("chance", "before-write", "write-and-sync", "acknowledgement", "plan-and-tick",
          "take-over")


class Round:
    """A kill at a place: the node that plays, a client of another one, and scripts."""

    def __init__(self, cluster, client, ledger, name, chance):
        self.cluster = cluster
        self.client = client
        self.ledger = ledger
        self.name = name
        self.chance = chance
        self.player = cluster.player()
        self.kill = Kill(cluster.nodes[self.player].process)
        self.killed = [self.player]
        self.is_at_place = True
        self._scripts = 0

    def submit(self):
        name = f"{self.name}s{self._scripts}"
        self._scripts += 1
        self.client.submit(name, SCRIPT.format(seconds=SECONDS_OF_SCRIPT),
                           self.chance.choice(["ada", "ben"]))
        return name

    def submit_until_killed(self):
        while not self.kill.is_done() or self._scripts < SCRIPTS_PER_ROUND:
            if self._scripts == SCRIPTS_PER_ROUND_MAX:
                raise RuntimeError(f"{self.name}: nothing is killed")
            self.submit()
            self.client.hear(time.monotonic() + self.chance.uniform(0, 0.1))

    def at_chance(self):
        kill_at = time.monotonic() + self.chance.uniform(0, SECONDS_TO_KILL)
        for _ in range(SCRIPTS_PER_ROUND):
            self.submit()
            self.client.hear(min(kill_at, time.monotonic() + self.chance.uniform(0, 0.1)))
        self.client.hear(kill_at)
        self.kill.now()

    def at_append(self, *holds):
        passed = self.chance.randrange(SCRIPTS_PER_ROUND)
        trap = AtAppend(self.kill, self.chance.choice(holds), passed)
        self.cluster.proxies[self.player].trap = trap
        self.submit_until_killed()

    def at_answer(self):
        """Accepted, or Kept of a script that waits for another one: before it has started."""
        for _ in range(self.chance.randrange(1, 4)):
            self.submit()
            self.client.hear(time.monotonic() + self.chance.uniform(0, 0.1))
        if self.chance.random() < 0.5:
            name = f"{self.name}s{self._scripts}"
            self.client.on_message = AtAnswer(self.kill, name, "accepted")
            self.submit()
        else:
            name = f"{self.name}waits"
            self.client.on_message = AtAnswer(self.kill, name, "kept")
            self.client.submit(name, WAITING_SCRIPT.format(name=name, character="ada"), "ada")
        self.client.hear_until(self.kill.is_done)
        self.client.on_message = None
        self.client.hear(time.monotonic() + 0.2)  # what was on its way
        self.is_at_place = name not in self.ledger.started

    def at_take_over(self):
        """The node that plays, by chance, and the one that takes its scene over then."""
        self.at_chance()
        step = self.chance.choice(TAKE_OVER_STEPS)
        kills = {name: Kill(node.process) for name, node in self.cluster.nodes.items()
                 if name != self.player}
        for name, kill in kills.items():
            self.cluster.proxies[name].trap = AtTakeOver(kill, step)
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not any(kill.is_done() for kill in kills.values()):
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.name}: no node takes over")
            self.client.hear(time.monotonic() + 0.01)
        name, self.kill = next(each for each in kills.items() if each[1].is_done())
        self.killed.append(name)

    def run(self, place):
        """From the last kill to the first new frame, in seconds."""
        self.client.wait_for_frame()
        {"chance": self.at_chance,
         "before-write": lambda: self.at_append(Hold.MESSAGE),
         "write-and-sync": lambda: self.at_append(Hold.NOTHING, Hold.ANSWER),
         "acknowledgement": lambda: self.at_append(Hold.AFTER),
         "plan-and-tick": self.at_answer,
         "take-over": self.at_take_over}[place]()
        for proxy in self.cluster.proxies.values():
            proxy.trap = None
        for name in self.killed:
            self.cluster.nodes.pop(name).end(signal.SIGKILL)
        self.client.hear(self.kill.at + 0.2)  # what was on its way
        if self.client.node in self.killed:
            self.client = self.cluster.client_of_another(None, self.client, self.ledger)
        gap = self.client.wait_for_frame() - self.kill.at
        self.client.send_again(self.ledger.unkept())
        self.cluster.start_all(self.killed)
        self.client.hear_until(self.ledger.is_settled)
        self.client.hear(time.monotonic() + 0.1)  # what would be told twice
        return gap


@contextlib.contextmanager
def heard(clients, until):
    """They go on hearing: one that does not is sent away."""
    hearing = [threading.Thread(target=each.hear, args=(until,)) for each in clients]
    for thread in hearing:
        thread.start()
    yield
    for thread in hearing:
        thread.join()


def stop_for_longer_than_its_lease(cluster, seconds, client):
    """How the node that plays ends then, and how many frames a client of its own sees of it."""
    node = cluster.nodes.pop(cluster.player())
    with heard([client], time.monotonic() + seconds + 1.5):
        return stop_node(node, seconds)


def stop_node(node, seconds):
    direct = Onlooker(node.port, Ledger(), node.name, resume="direct")
    direct.wait_for_frame()
    node.process.send_signal(signal.SIGSTOP)
    direct.hear(time.monotonic() + 0.3)  # what was on its way
    before = direct.frames
    direct.hear(time.monotonic() + seconds)
    node.process.send_signal(signal.SIGCONT)
    direct.hear(time.monotonic() + 1)
    direct.close()
    return node.process.wait(PATIENCE_SECONDS), direct.frames - before


def leave(cluster, clients):
    """The longest time that one of the clients has no frame, where the node that plays leaves."""
    node = cluster.nodes.pop(cluster.player())
    for each in clients:
        each.wait_for_frame()
        each.longest = 0.0
    with heard(clients, time.monotonic() + HANDED_OVER_SECONDS):
        node.process.send_signal(signal.SIGTERM)
    node.process.wait(PATIENCE_SECONDS)
    return node.name, max(each.longest for each in clients)


def leave_in_turn(cluster, ledger, times):
    """Each node that leaves comes again. A client at each of the others sees it. The last one, and
    how long nobody was without a frame for more."""
    client = None
    longest = 0.0
    again = (True, "")
    for number in range(times):
        player = cluster.player()
        client = cluster.client_of_another(player, client, ledger)
        third = next(name for name in cluster.nodes if name not in (player, client.node))
        witness = Onlooker(cluster.nodes[third].port, Ledger(), third, resume="witness")
        client.submit(f"leave{number}", SCRIPT.format(seconds=SECONDS_OF_SCRIPT), "ada")
        left, wait = leave(cluster, [client, witness])
        witness.close()
        longest = max(longest, wait)
        client.hear_until(ledger.is_settled)
        if number == times - 1:
            again = run_again(cluster.nats_port)  # before the scene has been quiet for a second
        cluster.start(left)
    return client, longest, again


def kill_at_places(options, cluster, client, ledger, table):
    chance = random.Random(options.seed)
    for place in options.place:
        for number in range(options.kills):
            client = cluster.client_of_another(cluster.player(), client, ledger)
            each = Round(cluster, client, ledger, f"{place}{number}", chance)
            gap = each.run(place)
            client = each.client
            client.hear(time.monotonic() + chance.uniform(0, options.pause))
            table.note(place, gap, each.is_at_place)
    return cluster.client_of_another(cluster.player(), client, ledger)


def run(options):
    ledger = Ledger()
    table = Table(ledger, "from the last kill to the first new frame")
    with tempfile.TemporaryDirectory() as folder:
        nats = Nats(folder)
        cluster = Cluster(nats.port)
        client, longest, (is_same, said) = leave_in_turn(cluster, ledger, options.leaves)
        print(f"{options.leaves} left in order: nobody was without a frame for more than "
              f"{longest:.3f} s; {said}", flush=True)
        client = kill_at_places(options, cluster, client, ledger, table)
        table.print()
        exit_code, own_frames = stop_for_longer_than_its_lease(cluster, options.stopped, client)
        print(f"a node that was stopped for {options.stopped:.0f} s ended with {exit_code} and "
              f"showed {own_frames} frames of its own; "
              f"{'a tick came after a later one' if client.ran_back else 'ticks ascend'}")
        client.close()
        cluster.end()
        nats.end()
    return not (table.is_wrong() or client.ran_back or exit_code != EXIT_OF_LOST or own_frames
                or not is_same or table.longest_gap(PLACES) > GAP_SECONDS_MAX)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=3, help="at each place")
    parser.add_argument("--place", action="append", choices=PLACES, help="all but chance")
    parser.add_argument("--pause", type=float, default=0, help="behind each kill, at most")
    parser.add_argument("--stopped", type=float, default=4, help="longer than a lease")
    parser.add_argument("--leaves", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.place = options.place or PLACES[1:]
    sys.exit(0 if run(options) else 1)


if __name__ == "__main__":
    main()
