"""The history of a group: messages from before a node became a member. Nobody has to read them."""

from playwright.sync_api import expect

import slow_world
from conftest import StartNode, Visit
from eventually import eventually
from invitations import listening_node
from node import free_port

PATIENCE = 30 * slow_world.patience


def test_the_history_of_a_group_is_read_and_not_late_and_what_is_written_afterwards_is_unread(
    start_node: StartNode, visit: Visit
) -> None:
    anna = start_node("anna", start=False)
    anna.options = ["--peer-listen", f"127.0.0.1:{free_port()}"]
    anna.clock = "-2h"
    anna.start()
    anna.seed((f"history {number}" for number in range(300)), user="anna", connections=1)
    anna.post("soup", user="anna", room="kitchen")
    anna.stop()
    anna.clock = None
    anna.start()
    ben = listening_node(start_node, "ben")
    # The page was there before the node became a member.
    page = visit(ben, name="Ben")
    page.enter("garden")
    page.expect_room("garden")
    ben.request("join", link=anna.invitation())
    eventually(lambda: len(ben.messages()) >= 301, "the history has arrived", PATIENCE)
    expect(page.room_link("kitchen")).to_be_visible()
    anna.post("good morning", user="anna")
    expect(page.unread("Main room")).to_have_text("1")
    expect(page.unread("kitchen")).to_have_count(0)
    page.open_room("Main room")
    expect(page.message("good morning").locator(".unread-line")).to_be_in_viewport()
    expect(page.page.get_by_text("arrived late")).to_have_count(0)
    expect(page.to_earlier).to_be_hidden()
    expect(page.unread("Main room")).to_have_count(0)
    page.reload()
    expect(page.message("good morning")).to_be_in_viewport()
    expect(page.unread_line).to_have_count(0)
