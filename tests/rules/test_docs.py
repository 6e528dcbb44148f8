"""The example in the package's docstring runs as shown."""

import doctest

import riffraff.rules


def test_the_example_of_the_package_runs() -> None:
    results = doctest.testmod(riffraff.rules)
    assert results.attempted > 0
    assert results.failed == 0
