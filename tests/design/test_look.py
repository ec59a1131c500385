"""The look keeps its promises: contrast, weight, the policy, every card drawn, every part written down."""

import gzip
import importlib.util
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage
from django.template.loader import get_template, render_to_string

from config.static_files import Joined
from tournaments.selectors.pictures import COLOURS

ROOT = Path(__file__).parents[2]
STATIC, TEMPLATES, DESIGN = ROOT / "static", ROOT / "templates", ROOT / "design"
OURS = sorted(TEMPLATES.rglob("*.html"))
STYLES = sorted((STATIC / "css").rglob("*.css"))
RANKS, SUITS = "A23456789TJQK", "shdc"
FIRST_LOAD = 150_000
SHEETS = 6
JOINED = Joined(FileSystemStorage(STATIC))
PAGES = [path for path in OURS if 'extends "' in path.read_text()]
SHEETS_OF_PAGES = sorted((STATIC / "css").glob("*.css"))


def styled(css: str) -> set[str]:
    """The classes a sheet has a style for."""
    rules = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    return set(re.findall(r"\.(-?[a-zA-Z_][\w-]*)(?=[^{}]*\{)", rules))


ALL_STYLED = styled("".join(path.read_text() for path in STYLES))


def _load(path: Path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


contrast = _load(DESIGN / "contrast.py")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("drawn", "ground", "least"), contrast.PAIRS)
def test_what_is_drawn_can_be_read(theme, drawn, ground, least):
    colours = contrast.themes()[theme]
    assert contrast.contrast(colours[drawn], colours[ground]) >= least


def test_black_on_white_measures_21_and_grey_as_wcag_says():
    assert round(contrast.contrast("#000000", "#ffffff"), 2) == 21.0
    assert round(contrast.contrast("#767676", "#ffffff"), 2) == 4.54


def test_dark_is_the_same_whoever_asked_for_it():
    themes = contrast.themes()
    assert themes["dark"] == themes["dark by device"]
    assert themes["dark"] != themes["light"]


def test_the_written_contrasts_are_the_computed_ones():
    written = (ROOT / "docs" / "design.md").read_text()
    light, dark = contrast.themes()["light"], contrast.themes()["dark"]
    for drawn, ground, least in contrast.PAIRS:
        ratios = [contrast.contrast(theme[drawn], theme[ground]) for theme in (light, dark)]
        assert f"| `{drawn}` | `{ground}` | {least} | {ratios[0]:.1f} | {ratios[1]:.1f} |" in written


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_pictures_have_the_colours_of_the_pages(theme):
    named = {"paper": "sheet", "soft": "ink-soft", "wash": "green-wash"}
    tokens = contrast.themes()[theme]
    assert COLOURS[theme] == {name: tokens[named.get(name, name)] for name in COLOURS[theme]}


def test_every_card_is_drawn_twice_in_the_colour_of_the_page():
    drawn = (STATIC / "cards" / "cards.svg").read_text()
    cards = [rank + suit for rank in RANKS for suit in SUITS] + ["back", "joker", "unknown"]
    names = re.findall(r'<symbol id="([^"]+)" viewBox="0 0 100 140" fill="currentColor">', drawn)
    assert sorted(names) == sorted([*cards, *(f"{card}-c" for card in cards)])
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', drawn)) == {"currentColor", "none"}


def test_every_icon_named_in_a_template_exists():
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons" / "icons.svg").read_text()))
    calls = r'(?:_icon\.html" with name="|icons\.svg\' %}#)([a-z-]+)"'
    named = {name for path in OURS for name in re.findall(calls, path.read_text())}
    assert named
    assert named <= drawn


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_template_compiles_and_keeps_to_the_policy(path):
    text = path.read_text()
    get_template(str(path.relative_to(TEMPLATES)))
    assert re.findall(r"\sstyle\s*=|\son[a-z]+\s*=|<style|javascript:|hx-on", text) == []
    assert re.findall(r"<script(?![^>]*\ssrc=)", text) == []


@pytest.mark.parametrize("path", STYLES, ids=lambda path: path.name)
def test_styles_follow_the_reading_direction(path):
    sides = "(?:left|right|top|bottom)"
    physical = rf"(?:margin|padding|border|(?<!area-)inset)-{sides}\b|^\s*(?:{sides}|width|height)\s*:"
    assert re.findall(physical, path.read_text(), re.MULTILINE) == []


