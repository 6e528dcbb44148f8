"""The report of a study: one HTML file with everything in it, or text."""

from functools import cache
from importlib import resources
from typing import Any

import jinja2

from riffraff import __version__
from riffraff.studies import wording
from riffraff.studies.findings import Findings, find
from riffraff.studies.tables import Tables

_TEMPLATE = "report.html.j2"


def report_text(tables: Tables) -> str:
    """The report of a study as plain text."""
    return wording.text(find(tables))


def report_html(tables: Tables) -> str:
    """The report of a study as an HTML page that needs no other file and no network."""
    from riffraff.studies.charts import charts  # takes longer to load than text takes to write

    findings = find(tables)
    return _page().render(
        findings=findings,
        study=findings.study,
        title=wording.title(findings),
        notes=list(wording.notes(findings)),
        answers=list(wording.answers(findings)),
        charts=charts(findings) if findings.games else {},
        facts=_facts(findings),
        effects=findings.effects,
        number=wording.number,
        percent=wording.percent,
        value_text=wording.value_text,
        version=__version__,
    )


def _facts(findings: Findings) -> list[tuple[str, Any]]:
    """The study, as a reader needs it to play it again."""
    study = findings.study
    facts: list[tuple[str, Any]] = [
        ("games of each case", study.games),
        ("cases", len(study.cases)),
        ("seed", study.seed),
        ("players", ", ".join(study.players) + (", moving on by a seat each game" if study.rotate else "")),
        ("riffraff", __version__),
    ]
    changed = [
        (name, f"{value:.6g} {quantity.unit.removeprefix('1')}".strip())
        for name, quantity in study.parameters.quantities().items()
        if (value := study.parameters.value(name)) != quantity.default
    ]
    return facts + changed


@cache
def _page() -> jinja2.Template:
    source = resources.files("riffraff.studies").joinpath(_TEMPLATE).read_text(encoding="utf-8")
    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(source)
