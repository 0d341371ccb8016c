"""How old frames are at callbacks that take 100 ms, and how quick pings are beside them.

Ages are by the server's count of ticks, as pongs tell it before any callback is slow: afterwards
those of a loop that is blocked come late, and say less well what time it is. The figures are
printed; the bounds are ten times what an idle machine does, and a fifth of what a client does that
reads one by one.
"""

import asyncio
import threading
import time
import unittest

import kinesphere
from server import Server

FRAMES = 60
SECONDS_A_FRAME = 0.1
AGE_MAX = 0.5
PING_MAX = 0.5
DEADLINE = 60


def sorted_ms(values):
    return sorted(1000 * value for value in values)


def report(test, ages, pings):
    ages, pings = sorted_ms(ages), sorted_ms(pings)
    p99 = ages[int(0.99 * (len(ages) - 1))]
    print(f"\n{test}: {len(ages)} frames at {1000 * SECONDS_A_FRAME:.0f} ms each: "
          f"age median {ages[len(ages) // 2]:.1f} ms, p99 {p99:.1f} ms; "
          f"{len(pings)} pings: median {pings[len(pings) // 2]:.1f} ms, most {pings[-1]:.1f} ms")
    return p99 / 1000, pings[-1] / 1000


class SlowCallbacks(unittest.TestCase):
    def check(self, name, ages, pings):
        age, ping = report(name, ages, pings)
        self.assertLess(age, AGE_MAX)
        self.assertLess(ping, PING_MAX)

    def test_a_slow_callback_gets_new_frames_and_pings_are_quick(self):
        ages, pings, done = [], [], threading.Event()
        with Server() as server, kinesphere.connect(server.address) as client:
            for _ in range(10):
                client.ping()
            ticks_at_0 = client.clock.tick_time() - time.monotonic()

            def draw(frame):
                ages.append(ticks_at_0 + time.monotonic() - frame.tick / client.tick_rate)
                if len(ages) >= FRAMES:
                    done.set()
                threading.Event().wait(SECONDS_A_FRAME)

            client.subscribe(on_frame=draw)
            while not done.wait(SECONDS_A_FRAME):
                pings.append(client.ping(DEADLINE))
        self.check("python", ages, pings)

    def test_so_do_coroutines_and_functions_that_block_the_loop(self):
        async def watch(address, slow):
            ages, pings, done = [], [], asyncio.Event()
            async with kinesphere.aio.connect(address) as client:
                for _ in range(10):
                    await client.ping()
                ticks_at_0 = client.clock.tick_time() - time.monotonic()

                async def draw(frame):
                    ages.append(ticks_at_0 + time.monotonic() - frame.tick / client.tick_rate)
                    if len(ages) >= FRAMES:
                        done.set()
                    await slow()

                await client.subscribe(on_frame=draw)
                while not done.is_set():
                    pings.append(await client.ping(DEADLINE))
                    await asyncio.wait([asyncio.ensure_future(done.wait())],
                                       timeout=SECONDS_A_FRAME)
            return ages, pings

        async def waits():
            await asyncio.wait([asyncio.get_running_loop().create_future()],
                               timeout=SECONDS_A_FRAME)

        async def blocks():
            threading.Event().wait(SECONDS_A_FRAME)

        with Server() as server:
            for slow in (waits, blocks):
                with self.subTest(slow.__name__):
                    self.check(f"asyncio, {slow.__name__}",
                               *asyncio.run(watch(server.address, slow)))


if __name__ == "__main__":
    unittest.main()
