"""The page opens and plays without its host once it was open."""

import unittest

from studio import StudioCase, expect, settled


class Offline(StudioCase):
    def test_the_page_opens_without_its_host(self):
        page = self.open("budget=evals%3D500")
        settled(page)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        type(self).server.shutdown()
        type(self).server.server_close()
        page.reload()
        settled(page)
        page.keyboard.press("4")
        settled(page)
        expect(page.locator(".board")).to_be_visible()
        # A stopped search starts its worker anew.
        self.assertTrue(page.evaluate("fetch('worker.js').then(reply => reply.ok)"))


if __name__ == "__main__":
    unittest.main()
