"""Long words of a name may be parted where there is little room, and read the same without it."""

import pytest

from tests.tournaments.views.scene import evening
from tournaments.templatetags.names import SOFT_HYPHEN, by_person, parted


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


def test_the_name_of_a_pair_breaks_at_its_ampersand_first():
    pieces = '<span class="one-person">Bo Sanchez &amp;</span> <span class="one-person">Urs &lt;D&gt;</span>'
    assert by_person("Bo Sanchez & Urs <D>") == pieces
    assert by_person("Bo Sanchez") == "Bo Sanchez"


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_on_a_phone_each_partner_of_a_matchs_head_stands_in_one_line(phone, live_server):
    pairs = (("Bo Sanchez", "Urs Dvorak"), ("Maria Papadopoulou", "Ann Li"))
    phone.goto(f"{live_server.url}/matches/{evening('partnership_125', pairs).match.pk}/")
    people = phone.locator("h1 .one-person")
    high = "each.offsetHeight / parseFloat(getComputedStyle(each).lineHeight)"
    assert [text.removesuffix(" &") for text in people.all_inner_texts()] == [
        name for pair in pairs for name in pair
    ]
    assert people.evaluate_all(f"all => all.map(each => Math.round({high}))") == [1, 1, 1, 1]


@pytest.mark.django_db(transaction=True)
def test_a_persons_history_names_pairs_by_person(client):
    scene = evening("partnership_125", (("Bo Sanchez", "Urs Dvorak"), ("Maria Papadopoulou", "Ann Li")))
    scene.play_to_the_end()
    scene.accept()
    player = scene.match.sides.get(index=0).entry.people[0]
    pair = scene.match.sides.get(index=1).entry.name
    assert by_person(pair) in client.get(f"/players/{player.pk}/").text
