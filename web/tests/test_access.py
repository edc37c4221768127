"""Every screen at two widths, light and dark: rules of axe-core, no sideways scrolling, and a picture."""

import unittest

from studio import SIZES, StudioCase, expect, settled

GAMES = {
    "connect4": "game=connect4&line=4;4;5;3;3",
    "othello": "game=othello&line=f5;d6;c3",
    "kalah": "game=kalah&line=3;1",
    "tictactoe": "game=tictactoe&line=5;1",
    "ggame": "game=ggame",
    "pig": "game=pig&position=40-52%2B11+max",
    "ewn": "game=ewn&position=1.3../24.../6..../....b/..fac+max+5",
    "backgammon": "game=backgammon&position=4HPwATDgc/ABMA+max+31",
    "hypergammon": "game=hypergammon&position=AACgAgAAKgAAAA+max+31",
    "blackjack": "game=blackjack&position=T6*+v+9",
    "pgame": "game=pgame(height%3D6)",
}


class Access(StudioCase):
    def screens(self):
        for size in SIZES:
            for scheme in ["light", "dark"]:
                yield size, scheme

    def check(self, page, name):
        self.assert_accessible(page)
        sideways = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        self.assertLessEqual(sideways, 0, f"{name} scrolls sideways")
        self.picture(page, name)

    def test_play(self):
        for size, scheme in self.screens():
            page = self.open(GAMES["connect4"] + "&search=mm&budget=moves%3D5000", size, scheme)
            settled(page)
            self.check(page, f"play-{size}-{scheme}")
            if size == "narrow":
                for tab in ["Tree", "Search"]:
                    page.get_by_role("button", name=tab, exact=True).click()
                    self.check(page, f"play-{tab.lower()}-{size}-{scheme}")

    def test_boards(self):
        for name, settings in GAMES.items():
            for size in SIZES:
                page = self.open(settings + "&budget=evals%3D2000", size, "light" if size == "wide" else "dark")
                settled(page)
                with self.subTest(game=name, size=size):
                    self.check(page, f"board-{name}-{size}")

    def test_compare(self):
        for size, scheme in self.screens():
            page = self.open("view=compare&game=connect4&line=4;4&budget=evals%3D20k", size, scheme)
            expect(page.locator(".side-1 .stop dd")).to_contain_text("stopped")
            self.check(page, f"compare-{size}-{scheme}")

    def test_learn(self):
        for lesson in ["rivest", "means", "alpha-beta", "star"]:
            for size, scheme in self.screens():
                page = self.open(f"view=learn&lesson={lesson}", size, scheme)
                expect(page.locator(".lesson .node").first).to_be_visible()
                self.check(page, f"learn-{lesson}-{size}-{scheme}")


if __name__ == "__main__":
    unittest.main()
