"""Parameters from TOML: what a file states, and where it is wrong."""

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riffraff.params import ParameterError, Parameters, dumps, load, loads

QUANTITIES = Parameters.quantities()


def problems(text: str) -> list[str]:
    with pytest.raises(ParameterError) as caught:
        loads(text, source="params.toml")
    return list(caught.value.problems)


def test_a_file_changes_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "heavy.toml"
    path.write_text(
        '[ship]\ncounterweight_mass = 0.4\ntilt_stop = "28 deg"\n[world]\nsolver_iterations = 50\n'
    )
    parameters = load(path)
    assert parameters.ship.counterweight_mass == 0.4
    assert parameters.ship.tilt_stop == pytest.approx(math.radians(28))
    assert parameters.world.solver_iterations == 50
    assert parameters.hand == Parameters().hand


@pytest.mark.parametrize(
    "text",
    [
        "ship.tilt_stop = 0.5",
        "ship = { tilt_stop = 0.5 }",
        "[ship]\r\ntilt_stop = 0.5\r\n",
        "[ship]\n'tilt_stop' = '0.5'",
        "\ufeff[ship]\ntilt_stop = 0.5",
    ],
)
def test_every_way_to_write_it_is_understood(text: str, tmp_path: Path) -> None:
    path = tmp_path / "params.toml"
    path.write_bytes(text.encode())
    assert load(path) == Parameters().with_changes({"ship.tilt_stop": 0.5})


def test_empty_text_gives_the_defaults() -> None:
    assert loads("") == loads("# nothing\n[ship]\n") == Parameters()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("ship = 3", "params.toml:1: ship: is a group, not one value; it holds ship.ring_diameter"),
        ("[[ship]]\ntilt_stop = 0.5", "params.toml:1: ship: is a group, not one value"),
        ("\n[ship.tilt_stop]\nlow = 1", "params.toml:2: ship.tilt_stop: is one value, not a group"),
        (
            "[ship]\n\ntilt_stop = 9",
            "params.toml:3: ship.tilt_stop: 9 is too large; allowed: 0.436 to 0.611 rad",
        ),
        ("[ship]\ntilt_stop = true", "params.toml:2: ship.tilt_stop: true is not a number"),
        ("[ship]\ntilt_stop = nan", "params.toml:2: ship.tilt_stop: nan is not a finite number"),
        ("[ship]\ntilt_stop = -inf", "params.toml:2: ship.tilt_stop: -inf is not a finite number"),
        ("[ship]\ntilt_stop = 1e999", "params.toml:2: ship.tilt_stop: inf is not a finite number"),
        (
            "[ship]\ntilt_stop = 0x" + "f" * 5000,
            "params.toml:2: ship.tilt_stop: an integer of 20000 bits is too l",
        ),
        ("[ship]\ntilt_stop = 1979-05-27", "params.toml:2: ship.tilt_stop: a date is not a number"),
        (
            "[ship]\ntilt_stop = '9 mm'",
            "params.toml:2: ship.tilt_stop: 'mm' is no unit for this; expected rad",
        ),
        (
            "[ship]\ntilt = 1\nstop = 2",
            "params.toml:2: ship.tilt: no such parameter; did you mean ship.tilt_stop",
        ),
        (
            "[world]\nsolver_iterations = 2.5",
            "params.toml:2: world.solver_iterations: 2.5 is not a whole number",
        ),
        ("[shp]\ntilt_stop = 0.5", "params.toml:1: shp: no such parameter; did you mean ship?"),
        (
            '"ship.tilt_stop" = 0.5',
            'params.toml:1: "ship.tilt_stop": no such parameter; did you mean ship.tilt',
        ),
        (
            "[world]\nframe_rate = 70",
            "params.toml:2: world.frame_rate: a frame of 1/70 s is 3.42857143 steps",
        ),
    ],
)
def test_a_refused_value_is_told_with_its_line(text: str, line: str) -> None:
    assert problems(text)[0].startswith(line)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[ship]\ntilt_stop 0.5", "params.toml:2:12: not TOML: Invalid key"),
        ("[ship]\ntilt_stop =", "params.toml:2:12: not TOML: Unexpected character: '\\n'"),
        ("[ship", "params.toml:1:6: not TOML: "),
        ("[ship]\ntilt_stop = .5", "params.toml:2:13: not TOML: "),
        (
            "[ship]\ntilt_stop = 0.5\ntilt_stop = 0.5",
            'params.toml:3: not TOML: Key "tilt_stop" already exists',
        ),
        ("tilt = 1\ntilt = 2\n", 'params.toml:2: not TOML: Key "tilt" already exists'),
        (
            "a = '''\n\n'''\n[ship]\nx = 1\n[ship.x]\n[hand]",
            'params.toml:6: not TOML: Key "x" already exists',
        ),
        ("a = [[" + "[" * 5000, "params.toml:1:"),
        ("[" + "a." * 5000 + "b]", "params.toml:1:"),
        ("a = " + "9" * 5000, "params.toml:1:"),
        ("a = '''\n\n", "params.toml:"),
        ("\0", "params.toml:1:"),
    ],
)
def test_what_is_not_toml_is_told_with_its_place(text: str, place: str) -> None:
    (problem,) = problems(text)
    assert problem.startswith(place)
    assert "not TOML" in problem


