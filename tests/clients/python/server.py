"""A real server for the tests, on a port of its own."""

import os
import re
import signal
import subprocess
import threading

START_SECONDS = 30
STOP_SECONDS = 30


class Server:
    """`with Server() as server:` starts `kinesphere serve`; server.address is where it listens."""

    def __init__(self, *arguments):
        self._arguments = arguments

    def __enter__(self):
        command = [os.environ["KINE_PROGRAM"], "serve", "--listen", "127.0.0.1:0",
                   *self._arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        guard = threading.Timer(START_SECONDS, self.process.kill)
        guard.start()
        first = self.process.stdout.readline()
        guard.cancel()
        match = re.search(r"127\.0\.0\.1:(\d+)", first)
        if not match:
            self.process.kill()
            rest = self.process.communicate()[0]
            raise RuntimeError(f"the first line names no port: {first}{rest}")
        self.address = match.group(0)
        # What it says from here on is read, or the pipe would fill and the server stand still.
        self._lines = []
        self._drain = threading.Thread(target=lambda: self._lines.extend(self.process.stdout))
        self._drain.start()
        return self

    def stop(self):
        """Asks it to leave; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS)
        finally:
            self.process.kill()

    def __exit__(self, *exception):
        self.process.kill()
        self.process.wait()
        self._drain.join()
        self.process.stdout.close()
