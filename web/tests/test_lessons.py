"""Lessons: every number of Figures 2 to 6 is read off the page."""

import re
import unittest

from studio import StudioCase, expect


class Lessons(StudioCase):
    def numbers(self, page):
        return " ".join(page.locator(".lesson .node .figure").all_text_contents())

    def test_the_worked_example(self):
        page = self.open("view=learn&lesson=rivest")
        expect(page.locator(".lesson .node")).to_have_count(5)
        following = page.get_by_role("button", name="Next", exact=True)
        following.click()
        self.assertIn("10.558", self.numbers(page))
        self.assertIn("9.851", self.numbers(page))
        following.click()
        expect(page.locator(".lesson")).to_contain_text("P 0.165")
        expect(page.locator(".lesson .node.next").last).to_contain_text("w")
        for penalty in ["0.165", "2.170", "15.04"]:
            self.assertIn(penalty, self.numbers(page))
        following.click()
        expect(page.locator(".lesson .node")).to_have_count(7)
        for value in ["11.384", "10.622"]:
            self.assertIn(value, self.numbers(page))
        following.click()
        expect(page.locator(".lesson .node.next").last).to_contain_text("y")
        for penalty in ["1.342", "1.078"]:
            self.assertIn(penalty, self.numbers(page))

    def test_p_is_dragged(self):
        page = self.open("view=learn&lesson=means")
        slider = page.locator(".drag input")
        slider.fill("1")
        expect(page.locator(".lesson .node").first).to_contain_text("23.0")
        slider.fill("40")
        expect(page.locator(".lesson .node").first).to_contain_text(re.compile(r"3[01]\."))

    def test_cuts_are_shown_event_by_event(self):
        page = self.open("view=learn&lesson=alpha-beta")
        expect(page.locator(".lesson .node.stump")).to_have_count(1)
        page.get_by_role("button", name="first event").click()
        expect(page.locator(".lesson .node.stump")).to_have_count(0)
        page = self.open("view=learn&lesson=star")
        expect(page.locator(".lesson .node.stump")).to_have_count(2)

    def test_the_windows_of_figures_4_and_6_are_those_of_the_paper(self):
        page = self.open("view=learn&lesson=star")
        expect(page.locator(".lesson")).to_contain_text("α 8 ≥ 7")
        page.get_by_role("button", name="Next", exact=True).click()
        expect(page.locator(".lesson")).to_contain_text("a window below the roll")
        slider = page.locator(".lesson input[type=range]")
        expect(slider).to_have_count(1)
        said = []
        for event in range(1, int(slider.get_attribute("max")) + 1):
            slider.fill(str(event))
            said.append(page.locator(".lesson .why").text_content())
        for move, window in [("n", "4 to 5"), ("l", "0 to 10"), ("o", "0 to 3"), ("s", "−7 to 10")]:
            sentence = f"The search enters {move}: only values from {window} matter."
            self.assertTrue(any(text.startswith(sentence) for text in said), (sentence, said))

    def test_the_pathology_is_measured_on_the_page(self):
        page = self.open("view=learn&lesson=pathology")
        expect(page.locator(".lesson")).to_contain_text("600 of 600 boards", timeout=120_000)
        rows = page.locator(".lesson tbody tr")
        expect(rows).to_have_count(2)
        # The boards are always the same: minimax decides worse at the greatest depth than at the first, and product better.
        minimax, product = ([int(cell) for cell in row.locator("td").all_text_contents()] for row in rows.all())
        self.assertLess(minimax[-1], minimax[0])
        self.assertGreater(product[-1], product[0])


if __name__ == "__main__":
    unittest.main()
