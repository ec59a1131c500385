"""A language is a folder: once it is there, it is offered."""

from config import languages


def test_english_is_offered_without_any_folder(tmp_path):
    assert languages.offered(tmp_path) == [("en", "English")]


def test_a_folder_makes_a_language_and_a_folder_we_do_not_know_makes_none(tmp_path):
    for folder in ("ky", "fr", "xx"):
        (tmp_path / folder).mkdir()
    assert languages.offered(tmp_path) == [("en", "English"), ("fr", "Français"), ("ky", "Кыргызча")]
