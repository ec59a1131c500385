"""Names that are likely one person's, and those that are not."""

from tournaments.exchange.likeness import likely_pairs, plain_letters


def alike(*names: str) -> list[tuple[str, str, str]]:
    return [(each.one, each.other, each.why) for each in likely_pairs({name: name for name in names})]


def test_case_accents_and_marks_do_not_matter() -> None:
    assert plain_letters("  Zoë   O'Neill ") == "zoe oneill"
    assert alike("Zoë Brontë", "zoe bronte", "Cy Young") == [("Zoë Brontë", "zoe bronte", "letters")]


def test_the_same_words_in_another_order() -> None:
    assert alike("Smith Robert", "Robert Smith") == [("Robert Smith", "Smith Robert", "order")]


def test_one_letter_more_less_other_or_two_swapped() -> None:
    for slip in ("Robert Smiths", "Robert Smth", "Robert Smyth", "Robert Simth"):
        assert [why for *_, why in alike("Robert Smith", slip)] == ["slip"], slip


def test_short_names_numbers_and_other_people_are_let_alone() -> None:
    assert alike("Bo", "Jo", "Ann", "Anna") == []
    assert alike(*(f"Player {number}" for number in range(1, 40))) == []
    assert alike("Robert Smith", "Roberta Smythe", "Rob Smith") == []


def test_a_list_of_thousands_is_looked_through() -> None:
    many = {
        str(number): f"{chr(97 + number % 26) * 3} {number:05d}".translate(DIGITS) for number in range(3000)
    }
    found = likely_pairs({**many, "x": "Maximilian Mustermann", "y": "Maximilian Mustermann"})
    assert ("x", "y", "letters") in [(each.one, each.other, each.why) for each in found]


DIGITS = str.maketrans("0123456789", "bdfhjlnprt")
