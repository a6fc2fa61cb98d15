"""Unread messages: the line above them and their counts."""

import re

from playwright.sync_api import Route, expect

from chat_page import ChatPage
from conftest import Visit
from eventually import eventually
from node import Node


def post_many(node: Node, count: int, user: str = "megan") -> None:
    node.seed((f"number {number}" for number in range(count)), user=user, connections=1)


class Held:
    """Holds back the page's requests that match a pattern, until they are released."""

    def __init__(self, page: ChatPage, pattern: str | re.Pattern[str]) -> None:
        self.routes: list[Route] | None = []
        page.page.route(pattern, self._handle)

    def _handle(self, route: Route) -> None:
        if self.routes is None:
            route.continue_()
        else:
            self.routes.append(route)

    def release(self) -> None:
        routes, self.routes = self.routes or [], None
        for route in routes:
            route.continue_()


def return_to_unread(node: Node, visit: Visit, count: int) -> ChatPage:
    """Returns the page of a second visit, at the first of `count` messages that are new since the first visit."""
    page = visit(node)
    page.close()
    post_many(node, count)
    page = page.open_another_tab()
    expect(page.message("number 0").locator(".unread-line")).to_be_in_viewport()
    return page


def test_new_messages_are_counted_on_the_button_and_do_not_move_older_ones_in_view(
    node: Node, visit: Visit
) -> None:
    post_many(node, 60)
    page = visit(node)
    expect(page.message("number 59")).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()
    page.scroll_to_top()
    expect(page.to_newest).to_have_text("Go to the newest messages")
    top = page.scroller.evaluate("(element) => element.scrollTop")
    node.post("one more", user="megan")
    expect(page.to_newest).to_have_text("1 unread message")
    node.post("two more", user="megan")
    expect(page.to_newest).to_have_text("2 unread messages")
    assert page.scroller.evaluate("(element) => element.scrollTop") == top
    page.to_newest.click()
    # The page scrolls to the line above the first unread message.
    expect(page.unread_line).to_be_in_viewport()
    expect(page.message("one more").locator(".unread-line")).to_have_count(1)
    expect(page.message("two more")).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()


def test_own_messages_are_not_counted_as_unread(node: Node, visit: Visit) -> None:
    post_many(node, 60)
    page = visit(node)
    other = page.open_another_tab()
    expect(page.message("number 59")).to_be_in_viewport()
    page.scroll_to_top()
    other.write("mine")
    expect(other.message("mine")).to_be_visible()
    expect(page.message("mine")).to_have_count(1)
    expect(page.to_newest).to_have_text("Go to the newest messages")


def test_the_title_counts_the_unread_messages_of_all_rooms(node: Node, visit: Visit) -> None:
    page = visit(node)
    node.post("read at once", user="megan")
    expect(page.message("read at once")).to_be_visible()
    expect(page.page).to_have_title(re.compile(r"^Main room"))
    page.hide()
    node.post("one", user="megan")
    expect(page.page).to_have_title(re.compile(r"^\(1\) "))
    node.post("two", user="megan", room="kitchen")
    expect(page.page).to_have_title(re.compile(r"^\(2\) "))
    page.show()
    expect(page.page).to_have_title(re.compile(r"^\(1\) Main room"))
    expect(page.message("one").locator(".unread-line")).to_have_text("New")
    # The message in the other room is still unread.
    expect(page.unread("kitchen")).to_have_text("1")
    page.hide()
    expect(page.page).to_have_title(re.compile(r"^\(1\) "))


def test_the_next_visit_starts_at_the_first_unread_message(node: Node, visit: Visit) -> None:
    post_many(node, 30)
    page = visit(node)
    expect(page.message("number 29")).to_be_in_viewport()
    expect(page.unread_line).to_have_count(0)
    page.close()
    node.seed((f"later {number}" for number in range(80)), user="megan", connections=1)
    later = page.open_another_tab()
    expect(later.message("later 0").locator(".unread-line")).to_be_in_viewport()
    expect(later.message("later 79")).not_to_be_in_viewport()
    # Those on the screen are read.
    expect(later.to_newest).to_have_text(re.compile(r"^[67]\d unread messages"))
    later.scroll_to_end()
    expect(later.to_newest).to_be_hidden()
    later.page.locator("#mark-read").click()
    expect(later.to_earlier).to_be_hidden()
    later.reload()
    expect(later.message("later 79")).to_be_in_viewport()
    expect(later.unread_line).to_have_count(0)


