"""The record of who has invited, removed, added browsers and set passwords."""

from __future__ import annotations

import re
import subprocess

from conftest import StartNode
from eventually import eventually
from node import Node, free_port
from test_access import curl
from test_passwords import PASSWORD, set_password, with_session


def history(node: Node) -> list[str]:
    """Returns the lines of the command without their times."""
    shown = subprocess.run(
        [node.program, "members", "--history", "--data", node.data], capture_output=True, text=True, check=True
    ).stdout
    lines = [line.split("  ", 1) for line in shown.splitlines()]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\dZ", time) for time, _ in lines), shown
    return [re.sub(r" \([\w-]{8}\)|/[\d.]+", "", rest) for _, rest in lines]


def test_the_history_has_what_the_owner_users_and_members_have_done(start_node: StartNode) -> None:
    anna = start_node("anna", "--peer-listen", f"127.0.0.1:{free_port()}")
    ben = start_node("ben", "--peer-listen", f"127.0.0.1:{free_port()}")
    assert history(anna) == []
    link = anna.invitation()
    assert ben.command("join", link=link)[0] == 200
    key = ben.status().get("node", "")
    eventually(lambda: any("anna" in line and "invited" in line for line in history(ben)), "ben knows the statement")
    set_password(anna, PASSWORD)
    for password in [PASSWORD, "not the password"]:
        curl(f"{anna.url}session", "-H", "User-Agent: Mozilla/5.0 (Android) Firefox/140.0", "-d", f"password={password}")
    assert anna.command("peer", peer=key, change="remove")[0] == 200
    owner = anna.owner_session()
    assert curl(f"{anna.url}invite", "-d", "seconds=60", *with_session(owner))[0] == 200
    # Nothing of what was refused is there.
    assert curl(f"{anna.url}invite", "-d", "seconds=none", *with_session(owner))[0] == 400
    assert curl(f"{anna.url}invite", "-d", "seconds=60")[0] == 403
    expected = [
        "command  made an invitation",
        "this node  invited ben",
        "command  set the password of the user",
        "browser  began a session: “Firefox, Android”",
        "this node  removed ben",
        "command  remove ben",
        "the owner's browser  became the owner's: “Python-urllib”",
        "the owner's browser  made an invitation",
    ]
    assert history(anna) == expected
    # It outlives the process, and no text of somebody else changes the terminal.
    curl(f"{anna.url}session", "-H", "User-Agent: turned \u202e around", "-d", f"password={PASSWORD}")
    anna.kill()
    anna.start()
    *others, last = history(anna)
    assert others == expected
    assert last.startswith("browser  began a session: ") and "\u202e" not in last, last
