"""A sheet is a list of small files in the folder and one piece to a browser."""

import pytest
from django.core.files.storage import FileSystemStorage

from config.static_files import InOnePiece


@pytest.fixture
def collected(tmp_path):
    """The collected text of `css/site.css`, whose folder holds these files."""

    def collect(files: dict[str, str]) -> str:
        for name, text in files.items():
            for folder in ("own", "all"):  # collecting copies before it looks inside
                path = tmp_path / folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
        own = FileSystemStorage(tmp_path / "own")
        store = InOnePiece(location=tmp_path / "all", base_url="/static/")
        assert list(store.post_process({name: (own, name) for name in files}))
        return (tmp_path / "all" / store.stored_name("css/site.css")).read_text()

    return collect


def test_what_a_sheet_names_takes_the_place_of_its_line(collected):
    text = collected(
        {
            "css/site.css": '@import "first.css";\n@import "parts/second.css";\na { color: red; }\n',
            "css/first.css": 'b { background: url("../dot.svg"); }\n',
            "css/parts/second.css": "c { color: blue; }\n",
            "dot.svg": "<svg/>",
        }
    )
    rules = ["b { background: url(", "c { color: blue; }", "a { color: red; }"]
    assert [text.index(rule) for rule in rules] == sorted(text.index(rule) for rule in rules)
    assert "@import" not in text
    assert 'url("../dot.' in text


def test_its_name_changes_with_what_it_names(collected, tmp_path):
    files = {"css/site.css": '@import "parts/one.css";\n', "css/parts/one.css": "a { color: red; }\n"}
    collected(files)
    before = {path.name for path in (tmp_path / "all" / "css").glob("site.*.css")}
    collected({**files, "css/parts/one.css": "a { color: blue; }\n"})
    assert len({path.name for path in (tmp_path / "all" / "css").glob("site.*.css")} - before) == 1


def test_a_file_of_another_folder_names_no_files_of_its_own(collected):
    with pytest.raises(AssertionError, match="names files"):
        collected(
            {
                "css/site.css": '@import "parts/one.css";\n',
                "css/parts/one.css": 'a { background: url("../../dot.svg"); }\n',
                "dot.svg": "<svg/>",
            }
        )
