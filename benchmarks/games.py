"""Whole games through the command line: valid, repeatable, by the rules, and verified from their recordings.

Plays seeds 1 to N with 2, 3 and 4 players, each game twice, and checks for each that

- every line is JSON with an event and a time, the last one game_end with winners, rounds and supplies;
- the second run gives the same bytes, and so does its recording;
- the rules, told the log again, find nothing wrong (conservation holds after every entry);
- the recording verifies when it is played again from its decisions.

Prints how often falls, catches, two-piece turns and ties occur, as ``name value unit`` lines, and
ends with exit code 1 if anything is not as it should be. Ten seeds of careful players take half an hour on
two cores.

    python benchmarks/games.py --seeds 10 --player careful
"""

import argparse
import collections
import json
import statistics
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from riffraff.game import audit

RIFFRAFF = (sys.executable, "-m", "riffraff")
COUNTED = ("fell", "caught", "returned", "refused", "pass")


@dataclass(frozen=True)
class Played:
    """One game that was played twice and verified."""

    players: int
    seed: int
    wall: float
    simulated: float
    counts: collections.Counter[str]
    ending: str


def run(*arguments: str) -> tuple[bytes, float]:
    """Standard output of a command that must succeed, and the seconds it took."""
    begin = time.perf_counter()
    result = subprocess.run([*RIFFRAFF, *arguments], capture_output=True)
    if result.returncode != 0:
        raise RuntimeError(f"riffraff {' '.join(arguments)}: {result.stderr.decode().strip()}")
    return result.stdout, time.perf_counter() - begin


def play(players: int, seed: int, kind: str, folder: Path) -> Played:
    """Play a game twice, check its log, and verify its recording."""
    files = [folder / f"{players}-{seed}-{number}.mcap" for number in (1, 2)]
    arguments = ("run", "--players", str(players), "--player", kind, "--seed", str(seed), "--json")
    (first, wall), (second, _) = (run(*arguments, "--record", str(file)) for file in files)
    if first != second:
        raise RuntimeError(f"seed {seed}, {players} players: two runs gave different lines")
    if files[0].read_bytes() != files[1].read_bytes():
        raise RuntimeError(f"seed {seed}, {players} players: two runs gave different recordings")
    run("replay", str(files[0]), "--verify")
    for file in files:
        file.unlink()

    log = [json.loads(line) for line in first.splitlines()]
    if not all({"event", "time"} <= entry.keys() for entry in log):
        raise RuntimeError(f"seed {seed}, {players} players: a line without event or time")
    last = log[-1]
    if last["event"] != "game_end" or not {"winners", "rounds", "supplies"} <= last.keys():
        raise RuntimeError(f"seed {seed}, {players} players: the log ends with {last}")
    audit(log)
    counts = collections.Counter(entry["event"] for entry in log)
    counts["captain_ties"] = sum(
        entry["event"] == "captain" and entry["chosen_by"] is not None for entry in log
    )
    counts["order_ties"] = sum(entry["event"] == "order" and entry["chosen_by"] is not None for entry in log)
    counts["two_piece_turns"] = sum(entry["event"] == "take" and entry["attempt"] == 2 for entry in log)
    counts["time_limits"] = sum(entry["event"] == "settled" and not entry["rest"] for entry in log)
    return Played(players, seed, wall, last["time"], counts, last["ending"])


def main() -> int:
    """Play, check, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="seeds 1 to N (default 10)")
    parser.add_argument(
        "--player", default="careful", metavar="KIND", help="kind of all players (default careful)"
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="games at a time (default 2)")
    options = parser.parse_args()

    wanted = [(players, seed) for seed in range(1, options.seeds + 1) for players in (2, 3, 4)]
    games: list[Played] = []
    failures = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.workers) as pool:
        futures = [pool.submit(play, *game, options.player, Path(folder)) for game in wanted]
        for number, future in enumerate(futures, 1):
            try:
                games.append(future.result())
            except (RuntimeError, ValueError) as error:
                failures += 1
                print(f"\nFAILED {error}", file=sys.stderr)
            print(f"\r{number} of {len(wanted)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)

    print(f"games {len(games)} games")
    print(f"failed {failures} games")
    if games:
        total = sum((game.counts for game in games), collections.Counter[str]())
        for event in (*COUNTED, "two_piece_turns", "captain_ties", "order_ties", "time_limits"):
            print(f"{event} {total[event]} events")
        print(f"placements {total['let_go']} events")
        endings = collections.Counter(game.ending for game in games)
        for ending, count in sorted(endings.items()):
            print(f"ended_by_{ending.replace(' ', '_')} {count} games")
        for players in (2, 3, 4):
            these = [game for game in games if game.players == players]
            print(f"simulated_{players}_players {statistics.median(game.simulated for game in these):.1f} s")
            print(f"wall_{players}_players {statistics.median(game.wall for game in these):.1f} s")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
