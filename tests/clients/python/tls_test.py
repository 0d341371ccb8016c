"""Tests for clients/python/kinesphere/tls.py, with a server whose port takes TLS."""

import asyncio
import hashlib
import ssl
import tempfile
import threading
import unittest

import kinesphere
from certificates import Certificates
from kinesphere import aio, tls
from server import Server

DEADLINE = 30
SCRIPT = """<script xmlns="urn:kinesphere:script:1"><sequence id="s"><pose id="p" time="0.1">
<orientation joint="head" axis="z" direction="1 0 1"/></pose></sequence></script>"""


class Addresses(unittest.TestCase):
    def test_wss_is_tls_and_what_is_plain_stays_so(self):
        self.assertEqual(("lab:7730", None), tls.read("lab:7730", None))
        for text in ("wss://lab:7730", "wss://lab:7730/", "wss://lab:7730/ws"):
            address, context = tls.read(text, None)
            self.assertEqual("lab:7730", address)
            self.assertEqual(ssl.CERT_REQUIRED, context.verify_mode)
        own = ssl.create_default_context()
        self.assertEqual(("lab", own), tls.read("wss://lab", own))


class UnderTls(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.certificates = Certificates(cls.folder.name)
        file = cls.certificates.file
        cls.server = cls.enterClassContext(Server(
            "--voice", "silent", "--tls-certificate", str(file("server.pem")),
            "--tls-key", str(file("server.key"))))

    def context(self):
        return ssl.create_default_context(cafile=self.certificates.file("authority.pem"))

    def test_a_script_is_played_and_seen(self):
        seen = threading.Event()
        with kinesphere.connect(f"wss://{self.server.address}", tls=self.context()) as client:
            client.subscribe(["ada"], on_frame=lambda frame: seen.set())
            submission = client.submit(SCRIPT, "ada")
            self.assertEqual("ended", submission.wait(DEADLINE))
            self.assertTrue(seen.wait(DEADLINE))
            # Much at once, both ways and from several threads.
            long = SCRIPT + "<!--" + "x" * 100_000 + "-->"
            threads = [threading.Thread(target=lambda: client.submit(long, "ben").wait(DEADLINE))
                       for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(DEADLINE)
                self.assertFalse(thread.is_alive())

    def test_the_client_for_asyncio_does_so_too(self):
        async def play():
            async with aio.connect(f"wss://{self.server.address}", tls=self.context()) as client:
                submission = await client.submit(SCRIPT, "ben")
                return await submission.wait(DEADLINE)

        self.assertEqual("ended", asyncio.run(play()))

    def test_a_server_that_nobody_vouches_for_is_not_spoken_to(self):
        with self.assertRaises(ssl.SSLCertVerificationError):
            kinesphere.connect(f"wss://{self.server.address}")

    def test_who_speaks_plainly_is_told_what_the_server_takes(self):
        with self.assertRaisesRegex(kinesphere.ConnectionLost, "takes TLS only"):
            kinesphere.connect(self.server.address)

    def test_a_server_that_is_plain_is_not_spoken_to_under_tls(self):
        with Server("--voice", "silent") as plain, self.assertRaises(OSError):
            kinesphere.connect(f"wss://{plain.address}", tls=self.context())


class WithCertificates(unittest.TestCase):
    def test_a_client_is_known_by_its_certificate(self):
        with tempfile.TemporaryDirectory() as folder:
            certificates = Certificates(folder)
            file = certificates.file
            digest = hashlib.sha256(b"plays").hexdigest()
            file("tenants").write_text("tls:hall.lab lab main subscribe never\n"
                                       f"sha256:{digest} lab main perform never\n",
                                       encoding="utf-8")
            context = ssl.create_default_context(cafile=file("authority.pem"))
            with Server("--voice", "silent", "--tls-certificate", str(file("server.pem")),
                        "--tls-key", str(file("server.key")), "--tls-clients",
                        str(file("authority.pem")), "--tenants", str(file("tenants"))) as server:
                with self.assertRaises((OSError, kinesphere.ConnectionLost)):
                    kinesphere.connect(f"wss://{server.address}", tls=context)
                context.load_cert_chain(file("hall.pem"), file("hall.key"))
                with kinesphere.connect(f"wss://{server.address}", tls=context) as client:
                    with self.assertRaisesRegex(kinesphere.Refused, "not the right to perform"):
                        client.submit(SCRIPT, "ada")
                with kinesphere.connect(f"wss://{server.address}", token="plays",
                                        tls=context) as client:
                    self.assertEqual("ended", client.submit(SCRIPT, "ada").wait(DEADLINE))


if __name__ == "__main__":
    unittest.main()