def test_the_line_moves_to_messages_that_arrive_while_the_page_is_hidden(
    node: Node, visit: Visit
) -> None:
    page = return_to_unread(node, visit, 80)
    line = page.message("number 0").locator(".unread-line")
    page.hide()
    node.post("one more", user="megan")
    expect(page.message("one more")).to_have_count(1)
    expect(line).to_have_count(1)
    page.show()
    for _ in range(3):
        page.scroll_on()
    # The page stays where the person reads.
    page.hide()
    page.show()
    expect(line).not_to_be_in_viewport()
    page.read_to_the_end()
    expect(page.page).to_have_title(re.compile(r"^Main room"))
    expect(line).to_have_count(1)

    page.hide()
    node.post("my own", user="jack")
    expect(page.message("my own")).to_have_count(1)
    expect(line).to_have_count(1)
    node.post("new", user="megan")
    node.post("the last one", user="megan")
    expect(page.page).to_have_title(re.compile(r"^\(2\) "))
    expect(page.unread_line).to_have_count(1)
    expect(page.messages.filter(has=page.unread_line).locator(".text")).to_have_text("new")
    page.show()
    expect(page.unread_line).to_be_in_viewport()
    expect(page.message("the last one")).to_be_in_viewport()
    expect(page.page).to_have_title(re.compile(r"^Main room"))


#: Reports changes of sizes late, as a busy machine does. `reported` is the time of the change that was reported last.
LATE_SIZES = """
globalThis.reported = -1;
globalThis.ResizeObserver = class extends ResizeObserver {
  constructor(report) {
    super((...change) => {
      const time = performance.now();
      setTimeout(() => { report(...change); globalThis.reported = time; }, 1000);
    });
  }
};"""


def test_a_page_on_a_busy_machine_stays_at_the_first_unread_message(node: Node, visit: Visit) -> None:
    post_many(node, 30)
    page = visit(node)
    expect(page.message("number 29")).to_be_in_viewport()
    page.close()
    node.seed((f"later {number}" for number in range(80)), user="megan", connections=1)
    page.context.add_init_script(LATE_SIZES)
    later = page.open_another_tab()
    line = later.message("later 0").locator(".unread-line")
    expect(line).to_be_in_viewport()
    later.page.wait_for_function("() => globalThis.reported >= 0")
    expect(line).to_be_in_viewport()
    expect(later.to_newest).to_have_text(re.compile(r"^[67]\d unread messages"))


def test_a_page_on_a_busy_machine_stays_at_the_end(node: Node, visit: Visit) -> None:
    node.seed(f"message {number} {'and words ' * (number % 12)}more" for number in range(200))
    page = visit(node, name=None)
    page.context.add_init_script(LATE_SIZES)
    page.reload()
    expect(page.messages.last).to_be_attached()
    page.page.wait_for_function("() => globalThis.reported >= 0")
    # With the name, these messages become the person's own, which have other heights.
    time = page.page.evaluate("performance.now()")
    page.give_name("jack")
    page.page.wait_for_function("(time) => globalThis.reported > time", arg=time)
    expect(page.messages.last).to_be_in_viewport()
    expect(page.to_newest).to_be_hidden()


def test_a_person_who_scrolls_up_stays_there_when_the_layout_changes_at_that_moment(
    node: Node, visit: Visit
) -> None:
    post_many(node, 60)
    page = visit(node)
    expect(page.message("number 59")).to_be_in_viewport()
    top = page.page.evaluate("""() => {
      const scroller = document.getElementById('scroller');
      scroller.scrollTop -= 400;
      document.getElementById('notices').style.minHeight = '100px';
      return scroller.scrollTop;
    }""")
    expect(page.to_newest).to_be_visible()
    assert page.scroller.evaluate("(element) => element.scrollTop") == top


