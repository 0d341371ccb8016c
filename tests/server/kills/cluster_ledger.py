#!/usr/bin/python3
"""Kills nodes of a cluster again and again, and keeps a ledger of what a client of others was told.

    cluster_ledger.py [KILLS [PAUSE]]

Three nodes play one scene, on one server of NATS. The client talks to a node that does not play
it, and stays there: each round kills the node that plays, with SIGKILL at a moment of chance, and
starts it again. A script that was told as kept must end once. The time from the kill to the first
frame of a later tick is counted. Then the node that plays is stopped for longer than its lease,
and goes on: it must show nothing more, and end. At last it is told to leave by SIGTERM, and hands
over. Before each kill but the first the scene is quiet for up to PAUSE seconds (0), in which its
log may begin anew. The client is a socket and protobuf, without a line of the project's own.
"""

import os
import pathlib
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

from kinesphere_pb2 import PART_BODY, PART_EVENTS, Envelope
from ledger import PATIENCE_SECONDS, SCRIPT, SCRIPTS_PER_ROUND, SECONDS_OF_SCRIPT, Client, Ledger

NODES = ("one", "two", "three")
SECONDS_TO_KILL = 0.5
GAP_SECONDS_MAX = 4.0  # from a kill to the first new frame
STOPPED_SECONDS = 5.0  # longer than a lease
EXIT_OF_LOST = 75


