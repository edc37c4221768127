"""Play and analyse: whole games by mouse and by keyboard, dice, stopping, the address, exact scores, export."""

import re
import unittest

from studio import STOP, StudioCase, expect, settled

# A search that plays Min with little thought, so that a game takes seconds.
AGAINST = "min=mm-fast&strength=moves%3D200&analyse=no"


# Clicks on Stop, and says after how many milliseconds the page shows that the search has stopped.


def is_over(page):
    return "over" in page.locator(".status").inner_text()


class Play(StudioCase):
    def finish(self, page, move):
        """Makes moves until the game is over. Each waits until the search has answered."""
        for _ in range(60):
            # A move is listed at once; status and board follow when the rules have answered.
            expect(page.locator(".board-pane")).to_have_attribute("aria-busy", "false")
            expect(page.locator(".status")).to_contain_text(re.compile("Max to move|over"))
            if is_over(page):
                return
            count = page.locator(".game-line li").count()
            move(page)
            expect(page.locator(".game-line li")).not_to_have_count(count)
        self.fail("the game did not end")

    def test_a_game_by_mouse_against_mm_fast(self):
        page = self.open(f"game=connect4&{AGAINST}")
        self.finish(page, lambda page: page.locator(".board .place").first.click())
        expect(page.locator(".status")).to_contain_text("has won")

    def test_a_game_by_keyboard_alone(self):
        page = self.open(f"game=tictactoe&{AGAINST}")

        def press(page):
            page.keyboard.press(page.locator(".board .place").first.get_attribute("data-move"))

        self.finish(page, press)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".game-line .undone")).to_have_count(1)
        page.keyboard.press("End")
        expect(page.locator(".game-line .undone")).to_have_count(0)

    def test_a_second_click_on_the_same_place_plays_nothing(self):
        page = self.open("game=tictactoe&analyse=no")
        expect(page.locator(".board .place")).to_have_count(9)
        # Both clicks come before the rules have answered the first.
        page.locator(".board .place").first.evaluate("place => { for (let i = 0; i < 2; i++) place.dispatchEvent(new MouseEvent('click', {bubbles: true})) }")
        expect(page.locator(".board .place")).to_have_count(8)
        expect(page.locator(".game-line li")).to_have_count(1)
        expect(page.locator(".error")).to_have_count(0)

    def test_every_move_has_a_value_and_the_best_is_ringed(self):
        page = self.open("game=connect4&line=4;4&budget=evals%3D2000")
        settled(page)
        expect(page.locator(".board .value")).to_have_count(7)
        expect(page.locator(".board .ring")).to_have_count(1)
        best = page.locator(".board .place.best").get_attribute("data-move")
        expect(page.locator(".moves button.best")).to_have_text(best)

    def test_proven_values_are_bold_and_bounds_have_a_sign(self):
        page = self.open("game=tictactoe&position=X.O.X....&search=mm")
        settled(page)
        expect(page.locator(".board .value.proven")).to_have_count(6)
        page = self.open("game=tictactoe&position=X.O.X....&search=ab&budget=depth%3D2")
        settled(page)
        expect(page.locator(".board .value", has_text="≥").first).to_be_visible()

    def test_a_line_that_is_pointed_at_appears_on_the_board(self):
        page = self.open("game=connect4&budget=evals%3D2000")
        settled(page)
        page.locator(".variation button").nth(2).hover()
        expect(page.locator(".piece.ghost")).to_have_count(3)
        page.locator("h1").hover()
        expect(page.locator(".piece")).to_have_count(0)

    def test_a_stop_is_answered_and_the_next_analysis_works(self):
        # Depth-first and best-first searches with budgets that would take minutes.
        for search in ["mm-fast", "minimax(depth%3D12)"]:
            page = self.open(f"game=othello&search={search}&budget=nodes%3D500M")
            stop = page.get_by_role("button", name="Stop")
            expect(stop).to_be_visible()
            page.wait_for_timeout(300)
            for _ in range(5):
                page.evaluate(STOP)
                # At once: what the stop has ended must not end this analysis too.
                page.get_by_role("button", name="Analyse", exact=True).click()
                page.wait_for_timeout(300)
                expect(stop).to_be_visible()
            stop.click()
            # The position is kept, and the next analysis works.
            page.locator(".search-pane input[list]").fill("evals=500")
            page.locator(".search-pane input[list]").press("Enter")
            settled(page)

    def test_the_address_holds_the_whole_state(self):
        page = self.open("game=othello&budget=evals%3D500&search=ubfm")
        settled(page)
        for move in ["f5", "d6", "c3"]:
            page.locator(f".board [data-move={move}]").click()
            expect(page.locator(".game-line button[aria-current]")).to_contain_text(move)
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".game-line .undone")).to_have_count(1)
        settled(page)
        again = self.open(page.evaluate("location.hash.slice(1)"))
        settled(again)
        for selector in [".game-line", ".status", ".board", ".moves"]:
            self.assertEqual(again.locator(selector).text_content(), page.locator(selector).text_content())

    def test_dice_are_rolled_or_chosen(self):
        page = self.open("game=pig&dice=chosen&budget=evals%3D500")
        expect(page.locator(".choices button")).to_have_count(6)
        page.locator(".choices [data-move='5']").click()
        expect(page.locator(".status")).to_contain_text("Max to move")
        page.locator(".choices [data-move=roll]").click()
        page.locator(".choices [data-move='6']").click()
        expect(page.locator(".board .turn")).to_have_text("+ 11")
        page = self.open("game=ewn&min=usual&max=usual&strength=moves%3D50&analyse=no")
        expect(page.locator(".status")).to_contain_text("has won", timeout=60_000)

    def test_exact_scores_of_connect_four(self):
        page = self.open("game=connect4&position=322425133674&analyse=no")
        page.get_by_role("button", name="Exact").click()
        expect(page.locator(".board .place.best .value")).to_have_text("+11", timeout=60_000)
        values = page.locator(".board .value").all_text_contents()
        self.assertEqual(values, ["+10", "+10", "+10", "+5", "+11", "+3", "+2"])

    def test_mistakes_are_marked(self):
        # O lets X complete a row.
        page = self.open("game=tictactoe&line=5;2;1;3&analyse=no&search=mm")
        page.get_by_role("button", name="Analyse the game").click()
        expect(page.get_by_role("button", name=re.compile("blunder")).first).to_be_visible()
        expect(page.locator(".graph .mistake").first).to_be_visible()

    def test_positions_are_pasted_and_games_exported(self):
        page = self.open("game=connect4&budget=evals%3D500")
        page.locator(".transfer summary").click()
        page.get_by_label("position, in the game's notation").fill("zz")
        page.get_by_role("button", name="Set up").click()
        expect(page.get_by_role("alert")).to_contain_text('position "zz": expected a column')
        page.get_by_label("position, in the game's notation").fill("44")
        page.get_by_label("moves from there").fill("5 3")
        page.get_by_role("button", name="Set up").click()
        expect(page.locator(".piece")).to_have_count(4)
        page.get_by_role("button", name="Game as SGF").click()
        expect(page.locator(".written")).to_have_value(re.compile(r"ON\[44\]\n;B\[5\]\n;W\[3\]\)"))
        page.get_by_role("button", name="Game as text").click()
        expect(page.locator(".written")).to_have_value(re.compile(r"1\. 5 3 \*"))

    def test_after_a_panic_the_position_is_kept_and_the_next_search_works(self):
        workers = []

        def serve(route):
            """The second worker is the one that searches: as it is served first, all its reports are panics."""
            workers.append(route)
            reply = route.fetch()
            panic = "const post = self.postMessage.bind(self); self.postMessage = ({ id, answer }) => " \
                "post({ id, answer: answer.counters ? { error: 'the module panicked', fatal: true } : answer });"
            route.fulfill(response=reply, body=(panic if len(workers) == 2 else "") + reply.text())

        page = self.open("game=tictactoe&line=5&budget=evals%3D200", before=lambda page: page.route("**/worker.js", serve))
        expect(page.get_by_role("alert")).to_have_text("the module panicked")
        expect(page.locator(".piece")).to_have_count(1)
        page.get_by_role("button", name="Analyse", exact=True).click()
        settled(page)
        expect(page.get_by_role("alert")).to_have_count(0)

    def test_bad_input_is_said_and_harms_nothing(self):
        page = self.open("game=connect4&budget=evals%3D500&search=nonsense")
        expect(page.get_by_role("alert")).to_contain_text('"nonsense": expected one of')
        page.locator(".search-form select").select_option("mm")
        settled(page)


if __name__ == "__main__":
    unittest.main()
