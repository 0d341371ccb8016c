"""What happens to the files of a journal, as the kernel tells it; and a disk that is slow."""

import ctypes
import os
import pathlib
import select
import subprocess
import time

IN_ACCESS = 0x1
IN_MODIFY = 0x2
EVENT_BYTES = 4096
PATIENCE_SECONDS = 20


class JournalWatch:
    """Of one folder, from now on."""

    def __init__(self, folder, mask):
        libc = ctypes.CDLL(None, use_errno=True)
        self._events = libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        if self._events < 0 or libc.inotify_add_watch(self._events, os.fsencode(folder), mask) < 0:
            raise OSError(ctypes.get_errno(), "the folder cannot be watched")

    def wait(self, deadline):
        """For something; False: nothing happens until then."""
        left = deadline - time.monotonic()
        if not select.select([self._events], [], [], max(0, left))[0]:
            return False
        os.read(self._events, EVENT_BYTES)
        return True

    def close(self):
        os.close(self._events)


class JournalEnd:
    """What is written behind the present end of the newest file."""

    def __init__(self, folder):
        self._file = max(pathlib.Path(folder).glob("*.ksj")).open("rb")
        self._file.seek(0, os.SEEK_END)
        self._read = b""

    def has(self, text):
        self._read += self._file.read()
        return text in self._read

    def close(self):
        self._file.close()


class SlowSync:
    """By strace, where the process may be traced: each fdatasync begins later."""

    MICROSECONDS = 50_000

    def __init__(self, process):
        self._strace = subprocess.Popen(
            ["strace", "-f", "-p", str(process.pid), "-e", "trace=fdatasync",
             "-e", f"inject=fdatasync:delay_enter={self.MICROSECONDS}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        line = self._strace.stderr.readline()
        if "attached" not in line:
            raise RuntimeError(f"the server cannot be traced: {line}")

    def end(self):
        self._strace.wait(PATIENCE_SECONDS)
        self._strace.stderr.close()