def test_the_end_stays_visible_when_the_layout_changes_just_before_a_scroll_event(
    node: Node, visit: Visit
) -> None:
    post_many(node, 60)
    page = visit(node)
    expect(page.message("number 59")).to_be_in_viewport()
    page.page.evaluate("""() => {
      document.getElementById('notices').style.minHeight = '100px';
      document.getElementById('scroller').dispatchEvent(new Event('scroll'));
    }""")
    expect(page.message("number 59")).to_be_in_viewport(ratio=1)
    expect(page.to_newest).to_be_hidden()


def test_a_room_opens_at_the_first_of_more_unread_messages_than_are_counted(
    node: Node, visit: Visit
) -> None:
    post_many(node, 30)
    page = visit(node)
    expect(page.message("number 29")).to_be_in_viewport()
    page.close()
    node.seed((f"later {number}" for number in range(708)), user="megan", connections=1)
    later = page.open_another_tab()
    first = later.message("later 0").filter(has=later.page.locator(".unread-line"))
    expect(first).to_be_in_viewport()
    expect(later.unread("Main room")).to_have_text(re.compile(r"^\d+\+$"))
    expect(later.to_newest).to_have_text(re.compile(r"^\d+\+ unread messages"))
    expect(later.page).to_have_title(re.compile(r"^\(\d+\+\) "))
    # Going to the newest skips the others, and says so.
    later.to_newest.click()
    expect(later.message("later 707")).to_be_in_viewport()
    expect(later.to_newest).to_be_hidden()
    expect(later.to_earlier).to_have_text(re.compile(r"^\d+\+ unread messages above"))
    node.post("newest", user="megan")
    expect(later.message("newest")).to_be_in_viewport()
    # After a reload, the room opens at the first message that was not on the screen.
    later.reload()
    first = later.messages.filter(has=later.unread_line).locator(".text")
    # Before the node answers, it may be the first one that the browser has saved.
    expect(first).to_have_text(re.compile(r"^later ([1-9]|[1-5]\d)$"))
    expect(later.unread_line).to_be_in_viewport()
    later.to_newest.click()
    later.page.locator("#mark-read").click()
    expect(later.to_earlier).to_be_hidden()
    expect(later.unread("Main room")).to_have_count(0)
    later.reload()
    expect(later.message("newest")).to_be_in_viewport()
    expect(later.unread_line).to_have_count(0)