def wait_for(look, problem):
    """What `look` gives as soon as it gives something: neither NATS nor a node tells it."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < deadline:
        seen = look()
        if seen:
            return seen
        select.select([], [], [], 0.01)
    raise RuntimeError(problem)


class Nats:
    """A server of NATS on a port of its choice."""

    def __init__(self, folder):
        ports = pathlib.Path(folder, "ports")
        ports.mkdir()
        self.process = subprocess.Popen(
            ["nats-server", "-a", "127.0.0.1", "-p", "-1", "-js", "-sd", folder,
             "--ports_file_dir", str(ports)],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.url = wait_for(lambda: self._url_in(ports), "no server of NATS starts")

    @staticmethod
    def _url_in(ports):
        texts = "".join(file.read_text() for file in ports.glob("*.ports"))
        found = re.search(r"nats://127\.0\.0\.1:\d+", texts)
        return found and found.group(0)

    def end(self):
        self.process.terminate()
        self.process.wait(PATIENCE_SECONDS)


class Node:
    """The program as a node, a process of its own."""

    def __init__(self, name, nats):
        self.name = name
        command = [os.environ["KINE_PROGRAM"], "serve", "--listen", "127.0.0.1:0", "--node", name,
                   "--admin", "127.0.0.1:0", "--cluster", nats]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.port = self._port_in(self.process.stdout.readline())
        self.admin = None
        while self.admin is None:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError("the node does not start")
            if "operators" in line:
                self.admin = self._port_in(line)

    @staticmethod
    def _port_in(line):
        match = re.search(r"127\.0\.0\.1:(\d+)", line)
        if not match:
            raise RuntimeError(f"the node does not start: {line}")
        return int(match.group(1))

    def plays(self):
        with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/metrics",
                                    timeout=PATIENCE_SECONDS) as answer:
            text = answer.read().decode()
        return re.search(r"^kinesphere_scenes_played 1$", text, re.M) is not None

    def end(self, by):
        self.process.send_signal(by)
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()


class Onlooker(Client):
    """A client that is led to where its scene is played, and sees when frames come."""

    def __init__(self, port, ledger):
        self.frames = 0
        self.frame_at = None
        self.tick = 0
        self.ran_back = False  # a tick came after a later one
        super().__init__(port, ledger, (PART_BODY, PART_EVENTS))

    def take(self, envelope):
        if envelope.WhichOneof("message") == "frame":
            self.frames += 1
            self.frame_at = time.monotonic()
            self.ran_back = self.ran_back or envelope.frame.tick < self.tick
            self.tick = envelope.frame.tick
        super().take(envelope)

    def wait_for_frame(self):
        before = self.frames
        deadline = time.monotonic() + PATIENCE_SECONDS
        while self.frames == before:
            if time.monotonic() > deadline or not self.hear(time.monotonic() + 0.02):
                raise RuntimeError("no frame comes any more")
        return self.frame_at


def player_of(nodes):
    def look():
        return next((name for name, node in nodes.items() if node.plays()), None)

    return wait_for(look, "no node plays the scene")


def client_of_another(nodes, player, client, ledger):
    """The client as it is, or one of a node that does not play."""
    if client is not None and client.node != player:
        return client
    if client is not None:
        client.close()
    other = next(name for name in nodes if name != player)
    client = Onlooker(nodes[other].port, ledger)
    client.node = other
    return client


def stop_for_longer_than_its_lease(nodes, client):
    """What the node that plays does then: how it ended."""
    player = player_of(nodes)
    process = nodes[player].process
    process.send_signal(signal.SIGSTOP)
    client.hear(time.monotonic() + STOPPED_SECONDS)
    process.send_signal(signal.SIGCONT)
    client.hear(time.monotonic() + 0.5)
    return player, process.wait(PATIENCE_SECONDS)


def leave(nodes, client):
    """How long the client has no frame where the node that plays is told to leave."""
    player = player_of(nodes)
    client.wait_for_frame()
    nodes[player].process.send_signal(signal.SIGTERM)
    longest = 0
    until = time.monotonic() + 2
    while time.monotonic() < until:
        before = client.frame_at
        longest = max(longest, client.wait_for_frame() - before)
    nodes[player].process.wait(PATIENCE_SECONDS)
    return player, longest


def run(kills, pause_seconds, seed=1):
    chance = random.Random(seed)
    ledger = Ledger()
    gaps = []
    with tempfile.TemporaryDirectory() as folder:
        nats = Nats(folder)
        nodes = {name: Node(name, nats.url) for name in NODES}
        client = None
        for number in range(kills):
            player = player_of(nodes)
            client = client_of_another(nodes, player, client, ledger)
            client.wait_for_frame()
            kill_at = time.monotonic() + chance.uniform(0, SECONDS_TO_KILL)
            for each in range(SCRIPTS_PER_ROUND):
                client.submit(f"r{number}s{each}", SCRIPT.format(seconds=SECONDS_OF_SCRIPT),
                              chance.choice(["ada", "ben"]))
                client.hear(min(kill_at, time.monotonic() + chance.uniform(0, 0.1)))
            client.hear(kill_at)
            nodes[player].end(signal.SIGKILL)
            killed_at = time.monotonic()
            client.hear(killed_at + 0.2)  # what was on its way
            gaps.append(client.wait_for_frame() - killed_at)
            nodes[player] = Node(player, nats.url)
            deadline = time.monotonic() + PATIENCE_SECONDS
            while not ledger.is_settled() and time.monotonic() < deadline:
                if not client.hear(time.monotonic() + 0.05):
                    break
            client.hear(time.monotonic() + 0.1 + chance.uniform(0, pause_seconds))
        client = client_of_another(nodes, player_of(nodes), client, ledger)
        stopped, exit_code = stop_for_longer_than_its_lease(nodes, client)
        del nodes[stopped]
        client = client_of_another(nodes, player_of(nodes), client, ledger)
        left, handed_over = leave(nodes, client)
        del nodes[left]
        ran_back = client.ran_back
        client.close()
        for node in nodes.values():
            node.end(signal.SIGTERM)
        nats.end()
    return ledger, gaps, exit_code, handed_over, ran_back


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    pause_seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 0
    ledger, gaps, exit_code, handed_over, ran_back = run(kills, pause_seconds)
    lost, twice = ledger.lost(), ledger.twice()
    print(f"{kills} kills: {len(ledger.accepted)} accepted, {len(ledger.kept)} kept, "
          f"{len(lost)} of them lost, {len(twice)} told twice, {len(ledger.refused)} refused; "
          f"from a kill to the first new frame {sorted(gaps)[len(gaps) // 2]:.2f} s in the middle, "
          f"{max(gaps):.2f} s at most; a node that was stopped for {STOPPED_SECONDS:.0f} s ended "
          f"with {exit_code}; {handed_over:.3f} s without a frame where one left in order; "
          f"{'a tick came after a later one' if ran_back else 'ticks ascend'}")
    for name in lost:
        print(f"lost: {name}")
    for name in twice:
        print(f"twice: {name}")
    for error in sorted(set(ledger.refused)):
        print(f"refused: {error}")
    wrong = (lost or twice or ledger.refused or not ledger.kept or ran_back
             or max(gaps) > GAP_SECONDS_MAX or exit_code != EXIT_OF_LOST)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
