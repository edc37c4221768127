"""Two searches side by side."""

import re
import unittest

from studio import StudioCase, expect


class Compare(StudioCase):
    def test_both_searches_answer_and_the_page_says_whether_they_agree(self):
        page = self.open("view=compare&game=connect4&line=4;4&search=mm&rival=pvs&budget=evals%3D3000")
        for side in [0, 1]:
            expect(page.locator(f".side-{side} .stop dd")).to_contain_text("stopped")
        expect(page.locator(".verdict")).to_contain_text(re.compile("Both play|They differ"))
        expect(page.locator(".both tbody tr")).to_have_count(7)
        expect(page.locator(".curves canvas")).to_have_count(2)

    def test_dice_games_are_compared_too(self):
        page = self.open("view=compare&game=pig&position=40-40%2B20+min&search=expectimax(depth%3D2)&rival=star2(depth%3D2)&budget=depth%3D2")
        expect(page.locator(".verdict")).to_contain_text(re.compile("Both play|They differ"))


if __name__ == "__main__":
    unittest.main()
