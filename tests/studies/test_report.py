"""Reports: the numbers are those of the tables, the page needs nothing but itself."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import numpy as np
import polars as pl
import pytest

from riffraff.rules import AREAS
from riffraff.studies import Job, Played, Study, Sweep, Tables, failed
from riffraff.studies.findings import SHAPES, find
from riffraff.studies.report import report_html, report_text
from riffraff.studies.shards import frame_of
from riffraff.studies.tables import tables_of

from . import stand_in

VOID = {"meta", "br", "hr", "img", "link", "input"}
MASSES = (0.3, 0.4, 0.5)


def game(job: Job) -> Played:
    """A made-up game: the lighter the counterweight, the more comes down, on the upper yardarm above all."""
    rng = np.random.default_rng(job.seed)
    played = stand_in.made_up(job)
    (pattern,) = played.rows["placements"][:1]
    mass = job.parameters.ship.counterweight_mass
    luck = float(rng.random())
    placements: list[Any] = []
    for number in range(40):
        area, shape = int(rng.integers(1, 11)), str(rng.choice(SHAPES))
        level = "deck" if area < 5 else ("low", "middle", "top")[(area - 5) // 2]
        down = luck * 0.2 + (0.5 - mass) + 0.05 * area > rng.random()
        placements.append(
            replace(
                pattern, turn=number, piece=f"{shape}-0", shape=shape, area=area, level=level,
                fate="fell" if down else "aboard", fate_turn=number if down else None, fell=int(down),
            )
        )  # fmt: skip
    fell = sum(placement.fell for placement in placements)
    capsizes = int(mass < 0.35 and luck > 0.5)
    turns = tuple(
        replace(turn, round=number + 1, capsized=bool(capsizes) and number == 1)
        for number, turn in enumerate(played.rows["turns"])
    )
    return replace(
        played,
        game=replace(played.game, loaded=40, fell=fell, caught=0, capsizes=capsizes, rounds=10),
        rows={**played.rows, "placements": tuple(placements), "turns": turns},
    )


def tables(study: Study, most: int | None = None) -> Tables:
    jobs = [study.job(*key) for key in study.order()][:most]
    return tables_of(study, frame_of([game(job) for job in jobs]).lazy())


@pytest.fixture(scope="module")
def swept() -> Tables:
    return tables(stand_in.study(30, sweeps=(Sweep("ship.counterweight_mass", MASSES),)))


class Page(HTMLParser):
    """A page taken apart: what is open, what was closed wrongly, and where it reaches outside."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.wrong: list[str] = []
        self.outside: list[str] = []
        self.ids: list[str] = []
        self.references: list[str] = []
        self.text: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for name, value in attributes:
            if name == "id":
                self.ids.append(value or "")
            if name in ("src", "href", "xlink:href", "data", "action"):
                (self.references if (value or "").startswith("#") else self.outside).append(value or "")
            self.references += re.findall(r"url\((#[^)]*)\)", value or "")

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_the_page_is_whole_and_needs_nothing_but_itself(swept: Tables) -> None:
    html = report_html(swept)
    page = Page(html)
    assert (page.open, page.wrong) == ([], [])
    assert page.outside == []
    assert not re.search(r"@import|<script|<link|<iframe|url\((?!#)", html)
    assert page.tags.count("svg") == 8
    assert len(page.ids) == len(set(page.ids))
    assert {reference[1:] for reference in page.references} <= set(page.ids)
    text = " ".join(page.text)
    for word in (
        "ship.counterweight_mass",
        "What comes down",
        "Capsizes",
        "Who wins",
        "top yardarm",
        "0.3 kg",
    ):
        assert word in text


def test_the_same_tables_make_the_same_page(swept: Tables) -> None:
    assert report_html(swept) == report_html(swept)


def test_probabilities_are_those_of_the_placements(swept: Tables) -> None:
    found = find(swept)
    for row, shape in enumerate(SHAPES):
        for column, area in enumerate(AREAS):
            own = swept.placements.filter(shape=shape, area=area)
            cell = found.coming_down.cells[row][column]
            assert cell.count == own.height
            if cell.count:
                assert cell.value == pytest.approx((own["fate"] == "fell").mean())
                assert found.bringing_down.cells[row][column].value == pytest.approx((own["fell"] > 0).mean())
    lost, loaded = swept.games["fell"].sum(), swept.games["loaded"].sum()
    assert found.down.value == pytest.approx(lost / loaded)
    assert found.capsized.value == pytest.approx((swept.games["capsizes"] > 0).mean())


