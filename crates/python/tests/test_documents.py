"""The examples of the manual and the notebooks run."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest
import tiptree
import tiptree.openspiel
import tiptree.pettingzoo

PACKAGE = Path(__file__).resolve().parent.parent
DOCS = PACKAGE.parent.parent / "docs"
PAGES = [PACKAGE / "README.md", DOCS / "python.md", DOCS / "openspiel.md"]
NOTEBOOKS = sorted((PACKAGE / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_examples_of_a_page_run(page: Path) -> None:
    """A page is one program: later examples use names of earlier ones."""
    text = page.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE))
    assert blocks
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks:
        # The traceback of a failure names the line of the page.
        line = text.count("\n", 0, block.start(1))
        exec(compile("\n" * line + block.group(1), str(page), "exec"), names)


@pytest.mark.parametrize("module", [tiptree, tiptree.openspiel, tiptree.pettingzoo], ids=lambda module: module.__name__)
def test_the_example_of_a_module_runs(module: Any) -> None:
    results = doctest.testmod(module)
    assert results.attempted > 0 and results.failed == 0


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.name)
def test_a_notebook_runs(notebook: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    nbclient = pytest.importorskip("nbclient")
    cells = nbformat.read(notebook, as_version=4)
    assert not any(cell.get("outputs") for cell in cells.cells), "a notebook is committed without outputs"
    nbclient.NotebookClient(cells, timeout=120, kernel_name="python3").execute()
