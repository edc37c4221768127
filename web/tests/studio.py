"""What the tests of the page share: the page served with a strict policy, a browser, and the errors that it reports."""

import functools
import http.server
import os
import pathlib
import threading
import unittest

from playwright.sync_api import expect, sync_playwright

WEB = pathlib.Path(__file__).resolve().parent.parent
ROOT = WEB.parent
PAGE = pathlib.Path(os.environ.get("TIPTREE_PAGE", WEB / "dist"))
PICTURES = ROOT / "target" / "studio-pictures"
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
SIZES = {"narrow": (360, 740), "wide": (1440, 900)}

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)

# Presses Stop, and answers with the milliseconds until the page has stopped.
STOP = """() => new Promise(done => {
    const begun = performance.now();
    const button = () => document.querySelector('.search-pane .main');
    const wait = () => button().textContent === 'Analyse' ? done(performance.now() - begun) : setTimeout(wait, 1);
    button().click();
    wait();
})"""

expect.set_options(timeout=20_000)


class Handler(http.server.SimpleHTTPRequestHandler):
    """A static host that sends the policy with every file and prints nothing."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, ".js": "text/javascript", ".gz": "application/gzip"}

    def translate_path(self, path):
        """The module lies with the crate that it is committed in, unless there is one with the page."""
        file = pathlib.Path(super().translate_path(path))
        return str(file if file.exists() else ROOT / "crates" / "studio" / "page" / file.name)

    def end_headers(self):
        self.send_header("Content-Security-Policy", POLICY)
        super().end_headers()

    def log_message(self, *_):
        pass


class StudioCase(unittest.TestCase):
    """A test with a page of its own. It fails if the browser's console shows an error."""

    @classmethod
    def setUpClass(cls):
        handler = functools.partial(Handler, directory=PAGE)
        cls.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=cls.server.serve_forever, daemon=True).start()
        cls.address = f"http://127.0.0.1:{cls.server.server_port}/"
        cls.playwright = sync_playwright().start()
        cls.browser = cls.playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        PICTURES.mkdir(parents=True, exist_ok=True)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.playwright.stop()
        cls.server.shutdown()
        cls.server.server_close()

    def setUp(self):
        self.errors = []
        self.contexts = []

    def tearDown(self):
        for context in self.contexts:
            context.close()
        self.assertEqual(self.errors, [], "errors in the console")

    def open(self, settings="", size="wide", scheme="light", still=True, before=lambda page: None):
        """Opens the page with settings as they stand behind # in the address."""
        width, height = SIZES[size]
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            reduced_motion="reduce" if still else "no-preference",
        )
        self.contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        before(page)
        page.goto(self.address + ("#" + settings if settings else ""))
        return page

    def picture(self, page, name):
        page.screenshot(path=PICTURES / f"{name}.png")

    def assert_accessible(self, page):
        """Holds the page to the rules of axe-core."""
        if not page.evaluate("typeof axe !== 'undefined'"):
            page.evaluate((WEB / "node_modules/axe-core/axe.min.js").read_text())
        found = page.evaluate("axe.run().then(result => result.violations.map(v => [v.id, v.help, v.nodes.length, v.nodes.slice(0, 2).map(n => n.html.slice(0, 200) + n.failureSummary.slice(0, 200))]))")
        self.assertEqual(found, [])


def settled(page):
    """Waits until the analysis has stopped."""
    expect(page.locator(".counters .stop dd")).to_contain_text("stopped")