def test_every_class_that_has_a_style_is_written_somewhere():
    """As it stands, or its beginning where the rest is put in (`call--{{ side }}`, `only-` + format)."""
    places = [*TEMPLATES.rglob("*.html"), *(ROOT / "static" / "js").glob("*.js")]
    places += [path for app in ("games", "tournaments") for path in (ROOT / app).rglob("*.py")]
    written = "\n".join(path.read_text() for path in places)
    whole = set(re.findall(r"[\w-]+", written))
    begun = set(re.findall(r"[\w-]*-(?=[{$\"'`])", written))

    def stands(name: str) -> bool:
        return name in whole or any(name[: at.end()] in begun for at in re.finditer("-+", name))

    assert len(ALL_STYLED) > 300
    assert sorted(name for name in ALL_STYLED if not stands(name)) == []


def test_no_text_is_set_below_16_pixels():
    """rem and px sizes of text; paper (points) has its own measure."""
    small = [
        (path.name, size, unit)
        for path in STYLES
        for size, unit in re.findall(r"font-size:\s*([\d.]+)(rem|px)", path.read_text())
        if float(size) * (16 if unit == "rem" else 1) < 16
    ]
    assert small == []


def test_every_component_is_written_down():
    written = (ROOT / "docs" / "design.md").read_text()
    parts = [path.name for path in (TEMPLATES / "components").glob("_*.html")]
    assert parts
    assert [name for name in parts if name not in written] == []


@pytest.mark.parametrize("sheet", SHEETS_OF_PAGES, ids=lambda path: path.stem)
def test_the_first_load_stays_light(sheet):
    """Frame, styles, the scripts of every page and the Latin font as they travel (gzip where it is text)."""
    page = render_to_string("404.html")
    addresses = set(re.findall(r'(?:href|src)="/static/([^"#]+\.(?:css|js|woff2))"', page))
    sizes = {"page": len(gzip.compress(page.encode()))}
    for address in {*addresses, f"css/{sheet.name}"}:
        if address.endswith(".css"):
            sizes[address] = len(gzip.compress(JOINED.text(address).encode()))
            continue
        # A name with a hash of its content, where the store gives one.
        found = finders.find(address) or finders.find(re.sub(r"\.[0-9a-f]{12}(\.\w+)$", r"\1", address))
        data = Path(found).read_bytes()
        sizes[address] = len(data if address.endswith("woff2") else gzip.compress(data))
    loaded = {Path(name).name.split(".")[0] for name in sizes}
    assert {"site", "print", sheet.stem, "theme", "app"} <= loaded
    assert any("htmx" in name for name in sizes)
    assert any(name.endswith("woff2") for name in sizes)
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_page_asks_for_few_sheets_and_all_that_style_its_parts(path):
    sheets = sheets_of(path)
    assert 2 <= len(sheets) <= SHEETS
    there = set().union(*(styled(JOINED.text(sheet)) for sheet in ["css/print.css", *sheets]))
    words = set(re.findall(r"[\w-]+", " ".join(re.findall(r'class="([^"]*)"', whole(path, set())))))
    assert sorted(words & ALL_STYLED - there) == []


@pytest.mark.parametrize("path", OURS, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_a_sheet_is_linked_in_its_block_alone(path):
    text = path.read_text()
    if "{% extends" in text:
        assert "stylesheet" not in re.sub(
            r"{% block styles %}.*?{% endblock styles %}", "", text, flags=re.DOTALL
        )


def sheets_of(path: Path) -> list[str]:
    """The sheets a page of this template links, print's among them."""
    texts = [path.read_text()]
    while above := re.search(r'extends "([^"]+)"', texts[-1]):
        texts.append((TEMPLATES / above[1]).read_text())
    styles = ""
    for text in reversed(texts):
        if own := re.search(r"{% block styles %}(.*?){% endblock styles %}", text, re.DOTALL):
            styles = own[1].replace("{{ block.super }}", styles)
    frame = re.sub(r"{% block styles %}.*?{% endblock styles %}", styles, texts[-1], flags=re.DOTALL)
    return re.findall(r"{% static '(css/[\w.]+)' %}", frame)


def whole(path: Path, seen: set[Path]) -> str:
    """The template with what it stands in and what it includes."""
    if path in seen or not path.is_file():
        return ""
    seen.add(path)
    text = re.sub(r"{% comment %}.*?{% endcomment %}", "", path.read_text(), flags=re.DOTALL)
    named = re.findall(r'(?:include|extends) "([^"]+\.html)"', text)
    marks = re.sub(r"{%.*?%}|{{.*?}}", " ", text)
    return marks + "".join(whole(TEMPLATES / each, seen) for each in named)
