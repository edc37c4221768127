"""The tree: nodes, the next tip and why, folding, history, cut branches, keys."""

import re
import unittest

from studio import StudioCase, expect, settled


class TreeCase(StudioCase):
    def test_the_line_to_the_next_tip_and_the_reason(self):
        page = self.open("game=connect4&position=44&search=mm&budget=moves%3D5000")
        settled(page)
        expect(page.locator(".why")).to_contain_text(re.compile(r"Next is the tip after 4 .*: penalty \d\.\d{3} = 0\.\d{3} \+ .*; the next best tip"))
        self.assertGreater(page.locator(".edge.next").count(), 1)

    def test_what_is_folded_opens(self):
        page = self.open("game=connect4&position=44&search=mm&budget=moves%3D5000")
        settled(page)
        before = page.locator(".node").count()
        page.locator(".node.others").first.dispatch_event("click")
        expect(page.locator(".node")).not_to_have_count(before)
        self.assertGreater(page.locator(".node").count(), before)

    def test_history_is_replayed(self):
        page = self.open("game=connect4&position=44&search=mm&budget=moves%3D5000")
        settled(page)
        slider = page.locator(".slider input")
        most = int(slider.get_attribute("max"))
        slider.fill("1")
        expect(page.locator(".slider output")).to_have_text(f"expansion 1 of {most}")
        expect(page.locator(".node")).to_have_count(8)
        page.get_by_role("button", name="one step forth").click()
        expect(page.locator(".slider output")).to_have_text(f"expansion 2 of {most}")
        expect(page.locator(".node")).to_have_count(15)

    def test_cut_branches_are_stumps(self):
        page = self.open("game=tictactoe&position=X.O.X....&search=ab&budget=depth%3D2")
        settled(page)
        expect(page.locator(".node.stump").first).to_contain_text("β 9.0 ≤ 9.0")

    def test_keys_walk_through_the_tree_and_zoom(self):
        page = self.open("game=connect4&search=mm&budget=moves%3D1000")
        settled(page)
        page.locator("[role=treeitem]").first.focus()
        page.keyboard.press("ArrowRight")
        focused = page.evaluate("document.activeElement.getAttribute('aria-level')")
        self.assertEqual(focused, "2")
        expect(page.locator(".piece.ghost")).to_have_count(1)
        before = page.locator(".picture svg > g").get_attribute("transform")
        page.keyboard.press("+")
        self.assertNotEqual(page.locator(".picture svg > g").get_attribute("transform"), before)

    def test_a_million_nodes_stay_smooth(self):
        page = self.open("game=connect4&search=mm-fast&budget=evals%3D1M", still=False)
        page.evaluate(
            """() => { window.frames = []; let last = performance.now();
                const next = now => { frames.push(now - last); last = now; requestAnimationFrame(next); };
                requestAnimationFrame(next); }"""
        )
        expect(page.locator(".counters .stop dd")).to_contain_text("stopped", timeout=120_000)
        frames = sorted(page.evaluate("frames"))
        print(f"\nframes of a million-node search: median {frames[len(frames) // 2]:.0f} ms, 95 % below {frames[int(0.95 * len(frames))]:.0f} ms")


if __name__ == "__main__":
    unittest.main()