def test_lines_are_those_where_the_statement_begins() -> None:
    text = """
# [hand]
# force = 1
[ cargo . crate ]
edge = [
  1,
  2,
]
'width' = '''
edge = 3
[hand]
'''

hand.force = 3

  [hand]
"force" = 99
torque = { value = 1,
  unit = "N m" }
[ship]
tilt_stop = 9
[cargo.rat]
"a\\nb" = 1
"""
    assert sorted(line.split(": ")[:2] for line in problems(text)) == [
        ["params.toml:14", "cargo.crate.hand"],
        ["params.toml:17", "hand.force"],
        ["params.toml:18", "hand.torque"],
        ["params.toml:21", "ship.tilt_stop"],
        ["params.toml:23", 'cargo.rat."a\\nb"'],
        ["params.toml:5", "cargo.crate.edge"],
        ["params.toml:9", "cargo.crate.width"],
    ]


@given(st.lists(st.sampled_from(list(QUANTITIES)), min_size=1, unique=True), st.data())
def test_every_value_out_of_bounds_is_told_with_its_line(names: list[str], data: st.DataObject) -> None:
    lines: list[str] = []
    expected = []
    for name in names:
        lines += [""] * data.draw(st.integers(0, 3))
        group, _, last = name.rpartition(".")
        if data.draw(st.booleans()):
            lines += [f'{name} = "{2 * QUANTITIES[name].high:g}" # dotted']
        else:
            lines += [f"{group} . '{last}' = 123456"]
        expected.append(f"params.toml:{len(lines)}: {name}")
    found = problems("\n".join(lines))
    assert sorted(": ".join(problem.split(": ")[:2]) for problem in found) == sorted(expected)


@given(st.text())
def test_any_text_gives_parameters_or_a_parameter_error(text: str) -> None:
    try:
        loads(text)
    except ParameterError as error:
        assert all(problem.isprintable() for problem in error.problems)


WORDS = [
    "ship",
    "cargo",
    "hand",
    "crate",
    "edge",
    "force",
    "0.4",
    "1",
    "e9",
    "nan",
    "true",
    "1979-05-27",
    "'1 m'",
]
SIGNS = [
    "-",
    ".",
    "=",
    "[",
    "]",
    "[[",
    "]]",
    "'",
    '"',
    "'''",
    '"""',
    "{",
    "}",
    ",",
    "#",
    "\\",
    "\0",
    " ",
    "\n",
    "\r\n",
]
STATEMENTS = ["\n[ship]\n", "\n[cargo.crate]\nedge=", "\nhand.force=", "\na.b=1\n", "[1,\n2]"]
fragments = st.sampled_from(WORDS + SIGNS + STATEMENTS)


@given(st.lists(fragments, max_size=20).map("".join))
def test_any_almost_toml_gives_parameters_or_a_parameter_error(text: str) -> None:
    try:
        loads(text)
    except ParameterError as error:
        assert all(problem.isprintable() for problem in error.problems)


@given(st.sampled_from(dumps(Parameters()).splitlines()), st.integers(0, 200), st.characters())
def test_any_line_with_one_character_changed_gives_parameters_or_a_parameter_error(
    line: str, position: int, character: str
) -> None:
    try:
        loads(line[:position] + character + line[position + 1 :])
    except ParameterError as error:
        assert len(error.problems) == 1


def test_files_that_cannot_be_read_get_one_line(tmp_path: Path) -> None:
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"a = 1\n\xff\xfe")
    for path, reason in [
        (tmp_path / "missing.toml", "no such file"),
        (tmp_path, "is a directory, not a TOML file"),
        (binary, "not UTF-8 text (byte 6)"),
        (binary / "below.toml", "cannot be read: Not a directory"),
    ]:
        with pytest.raises(ParameterError) as caught:
            load(path)
        assert str(caught.value) == f"{path}: {reason}"
    with pytest.raises(ParameterError, match=r"^a\\x00b: cannot be read: embedded null"):
        load("a\0b")