def test_an_effect_is_the_difference_of_games_with_the_same_luck(swept: Tables) -> None:
    (effect,) = find(swept).effects
    down = effect.measures[0]
    by_case = [100 * swept.games.filter(case=case)["fell"].to_numpy() / 40 for case in range(3)]
    assert [value.value for value in down.values] == pytest.approx([one.mean() for one in by_case])
    for case in (1, 2):
        difference = down.differences[case - 1]
        assert difference.value == pytest.approx((by_case[case] - by_case[0]).mean())
        assert difference.high < 0  # the heavier, the less comes down
    # Luck is common to both: their difference is known better than either of them.
    width = down.differences[-1].high - down.differences[-1].low
    apart = np.hypot(*(value.high - value.low for value in (down.values[0], down.values[-1])))
    assert width < 0.9 * apart
    assert [shown.columns for shown in effect.maps] == [("deck", "low", "middle", "top")] * 3
    counts = sum(cell.count for shown in effect.maps for row in shown.cells for cell in row)
    assert counts == swept.placements.height


def test_the_text_says_it_in_sentences_and_tables(swept: Tables) -> None:
    text = report_text(swept)
    assert text.startswith("90 games of 2 players: 1 careful, 1 random\n")
    assert re.search(
        r"- ship.counterweight_mass from 0.3 kg to 0.5 kg: cargo that comes down \S+ to \S+ % \(-", text
    )
    assert "; length 10 to 10 rounds (no difference); " in text
    assert "Games won by seat: seat 0 (red) 100 % [96, 100], seat 1 (blue) 0 % [0, 4]." in text
    assert "The riskiest is the " in text
    assert re.search(r"\n  crate +\d+ \(\d+\)", text)
    assert "\x1b" not in text
    assert max(len(line) for line in text.splitlines() if line.startswith("  ")) < 120


def test_seats_and_kinds_that_cannot_be_told_apart_are_told(swept: Tables) -> None:
    assert "always had the same seats" in report_text(swept)
    turning = replace(swept, study=replace(swept.study, rotate=True))
    assert "always had the same seats" not in report_text(turning)


def test_failed_and_missing_games_are_told_and_left_out() -> None:
    study = stand_in.study(6)
    played: list[Played] = [game(study.job(0, number)) for number in range(4)]
    played.append(failed(study.job(0, 4), "PhysicsError: <b>lost</b>"))
    found = tables_of(study, frame_of(played).lazy())
    text = report_text(found)
    assert text.startswith("4 games of 2 players")
    assert "The study is not finished: 5 of its 6 games have been played." in text
    assert "1 games failed" in text
    assert Page(report_html(found)).wrong == []


@pytest.mark.parametrize("games", [0, 1, 2])
def test_a_study_of_few_games_has_a_report(games: int) -> None:
    found = tables(stand_in.study(5, sweeps=(Sweep("ship.counterweight_mass", MASSES),)), games)
    page = Page(report_html(found))
    assert (page.open, page.wrong, page.outside) == ([], [], [])
    assert f"{games} games" in report_text(found)
    assert "nan" not in report_text(found)


def test_a_parameter_that_is_not_the_default_is_named() -> None:
    study = replace(
        stand_in.study(1), parameters=Study(games=1, seed=1, players=("random",) * 2).parameters.with_changes(
            {"wood.friction": 0.25}
        )
    )  # fmt: skip
    html = report_html(tables(study))
    assert "<td>wood.friction</td><td>0.25</td>" in html
    assert "hand.tremor" not in html


def test_several_sweeps_are_averaged_over_each_other() -> None:
    sweeps = (Sweep("ship.counterweight_mass", (0.3, 0.4)), Sweep("wood.friction", (0.2, 0.3, 0.4)))
    found = tables(stand_in.study(4, sweeps=sweeps))
    first, second = find(found).effects
    assert [value.count for value in first.measures[2].values] == [12, 12]
    assert [value.count for value in second.measures[2].values] == [8, 8, 8]
    per_mass = found.games.with_columns(mass=pl.col("case") // 3).group_by("mass").agg(pl.col("fell").mean())
    wanted = (per_mass.sort("mass")["fell"] / 40 * 100).to_list()
    assert [value.value for value in first.measures[0].values] == pytest.approx(wanted)
    # Friction does nothing to these games.
    assert [difference.value for difference in second.measures[0].differences] == pytest.approx([0, 0])
