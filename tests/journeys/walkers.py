"""Who walks an evening in a browser: the desk, phones at a table. Every step leaves a picture."""

from __future__ import annotations

import re

from tests.camera import Camera


class Walker:
    """A browser, the club's address, the camera."""

    def __init__(self, page, address: str, camera: Camera) -> None:
        self.page, self.address, self.camera = page, address, camera

    def go(self, path: str) -> None:
        self.page.goto(self.address + path)

    def see(self, words: str) -> None:
        """Wait until these words are on the page."""
        self.page.get_by_text(words).first.wait_for()

    def link(self, words: str) -> None:
        self.page.get_by_role("link", name=words).first.click()

    def press(self, words: str) -> None:
        self.page.get_by_role("button", name=words).first.click()

    def picture(self, step: str) -> None:
        self.camera.take(self.page, step)


class Desk(Walker):
    """The director at the laptop."""

    def log_in(self, name: str, password: str) -> None:
        self.go("/desk/")
        self.page.fill("input[name=username]", name)
        self.page.fill("input[name=password]", password)
        self.picture("log-in")
        self.page.click("main button[type=submit]")
        self.page.wait_for_url("**/desk/")

    def create(self, name: str, *, rounds: int, partners: bool = False, rules: str = "") -> None:
        """A new event; whatever is not said stays as the form proposes it."""
        self.link("New event")
        self.page.fill("input[name=name]", name)
        self.page.fill("input[name=rounds]", str(rounds))
        self.page.press("input[name=rounds]", "Tab")  # a change is one when the field is left
        if partners:
            self.page.check("input[name=side_size][value='2']")
        if rules:
            self.page.check(f"input[name=rules][value={rules}]")
        self.page.wait_for_selector(f"#planned:has-text('evening of {rounds} round')")
        self.picture("new-event")
        self.press("Create the event")
        self.see("Created as a draft")

    def import_file(self, text: str) -> None:
        """A CSV file: its preview, then what it shows comes in."""
        self.link("Import a list")
        file = {"name": "players.csv", "mimeType": "text/csv", "buffer": text.encode()}
        self.page.set_input_files("input[type=file]", file)
        self.picture("import")
        self.press("Show what would come in")
        self.see("come in")
        self.picture("preview")
        self.page.locator("form[action$='/confirm/'] button").click()
        self.see("entered.")
        self.picture("people")

    def evening(self) -> None:
        self.page.get_by_role("link", name="Evening", exact=True).click()

    def draw_and_publish(self, number: int) -> None:
        self.press(f"Draw round {number}")
        self.publish(number)

    def publish(self, number: int) -> None:
        self.see(f"Round {number}: draft")
        self.picture(f"draft-{number}")
        self.press(f"Publish round {number}")
        self.see(f"Round {number} is out.")
        self.picture(f"board-{number}")

    def enter_line(self, line: str) -> None:
        """A table's result from a paper slip."""
        self.page.fill("input[name=line]", line)
        self.page.locator("form[action$='/line/'] button").click()
        self.see(f"Table {line.split()[0]}:")

    def address_of_card(self, card: str) -> str:
        """What the QR of a table's card says; read where the desk prints it."""
        return self.page.locator(f"#card-{card} .qr__address").inner_text().strip()


class Phone(Walker):
    """A phone at a table."""

    def scan(self, address: str) -> None:
        self.page.goto(address)
        self.see("Who holds this phone?")

    def say(self, name: str) -> None:
        self.page.get_by_role("button", name=re.compile(f"^I am {name}")).tap()
        self.page.wait_for_selector("[data-call=wall]")

    def look(self) -> None:
        """Load the page anew; whoever does not, sees the same within three seconds."""
        self.page.reload()

    def names(self) -> list[str]:
        """Who sits left and right."""
        return [name.strip() for name in self.page.locator(".versus__name").all_inner_texts()]

    def scores(self) -> list[str]:
        return self.page.locator(".versus__score").all_inner_texts()

    def knock(self, side: int, own: int, other: int) -> str:
        """KNOCKED, both counts; what the button says is what is sent."""
        self.page.locator(f"[data-call=knock-{side}]").tap()
        self.page.locator(f"[data-count='{own}']").tap()
        return self._count_and_send(other)

    def gin(self, side: int, other: int) -> str:
        self.page.locator(f"[data-call=gin-{side}]").tap()
        return self._count_and_send(other)

    def wall(self) -> None:
        self.page.locator("[data-call=wall]").tap()
        self._written("Wall")

    def _count_and_send(self, count: int) -> str:
        for digit in str(count):
            self.page.locator(f"[data-digit='{digit}']").tap()
        button = self.page.locator("[data-send]")
        said = button.inner_text()
        button.tap()
        self._written(said)
        return said

    def _written(self, words: str) -> None:
        self.page.locator("#pad-now .queue--sent", has_text=words).wait_for()
