"""Long words of a name may be parted where there is little room, and read the same without it."""

import pytest

from tournaments.templatetags.names import SOFT_HYPHEN, parted


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann Bartholomew Bo", "Ann Bartholomew Bo"),
        ("Cy Papadopoulou", "Cy Papa|do|pou|lou"),
        ("Ann Featherstonehaugh-Smith", "Ann Feat|hers|to|ne|haugh-Smith"),
        ("Константинопольский", "Конс|тан|ти|но|польс|кий"),
        ("العربيةالطويلةجدا", "العربيةالطويلةجدا"),
    ],
)
def test_a_long_word_may_be_parted_and_a_short_one_is_left_alone(name, shown):
    assert parted(name).replace(SOFT_HYPHEN, "|") == shown
