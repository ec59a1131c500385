"""A slip's letter: it tells tables and rounds apart, and a mistyped number from the right one."""

from tournaments.engine.slips import LETTERS, check_letter, slip_code


def test_the_letters_are_a_prime_number_of_letters_nobody_takes_for_a_figure():
    assert len(LETTERS) == len(set(LETTERS)) == 23
    assert not set(LETTERS) & set("IOZ")


def test_a_code_is_the_table_and_its_letter():
    # 3 x 1 + 7 x 2 + 7 = 24, which leaves 1 of 23: B.
    assert slip_code(stage=1, round=2, table=7) == "7B"


def test_a_wrong_digit_or_two_digits_exchanged_change_the_letter():
    for table in range(1, 100):
        right = check_letter(stage=1, round=3, table=table)
        tens, ones = divmod(table, 10)
        wrong = {10 * tens + digit for digit in range(10)} | {10 * digit + ones for digit in range(10)}
        wrong |= {10 * ones + tens}
        for typed in wrong - {table, 0}:
            assert check_letter(stage=1, round=3, table=typed) != right


def test_the_same_table_has_another_letter_in_every_round():
    letters = [check_letter(stage=1, round=round, table=4) for round in range(1, 24)]
    assert len(set(letters)) == 23
