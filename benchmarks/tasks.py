"""Long measurements: work spread over processes, kept in a file as it comes, gone on with after a break."""

import contextlib
import json
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any


def run(
    task: Callable[[str], Any],
    keys: Iterable[str],
    *,
    out: Path | None,
    workers: int,
) -> dict[str, Any]:
    """Results of a task for every key, in the order of the keys.

    Args:
        task: a function of a module; what it returns is JSON.
        keys: what to call it with. A result depends on its key alone.
        out: a file of JSON lines that keeps the results; those it holds already are not computed again.
        workers: processes.

    Ctrl-C keeps what is done, tells so, and ends the program.
    """
    wanted = list(keys)
    results = _kept(out)
    missing = [key for key in wanted if key not in results]
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(out.open("a", encoding="utf-8")) if out is not None else None
        pool = stack.enter_context(ProcessPoolExecutor(workers))
        futures = {pool.submit(task, key): key for key in missing}
        begin = time.perf_counter()
        try:
            for number, future in enumerate(as_completed(futures), 1):
                key = futures[future]
                results[key] = future.result()
                if file is not None:
                    file.write(json.dumps({"key": key, "result": results[key]}) + "\n")
                    file.flush()
                left = (time.perf_counter() - begin) / number * (len(missing) - number)
                print(f"\r{number} of {len(missing)}, {left / 60:.0f} min left ", end="", file=sys.stderr)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
            kept = f"; {out} keeps what is done" if out is not None else ""
            raise SystemExit(f"\nstopped{kept}") from None
    if missing:
        print(file=sys.stderr)
    return {key: results[key] for key in wanted}


def _kept(out: Path | None) -> dict[str, Any]:
    if out is None or not out.exists():
        return {}
    results: dict[str, Any] = {}
    for line in out.read_text(encoding="utf-8").splitlines():
        # The last line may be cut short by a kill; it is computed again.
        with contextlib.suppress(json.JSONDecodeError, KeyError):
            entry = json.loads(line)
            results[entry["key"]] = entry["result"]
    return results