def test_scrolling_reads_on_from_the_first_unread_message_to_the_end(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.close()
    node.seed((f"later {number}" for number in range(650)), user="megan", connections=1)
    later = page.open_another_tab()
    expect(later.message("later 0")).to_be_in_viewport()
    seen = set()
    for _ in range(400):
        seen.update(later.texts())
        if later.message("later 649").count() and later.to_newest.is_hidden():
            break
        later.scroll_on()
    assert seen == {f"later {number}" for number in range(650)}
    expect(later.to_earlier).to_be_hidden()
    expect(later.unread("Main room")).to_have_count(0)
    # New messages follow at the end.
    node.post("after", user="megan")
    expect(later.message("after")).to_be_in_viewport()


def test_messages_that_were_visible_before_the_node_listed_them_as_unread_are_read(
    node: Node, visit: Visit
) -> None:
    page = return_to_unread(node, visit, 650)
    expect(page.unread("Main room")).to_have_text(re.compile(r"^\d+\+$"))
    held = Held(page, re.compile(r"messages\.php\?view=chat&past="))
    eventually(lambda: page.scroll_on() and page.message("number 649").count() > 0, "it is at the end", 60)
    assert held.routes, "the node has listed all unread messages already"
    node.post("one more", user="megan")
    expect(page.message("one more")).to_be_in_viewport()
    held.release()
    # A request that was held for too long is repeated when the person scrolls.
    scroll = "document.getElementById('scroller').dispatchEvent(new Event('scroll'))"
    read_up_to = f"{scroll} && JSON.parse(localStorage.getItem('tidings.read')).readUpTo['']"
    eventually(lambda: page.page.evaluate(read_up_to) == 651, "all messages are read")
    expect(page.to_earlier).to_be_hidden()
    page.reload()
    expect(page.message("one more")).to_be_in_viewport()
    expect(page.unread_line).to_have_count(0)


def test_the_visible_messages_are_read_if_the_next_one_is_cut_off_and_begins_a_chunk(
    node: Node, visit: Visit
) -> None:
    page = return_to_unread(node, visit, 120)
    page.scroller.evaluate(
        """(element) => {
          const { top } = element.querySelector("#timeline > :nth-child(2) .message").getBoundingClientRect();
          // A message counts as visible if its text begins 24 px above the edge.
          element.scrollTop += top + 25 - element.getBoundingClientRect().bottom;
        }"""
    )
    # Those above the chunk are not below the screen.
    chunk = page.page.locator("#timeline > :first-child .message")
    expect(page.to_newest).to_have_text(f"{120 - chunk.count()} unread messages")


def test_the_button_stays_near_the_end_until_the_last_message_was_visible(
    node: Node, visit: Visit
) -> None:
    page = return_to_unread(node, visit, 80)
    page.scroller.evaluate(
        "(element) => { element.scrollTop = element.scrollHeight - element.clientHeight - 50; }"
    )
    expect(page.to_newest).to_have_text("1 unread message")
    expect(page.to_newest).to_be_visible()
    page.to_newest.click()
    expect(page.to_newest).to_be_hidden()


def test_leaving_a_room_keeps_what_was_below_the_screen_unread(node: Node, visit: Visit) -> None:
    node.post("soup", user="megan", room="kitchen")
    page = visit(node, place="#kitchen")
    expect(page.message("soup")).to_be_visible()
    post_many(node, 40)
    expect(page.unread("Main room")).to_have_text("40")
    page.open_room("Main room")
    expect(page.message("number 0")).to_be_in_viewport()
    left = int(page.unread("Main room").inner_text())
    assert 10 < left < 40
    page.scroller.evaluate("(element) => element.scrollBy(0, 200)")
    eventually(lambda: int(page.unread("Main room").inner_text()) < left, "more are read")
    left = int(page.unread("Main room").inner_text())
    page.open_room("kitchen")
    expect(page.unread("Main room")).to_have_text(str(left))
    page.reload()
    page.expect_room("kitchen")
    expect(page.unread("Main room")).to_have_text(str(left))
    page.open_room("Main room")
    expect(page.message(f"number {40 - left}").locator(".unread-line")).to_be_in_viewport()


def test_messages_between_two_parts_that_were_on_the_screen_stay_unread(
    node: Node, visit: Visit
) -> None:
    page = visit(node, place="#kitchen")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    post_many(node, 100)
    expect(page.unread("Main room")).to_have_text("100")
    page.open_room("Main room")
    expect(page.message("number 0")).to_be_in_viewport()
    page.scroll_to_end()
    expect(page.message("number 99")).to_be_in_viewport()
    expect(page.to_earlier).to_have_text(re.compile("unread messages above"))
    unread = page.unread("Main room").inner_text()
    page.reload()
    expect(page.unread_line).to_be_in_viewport()
    expect(page.message("number 99")).to_have_count(1)
    eventually(lambda: int(page.unread("Main room").inner_text()) < int(unread), "some are read")
    page.scroll_to_end()
    page.to_earlier.click()
    expect(page.messages.filter(has=page.page.locator(".bubble")).first).to_be_visible()


def test_a_room_opens_at_the_first_of_many_unread_messages(node: Node, visit: Visit) -> None:
    post_many(node, 30)
    page = visit(node)
    expect(page.message("number 29")).to_be_in_viewport()
    for number in range(80):
        node.post(f"later {number}", room="kitchen", user="megan")
    expect(page.unread("kitchen")).to_have_text("80")
    page.open_room("kitchen")
    expect(page.message("later 0").locator(".unread-line")).to_be_in_viewport()
    expect(page.to_newest).to_have_text(re.compile(r"^[67]\d unread messages"))


def test_on_the_first_visit_all_messages_count_as_read(node: Node, visit: Visit) -> None:
    post_many(node, 100)
    node.post("in the kitchen", room="kitchen", user="megan")
    page = visit(node)
    expect(page.message("number 99")).to_be_in_viewport()
    expect(page.unread_line).to_have_count(0)
    expect(page.room_link("kitchen")).to_be_visible()
    expect(page.room_list.locator(".badge:visible")).to_have_count(0)


def test_a_message_that_arrives_while_its_room_is_counted_counts_too(
    node: Node, visit: Visit
) -> None:
    page = visit(node)
    page.close()
    # The ids of the kitchen begin at 2, so that the held answer can contain both of its messages.
    node.post("good morning", user="megan")
    node.post("soup", room="kitchen", user="megan")
    page = page.open_another_tab("test.html")
    held = Held(page, "**/messages.php?*past=*room=kitchen*")
    page.open()
    page.expect_loaded()
    eventually(lambda: page.page.title() != "" and held.routes != [], "the room is being counted")
    node.post("more soup", room="kitchen", user="megan")
    node.post("hello", user="megan")
    expect(page.message("hello")).to_be_visible()
    held.release()
    expect(page.unread("kitchen")).to_have_text("2")
    # The next message is added to that count.
    node.post("and bread", room="kitchen", user="megan")
    expect(page.unread("kitchen")).to_have_text("3")


def test_a_room_created_before_the_list_of_rooms_arrives_leaves_the_others_read(
    node: Node, visit: Visit
) -> None:
    node.post("hello", user="megan")
    page = visit(node, name=None, place="test.html")
    held = Held(page, "**/rooms.xml")
    page.open()
    page.name_field.fill("jack")
    page.name_field.press("Enter")
    # The node has answered the request for the status.
    expect(page.page.locator("#open-group")).to_have_text("Not connected to others")
    page.enter("garden")
    page.expect_room("garden")
    held.release()
    read_up_to = "JSON.parse(localStorage.getItem('tidings.read'))?.readUpTo['']"
    eventually(lambda: page.page.evaluate(read_up_to) == 1, "the main room is read")


def test_sending_a_message_removes_the_unread_line(node: Node, visit: Visit) -> None:
    page = visit(node)
    page.hide()
    node.post("hello?", user="megan")
    expect(page.unread_line).to_have_count(1)
    page.show()
    page.write("hello!")
    expect(page.unread_line).to_have_count(0)


def test_a_message_between_the_list_of_rooms_and_the_open_room_is_counted(
    node: Node, visit: Visit
) -> None:
    page = visit(node, place="#kitchen")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()

    def post_first(route: Route) -> None:
        node.post("one", user="megan")
        route.continue_()

    page.page.route(re.compile(r"messages\.php.*last="), post_first, times=1)
    page.reload()
    expect(page.unread("Main room")).to_have_text("1")


def test_a_message_read_in_one_tab_is_read_in_the_others(node: Node, visit: Visit) -> None:
    hidden = visit(node)
    expect(hidden.box).to_be_visible()
    hidden.hide()
    other = hidden.open_another_tab("#kitchen")
    other.expect_room("kitchen")
    node.post("one", user="megan")
    expect(hidden.page).to_have_title(re.compile(r"^\(1\) "))
    expect(other.unread("Main room")).to_have_text("1")
    other.open_room("Main room")
    expect(other.message("one")).to_be_visible()
    expect(other.unread("Main room")).to_have_count(0)
    expect(hidden.page).to_have_title(re.compile(r"^Main room"))


def test_the_unread_line_is_visible_in_forced_colors(node: Node, visit: Visit) -> None:
    page = visit(node, forced_colors="active")
    expect(page.page.get_by_text("No messages yet")).to_be_visible()
    page.hide()
    node.post("new", user="megan")
    expect(page.unread_line).to_be_visible()
    # Forced colors remove backgrounds, so the line is a border.
    border = "(line) => getComputedStyle(line, '::before').borderTopWidth"
    assert page.unread_line.evaluate(border) == "1px"
