"""The report on which parameters matter: as text, and as a page with pictures."""

from collections.abc import Iterator

from riffraff.studies.wording import aligned
from riffraff.tuning.indices import Index
from riffraff.tuning.page import page
from riffraff.tuning.sensitivity import OUTPUTS, Ranking

_WORTH_TELLING = 5.0  # % of the variance

_FOOTER = (
    "What moves an output: the share of its variance that a parameter has a part in, by itself or with "
    "others. Intervals hold the index 95 times of 100, over other choices of points; the games are the same "
    "at every point, and other games would give somewhat other indices. Where luck decides much, small "
    "changes of a parameter change the course of a game: that shows as shares with others. The roll period "
    "is theory's."
)


def report_html(found: Ranking) -> str:
    """The report as an HTML page that needs no other file and no network."""
    from riffraff.tuning.sensitivity_charts import charts  # takes long to load

    return page(
        "sensitivity.html.j2",
        title="Which parameters matter",
        lead=_lead(found),
        notes=list(notes(found)),
        answers=list(answers(found)),
        ranking=ranking_rows(found),
        screening=screening_rows(found),
        charts=charts(found),
        facts_heading="How it was asked",
        facts=_facts(found),
        footer=_FOOTER,
    )


def report_text(found: Ranking) -> str:
    """The report as plain text."""
    lines = [f"Which parameters matter: {_lead(found)}", ""]
    lines += [*notes(found), ""] if list(notes(found)) else []
    lines += [f"- {answer}" for answer in answers(found)]
    lines += ["", "Ranking (Sobol): share of the variance by itself / with others [%]:", ""]
    lines += aligned(ranking_rows(found))
    lines += [
        "",
        "Screening (Morris): mean absolute change over the whole range (its standard deviation):",
        "",
    ]
    lines += aligned(screening_rows(found))
    lines += ["", "Intervals hold the index 95 times of 100, over other choices of points."]
    return "\n".join(lines) + "\n"


def _lead(found: Ranking) -> str:
    inquiry = found.inquiry
    return (
        f"{len(inquiry.free)} parameters, {found.points.height} points of {inquiry.games} games, "
        f"{', '.join(inquiry.players)}, seed {inquiry.seed}"
    )


def notes(found: Ranking) -> Iterator[str]:
    """What a reader has to know before taking the numbers at their word."""
    for output in OUTPUTS:
        missing = found.points[output.name].null_count()
        if missing:
            points = f"{missing} of {found.points.height} points"
            yield (
                f"{points} have no {output.meaning}, as there can be no such ship or its games failed; they "
                "are left out, with those that belong to them."
            )
        for stage, known in (("screened", found.effects), ("ranked", found.shares)):
            if known[output.name] is None:
                yield f"Too few points are left to say what was {stage} for the {output.meaning}."


def answers(found: Ranking) -> Iterator[str]:
    """For each output what matters most, in a sentence."""
    for output in OUTPUTS:
        shares = found.shares[output.name]
        if shares is None:
            continue
        pairs = zip(found.ranked, shares, strict=True)
        order = sorted(pairs, key=lambda pair: -pair[1].total.value)
        if order[0][1].total.value <= 0:
            yield f"Nothing that was ranked moves the {output.name} ({output.meaning})."
            continue
        # A share of unknown interval, or one that chance alone may have made, is no answer.
        told = [
            f"{free.name} ({_percent(own.total)} %)"
            for free, own in order
            if own.total.value - own.total.arm > 0 and 100 * own.total.value >= _WORTH_TELLING
        ]
        if told:
            yield f"What moves the {output.name} ({output.meaning}): {', '.join(told)}."
        else:
            yield (
                f"Too few points to say what moves the {output.name} ({output.meaning}): every interval of a "
                "share reaches down to nothing; more --samples tell."
            )


def ranking_rows(found: Ranking) -> list[list[str]]:
    """The parameters ranked, with their shares of each output's variance."""
    rows = [["", *(output.name for output in OUTPUTS)]]
    for place, free in enumerate(found.ranked):
        cells = []
        for output in OUTPUTS:
            known = found.shares[output.name]
            cells.append(
                "-" if known is None else f"{_percent(known[place].alone)} / {_percent(known[place].total)}"
            )
        rows.append([free.name, *cells])
    return rows


def screening_rows(found: Ranking) -> list[list[str]]:
    """All parameters, with the changes of each output."""
    rows = [["", "from", "to", *(f"{output.name} [{output.unit}]" for output in OUTPUTS)]]
    for place, free in enumerate(found.inquiry.free):
        cells = []
        for output in OUTPUTS:
            known = found.effects[output.name]
            cells.append(
                "-" if known is None else f"{_more_or_less(known[place].size)} ({known[place].spread:.3g})"
            )
        rows.append([free.name, f"{free.low:.4g}", free.shown(free.high), *cells])
    return rows


def _more_or_less(index: Index) -> str:
    return f"{index.value:.3g}" + (f" ± {index.arm:.2g}" if index.arm == index.arm else "")


def _percent(index: Index) -> str:
    return f"{100 * index.value:.0f}" + (f" ± {100 * index.arm:.0f}" if index.arm == index.arm else "")


def _facts(found: Ranking) -> list[list[str]]:
    inquiry = found.inquiry
    counts = found.points.group_by("stage").len()
    facts = [
        *([f"points of the {stage}", str(count)] for stage, count in counts.sort("stage").rows()),
        ["games of a point", str(inquiry.games)],
        ["players", ", ".join(inquiry.players)],
        ["seed", str(inquiry.seed)],
    ]
    for name, quantity in inquiry.parameters.quantities().items():
        value = inquiry.parameters.value(name)
        if value != quantity.default:
            facts.append([name, f"{value:.6g} {quantity.unit.removeprefix('1')}".strip()])
    return facts
