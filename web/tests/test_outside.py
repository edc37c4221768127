"""A game from outside with its own module: set TIPTREE_OUTSIDE_MODULE to the file that crates/studio/build-module wrote."""

import os
import pathlib
import shutil
import tempfile
import unittest

import studio
from studio import StudioCase, expect, settled

MODULE = os.environ.get("TIPTREE_OUTSIDE_MODULE")


@unittest.skipUnless(MODULE, "TIPTREE_OUTSIDE_MODULE is not set")
class Outside(StudioCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        site = pathlib.Path(cls.folder.name)
        shutil.copytree(studio.PAGE, site, dirs_exist_ok=True)
        shutil.copy(MODULE, site / "tiptree.wasm.gz")
        studio.PAGE, cls.page_before = site, studio.PAGE
        super().setUpClass()

    @classmethod
    def tearDownClass(cls):
        super().tearDownClass()
        studio.PAGE = cls.page_before
        cls.folder.cleanup()

    def test_clobber_is_played_on_its_board(self):
        page = self.open("game=clobber&budget=evals%3D500")
        settled(page)
        stones = page.locator(".piece").count()
        page.locator(".board .place[data-move]").first.click()
        expect(page.locator(".piece")).to_have_count(stones - 1)
        settled(page)
        self.assert_accessible(page)
        self.picture(page, "board-clobber-wide")


if __name__ == "__main__":
    unittest.main()
