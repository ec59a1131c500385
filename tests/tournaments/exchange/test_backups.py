"""Names of backups: which is the newest, and which may go."""

from datetime import datetime
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from tournaments.exchange.backups import name_of, named, newest_first, superfluous

CLUB, OTHER = UUID("11111111" + "0" * 24), UUID("22222222" + "0" * 24)
MOMENTS = st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1)).map(
    lambda when: when.replace(microsecond=0)
)


@given(st.lists(st.tuples(MOMENTS, st.integers(0, 10**6)), min_size=1, max_size=12), st.integers(1, 4))
def test_whatever_the_clock_and_the_log_say_the_one_written_last_is_the_newest_and_stays(written, keep):
    names: list[str] = []
    for when, position in written:
        names.append(name_of(CLUB, when, position, beside=names))
        gone = superfluous(names, installation=CLUB, newest=keep)
        assert not set(gone) & set(names[-keep:])
        names = [each for each in names if each not in gone]
        assert [each.name for each in newest_first(names)] == names[::-1]
    evenings = {named(each).evening for each in names}  # type: ignore[union-attr]
    assert evenings == {named(name_of(CLUB, *each, beside=())).evening for each in written}  # type: ignore[union-attr]


def test_names_without_a_number_are_older_than_any_with_one_and_ordered_by_their_time():
    old = [f"club-11111111-2026-01-0{day}-200000-{9 - day}.jsonl.gz" for day in (1, 2)]
    new = name_of(CLUB, datetime(2025, 1, 1, 20), 3, beside=old)
    assert new == "club-11111111-2025-01-01-200000-3-1.jsonl.gz"
    assert [each.name for each in newest_first([*old, new])] == [new, old[1], old[0]]


def test_of_two_clubs_in_one_folder_each_counts_for_itself():
    ours = [name_of(CLUB, datetime(2026, 1, 1, hour), 5, beside=()) for hour in (20, 21)]
    theirs = name_of(OTHER, datetime(2026, 1, 1, 22), 5, beside=ours)
    assert theirs.endswith("-5-1.jsonl.gz")
    assert newest_first([*ours, theirs])[0].name == theirs
    assert superfluous([*ours, theirs], installation=CLUB, newest=1) == [ours[0]]


def test_what_is_no_name_of_a_backup_is_none():
    for name in (
        "club-11111111-2026-01-01-200000-3-1.jsonl.gz.4711.part",
        "club-11111111-2026-13-01-200000-3.jsonl.gz",
        "club-11111111-2026-01-01-200000-3-.jsonl.gz",
        "club-11111111-2026-01-01-200000-3-1234567890.jsonl.gz",
        "notes.txt",
    ):
        assert named(name) is None
