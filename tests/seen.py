"""A page as people see it: what axe finds in either theme, and whether it scrolls sideways, also where one
reads from right to left.
"""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe

GRAVE = ("serious", "critical")
# In the other theme nothing differs but colours.
COLOURS = "() => axe.run({runOnly: ['color-contrast']})"
# Colours on their way from one theme to the other are neither's.
AT_REST = "() => document.getAnimations().every((each) => each.playState !== 'running')"

# A score, a time, a difference: two signs at least, none of them a letter. What wraps is read line by line.
MIRRORED = """() => {
    const found = [], range = document.createRange();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const place = (node, at) => {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect();
    };
    while (texts.nextNode()) {
        const node = texts.currentNode, text = node.data.trim().replace(/[\\s.,:–−-]+$/, "");
        if (!/^[+−-]?\\p{Nd}[\\p{Nd}\\s.,:–−+%×/-]*$/u.test(text) || text.length < 2) continue;
        if (!node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
        const start = node.data.indexOf(text);
        const [first, last] = [place(node, start), place(node, start + text.length - 1)];
        if (first.width && last.width && first.top === last.top && first.left > last.left) found.push(text);
    }
    for (const sheet of document.querySelectorAll(".sheet")) {
        const left = (side) => sheet.querySelector(`thead .side-${side}`)?.getBoundingClientRect().left;
        if (left("a") > left("b")) found.push("the order of a score sheet's sides");
    }
    for (const words of document.querySelectorAll("svg text")) {
        if (getComputedStyle(words).direction === "rtl") found.push(`“${words.textContent}” in a chart`);
    }
    for (const card of document.querySelectorAll("svg.card")) {
        if (card.getScreenCTM()?.a < 0) found.push(card.getAttribute("aria-label"));
    }
    return found;
}"""

MOVED = """() => new Promise((done) => {
    let shift = 0;
    new PerformanceObserver((list) => { for (const each of list.getEntries()) shift += each.value; })
        .observe({ type: "layout-shift", buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done({ shift }), 0)));
})"""


def faults(page: Any, where: str, *, grave: bool = True) -> list[str]:
    """What is wrong with the page as it stands, in light and in dark; `grave` leaves out what axe calls minor
    or moderate. The page is in its light theme afterwards.
    """
    _in_theme(page, "light")
    found = _told(Axe().run(page).response, f"{where}, light", grave)
    _in_theme(page, "dark")
    found += _told(page.evaluate(COLOURS), f"{where}, dark", grave)
    _in_theme(page, "light")
    found += sideways(page, where)
    page.evaluate("document.documentElement.dir = 'rtl'")
    found += sideways(page, f"{where}, from right to left")
    found += mirrored(page, where)
    page.evaluate("document.documentElement.dir = 'ltr'")
    return found


def sideways(page: Any, where: str) -> list[str]:
    """Whether the page is wider than its window."""
    wide, room = page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]")
    return [f"{where}: {wide} wide in a window of {room}"] if wide > room else []


def mirrored(page: Any, where: str) -> list[str]:
    """Numbers that run from right to left where the page does, sides on the sheet not as they sit, and cards
    shown as in a mirror.
    """
    return [f"{where}, from right to left: {each} is mirrored" for each in page.evaluate(MIRRORED)]


def moved(page: Any) -> float:
    """How far what the page showed has moved by itself since it was opened (the layout shift, 0 to 1)."""
    shift: float = page.evaluate(MOVED)["shift"]
    return shift


def open_all(page: Any) -> None:
    """Open every drawer of the page."""
    page.eval_on_selector_all("details", "all => all.forEach(each => { each.open = true })")


def _in_theme(page: Any, theme: str) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    page.wait_for_function(AT_REST)


def _told(answer: Any, where: str, grave: bool) -> list[str]:
    return [
        f"{where}: {each['id']} {[node['html'][:110] for node in each['nodes']]}"
        for each in answer["violations"]
        if not grave or each["impact"] in GRAVE
    ]
