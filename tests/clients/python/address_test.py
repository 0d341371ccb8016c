"""Tests for clients/python/kinesphere/address.py."""

import unittest

import kinesphere
from kinesphere.address import host_and_port


class Addresses(unittest.TestCase):
    def test_the_port_may_be_left_out(self):
        for text, expected in (("127.0.0.1:80", ("127.0.0.1", 80)), ("host", ("host", 7730)),
                               ("[::1]:80", ("::1", 80)), ("[::1]", ("::1", 7730)),
                               ("::1", ("::1", 7730)), ("fe80::1:2", ("fe80::1:2", 7730))):
            with self.subTest(text):
                self.assertEqual(expected, host_and_port(text))

    def test_what_is_no_address_is_told_as_it_was_typed(self):
        for text in ("", ":7730", "host:", "host:x", "host:0", "host:65536", "a b", "[::1", "[]:80",
                     "http://host:80", "host:-1", "x:y:z",
                     "7730"):
            with self.subTest(text):
                with self.assertRaises(ValueError) as raised:
                    kinesphere.connect(text)
                self.assertEqual(f"no address of the form HOST[:PORT]: {text!r}",
                                 str(raised.exception))


if __name__ == "__main__":
    unittest.main()
