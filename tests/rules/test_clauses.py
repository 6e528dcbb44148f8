"""Every numbered clause has a test, and the clauses are those of the rules."""

import ast
import re
from pathlib import Path

from riffraff.rules import CLAUSES

CLAUSES_OF_CHAPTER = {1: 4, 2: 3, 3: 5, 4: 8, 5: 5, 6: 1, 7: 3}
NUMBERS = [f"R{chapter}.{n}" for chapter, last in CLAUSES_OF_CHAPTER.items() for n in range(1, last + 1)]


def test_the_clauses_are_complete_and_in_order() -> None:
    assert list(CLAUSES) == NUMBERS


def test_every_clause_has_a_test_that_names_it() -> None:
    tested = set()
    for module in Path(__file__).parent.glob("test_*.py"):
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and (match := re.match(r"test_r(\d)_(\d)_", node.name)):
                tested.add(f"R{match[1]}.{match[2]}")
    assert tested == set(NUMBERS)
