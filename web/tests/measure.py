"""Measures the page and prints what was measured: `web/test measure [SEARCHES]`.

Time to the first value after opening, frames while a million positions are evaluated with the tree open, evaluations a second of the
module and of the native program (TIPTREE names it, in turn with the module, the best of three), and memory after many searches.
Wall-clock times depend on what else the machine does: read them with its load.
"""

import json
import os
import statistics
import subprocess
import sys
import time

from studio import ROOT, STOP, StudioCase, expect

TIPTREE = os.environ.get("TIPTREE", ROOT / "target" / "release" / "tiptree")


class Measure(StudioCase):
    def runTest(self):
        """Only here so that the class can be made."""


def first_value(case):
    """Milliseconds from the start of navigation to the first value on the page."""
    page = case.open("", still=False)
    expect(page.locator("[data-testid=value]")).not_to_have_text("–")
    return page.evaluate("performance.now()")


def frames(case):
    """Milliseconds between frames while a search evaluates a million positions, the tree open."""
    page = case.open("analyse=no&search=mm-fast&budget=evals%3D1M", still=False)
    expect(page.locator(".board .place").first).to_be_visible()
    page.evaluate(
        """() => { window.intervals = []; let last = performance.now();
            const next = now => { intervals.push(now - last); last = now; requestAnimationFrame(next); };
            requestAnimationFrame(next); document.querySelector('.search-pane .main').click(); }"""
    )
    expect(page.locator(".counters .stop dd")).to_contain_text("stopped", timeout=300_000)
    return sorted(page.evaluate("intervals"))


EVALS = 5_000_000


def rate(case, search):
    """Evaluations a second of the module."""
    page = case.open(f"analyse=no&search={search}&budget=evals%3D{EVALS}", still=False)
    expect(page.locator(".board .place").first).to_be_visible()
    page.locator(".search-pane .main").click()
    expect(page.locator(".counters .stop dd")).to_contain_text("stopped", timeout=300_000)
    seconds = float(page.locator(".counters dd").nth(5).inner_text())
    return EVALS / seconds


def native_rate(search):
    """Evaluations a second of the native program, at the same position."""
    command = [TIPTREE, "best", "connect4", "--search", search, "--budget", f"evals={EVALS}", "--json"]
    report = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return report["counters"]["evals"] / report["seconds"]


def rates(case, search):
    """Evaluations a second of module and program, in turn, and the ratio of the best."""
    measured = [(rate(case, search), native_rate(search)) for _ in range(3)]
    module, native = (round(max(column)) for column in zip(*measured))
    return {"module": module, "native": native, "ratio": round(module / native, 2)}


def stop(case, search):
    """Milliseconds until a search has stopped: the median of five."""
    page = case.open(f"game=othello&search={search}&budget=nodes%3D500M", still=False)
    took = []
    for _ in range(5):
        expect(page.get_by_role("button", name="Stop")).to_be_visible()
        page.wait_for_timeout(500)
        took.append(page.evaluate(STOP))
        page.get_by_role("button", name="Analyse", exact=True).click()
    # It is still at work.
    page.close()
    return round(statistics.median(took), 1)


def memory(case, searches):
    """Bytes of the page and its workers before and after many searches."""
    page = case.open("budget=evals%3D2000", still=False)
    session = page.context.browser.new_browser_cdp_session()

    def resident():
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        total = 0
        for process in processes:
            try:
                # The proportional set size counts shared pages once.
                with open(f"/proc/{process['id']}/smaps_rollup") as rollup:
                    total += 1024 * next(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))
            except (FileNotFoundError, ProcessLookupError):
                continue
        return total

    button = page.locator(".search-pane .main")
    expect(button).to_have_text("Analyse")
    before = resident()
    for _ in range(searches):
        page.keyboard.press("s")
        expect(button).to_have_text("Analyse")
    return before, resident()


def main():
    searches = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    Measure.setUpClass()
    case = Measure()
    case.setUp()
    first = [first_value(case) for _ in range(5)]
    intervals = frames(case)
    before, after = memory(case, searches)
    result = {
        "date": time.strftime("%Y-%m-%d"),
        "load": os.getloadavg()[0],
        "first_value_ms": round(statistics.median(first)),
        "frames": len(intervals),
        "frame_median_ms": round(statistics.median(intervals), 1),
        "frame_95_percent_ms": round(intervals[int(0.95 * len(intervals))], 1),
        "frame_longest_ms": round(intervals[-1], 1),
        "evals_per_second": {search: rates(case, search) for search in ["mm-fast", "pvs"]},
        "stop_ms": {search: stop(case, search) for search in ["mm-fast", "minimax(depth%3D12)"]},
        "searches": searches,
        "bytes_before": before,
        "bytes_after": after,
    }
    case.tearDown()
    Measure.tearDownClass()
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
