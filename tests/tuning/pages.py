"""Reports as a browser sees them."""

import re
from html.parser import HTMLParser
from typing import Final

_VOID: Final = {"meta", "br", "hr", "img", "link", "input"}


class Page(HTMLParser):
    """A page, read.

    Attributes:
        wrong: tags that close what is not open.
        open: tags that are never closed.
        pictures: number of plots.
        outside: addresses that the page would load from.
        ids: all ids.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self.wrong: list[str] = []
        self.open: list[str] = []
        self.ids: list[str] = []
        self.pictures = 0
        self.outside = re.findall(r"(?:src|href)=\"(?!#|data:)[^\"]*\"|url\((?!#)", text)
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.pictures += tag == "svg"
        self.ids += [value for name, value in attributes if name == "id" and value]
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.ids += [value for name, value in attributes if name == "id" and value]

    def handle_endtag(self, tag: str) -> None:
        if self.open and self.open[-1] == tag:
            self.open.pop()
        else:
            self.wrong.append(tag)
