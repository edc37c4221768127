"""Everything that is public has a docstring."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

import tiptree
import tiptree.openspiel
import tiptree.pettingzoo


def public(owner: Any, path: str) -> Iterator[tuple[str, Any]]:
    for name in dir(owner):
        member = inspect.getattr_static(owner, name)
        if not name.startswith("_") and not isinstance(member, (int, str)):
            yield f"{path}.{name}", member


def test_everything_has_a_docstring() -> None:
    modules: list[Any] = [tiptree, tiptree.openspiel, tiptree.pettingzoo]
    found = [(f"{module.__name__}.{name}", getattr(module, name)) for module in modules for name in module.__all__]
    ours = [(path, item) for path, item in found if not isinstance(item, (int, str))]
    members = [pair for path, item in ours if inspect.isclass(item) for pair in public(item, path)]
    inherited = {"index", "count", "add_note", "with_traceback", "args", "num_agents", "max_num_agents", "unwrapped"}
    lacking = [path for path, item in ours + members if not inspect.getdoc(item) and path.split(".")[-1] not in inherited]
    # The fields of dataclasses have their docstrings in the source.
    fields = [path for path in lacking if path.split(".")[1] in ("Counters", "Proven", "RootMove")]
    assert sorted(set(lacking) - set(fields)) == []
