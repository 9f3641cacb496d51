"""The examples in the docstrings are run."""

import doctest
import inspect
from collections.abc import Iterator

import ludex
import pytest


def documented() -> "Iterator[tuple[str, str]]":
    """The names and docstrings of everything that the package exports."""
    yield "ludex", ludex.__doc__ or ""
    for name in ludex.__all__:
        thing = getattr(ludex, name)
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
