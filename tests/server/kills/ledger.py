#!/usr/bin/python3
"""Kills a server again and again, and keeps a ledger of what it was told.

    ledger.py [--kills N] [--place PLACE …] [--strace]

Each round submits scripts, kills the server with SIGKILL at a place, starts it again on its
journal, sends again what had no Kept, and waits until all is over. The client is the same one over
all kills, by Hello.resume. So each script must be done once: not never, and not twice. One that
had started before the kill and was not kept starts anew, and is counted. The client here is a
socket and protobuf, without a line of the project's own clients.
"""

import argparse
import atexit
import os
import random
import re
import select
import signal
import subprocess
import sys
import tempfile
import time

from journal_watch import IN_ACCESS, IN_MODIFY, JournalEnd, JournalWatch, SlowSync
from kill_places import SCRIPT_ROW, AtAnswer, Kill
from kill_table import Table
from ledger_client import PATIENCE_SECONDS, SCRIPT, WAITING_SCRIPT, Client, Ledger

SCRIPTS_PER_ROUND = 6
SECONDS_TO_KILL = 0.5  # at most, from the first script on
SCRIPTS_AT_ONCE = 8  # the last ones of a round by chance, killed while they are answered
SECONDS_TO_ANSWER = 0.004  # at most
SECONDS_OF_SCRIPT = 0.9
SECONDS_OF_RECOVERY = 0.02  # in which a server that has read its journal is killed

PLACES = ("chance", "write-and-sync", "acknowledgement", "plan-and-tick", "recovery")


class Server:
    """The program, as a process of its own."""

    def __init__(self, folder):
        command = [os.environ["KINE_PROGRAM"], "serve", "--listen", "127.0.0.1:0",
                   "--journal", folder]
        self._began = time.monotonic()
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        atexit.register(self.process.kill)  # none where it has ended
        self.port = None
        self.start_seconds = None

    def wait_until_ready(self):
        first = self.process.stdout.readline()
        match = re.search(r"127\.0\.0\.1:(\d+)", first)
        if not match:
            raise RuntimeError(f"the server does not start: {first}")
        self.port = int(match.group(1))
        self.start_seconds = time.monotonic() - self._began
        return self

    def end(self, by):
        """What it had still said."""
        if self.process.poll() is None:
            self.process.send_signal(by)
        self.process.wait(PATIENCE_SECONDS)
        said = self.process.stdout.read()
        self.process.stdout.close()
        return said


