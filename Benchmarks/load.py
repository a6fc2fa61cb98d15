"""Load by wrk."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from pathlib import Path

from failure import Failure

SCRIPT = Path(__file__).with_name("load.lua")

#: An answer that takes longer counts as an error.
TIMEOUT_S = 10


@dataclass(frozen=True)
class Load:
    """The result of a run of wrk in which every request succeeded."""

    requests: int
    seconds: float
    p50_ms: float
    p99_ms: float


def run_wrk(address: str, connections: int, seconds: int, *arguments: str) -> Load:
    """Sends requests for some seconds. load.lua describes the arguments."""
    command = ["wrk", "--threads=1", f"--connections={connections}", f"--duration={seconds}s"]
    command += [f"--timeout={TIMEOUT_S}s", f"--script={SCRIPT}", address, *arguments]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        raise Failure(f"wrk failed at {address}:\n{run.stdout}")
    return parse(run.stdout, address)


def parse(output: str, address: str) -> Load:
    """Reads the line that load.lua prints. A run with errors is a failure, because errors are often fast."""
    result = json.loads(output.splitlines()[-1])
    errors = {kind: count for kind, count in result.pop("errors").items() if count}
    if errors:
        kinds = ", ".join(f"{kind} {count}" for kind, count in errors.items())
        raise Failure(f"{address} did not answer all {result['requests']} requests well. Errors: {kinds}.")
    load = Load(**result)
    if load.requests == 0:
        raise Failure(f"{address} answered no request within {load.seconds:.0f} s.")
    return load
