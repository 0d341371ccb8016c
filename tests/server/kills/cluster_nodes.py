"""Servers of NATS, nodes of a cluster, and clients of theirs."""

import atexit
import json
import os
import pathlib
import re
import select
import signal
import socket
import subprocess
import threading
import time
import urllib.request

from kinesphere_pb2 import PART_BODY, PART_EVENTS
from ledger_client import PATIENCE_SECONDS, Client
from nats_proxy import Proxy, Splitter

NODES = ("one", "two", "three")


def start(command, **more):
    """A process that does not outlive this one."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    atexit.register(process.kill)  # none where it has ended
    return process


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
    """A server of NATS on a port of its choice, or on the one that it had before."""

    def __init__(self, folder, options=(), port=-1):
        ports = pathlib.Path(folder, "ports")
        ports.mkdir(exist_ok=True)
        for old in ports.glob("*.ports"):
            old.unlink()
        self.process = start(
            ["nats-server", "-a", "127.0.0.1", "-p", str(port), "-js", "-sd", str(folder),
             "--ports_file_dir", str(ports), *options], stdout=subprocess.DEVNULL)
        self.port = wait_for(lambda: self._port_in(ports), "no server of NATS starts")
        self.url = f"nats://127.0.0.1:{self.port}"

    @staticmethod
    def _port_in(ports):
        texts = "".join(file.read_text() for file in ports.glob("*.ports"))
        found = re.search(r"nats://127\.0\.0\.1:(\d+)", texts)
        return found and int(found.group(1))

    def end(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        self.process.wait(PATIENCE_SECONDS)


class NatsClient:
    """Asks a server of NATS."""

    INBOX = "_INBOX.ledger"

    def __init__(self, port):
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE_SECONDS)
        self._splitter = Splitter(is_from_node=False)
        self._socket.sendall(b'CONNECT {"verbose":false}\r\nSUB %s 1\r\n' % self.INBOX.encode())

    def ask(self, subject, **question):
        """The answer; nothing where none comes."""
        data = json.dumps(question).encode()
        self._socket.sendall(b"PUB %s %s %d\r\n%s\r\n"
                             % (subject.encode(), self.INBOX.encode(), len(data), data))
        while True:
            more = self._socket.recv(1 << 16)
            if not more:
                return None
            for message in self._splitter.add(more):
                if message.verb == b"MSG":
                    return json.loads(message.data)

    def close(self):
        self._socket.close()


class Node:
    """The program as a node, a process of its own."""

    def __init__(self, name, nats, options=()):
        self.name = name
        command = [os.environ["KINE_PROGRAM"], "serve", "--listen", "127.0.0.1:0", "--node", name,
                   "--admin", "127.0.0.1:0", "--cluster", nats, *options]
        self.process = start(command, text=True, stdout=subprocess.PIPE)
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
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.admin}/metrics",
                                        timeout=PATIENCE_SECONDS) as answer:
                text = answer.read().decode()
        except OSError:
            return False  # it has ended
        return re.search(r"^kinesphere_scenes_played 1$", text, re.M) is not None

    def end(self, by):
        self.process.send_signal(by)  # nothing where it has ended
        self.process.wait(PATIENCE_SECONDS)
        self.process.stdout.close()


class Cluster:
    """Three nodes and what they reach NATS by: a proxy each, or what is given."""

    def __init__(self, nats_port, urls=None, options=()):
        self._urls = urls
        self._options = options
        self.nats_port = nats_port
        self.proxies = {} if urls else {name: Proxy(nats_port) for name in NODES}
        self.nodes = {}
        self.start_all(NODES)

    def start_all(self, names):
        starting = [threading.Thread(target=self.start, args=(name,)) for name in names]
        for each in starting:
            each.start()
        for each in starting:
            each.join()

    def start(self, name):
        url = self._urls or self.proxies[name].url
        self.nodes[name] = Node(name, url, self._options)

    def player(self):
        def look():
            return next((name for name, node in self.nodes.items() if node.plays()), None)

        return wait_for(look, "no node plays the scene")

    def client_of_another(self, player, client, ledger):
        """The client as it is, or one of a node that runs and does not play."""
        if client is not None and client.node != player and client.node in self.nodes:
            return client
        if client is not None:
            client.close()
        other = next(name for name in self.nodes if name != player)
        return Onlooker(self.nodes[other].port, ledger, other)

    def end(self):
        for node in self.nodes.values():
            node.process.send_signal(signal.SIGTERM)
        for node in self.nodes.values():
            node.end(signal.SIGTERM)
        for proxy in self.proxies.values():
            proxy.end()


class Onlooker(Client):
    """A client that is led to where its scene is played, and sees when frames come."""

    def __init__(self, port, ledger, node, **more):
        self.node = node
        self.frames = 0
        self.frame_at = None
        self.tick = 0
        self.ran_back = False  # a tick came after a later one
        self.longest = 0.0  # without a frame
        super().__init__(port, ledger, (PART_BODY, PART_EVENTS), **more)

    def take(self, envelope):
        if envelope.WhichOneof("message") == "frame":
            now = time.monotonic()
            if self.frame_at is not None:
                self.longest = max(self.longest, now - self.frame_at)
            self.frames += 1
            self.frame_at = now
            self.ran_back = self.ran_back or envelope.frame.tick < self.tick
            self.tick = envelope.frame.tick
        super().take(envelope)

    def wait_for_frame(self):
        """When the first one of a later tick came."""
        before = self.tick
        if not self.hear_until(lambda: self.tick > before):
            raise RuntimeError("no frame comes any more")
        return self.frame_at
