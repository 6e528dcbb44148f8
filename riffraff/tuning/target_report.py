"""The report of a search: in a few lines, as rows of tables, and as a page with pictures."""

from collections.abc import Iterator

from riffraff.studies.stats import Estimate
from riffraff.tuning.asking import State, importances
from riffraff.tuning.measures import Measure
from riffraff.tuning.page import page
from riffraff.tuning.search import Found
from riffraff.tuning.target import verdicts
from riffraff.tuning.wants import Verdict

_FOOTER = (
    "Intervals hold the true value 95 times of 100: Wilson's for single events, a bootstrap over whole "
    "games for all else. All trials play games of the same seeds; finalists play others, and the fresh games "
    "others again. How far games are from the goal is the weighted root mean square of the distances from "
    "each value wanted, in its tolerances."
)


def report_html(found: Found) -> str:
    """The report as an HTML page that needs no other file and no network."""
    from riffraff.tuning.target_charts import charts  # takes long to load

    shares = importances(found.goal.free, found.trials)
    return page(
        "target.html.j2",
        title="Tuned to a goal",
        lead=f"{', '.join(found.goal.players)}; {len(found.trials)} trials, seed {found.goal.seed}",
        notes=list(notes(found)),
        answers=[answer(found)],
        wants=want_rows(found),
        parameters=parameter_rows(found),
        finalists=finalist_rows(found),
        charts=charts(found, shares),
        facts_heading="How it was asked",
        facts=_facts(found),
        footer=_FOOTER,
    )


def answer(found: Found) -> str:
    """Whether the goal is reached, in a sentence."""
    told = verdicts(found)
    games = f"{len(found.after.games)} fresh games"
    missed = [name for name, verdict in told.items() if verdict is Verdict.MISSED]
    unsure = [name for name, verdict in told.items() if verdict is Verdict.OPEN]
    if missed:
        return f"In {games} the goal is not reached: {', '.join(missed)} missed."
    if unsure:
        return f"{games[0].upper()}{games[1:]} cannot tell whether the goal is reached: {', '.join(unsure)}."
    return f"In {games} the goal is reached: all is as wanted."


def notes(found: Found) -> Iterator[str]:
    """What a reader has to know before taking the numbers at their word."""
    failed = sum(trial.state is State.FAILED for trial in found.trials)
    if failed:
        reason = next(trial.reason for trial in found.trials if trial.state is State.FAILED)
        yield f"{failed} trials failed and count as nothing; the first: {reason}."
    if found.after.failed:
        yield f"{found.after.failed} of the fresh games failed and are left out."
    for free in found.goal.free:
        value, margin = found.winner.values[free.name], 0.02 * (free.high - free.low)
        if not free.low + margin < value < free.high - margin:
            yield f"{free.name} = {free.shown(value)} is at the end of its range: better may lie beyond."


def want_rows(found: Found) -> list[list[str]]:
    """What was wanted, what it was before and is afterwards, and whether it is met."""
    aims, told = found.goal.aims, verdicts(found)
    rows = [["", "wanted", "before", "after", ""]]
    for want, before, after in zip(
        aims.each, aims.estimates(found.before), aims.estimates(found.after), strict=True
    ):
        before_text, after_text = (
            ", ".join(_estimate(want.measure, one) for one in estimates) for estimates in (before, after)
        )
        about = want.measure.quantity.meaning
        rows.append([about, want.text, before_text, after_text, told[want.name].value])
    return rows


def parameter_rows(found: Found) -> list[list[str]]:
    """The free parameters before and after."""
    rows = [["", "before", "after", "searched"]]
    for free in found.goal.free:
        before, after = found.goal.parameters.value(free.name), found.parameters.value(free.name)
        span = f"{free.low:.4g} to {free.shown(free.high)}"
        rows.append([free.name, free.shown(before), free.shown(after), span])
    return rows


def finalist_rows(found: Found) -> list[list[str]]:
    """The finalists with how far they were from the goal, the winner first."""
    rows = [["", "in the search", "in other games"]]
    rows += [
        [f"trial {one.trial.number}", f"{one.trial.loss:.2f}", f"{one.loss:.2f}"] for one in found.finalists
    ]
    return rows


def _estimate(measure: Measure, estimate: Estimate) -> str:
    value = measure.text(estimate.value)
    if estimate.low != estimate.low:
        return value
    low, high = measure.text(estimate.low, unit=False), measure.text(estimate.high, unit=False)
    return f"{value} [{low}, {high}]"


def _facts(found: Found) -> list[list[str]]:
    goal = found.goal
    states = [sum(trial.state is state for trial in found.trials) for state in State]
    facts = [
        ["trials", str(len(found.trials))],
        *([f"of these {state.value}", str(count)] for state, count in zip(State, states, strict=True)),
        ["games of a trial", str(goal.games)],
        ["looked at after", ", ".join(map(str, goal.rungs))],
        ["games of a finalist", str(goal.runoff)],
        ["fresh games", str(goal.fresh)],
        ["players", ", ".join(goal.players)],
        ["seed", str(goal.seed)],
    ]
    for name, quantity in goal.parameters.quantities().items():
        value = goal.parameters.value(name)
        if value != quantity.default:
            facts.append([name, f"{value:.6g} {quantity.unit.removeprefix('1')}".strip()])
    return facts
