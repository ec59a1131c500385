"""The languages of the club: those with a folder in locale/ are offered, English always."""

from pathlib import Path

LANGUAGES_WE_KNOW = (
    ("en", "English"),
    ("fr", "Français"),
    ("de", "Deutsch"),
    ("es", "Español"),
    ("pt", "Português"),
    ("ar", "العربية"),
    ("ja", "日本語"),
    ("ko", "한국어"),
    ("ru", "Русский"),
    ("ro", "Română"),
    ("ca", "Català"),
    ("ky", "Кыргызча"),
)


def offered(locale: Path) -> list[tuple[str, str]]:
    """Code and own name of each language that can be chosen, in the order above."""
    return [(code, name) for code, name in LANGUAGES_WE_KNOW if code == "en" or (locale / code).is_dir()]
