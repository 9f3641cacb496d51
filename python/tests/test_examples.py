"""The examples in the docstrings and in the documents are run."""

import doctest
import inspect
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import ludex
import ludex.gymnasium
import ludex.openspiel
import ludex.pettingzoo
import pytest


PAGES = ["docs/src/libraries/python.md", "docs/src/libraries/learning.md", "python/README.md", "README.md"]
"""The documents whose code is run."""


def documented() -> "Iterator[tuple[str, str]]":
    """The names and docstrings of everything that the package exports."""
    for module in (ludex, ludex.gymnasium, ludex.openspiel, ludex.pettingzoo):
        yield module.__name__, module.__doc__ or ""
        yield from exported(module)


def exported(module: ModuleType) -> "Iterator[tuple[str, str]]":
    """The names and docstrings of what a module exports."""
    for name in module.__all__:
        thing = getattr(module, name)
        yield name, inspect.getdoc(thing) or ""
        if inspect.isclass(thing):
            for member, value in vars(thing).items():
                if not member.startswith("_"):
                    yield f"{name}.{member}", inspect.getdoc(value) or ""


def test_everything_is_documented() -> None:
    assert [name for name, text in documented() if not text] == []


@pytest.mark.parametrize(("name", "text"), [pair for pair in documented() if ">>>" in pair[1]])
def test_example(name: str, text: str) -> None:
    example = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    options = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
    output: "list[str]" = []
    doctest.DocTestRunner(optionflags=options).run(example, out=output.append)
    assert output == [], "".join(output)


@pytest.mark.parametrize("page", PAGES)
def test_the_code_of_a_document(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path(os.environ["LUDEX_SOURCE"], page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert blocks
    monkeypatch.chdir(tmp_path)
    match = Path(os.environ["LUDEX_SOURCE"], "docs/src/examples/match.mat")
    Path("match.mat").write_bytes(match.read_bytes())
    Path("game.ptn").write_text('[Size "5"]\n1. a1 e5\n2. c3 d4\n3. b2 c2\n', encoding="utf-8")
    names: "dict[str, Any]" = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
