"""The pages that the reports of this package are made of."""

from importlib import resources
from typing import Any

import jinja2

from riffraff import __version__


def page(template: str, **content: Any) -> str:
    """An HTML page that needs no other file and no network.

    Args:
        template: name of a template of this package, which extends ``page.html.j2``.
        content: what it shows.
    """
    return _environment().get_template(template).render(version=__version__, **content)


def _environment() -> jinja2.Environment:
    folder = resources.files("riffraff.tuning")
    return jinja2.Environment(
        loader=jinja2.FunctionLoader(lambda name: folder.joinpath(name).read_text(encoding="utf-8")),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