class Round:
    """A kill at a place, and a start behind it."""

    def __init__(self, server, folder, ledger, name, chance, by_strace):
        self.server = server
        self.folder = folder
        self.ledger = ledger
        self.name = name
        self.chance = chance
        self.by_strace = by_strace
        self.client = Client(server.port, ledger)
        self.kill = Kill(server.process)
        self.is_at_place = True
        self._scripts = 0

    def submit(self, seconds=SECONDS_OF_SCRIPT, character=None):
        name = f"{self.name}s{self._scripts}"
        self._scripts += 1
        self.client.submit(name, SCRIPT.format(seconds=seconds),
                           character or self.chance.choice(["ada", "ben"]))
        return name

    def submit_some(self, most):
        for _ in range(self.chance.randrange(most)):
            self.submit()
            self.client.hear(time.monotonic() + self.chance.uniform(0, 0.1))

    def hear_the_rest(self):
        """What was sent before the kill."""
        self.server.process.wait(PATIENCE_SECONDS)
        self.client.hear(time.monotonic() + PATIENCE_SECONDS)

    def at_chance(self):
        """Before, behind or between the answers."""
        kill_at = time.monotonic() + self.chance.uniform(0, SECONDS_TO_KILL)
        while self._scripts < SCRIPTS_PER_ROUND and time.monotonic() < kill_at:
            self.submit()
            self.client.hear(min(kill_at, time.monotonic() + self.chance.uniform(0, 0.1)))
        self.client.hear(kill_at)
        for _ in range(SCRIPTS_AT_ONCE):
            self.submit(0.2, "ada")
        self.client.hear(time.monotonic() + self.chance.uniform(0, SECONDS_TO_ANSWER))
        self.kill.now()
        self.hear_the_rest()

    def at_sync(self):
        """The script's row is in the file, and nobody knows whether the disk has it."""
        self.submit_some(SCRIPTS_PER_ROUND)
        self.client.hear_until(lambda: not self.ledger.unkept())  # its rows are not looked for
        end = JournalEnd(self.folder)
        slow = SlowSync(self.server.process) if self.by_strace else None
        watch = JournalWatch(self.folder, IN_MODIFY)
        name = self.submit()
        deadline = time.monotonic() + PATIENCE_SECONDS
        while watch.wait(deadline) and not end.has(SCRIPT_ROW):
            pass
        self.kill.now()
        watch.close()
        self.hear_the_rest()
        if slow is not None:
            slow.end()
        self.is_at_place = end.has(SCRIPT_ROW) and name not in self.ledger.kept
        end.close()

    def at_kept(self):
        """As soon as one of several scripts is told as kept."""
        passed = self.chance.randrange(1, SCRIPTS_PER_ROUND)
        self.client.on_message = AtAnswer(self.kill, f"{self.name}s{passed - 1}", "kept")
        while self._scripts < SCRIPTS_PER_ROUND:
            self.submit()
            self.client.hear(time.monotonic() + self.chance.uniform(0, 0.05))
        self.client.hear_until(self.kill.is_done)
        self.hear_the_rest()

    def at_answer(self):
        """Accepted, or Kept of a script that waits for another one: before it has started."""
        self.submit()
        self.submit_some(3)
        if self.chance.random() < 0.5:
            name = f"{self.name}s{self._scripts}"
            self.client.on_message = AtAnswer(self.kill, name, "accepted")
            self.submit()
        else:
            name = f"{self.name}waits"
            self.client.on_message = AtAnswer(self.kill, name, "kept")
            self.client.submit(name, WAITING_SCRIPT.format(name=name, character="ada"), "ada")
        self.client.hear_until(self.kill.is_done)
        self.hear_the_rest()
        self.is_at_place = name not in self.ledger.started

    def at_recovery(self):
        """By chance, and the server that starts behind it before it is ready."""
        self.at_chance()
        self.server.end(signal.SIGKILL)
        watch = JournalWatch(self.folder, IN_ACCESS)
        self.server = Server(self.folder)
        self.kill = Kill(self.server.process)
        if not watch.wait(time.monotonic() + PATIENCE_SECONDS):
            raise RuntimeError("the server does not read its journal")
        select.select([], [], [], self.chance.uniform(0, SECONDS_OF_RECOVERY))
        self.kill.now()
        watch.close()

    def run(self, place):
        """The server that was started at last."""
        {"chance": self.at_chance, "write-and-sync": self.at_sync, "acknowledgement": self.at_kept,
         "plan-and-tick": self.at_answer, "recovery": self.at_recovery}[place]()
        self.client.close()
        said = self.server.end(signal.SIGKILL)
        if place == "recovery":
            self.is_at_place = said == ""
        server = Server(self.folder).wait_until_ready()
        client = Client(server.port, self.ledger)
        client.send_again(self.ledger.unkept())
        client.hear_until(self.ledger.is_settled)
        client.hear(time.monotonic() + 0.1)  # what would be told twice
        client.close()
        return server


def run(options):
    chance = random.Random(options.seed)
    ledger = Ledger()
    table = Table(ledger, "start behind it")
    with tempfile.TemporaryDirectory() as folder:
        server = Server(folder).wait_until_ready()
        for place in options.place:
            for number in range(options.kills):
                each = Round(server, folder, ledger, f"{place}{number}", chance, options.strace)
                server = each.run(place)
                table.note(place, server.start_seconds, each.is_at_place)
        server.end(signal.SIGTERM)
    table.print()
    return not table.is_wrong()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=3, help="at each place")
    parser.add_argument("--place", action="append", choices=PLACES, help="all of them")
    parser.add_argument("--strace", action="store_true", help="makes each fdatasync later")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.place = options.place or PLACES
    sys.exit(0 if run(options) else 1)


if __name__ == "__main__":
    main()
