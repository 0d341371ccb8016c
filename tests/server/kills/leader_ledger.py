#!/usr/bin/python3
"""Kills the server of NATS that leads the log of a scene, and keeps a ledger as cluster_ledger.py.

    leader_ledger.py [KILLS]

Three servers of NATS have each message three times. Three nodes play one scene. A node that loses
its lease meanwhile ends, and is started again, as its supervisor would. What is counted is how long
a client of another node has no new frame, and how long it takes until a script is kept again.
"""

import pathlib
import signal
import socket
import statistics
import sys
import tempfile
import threading
import time

from cluster_nodes import Cluster, Nats, NatsClient, Onlooker, wait_for
from ledger_client import SCRIPT, Ledger

SECONDS_BETWEEN_SCRIPTS = 0.5
SECONDS_PER_KILL_MAX = 60


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


class Servers:
    """Three of NATS, by their names."""

    def __init__(self, folder):
        self._folder = folder
        self._routes = dict(zip(("n0", "n1", "n2"), free_ports(3)))
        starts = [threading.Thread(target=self.start, args=(name,)) for name in self._routes]
        self.all = {}
        for each in starts:
            each.start()
        for each in starts:
            each.join()

    def start(self, name, port=-1):
        folder = pathlib.Path(self._folder, name)
        folder.mkdir(exist_ok=True)
        routes = ",".join(f"nats://127.0.0.1:{port}" for port in self._routes.values())
        self.all[name] = Nats(folder, ["--name", name, "--cluster_name", "ledger", "--cluster",
                                       f"nats://127.0.0.1:{self._routes[name]}",
                                       "--routes", routes], port)

    def urls(self):
        return ",".join(each.url for each in self.all.values())

    def about_log(self):
        """Who leads the stream, where all have all of it; nothing: it is not so."""
        client = NatsClient(next(iter(self.all.values())).port)
        about = (client.ask("$JS.API.STREAM.INFO.LOG") or {}).get("cluster", {})
        client.close()
        replicas = about.get("replicas", [])
        is_whole = len(replicas) == 2 and all(each.get("current") for each in replicas)
        return about.get("leader") if is_whole else None

    def end(self):
        for each in self.all.values():
            each.end()


def start_those_that_ended(cluster):
    ended = [name for name, node in cluster.nodes.items() if node.process.poll() is not None]
    for name in ended:
        cluster.nodes.pop(name).end(signal.SIGTERM)
        cluster.start(name)
    return len(ended)


def kill_leader(servers, cluster, client, ledger, number):
    """The longest time without a new frame, and until a script was kept."""
    leader = wait_for(servers.about_log, "no server leads the log")
    client.wait_for_frame()
    client.longest = 0.0
    port = servers.all[leader].port
    servers.all[leader].end(signal.SIGKILL)
    killed_at = time.monotonic()
    sent = 0
    kept_after = None
    ended = 0
    supervisor = threading.Thread(target=lambda: None)
    while kept_after is None:
        if time.monotonic() > killed_at + SECONDS_PER_KILL_MAX:
            raise RuntimeError("nothing is kept any more")
        name = f"kill{number}s{sent}"
        sent += 1
        client.submit(name, SCRIPT.format(seconds=0.3), "ada")
        client.hear(time.monotonic() + SECONDS_BETWEEN_SCRIPTS)
        if any(each.startswith(f"kill{number}s") for each in ledger.kept):
            kept_after = time.monotonic() - killed_at
        elif not supervisor.is_alive() and any(node.process.poll() is not None
                                               for node in cluster.nodes.values()):
            ended += 1
            supervisor = threading.Thread(target=start_those_that_ended, args=(cluster,))
            supervisor.start()
    client.wait_for_frame()
    if supervisor.ident is not None:
        supervisor.join()
    servers.all.pop(leader)
    servers.start(leader, port)
    start_those_that_ended(cluster)
    client.send_again(ledger.unkept())
    client.hear_until(ledger.is_settled)
    return client.longest, kept_after, ended


def main():
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    ledger = Ledger()
    frames, kept, ended = [], [], 0
    with tempfile.TemporaryDirectory() as folder:
        servers = Servers(folder)
        cluster = Cluster(None, urls=servers.urls())
        client = None
        for number in range(kills):
            client = cluster.client_of_another(cluster.player(), client, ledger)
            longest, kept_after, nodes = kill_leader(servers, cluster, client, ledger, number)
            frames.append(longest)
            kept.append(kept_after)
            ended += nodes
            print(f"kill {number}: {longest:.2f} s without a new frame, {kept_after:.2f} s until a "
                  f"script was kept, {nodes} nodes ended", flush=True)
        client.close()
        cluster.end()
        servers.end()
    print(f"{kills} kills of the leader: without a new frame {statistics.median(frames):.2f} s in "
          f"the middle, {max(frames):.2f} s at most; nothing kept for "
          f"{statistics.median(kept):.2f} s, {max(kept):.2f} s; {ended} nodes ended; "
          f"{len(ledger.lost())} lost, {len(ledger.twice())} twice")
    sys.exit(1 if ledger.lost() or ledger.twice() else 0)


if __name__ == "__main__":
    main()
